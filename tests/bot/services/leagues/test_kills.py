"""The start of a season, killed at each statement: every game is made once."""

from collections import Counter

import pytest
from sqlalchemy import event

from bot.services.steps import league_seasons
from bot.services.values.clocks.due_dates import LEAGUE_DUE


class Killed(BaseException):
    """The process ends in the middle of a transaction."""


class Killer:
    """Ends the process before a statement, counted within each transaction."""

    def __init__(self, database):
        self.at, self.seen, self.killed = None, 0, 0
        event.listen(database.engine.sync_engine, "before_cursor_execute", self._count)

    def _count(self, *_about):
        self.seen += 1
        if self.seen == self.at:
            self.killed += 1
            raise Killed

    def arm(self, at):
        self.at, self.seen = at, 0


@pytest.mark.parametrize(
    ("people", "at_once"),
    [(4, 1), pytest.param(9, 4, marks=[pytest.mark.drill, pytest.mark.timeout(3600)])],
)
async def test_a_start_killed_at_each_statement_makes_every_game_once(
    world, club, monkeypatch, people, at_once
):
    monkeypatch.setattr(league_seasons, "GAMES_AT_ONCE", at_once)
    await club.open()
    await club.join(*range(101, 101 + people))
    world.clock.advance(days=7)
    await club._at(world.clock.now)
    killer, handled = Killer(world.database), []
    while due := await _due(world):
        world.clock.advance(seconds=1)
        (deadline,) = due
        at = 1
        while True:
            killer.arm(at)
            try:
                assert await world.services.deadlines.handle(deadline)
                break
            except Killed:
                at += 1
        killer.arm(None)
        handled.append((deadline.kind, at))
        # the process was killed after the commit, before it could note that it was done
        assert not await world.services.deadlines.handle(deadline)
    games = await club.running()
    groups = await club.groups()
    assert sum(len(each) for each in groups) == people
    assert len(games) == sum(len(each) * (len(each) - 1) // 2 for each in groups)
    assert max(Counter(frozenset(pair[1:]) for pair in games).values()) == 1
    kinds = Counter(each.kind for each in await club.posted())
    assert (kinds["league_begun"], kinds["turn"]) == (len(groups), len(games))
    assert killer.killed == sum(at - 1 for _, at in handled) > 30


async def _due(world):
    found = await world.services.deadlines.find_due(20)
    return [each for each in found if each.kind in LEAGUE_DUE][:1]
