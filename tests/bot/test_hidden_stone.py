"""Half a turn is private: the waiting player gets the same answers before and after it."""

import json
import shutil
from datetime import timedelta

import pytest

from bot.services.values.clocks.clock import Pace
from bot.services.values.views import Terms
from testbed.authority import commands, controls
from testbed.authority.people import DOES, MOVER, OPPONENT
from testbed.authority.rows import Row, fixed, form, press
from testbed.authority.scenes import UNDO_NEEDS_CONSENT_AFTER
from testbed.authority.trial import trial

TWELVE_STAR = {"game": "cornered", "size": 4, "start": "twelve-star", "komi": 3}
ABOUT_A_GAME = {
    *("/board", "/export", "/games", "/move", "/mute", "/replay", "/resign", "/try", "/undo"),
    *("next", "running"),
}
CLOCK = Terms(pace=Pace.BRISK)


async def first_turn(context):
    return await context.game(first=MOVER), "a1"


async def second_turn(context):
    return await context.game("a1 c3", first=OPPONENT), "e5"


async def handicap(context):
    return await context.game(first=MOVER, game="liflina", size=13, handicap=3), "e5"


async def with_komi(context, terms=None):
    turns = ("a1", "d4 g7", "c5 a2")
    return await context.game(*turns, first=OPPONENT, terms=terms, **TWELVE_STAR), "e2"


async def later(context):
    game, _ = await with_komi(context)
    for who, turn in ((MOVER, "e2 e6"), (OPPONENT, "b1 d6")):
        await context.services.games.play(context.actor(who), game, turn)
    context.clock.now += UNDO_NEEDS_CONSENT_AFTER
    return game, "c3"


async def undo_asked_by_waiting(context):
    game, stone = await later(context)
    await context.services.undo.undo(context.actor(OPPONENT), game)
    return game, stone


async def undo_asked_by_mover(context):
    game, stone = await later(context)
    await context.services.undo.undo(context.actor(MOVER), game)
    return game, stone


async def end_asked_by_waiting(context):
    game, stone = await later(context)
    await context.services.end_requests.ask(context.actor(OPPONENT), game)
    return game, stone


async def end_asked_by_mover(context):
    game, stone = await later(context)
    await context.services.end_requests.ask(context.actor(MOVER), game)
    return game, stone


async def out_of_time(context):
    game, stone = await with_komi(context, CLOCK)
    context.clock.now += timedelta(days=9)
    return game, stone


STATES = (
    first_turn,
    second_turn,
    handicap,
    with_komi,
    later,
    undo_asked_by_waiting,
    undo_asked_by_mover,
    end_asked_by_waiting,
    end_asked_by_mover,
    out_of_time,
)


ROWS = [
    *(row for row in (*commands.ROWS, *controls.OWN) if row.name in ABOUT_A_GAME),
    *controls.MOVES,
    *controls.GAMES,
    Row("/move", commands.command("move", game=True, cell="swap"), {}, variant="swap"),
    Row("/move", commands.command("move", game=True, cell="komi"), {}, variant="komi"),
    Row("/move", commands.command("move", game=True, cell="z99"), {}, variant="no cell"),
    Row("move-form", form("move-form", text="swap"), {}, variant="swap"),
    Row("try", press("try"), {}),
]
# the same controls under the first message of the game
ROWS += [
    Row(name, fixed(f"{name}:{{}}:0"), {}, variant="an older message")
    for name in sorted({row.name for row in ROWS})
    if not name.startswith("/") and not name.endswith("form")
]


def may_act(row):
    """Return whether the waiting player may change the game, so that the next row needs another."""
    return row.name in {"undo-yes", "resign-yes", "leave"} or row.verdicts.get("opponent") == DOES


async def answers(folder, migrated_file, state, *, hidden):
    """Return what the waiting player is answered, by row of the authority table."""
    folder.mkdir()
    shutil.copyfile(migrated_file, folder / "games.db")
    found = {}
    async with trial(folder) as trying:
        fresh = False
        for row in sorted(ROWS, key=may_act):
            if not fresh:
                game, stone = await state(trying._context)
                if hidden:
                    mover = trying._context.actor(MOVER)
                    done = await trying._context.services.games.play(mover, game, stone)
                    assert not done.turn_complete
            fresh = not may_act(row)
            asked = await row.use(trying._wire, OPPONENT, game)
            found[row.title] = [json.dumps([each.body, sorted(each.files)]) for each in asked]
    return found


@pytest.mark.parametrize("state", STATES)
async def test_the_waiting_player_cannot_tell_half_a_turn(tmp_path, migrated_file, state):
    before = await answers(tmp_path / "before", migrated_file, state, hidden=False)
    after = await answers(tmp_path / "after", migrated_file, state, hidden=True)
    assert {title for title in before if before[title] != after[title]} == set()
