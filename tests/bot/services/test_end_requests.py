"""Ends without a result: requests, responses and their traces."""

import asyncio

import pytest

from bot.errors.refusals import CannotEndGame, GameOver, NoSuchGame, NotYourGame, StaleButton
from bot.messages.confirmations import resign_question
from bot.messages.end_request import asked as answer_to
from bot.messages.end_request import end_declined, end_request
from bot.services.use_cases.operations.doctor import examine
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import GAME_DUE
from bot.services.values.views import Player, Terms
from bot.store.tables import deadlines, ratings
from bot.words.end_request import NO_LONGER_OPEN

ANN, BEN, CAT = 101, 102, 103
FIRST_TURNS = (ANN, "a1 c3"), (BEN, "e5 e1"), (ANN, "b4"), (BEN, "d2")


def labels_of(message):
    return [each.label for row in message.rows for each in row]


async def game_of(world, terms=None):
    """Return a game of five turns: Ann is to move."""
    asked = Player(BEN, "Ben")
    made = await world.challenges.propose(
        world.act(ANN), asked, "lifeline", {"size": 5}, terms or Terms()
    )
    game = (await world.challenges.accept(world.act(BEN), made.id)).id
    for person, move in FIRST_TURNS:
        await world.play(person, game, move)
    await world.posted()
    return game


@pytest.fixture
async def game(world):
    return await game_of(world)


def ask(world, who, game, **how):
    return world.services.end_requests.ask(world.act(who), game, **how)


def accept(world, who, game, **how):
    return world.services.end_requests.accept(world.act(who), game, **how)


def decline(world, who, game, **how):
    return world.services.end_requests.decline(world.act(who), game, **how)


@pytest.mark.parametrize(("asker", "other"), [(ANN, BEN), (BEN, ANN)])
async def test_either_player_asks_and_the_other_ends_the_game_without_a_result(
    world, game, asker, other
):
    asked = await ask(world, asker, game)
    assert (asked.end_request.user_id, asked.result) == (asker, None)
    assert await world.posted() == [("end_request", 6)]
    world.restart()
    ended = await accept(world, other, game)
    assert (ended.result.winner_seat, ended.result.ending) == (None, "agreed")
    assert ended.result.sentence == "Both players agreed to end the game without a result."
    assert ended.end_request is None
    assert await world.posted() == [("result", 6)]
    assert await world.games.find_running(ANN) == await world.games.find_running(BEN) == []
    assert (await examine(world.database)).problems == ()


async def test_a_declined_request_cannot_be_repeated_before_the_next_turn(world, game):
    await ask(world, BEN, game)
    assert (await decline(world, ANN, game)).end_request is None
    assert await world.posted() == [("end_request", 6), ("end_declined", 6)]
    with pytest.raises(CannotEndGame, match=r"Ann wants to play on\..*after the next turn"):
        await ask(world, BEN, game)
    with pytest.raises(CannotEndGame, match=NO_LONGER_OPEN()):
        await accept(world, ANN, game)
    await world.play(ANN, game, "c1")
    assert (await ask(world, BEN, game)).end_request.user_id == BEN


async def test_the_person_who_declined_may_ask_in_turn(world, game):
    await ask(world, BEN, game)
    await decline(world, ANN, game)
    await ask(world, ANN, game)
    assert (await accept(world, BEN, game)).result.ending == "agreed"


async def test_a_request_lapses_with_the_turn_and_its_buttons_are_stale(world, game):
    revision = (await ask(world, BEN, game)).revision
    await world.play(ANN, game, "c1")
    for answer in (accept, decline):
        with pytest.raises(StaleButton):
            await answer(world, ANN, game, revision=revision)
        with pytest.raises(CannotEndGame, match=NO_LONGER_OPEN()):
            await answer(world, ANN, game)
    assert (await world.games.get(game)).result is None


async def test_half_a_turn_keeps_requests_open_and_does_not_show(world):
    game = await world.game(size=5)
    await world.play(ANN, game, "a1 c3")
    asked = await ask(world, ANN, game)
    await world.play(BEN, game, "e5")
    assert (await world.games.get(game)).end_request == asked.end_request
    await decline(world, BEN, game)
    await ask(world, BEN, game)
    announced = [each for each in await world.posted() if each[0].startswith("end_")]
    assert announced == [("end_request", 2), ("end_declined", 2), ("end_request", 2)]
    await world.services.undo.undo(world.act(BEN), game)
    assert (await accept(world, ANN, game, revision=asked.revision)).result.ending == "agreed"


@pytest.mark.parametrize("undo_first", [False, True])
async def test_requests_for_an_undo_and_for_an_end_do_not_replace_each_other(
    world, game, clock, undo_first
):
    clock.advance(minutes=3)
    if undo_first:
        await world.services.undo.undo(world.act(BEN), game)
    await ask(world, ANN, game)
    if not undo_first:
        await world.services.undo.undo(world.act(BEN), game)
    both = await world.games.get(game)
    assert (both.end_request.user_id, both.undo_request.by.user_id) == (ANN, BEN)
    await world.services.undo.decline(world.act(ANN), game)
    await decline(world, BEN, game)
    neither = await world.games.get(game)
    assert (neither.end_request, neither.undo_request) == (None, None)


async def test_two_requests_are_an_agreement(world, game):
    first = await ask(world, ANN, game)
    assert answer_to(first, ANN).content.startswith("I've asked **Ben**")
    second = await ask(world, BEN, game)
    assert second.result.ending == "agreed"
    assert answer_to(second, BEN).content == f"Game {game} ended without a result."
    assert await world.posted() == [("end_request", 6), ("result", 6)]


async def test_a_double_press_acts_once(world, game):
    end_requests = world.services.end_requests
    presses = [(ANN, end_requests.ask), (BEN, end_requests.decline)]
    presses += [(BEN, end_requests.ask), (ANN, end_requests.accept)]
    for person, press in presses:
        actor = world.act(person)
        await asyncio.gather(*(press(actor, game) for _ in range(2)))
    posted = ["end_request", "end_declined", "end_request", "result"]
    assert await world.posted() == [(kind, 6) for kind in posted]


async def test_a_second_press_is_answered_with_a_sentence(world, game):
    await ask(world, ANN, game)
    with pytest.raises(CannotEndGame, match=r"You already asked\. Ben hasn't answered yet"):
        await ask(world, ANN, game)
    for answer in (accept, decline):
        with pytest.raises(CannotEndGame, match="You already asked"):
            await answer(world, ANN, game)
    await accept(world, BEN, game)
    for press in (ask, accept, decline):
        with pytest.raises(GameOver):
            await press(world, ANN, game)


async def test_strangers_can_neither_ask_nor_answer(world, game):
    await ask(world, ANN, game)
    for press in (ask, accept, decline):
        with pytest.raises(NotYourGame):
            await press(world, CAT, game)
        with pytest.raises(NoSuchGame):
            await press(world, ANN, game + 1)
    assert (await world.games.get(game)).end_request.user_id == ANN


async def test_a_block_does_not_keep_a_running_game_from_its_end(world, game):
    await world.services.blocks.block(world.act(ANN), BEN)
    await ask(world, BEN, game)
    assert (await accept(world, ANN, game)).result.ending == "agreed"


async def test_the_bot_cannot_be_asked_in_a_practice_game(world):
    engine = Player(900, "Bot")
    made = await world.services.practice.begin(world.act(ANN), engine, 3, "lifeline", {"size": 5})
    with pytest.raises(CannotEndGame, match="You can resign instead"):
        await ask(world, ANN, made.id)


async def test_an_agreed_end_counts_in_no_score_and_no_rating(world):
    game = await game_of(world, Terms(pace=Pace.BRISK, strict=True, rated=True))
    await ask(world, ANN, game)
    await accept(world, BEN, game)
    score = await world.services.history.get_score(game)
    assert (score.wins, score.draws, score.ratings) == ((0, 0), 0, ())
    assert await world.database.read(ratings.find_of, ANN) == []
    recomputed = await world.services.recomputation.recompute()
    assert (recomputed.events, recomputed.removed, recomputed.differences) == (0, [], [])
    page = await world.services.history.find_finished(BEN)
    assert page.tallies == ()
    assert page.games[0].closed
    record = await world.services.history.get_record(game)
    assert record.details.result == "Both players agreed to end the game without a result."
    for kind in GAME_DUE:
        assert await world.database.read(deadlines.find, kind, game) is None


async def test_the_resignation_prompt_offers_the_request_and_the_answer(world, game):
    view = await world.games.get(game)
    prompt = resign_question(view, BEN)
    assert labels_of(prompt) == ["Yes, resign", "Ask to end the game", "Keep playing"]
    assert "You can also ask **Ann** to end the game" in prompt.content
    asked = await ask(world, ANN, game)
    assert labels_of(resign_question(asked, ANN))[1] == "Ask to end the game"
    assert labels_of(resign_question(asked, BEN))[1] == "End without a result"
    assert "**Ann** wants to end the game" in resign_question(asked, BEN).content


@pytest.mark.parametrize(("asker", "other"), [(ANN, BEN), (BEN, ANN)])
async def test_a_request_pings_who_answers_and_its_refusal_who_asked_unless_told_later(
    world, game, asker, other
):
    asked = await ask(world, asker, game)
    seat = asked.seat_of(asker)
    declined = await decline(world, other, game)
    pings = [
        (end_request(asked, quiet).pings, end_declined(declined, seat, quiet).pings)
        for quiet in map(frozenset, ((), {other}, {asker}))
    ]
    assert pings == [((other,), (asker,)), ((), (asker,)), ((other,), ())]
