"""Races between concurrent actions: one succeeds and is announced, the others raise player errors.

Each contender has its own connections, like a separate process, and a random delay.
"""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, replace

import pytest
from sqlalchemy import text

from bot.errors.refusals import (
    CannotChallenge,
    CannotEndGame,
    CannotUndo,
    ChallengeClosed,
    GameOver,
    NotDue,
    NotYourTurn,
    PlayerError,
    StaleButton,
)
from bot.services import Limits
from bot.services.use_cases.operations.doctor import examine
from bot.services.values.clocks.clock import Pace
from bot.services.values.views import Player, Terms
from bot.store.engine.database import Database

pytestmark = pytest.mark.both_databases

ANN, BEN, CAT = 101, 102, 103
OPENING, REPLY, THIRD = "a1 c3", "e5 e1", "b4"
DELAYS = (0, 0, 0.005, 0.02, 0.1)  # seconds; upper bounds of the random delay of an action
FEW, MANY = 5, 300
# PostgreSQL's predicate locks of a serializable transaction: the rows it has read
READ_LOCKS = """
SELECT c.relname, l.locktype, c.relkind::text FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
WHERE l.mode = 'SIReadLock' AND l.pid = pg_backend_pid()
"""


async def opened(world):
    """Game after Ann's first turn; Ben is to move."""
    game = await world.game(size=5)
    await world.play(ANN, game, OPENING)
    return game


async def asked(world):
    """Game one turn later, with an open undo request by Ann, who is to move."""
    game = await opened(world)
    await world.play(BEN, game, REPLY)
    await world.services.undo.undo(world.act(ANN), game)
    return game


async def asked_to_end(world):
    """Game in which Ann, who is to move, requests an end without a result."""
    game = await opened(world)
    await world.play(BEN, game, REPLY)
    await world.services.end_requests.ask(world.act(ANN), game)
    return game


async def timed(world):
    """Game in which Ann's time is up and Ben may claim the win."""
    terms = Terms(pace=Pace.BRISK)
    made = await world.challenges.propose(
        world.act(ANN), Player(BEN, "Ben"), "lifeline", {"size": 5}, terms
    )
    game = (await world.challenges.accept(world.act(BEN), made.id)).id
    world.clock.advance(days=9)
    return game


async def for_anybody(world):
    """Open challenge by Ann."""
    made = await world.challenges.propose(world.act(ANN), None, "lifeline", {"size": 4})
    return made.id


async def for_ben(world):
    return (await world.challenge()).id


def plays(who, text, revision=None):
    def action(world, services, game):
        return services.games.play(world.act(who), game, text, revision=revision)

    return action


def resigns(who, revision=None):
    return lambda world, services, game: services.games.resign(
        world.act(who), game, revision=revision
    )


def undoes(who, revision=None):
    return lambda world, services, game: services.undo.undo(world.act(who), game, revision=revision)


def lets_undo(who):
    return lambda world, services, game: services.undo.accept(world.act(who), game)


def refuses_undo(who):
    return lambda world, services, game: services.undo.decline(world.act(who), game)


def asks_end(who):
    return lambda world, services, game: services.end_requests.ask(world.act(who), game)


def lets_end(who):
    return lambda world, services, game: services.end_requests.accept(world.act(who), game)


def refuses_end(who):
    return lambda world, services, game: services.end_requests.decline(world.act(who), game)


def claims(who, revision=0):
    return lambda world, services, game: services.time.claim(
        world.act(who), game, revision=revision
    )


def gives(who, revision=0):
    return lambda world, services, game: services.time.give(world.act(who), game, revision=revision)


def accepts(who):
    return lambda world, services, number: services.challenges.accept(world.act(who), number)


def declines(who):
    return lambda world, services, number: services.challenges.decline(world.act(who), number)


def withdraws(who):
    return lambda world, services, number: services.challenges.withdraw(world.act(who), number)


@dataclass(frozen=True)
class Race:
    """Scene, concurrent actions in it, errors of the losers, and messages by winner."""

    scene: object
    actions: tuple
    allowed_errors: set
    announced: tuple


SECOND, POSTPONED = 2, 4  # revisions: after Ann's opening, after Ben's reply
TURN, RESULT, UNDONE, CLOSED = ["turn"], ["result"], ["undone"], ["challenge_closed"]
BEGUN, REFUSED = ["challenge_closed", "turn"], ["challenge_closed", "declined"]
RACES = {
    "the same move by buttons and commands": Race(
        opened,
        (*[plays(BEN, REPLY, SECOND)] * 3, *[plays(BEN, REPLY)] * 2),
        {StaleButton, NotYourTurn},
        (TURN,) * 5,
    ),
    "two moves of one player": Race(
        opened,
        (plays(BEN, REPLY, SECOND), plays(BEN, "g7 d1")),
        {StaleButton, NotYourTurn},
        (TURN, TURN),
    ),
    "swap against move": Race(
        opened,
        (plays(BEN, "swap", SECOND), plays(BEN, REPLY)),
        {StaleButton, NotYourTurn},
        (TURN, TURN),
    ),
    "resign against move": Race(
        opened,
        (resigns(ANN, SECOND), plays(BEN, REPLY)),
        {StaleButton, GameOver},
        (RESULT, TURN),
    ),
    "both resign": Race(opened, (resigns(ANN), resigns(BEN)), {GameOver}, (RESULT, RESULT)),
    "undo against move": Race(
        opened,
        (undoes(ANN, SECOND), plays(BEN, REPLY, SECOND)),
        {NotYourTurn, StaleButton},
        (UNDONE, TURN),
    ),
    "undo against undo": Race(
        opened, (undoes(ANN, SECOND), undoes(ANN, SECOND)), {StaleButton}, (UNDONE, UNDONE)
    ),
    "undo against resign": Race(
        opened,
        (undoes(ANN, SECOND), resigns(BEN, SECOND)),
        {GameOver, StaleButton},
        (UNDONE, RESULT),
    ),
    "consent to an undo against a move": Race(
        asked,
        (lets_undo(BEN), plays(ANN, THIRD, POSTPONED)),
        {StaleButton, CannotUndo},
        (UNDONE, TURN),
    ),
    "consent to an undo against its refusal": Race(
        asked, (lets_undo(BEN), refuses_undo(BEN)), {CannotUndo}, (UNDONE, ["undo_declined"])
    ),
    "consent to an end against a move": Race(
        asked_to_end,
        (lets_end(BEN), plays(ANN, THIRD, POSTPONED)),
        {StaleButton, GameOver, CannotEndGame},
        (RESULT, TURN),
    ),
    "consent to an end against its refusal": Race(
        asked_to_end,
        (lets_end(BEN), refuses_end(BEN)),
        {CannotEndGame, GameOver},
        (RESULT, ["end_declined"]),
    ),
    "consent to an end against a resignation": Race(
        asked_to_end, (lets_end(BEN), resigns(ANN)), {GameOver}, (RESULT, RESULT)
    ),
    "a request to end by a double press": Race(
        opened, (asks_end(ANN), asks_end(ANN)), {CannotEndGame}, (["end_request"], ["end_request"])
    ),
    "claim against move": Race(
        timed, (claims(BEN), plays(ANN, OPENING, 0)), {StaleButton, GameOver}, (RESULT, TURN)
    ),
    "claim against resign": Race(timed, (claims(BEN), resigns(ANN)), {GameOver}, (RESULT, RESULT)),
    "claim against time given": Race(
        timed, (claims(BEN), gives(BEN)), {GameOver, NotDue}, (RESULT, ["clock", "time_given"])
    ),
    "accept against accept": Race(
        for_anybody, (accepts(BEN), accepts(CAT)), {ChallengeClosed}, (BEGUN, BEGUN)
    ),
    "accept against withdraw": Race(
        for_ben, (accepts(BEN), withdraws(ANN)), {ChallengeClosed}, (BEGUN, CLOSED)
    ),
    "accept against decline": Race(
        for_ben, (accepts(BEN), declines(BEN)), {ChallengeClosed}, (BEGUN, REFUSED)
    ),
}


@pytest.fixture
def limits():
    return Limits(open_challenges=10_000, running_games=10_000)


@pytest.mark.sqlite
@pytest.mark.parametrize("name", RACES)
async def test_one_of_several_concurrent_actions_succeeds(world, name):
    await run_race(world, name, FEW)


@pytest.mark.drill
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", RACES)
async def test_one_of_several_concurrent_actions_succeeds_every_time(world, name):
    won = await run_race(world, name, MANY)
    # a race that one contender always wins does not test the other order
    assert len(won) > 1


async def run_race(world, name, rounds):
    """Run a race several times and return the number of wins by contender."""
    race, rng, won = RACES[name], random.Random(name), Counter()
    contenders = [world.open()[1] for _ in race.actions]
    for _ in range(rounds):
        scene = await race.scene(world)
        await world.posted()
        results = await asyncio.gather(
            *(
                act_after_delay(world, each, scene, rng)
                for each in zip(race.actions, contenders, strict=True)
            ),
            return_exceptions=True,
        )
        winner = the_winner(results, race.allowed_errors)
        won[winner] += 1
        assert sorted(kind for kind, _ in await world.posted()) == race.announced[winner]
    assert (await examine(world.database)).problems == ()
    print(f"\nrace drill: {name}: {rounds} races, won {dict(won)}")  # noqa: T201
    return won


async def act_after_delay(world, contender, scene, rng):
    action, services = contender
    await asyncio.sleep(rng.random() * rng.choice(DELAYS))
    return await action(world, services, scene)


def the_winner(results, allowed_errors):
    """Return the winner; check that all others got an allowed player error."""
    for result in results:
        if isinstance(result, BaseException):
            assert isinstance(result, PlayerError), repr(result)
            assert type(result) in allowed_errors, repr(result)
            assert result.sentence
    (winner,) = [k for k, result in enumerate(results) if not isinstance(result, PlayerError)]
    return winner


async def test_concurrent_deliveries_of_an_interaction_act_once(world):
    one, two = (world.open()[1] for _ in range(2))
    for _ in range(10):
        game = await opened(world)
        await world.posted()
        actor = world.act(BEN)
        answers = await asyncio.gather(
            *(each.games.play(actor, game, REPLY) for each in (one, two))
        )
        assert sorted(answer.repeated for answer in answers) == [False, True]
        assert {answer.moves for answer in answers} == {answers[0].moves}
        assert await world.posted() == [("turn", 4)]


@pytest.mark.postgresql
async def test_a_move_reads_no_rows_that_moves_in_other_games_write(world, monkeypatch):
    """Otherwise PostgreSQL would abort one of two concurrent moves in different games."""
    locks = set()

    async def look(_database, tx):
        locks.update((await tx.connection.execute(text(READ_LOCKS))).all())

    async def analyse(tx):
        # after this the planner knows that the tables are small and prefers sequential scans
        await tx.connection.execute(text("ANALYZE"))

    game = await opened(world)
    await world.database.claim(analyse)
    monkeypatch.setattr(Database, "_wake_other_processes", look)
    await world.play(BEN, game, REPLY)

    assert {name for name, _, _ in locks if name.startswith(("pk_games", "pk_clocks"))}
    assert [name for name, _, _ in locks if "interactions" in name or "outbox" in name] == []
    assert [name for name, what, kind in locks if (what, kind) == ("relation", "r")] == []


CROWD = [12, pytest.param(200, marks=[pytest.mark.drill, pytest.mark.timeout(900)])]


@pytest.mark.sqlite
@pytest.mark.parametrize("people", CROWD)
async def test_concurrent_challenges_respect_the_limit(world, people):
    world.limits = replace(world.limits, running_games=1)
    strict = [world.open()[1] for _ in range(2)]
    for number in range(people):
        who = 1000 + number
        made = [await world.challenge(2000 + number * 2 + k, who) for k in range(2)]
        results = await asyncio.gather(
            *(
                each.challenges.accept(world.act(who), challenge.id)
                for each, challenge in zip(strict, made, strict=True)
            ),
            return_exceptions=True,
        )
        the_winner(results, {CannotChallenge})
        assert len(await world.games.find_running(who)) == 1


@pytest.mark.parametrize("rows", CROWD)
async def test_an_outbox_message_is_given_to_one_worker(world, rows):
    workers = [world.open()[1] for _ in range(3)]
    for _ in range(rows):
        await world.challenge()
    given = []
    while len(given) < rows:
        batches = await asyncio.gather(*(each.outbox.take_due(3) for each in workers))
        given += [row.id for taken in batches for row in taken]
    assert len(set(given)) == len(given) == rows
