"""Every command and control with the largest allowed inputs: none keeps the event loop for long."""

import shutil

import pytest

from bot.messages.component_ids import ComponentId
from bot.services.values.puzzles import selection
from rules.reasons import IllegalMove
from sparring.puzzles import collection
from testbed.authority.large_scenes import LargeSceneContext
from testbed.authority.page import ROWS
from testbed.authority.people import DOES, MOVER, PEOPLE, SEES, everybody
from testbed.authority.rows import Row, fixed
from testbed.authority.scenes import nothing
from testbed.authority.trial import trial
from testbed.loop_work import counting_calls, counting_plays
from testbed.many_games import ManyGames, add_many_games

# calls of functions in one callback of the loop; so many take 10 to 20 ms
MOST_CALLS = 100_000
MOST_PLAYS = 100  # moves played by the rules for one use; so many take about 10 ms
MANY = ManyGames(running=50, waiting=25, finished=500)
LONG_PLANS = 25  # games with full try-boards


def may_use(row):
    """Return a person who may use a command or control, or None."""
    return next((PEOPLE[name] for name in PEOPLE if row.verdicts[name] in (DOES, SEES)), None)


class Watched:
    """Bot whose event loop is watched while its commands and controls are used."""

    def __init__(self, trying):
        self.trying, self.context = trying, trying._context
        self.late, self.used, self.plays = [], set(), 0

    async def use(self, row, *, is_long):
        context = self.context
        large = LargeSceneContext(context.services, context.clock, context.numbers, is_long=is_long)
        subject = await row.scene(large)
        self.forget(puzzles=row.name.startswith(("/puzzle", "puzzle", "daily")))
        self.trying._errors.clear()
        with (
            counting_calls(MOST_CALLS) as work,
            counting_plays() as played,
            self.trying._listening(),
        ):
            try:
                await row.use(self.trying._wire, may_use(row), subject)
            except IllegalMove:  # the cell that the row tries is taken in a long game
                return
        self.plays = max(self.plays, played.plays)
        self.late += [f"{row.title}: {stack}" for stack in work.late]
        if not self.trying._errors:
            self.used.add(row.title)

    def forget(self, *, puzzles):
        """Empty the caches, as a restart does."""
        services = self.context.services
        services.games._replay_cache.__init__()
        services.try_board.lines.__init__()
        if puzzles:
            collection.load.cache_clear()
            selection.kept_puzzles.cache_clear()
            selection._by_number.cache_clear()


@pytest.fixture
async def watched(tmp_path, migrated_file):
    shutil.copyfile(migrated_file, tmp_path / "games.db")
    async with trial(tmp_path) as trying:
        yield Watched(trying)


@pytest.mark.timeout(600)
async def test_no_command_or_control_keeps_the_loop_with_long_games_and_full_boards(watched):
    rows = [row for row in ROWS if may_use(row) is not None]
    for row in rows:
        await watched.use(row, is_long=True)
        if row.title not in watched.used:  # its moves belong to the beginning of a game
            await watched.use(row, is_long=False)

    assert watched.late == []
    assert {row.title for row in rows} == watched.used


async def test_no_list_keeps_the_loop_of_a_person_with_many_games_and_plans(watched):
    context = watched.context
    database = context.services.games._database
    large = LargeSceneContext(context.services, context.clock, context.numbers)
    for _ in range(LONG_PLANS):
        await large.game(start="none")
    here = (MOVER.id, MOVER.guild_id, MOVER.channel_id)
    await add_many_games(database, *here, context.clock.now, MANY)

    rows = [row for row in ROWS if row.scene is nothing and may_use(row) is not None]
    for row in rows:
        await watched.use(row, is_long=False)

    last_page = Row(
        "plans", fixed(str(ComponentId("plans", 0, 999))), everybody(SEES), variant="end"
    )
    await watched.use(last_page, is_long=False)

    assert watched.late == []
    assert watched.plays <= MOST_PLAYS
    assert {"`/plans`", "`plans` (end)"} <= watched.used
