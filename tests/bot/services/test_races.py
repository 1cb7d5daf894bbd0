"""Two people, or one with two fingers, at the same moment: exactly one wins.

Each contender has its own connections to the file, like a process of its own.
"""

import asyncio
import random
from collections import Counter
from dataclasses import replace

import pytest

from bot.errors import CannotUndo, ChallengeClosed, GameOver, NotYourTurn, PlayerError, StaleButton
from bot.services import Limits
from bot.services.doctor import examine
from bot.services.views import GameStatus

ANN, BEN = 101, 102
ROUNDS = [30, pytest.param(200, marks=[pytest.mark.drill, pytest.mark.timeout(900)])]
rounds = pytest.mark.parametrize("rounds", ROUNDS)


@pytest.fixture
def limits():
    return Limits(open_challenges=10_000, running_games=10_000)


@pytest.fixture
def contenders(world):
    """Three more sets of services on the same file."""
    return [world.open()[1] for _ in range(3)]


async def race(*deeds):
    """Run deeds at once; return what each gave, a value or the refusal it met."""
    results = await asyncio.gather(*deeds, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            assert isinstance(result, PlayerError), result
            assert result.sentence
    return results


async def late(deed, lots):
    """Let a deed begin a little later, or not, so that now one wins and now the other."""
    await asyncio.sleep(lots.random() * 0.02 if lots.random() < 0.5 else 0)
    return await deed


def refusals(results):
    return [type(result) for result in results if isinstance(result, PlayerError)]


@rounds
async def test_one_of_accept_and_withdraw_wins(world, contenders, rounds):
    one, two, _ = contenders
    outcomes, lots = Counter(), random.Random(1)
    for _ in range(rounds):
        made = await world.challenge()
        deeds = [
            one.challenges.accept(world.act(BEN), made.id),
            two.challenges.withdraw(world.act(ANN), made.id),
        ]
        results = await race(*(late(deed, lots) for deed in deeds))
        assert refusals(results) == [ChallengeClosed]
        closed = await world.challenges.get(made.id)
        assert (closed.game_id is not None) == (closed.status == "accepted")
        outcomes[closed.status.value] += 1
    assert set(outcomes) == {"accepted", "withdrawn"}
    assert len(await world.games.running(BEN)) == outcomes["accepted"]


@rounds
async def test_one_of_many_clicks_on_a_move_wins(world, contenders, rounds):
    for _ in range(rounds):
        game = await world.game()
        buttons = [
            each.games.play(world.act(ANN), game, "a1 c3", ply=0) for each in (*contenders, world)
        ]
        command = contenders[0].games.play(world.act(ANN), game, "a1 c3")
        results = await race(*buttons, command)
        assert len(refusals(results)) == 4
        assert set(refusals(results)) <= {StaleButton, NotYourTurn}
        assert (await world.games.get(game)).record.moves == next(
            played.moves for played in results if not isinstance(played, PlayerError)
        )
    assert Counter(kind for kind, _ in await world.posted())["turn"] == 2 * rounds


@rounds
async def test_a_move_and_a_resignation_follow_one_another(world, contenders, rounds):
    one, two, _ = contenders
    for number in range(rounds):
        game = await world.game()
        deeds = [
            one.games.play(world.act(ANN), game, "a1 c3", ply=0),
            two.games.resign(world.act(BEN), game, ply=0),
        ]
        results = await race(*(deeds if number % 2 else reversed(deeds)))
        (refusal,) = refusals(results)
        assert refusal in (StaleButton, GameOver)
        view = await world.games.get(game)
        assert (view.status is GameStatus.FINISHED) == (refusal is GameOver)
        assert view.position.ply == (0 if refusal is GameOver else 2)


@rounds
async def test_a_limit_is_kept_by_people_in_a_hurry(world, contenders, rounds):
    world.limits = replace(world.limits, running_games=1)
    strict = [world.open()[1] for _ in range(2)]
    for number in range(min(rounds, 200)):
        who = 1000 + number
        made = [await world.challenge(2000 + number * 2 + k, who) for k in range(2)]
        deeds = (
            each.challenges.accept(world.act(who), challenge.id)
            for each, challenge in zip(strict, made, strict=True)
        )
        assert len(refusals(await race(*deeds))) == 1
        assert len(await world.games.running(who)) == 1


@rounds
async def test_a_row_of_the_outbox_is_given_to_one_worker(world, contenders, rounds):
    for _ in range(rounds):
        await world.challenge()
    given = []
    while len(given) < rounds:
        hands = await asyncio.gather(*(each.outbox.take_due(3) for each in contenders))
        given += [row.id for rows in hands for row in rows]
    assert len(set(given)) == len(given) == rounds


@rounds
async def test_one_of_a_move_and_the_consent_to_an_undo_wins(world, contenders, rounds):
    one, two, _ = contenders
    outcomes, lots = Counter(), random.Random(2)
    for _ in range(min(rounds, 200)):
        game = await world.game(size=5)
        await world.play(ANN, game, "a1 c3")
        await world.play(BEN, game, "e5 e1")
        asked = await world.services.undo.undo(world.act(ANN), game)
        await one.games.get(game)
        deeds = [
            one.games.play(world.act(ANN), game, "b4", ply=asked.game.stamp),
            two.undo.accept(world.act(BEN), game),
        ]
        results = await race(*(late(deed, lots) for deed in deeds))
        (refusal,) = refusals(results)
        ply = (await world.games.get(game)).position.ply
        assert (refusal, ply) in ((StaleButton, 0), (CannotUndo, 5))
        outcomes[ply] += 1
    assert set(outcomes) == {0, 5}
    assert (await examine(world.database)).problems == ()
