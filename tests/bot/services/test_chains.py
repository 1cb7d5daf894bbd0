"""Chains of planned turns in several transactions: one message, also if a process stops between."""

import asyncio
from contextlib import suppress

import pytest
from sqlalchemy import Engine, event

from bot.errors.refusals import Refusal
from bot.services.steps import plan_execution as execution
from bot.services.steps.plan_execution import ANSWERS_AT_ONCE
from bot.services.use_cases.plans.chains import STOPPED_AFTER, ChainService
from bot.services.values.clocks.due_dates import Due
from bot.services.values.try_board.tree import MOST_NODES
from rules.moves import format_move
from testbed.due_dates import due_date
from testbed.sql_count import counting_sql
from testbed.tried_lines import add_planned_line
from tests.bot.services.conftest import ANN, BEN, CAT
from tests.bot.services.test_plans import Planner, begin, moves_of

LINE = ("e5", "d4", "b5", "f6", "d6", "d2", "f3")
MANY = 8  # statements that a planned turn may need


@pytest.fixture
async def game_id(world):
    """Game in which Ben is to move; E5 begins a chain of six replies."""
    number = await begin(world)
    for who in (ANN, BEN):
        planner = Planner(world, who, number)
        await planner.open()
        await planner.plan(*(LINE if who == BEN else LINE[:-1]))
    await world.posted()
    return number


@pytest.fixture
def two_at_once(monkeypatch):
    monkeypatch.setattr(execution, "ANSWERS_AT_ONCE", 2)


class Stopped(Exception):  # noqa: N818 - named after the event
    """The process stops."""


@pytest.fixture
def stop(monkeypatch):
    """Return a function that lets the process stop before a part of a chain; never before -1."""
    play_part = ChainService._play_part

    def before(part):
        left = part

        async def stopping(service, chain):
            nonlocal left
            if left == 0:
                raise Stopped
            left -= 1
            return await play_part(service, chain)

        monkeypatch.setattr(ChainService, "_play_part", stopping)

    return before


async def due(world):
    return [each for each in await world.services.deadlines.find_due(99) if each.kind == Due.PLANS]


async def turns(world):
    """Return the ply and the first ply of the waiting turn messages."""
    messages = await world.outbox.take_due(9)
    return [(each.kind, each.ply, each.payload.since) for each in messages]


async def test_a_chain_in_parts_is_one_message(world, game_id, two_at_once):
    with counting_sql() as sql:
        done = await world.play(BEN, game_id, "e5")

    assert await moves_of(world, game_id) == list(LINE)
    assert done.answers == 6
    assert [format_move(move, done.game.position.topology) for move in done.moves] == ["e5"]
    assert done.game.position.ply == 3 + len(LINE)
    assert await turns(world) == [("turn", 10, 3)]
    assert sql.transactions >= 4
    assert await due(world) == []


@pytest.mark.parametrize("at_once", [5, 6, 7])
async def test_a_chain_as_long_as_a_part_is_one_message(world, game_id, monkeypatch, at_once):
    monkeypatch.setattr(execution, "ANSWERS_AT_ONCE", at_once)
    done = await world.play(BEN, game_id, "e5")
    assert done.answers == 6
    assert await turns(world) == [("turn", 10, 3)]
    assert await due_date(world.services.deadlines, Due.PLANS, game_id) is None


@pytest.mark.both_databases
@pytest.mark.parametrize("part", [0, 1, 2])
async def test_a_stopped_process_leaves_its_chain_to_another(
    world, game_id, two_at_once, stop, clock, part
):
    stop(part)
    with pytest.raises(Stopped):
        await world.play(BEN, game_id, "e5")
    assert await turns(world) == []
    assert len(await moves_of(world, game_id)) == 3 + 2 * part
    world.restart()
    assert await due(world) == []
    clock.advance(seconds=STOPPED_AFTER.total_seconds())

    stop(-1)
    (deadline,) = await due(world)
    assert await world.services.deadlines.handle(deadline)

    assert await moves_of(world, game_id) == list(LINE)
    assert await turns(world) == [("turn", 10, 3)]
    assert await due(world) == []
    assert not await world.services.deadlines.handle(deadline)


async def test_a_chain_goes_on_after_a_turn_placed_in_two_parts(world, two_at_once, stop, clock):
    number = await world.game()
    ann, ben = (Planner(world, who, number) for who in (ANN, BEN))
    for planner in (ann, ben):
        await planner.open()
        await planner.plan("a1 c3", "e5 g4", "d1", "b5", *(["f6"] if planner is ann else []))
    await world.posted()
    stop(0)
    await world.play(ANN, number, "c3")
    with pytest.raises(Stopped):
        await world.play(ANN, number, "a1")
    stop(-1)
    clock.advance(seconds=60)
    for each in await due(world):
        await world.services.deadlines.handle(each)
    assert (await turns(world))[-1][2] == 0
    assert len((await world.games.get(number)).record.moves) == 7


async def test_a_move_by_hand_waits_for_the_chain(world, game_id, two_at_once, stop):
    stop(0)
    with pytest.raises(Stopped):
        await world.play(BEN, game_id, "e5")
    stop(-1)

    with pytest.raises(Refusal, match="planned turns came first"):
        await world.play(BEN, game_id, "f5")

    assert await moves_of(world, game_id) == list(LINE)
    assert await turns(world) == [("turn", 10, 3)]


@pytest.mark.both_databases
async def test_a_repeated_interaction_leaves_the_chain_alone(world, game_id, two_at_once, stop):
    stop(0)
    actor = world.act(BEN, interaction=77)
    with pytest.raises(Stopped):
        await world.games.play(actor, game_id, "e5")
    again = await world.games.play(actor, game_id, "e5")
    assert again.repeated
    assert await moves_of(world, game_id) == ["e5", "d4", "b5"]


@pytest.mark.parametrize("action", ["resign", "undo"])
async def test_a_chain_ends_with_a_resignation_or_an_undo(
    world, game_id, two_at_once, stop, clock, action
):
    stop(0)
    with pytest.raises(Stopped):
        await world.play(BEN, game_id, "e5")
    stop(-1)
    if action == "resign":
        await world.games.resign(world.act(ANN), game_id)
    else:
        await world.services.undo.undo(world.act(ANN), game_id)
        await world.services.undo.accept(world.act(BEN), game_id)
    played = await moves_of(world, game_id)
    clock.advance(minutes=1)
    assert await due(world) == []
    assert not await world.services.games._chains.resume(game_id)
    assert await moves_of(world, game_id) == played
    kinds = [kind for kind, _ in await world.posted()]
    assert "turn" not in kinds


@pytest.mark.both_databases
async def test_two_processes_finish_a_chain_once(world, game_id, two_at_once, stop, clock):
    stop(0)
    with pytest.raises(Stopped):
        await world.play(BEN, game_id, "e5")
    stop(-1)
    clock.advance(minutes=1)
    _, other = world.open()
    (deadline,) = await due(world)
    await asyncio.gather(
        *(services.deadlines.handle(deadline) for services in (world.services, other))
    )
    for each in await due(world):
        await world.services.deadlines.handle(each)
    assert await moves_of(world, game_id) == list(LINE)
    assert await turns(world) == [("turn", 10, 3)]


async def test_a_game_that_ends_in_a_later_part_is_announced_as_a_result(
    world, two_at_once, monkeypatch
):
    number = await begin(world)
    now = (await world.games.get(number)).position
    await add_planned_line(world.database, number, (ANN, BEN), now, MOST_NODES, world.clock())
    await world.posted()
    board = Planner(world, BEN, number)
    first = (await board.open()).branches[0].move
    done = await world.play(BEN, number, first)
    ((kind, _, since),) = [each for each in await turns(world) if each[0] in ("turn", "result")]
    assert since == 3
    assert (kind == "result") is (done.game.result is not None)


async def test_the_longest_chain_holds_no_transaction_for_long(world, clock):
    number = await world.game(size=12, start="none")
    await world.play(ANN, number, "a1")
    await world.posted()
    now = (await world.games.get(number)).position
    nodes = await add_planned_line(world.database, number, (ANN, BEN), now, MOST_NODES, clock())
    sizes = []

    def begun(_connection):
        sizes.append(0)

    def executed(_connection, _cursor, statement, *_):
        sizes[-1] += not statement.startswith("BEGIN")

    event.listen(Engine, "begin", begun)
    event.listen(Engine, "before_cursor_execute", executed)
    try:
        done = await world.play(BEN, number, nodes[0].move)
    finally:
        event.remove(Engine, "begin", begun)
        event.remove(Engine, "before_cursor_execute", executed)

    assert done.answers == len(nodes) - 1
    assert len(sizes) > len(nodes) / ANSWERS_AT_ONCE
    assert max(sizes) <= MANY * ANSWERS_AT_ONCE + 20
    ((_, ply, since),) = await turns(world)
    assert (ply, since) == (1 + len(nodes), 1)


@pytest.mark.parametrize("part", [-1, 0, 1])
async def test_spectators_learn_of_a_chain_once_and_guess_its_first_turn(
    world, game_id, two_at_once, stop, clock, part
):
    await world.services.watching.switch(world.act(CAT), game_id)
    revision = (await world.games.get(game_id)).revision
    for who, cell in enumerate(LINE[:3], start=CAT):
        await world.services.guesses.guess(world.act(who), game_id, cell, revision=revision)
    stop(part)
    with suppress(Stopped):
        await world.play(BEN, game_id, "e5")
    world.restart()
    if part >= 0:  # a guess of a planned turn, which no message shows
        between, planned = await world.games.get(game_id), LINE[3 + 2 * part]
        await world.services.guesses.guess(
            world.act(106), game_id, planned, revision=between.revision
        )
    clock.advance(seconds=STOPPED_AFTER.total_seconds())
    stop(-1)
    for deadline in await due(world):
        await world.services.deadlines.handle(deadline)
    clock.advance(seconds=5)
    turn, news = sorted(await world.outbox.take_due(9), key=lambda each: each.kind)
    assert (turn.payload.since, turn.payload.guesses, turn.payload.right) == (3, 3, 1)
    assert (news.kind, news.user_id) == ("watched_turns", CAT)
