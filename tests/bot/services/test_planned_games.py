"""Simulated games with trees and plans of both sides, undos, restarts, races and deletions.

An oracle replays every listed plan with the rules alone and returns the turns that a move must
trigger.
"""

import asyncio
import os
import random
from contextlib import suppress

import pytest

from bot.errors.refusals import GameOver, PlayerError
from bot.services.values.games.typed_turns import WentBack
from bot.services.values.try_board.tree import position_key
from bot.store.engine.sqlite_connection import OneVisitConnection
from rules.moves import format_move, parse_move
from rules.reasons import IllegalMove
from tests.bot.services.conftest import ANN, BEN

pytestmark = pytest.mark.both_databases

FEW, MANY = 4, int(os.environ.get("PLANNED_GAMES", "10000"))
FIRST = int(os.environ.get("PLANNED_FROM", "0"))  # a drill can be run in parts
STEPS = 25
TURNS = ("turn", "result")
OPTIONS = (
    {"start": "none"},
    {},
    {"start": "komi-pie"},
    {"game": "liflina", "size": 5},
    {"game": "asli", "size": 5},
)


class PlannedGame:
    """Game between Ann and Ben with random tries, plans and turns."""

    def __init__(self, world, lots, game_id):
        self.world, self.lots, self.game_id = world, lots, game_id
        self.chains = self.races = 0

    async def step(self):
        """Perform a random action; refusals are expected."""
        actions = (self.play, self.play, self.plan, self.plan, self.undo, self.drop, self.delete)
        action = self.lots.choice((*actions, self.race, self.restart))
        try:
            await action()
        except PlayerError:
            return

    async def view(self):
        """Return the game as the player to move sees it."""
        return await self.world.database.read(self._view)

    async def state(self):
        """Return the game, the position at the start of its turn, and the plans, at one moment."""
        return await self.world.database.read(self._state)

    async def _state(self, tx):
        view = await self._view(tx)
        start = await self.world.services.games.get.within(tx, self.game_id, ply=view.turn_ply)
        return view, start.position, await self._listed(tx)

    async def _view(self, tx):
        get = self.world.services.games.get
        public = await get.within(tx, self.game_id)
        mover = public.seats[public.position.seat_to_move]
        return await get.within(tx, self.game_id, viewer_id=mover.user_id)

    async def _listed(self, tx):
        """Return the listed plans by owner."""
        plans = self.world.services.plans.plans
        found = {who: (await plans.within(tx, who, size=500)).plans for who in (ANN, BEN)}
        assert {each.game_id for each in (*found[ANN], *found[BEN])} <= {self.game_id}
        return found

    async def board(self, who, tries):
        boards, actor = self.world.services.try_board, self.world.act(who)
        board = await boards.open(actor, self.game_id)
        for _ in range(tries):
            legal = list(board.position.legal_moves())
            if not legal:
                break
            text = format_move(self.lots.choice(legal[:9]), board.position.topology)
            board = await boards.try_move(self.world.act(who), self.game_id, board.place, text)
        return board

    async def plan(self):
        who = self.lots.choice((ANN, BEN))
        board = await self.board(who, self.lots.randrange(1, 6))
        await self.world.services.plans.plan(self.world.act(who), self.game_id, board.place)

    async def drop(self):
        who = self.lots.choice((ANN, BEN))
        for plan in (await self.world.services.plans.plans(who)).plans[:1]:
            await self.world.services.plans.drop(self.world.act(who), self.game_id, plan.node)

    async def delete(self):
        who = self.lots.choice((ANN, BEN))
        board = await self.board(who, 0)
        await self.world.services.try_board.delete_line(
            self.world.act(who), self.game_id, board.place
        )

    async def undo(self):
        who = self.lots.choice((ANN, BEN))
        before = len((await self.view()).record.moves)
        result = await self.world.services.undo.undo(self.world.act(who), self.game_id)
        if result.asked and self.lots.random() < 0.7:
            other = BEN if who == ANN else ANN
            await self.world.services.undo.accept(self.world.act(other), self.game_id)
        assert len((await self.view()).record.moves) <= before, "an undo plays nothing"
        await self.world.posted()

    async def restart(self):
        await self.world.database.close()
        self.world.databases.remove(self.world.database)  # thousands take gigabytes
        self.world.restart()

    async def end(self):
        """Resign; a game that is over has no plans."""
        with suppress(GameOver):
            await self.world.games.resign(self.world.act(ANN), self.game_id)
        await self.world.posted()
        assert await self.world.database.read(self._listed) == {ANN: (), BEN: ()}

    async def play(self):
        view, start, listed = await self.state()
        expected = await self.oracle(view, listed)
        await self.check(view, start, [expected], await self._play(view, listed))

    async def race(self):
        """Plan and play at the same time; the plan is used, or is refused as too late."""
        view, start, listed = await self.state()
        if view.to_move is None:
            return
        waiting = view.opponent_of(view.to_move.user_id).user_id
        board = await self.board(waiting, 2)
        without = await self.oracle(view, listed)
        actor = self.world.act(waiting)
        planning = self.world.services.plans.plan(actor, self.game_id, board.place)
        OneThread.racing = True
        texts, planned = await asyncio.gather(
            self.later(self._play(view, listed)), self.later(planning), return_exceptions=True
        )
        OneThread.racing = False
        for outcome in (texts, planned):
            if isinstance(outcome, BaseException) and not isinstance(outcome, PlayerError):
                raise outcome
        self.races += 1
        if isinstance(texts, PlayerError):
            return
        # the plans made in the meantime, in the earlier positions: every own turn of the line
        moves = [] if isinstance(planned, PlayerError) else [*planned.before, planned.answer]
        also = dict(without)
        try:
            for count in range(2, len(moves) + 1, 2):
                also |= replayed(start, moves[:count], waiting)
        except IllegalMove:  # it was made after the turn, and begins there
            also = without
        await self.check(view, start, [without, also], texts)

    async def later(self, work):
        """Run something after a random number of rounds of the event loop."""
        for _ in range(self.lots.randrange(12)):
            await asyncio.sleep(0)
        return await work

    async def _play(self, view, listed):
        mover = view.to_move
        if mover is None:
            return ()
        plans = listed[view.opponent_of(mover.user_id).user_id]
        texts = [" ".join(plan.before[0]) for plan in plans if self.lots.random() < 0.8]
        legal = [format_move(move, view.position.topology) for move in view.position.legal_moves()]
        text = self.lots.choice(texts or legal)
        try:
            done = await self.world.play(mover.user_id, self.game_id, text)
        except WentBack:  # asks first, with a button
            done = await self.world.play(mover.user_id, self.game_id, text, revision=view.revision)
        return tuple(format_move(move, view.position.topology) for move in done.moves)

    async def oracle(self, view, listed):
        """Return the planned replies of both players by owner, ply and keys of positions."""
        found = {}
        for who, plans in listed.items():
            position = view.position
            if position.ply != view.turn_ply and view.to_move.user_id != who:
                # the half-played turn is hidden from the other player
                position = (await self.world.games.get(self.game_id, viewer_id=who)).position
            for plan in plans:
                found |= replayed(position, [*plan.before, plan.answer], who)
        return found

    async def check(self, before, start, oracles, texts):
        """Check the stored turns against the oracles, and the messages that they caused."""
        after = await self.view()
        topology = before.position.topology
        stored = [format_move(move, topology) for move in after.record.moves]
        known = len(before.record.moves)
        chains = [chain_of(before, start, texts, oracle) for oracle in oracles]
        assert stored[known:] in chains, (stored[known:], chains)
        self.chains += len(stored) > known + len(texts)
        posted = [kind for kind, _ in await self.world.posted() if kind in TURNS]
        whole = after.position.turn != before.position.turn or after.result is not None
        assert len(posted) == (1 if whole and texts else 0), posted


def replayed(position, turns, who):
    """Return the last of some turns as a planned reply, by owner, ply and keys."""
    asked = position
    for turn in turns[:-1]:
        asked = position
        for move in turn:
            position = position.play(parse_move(move, position.topology))
    if len(turns) < 2:
        return {}
    return {(who, position.ply, position_key(position), position_key(asked)): turns[-1]}


def chain_of(view, asked, texts, oracle):
    """Return the moves that a turn and the planned replies to it must store.

    :param asked: the position at the start of the turn.
    """
    people = [player.user_id for player in view.seats]
    position, moves = view.position, list(texts)
    for text in texts:
        position = position.play(parse_move(text, position.topology))
    while position.turn != asked.turn and position.outcome() is None:
        key = (
            people[position.seat_to_move],
            position.ply,
            position_key(position),
            position_key(asked),
        )
        answer = oracle.get(key)
        if answer is None:
            break
        asked = position
        for text in answer:
            position = position.play(parse_move(text, position.topology))
        moves += answer
        del oracle[key]
    return moves


class OneThread:
    """Work that runs in the event loop; in a race it lets other tasks run after each statement."""

    racing = False

    @classmethod
    async def run(cls, function, *args):
        result = function(*args)
        if cls.racing:
            await asyncio.sleep(0)
        return result


def run_without_threads(monkeypatch):
    """Run all work in the event loop: waking threads takes half of the time of small games."""
    monkeypatch.setattr(OneVisitConnection, "visit", lambda _, work: OneThread.run(work))
    monkeypatch.setattr(asyncio, "to_thread", OneThread.run)


@pytest.mark.parametrize(
    "games", [FEW, pytest.param(MANY, marks=[pytest.mark.drill, pytest.mark.timeout(0)])]
)
async def test_simulated_games_play_what_was_planned_and_nothing_else(world, games, monkeypatch):
    if games == MANY:
        run_without_threads(monkeypatch)
    world.limits = type(world.limits)(open_challenges=99_999, running_games=99_999)
    world.restart()
    chains = races = 0
    for number in range(FIRST, FIRST + games):
        lots = random.Random(number)
        options = lots.choice(OPTIONS)
        game = PlannedGame(world, lots, await world.game(**{"size": 3, **options}))
        await world.posted()
        for _ in range(STEPS):
            await game.step()
        await game.end()
        chains, races = chains + game.chains, races + game.races
    print(f"{games} games, {chains} chains, {races} races")  # noqa: T201 - the count
    assert chains
    assert races
