"""Leaving a game without a result in its first turns, and visiting waiting games."""

import asyncio
from dataclasses import replace

import pytest

from bot.errors.refusals import GameOver, NotDue, NotYourGame, StaleButton
from bot.messages.confirmations import resign_question
from bot.messages.game_lists import games_list, next_board, waiting_after
from bot.messages.message_draft import Viewer
from bot.services import Limits
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.personal_settings import with_defaults
from bot.services.values.views import Player, Terms
from bot.store.tables import interactions, ratings

ANN, BEN, CAT = 101, 102, 103
FIRST_TURNS = (ANN, "a1 c3"), (BEN, "e5 e1"), (ANN, "b4"), (BEN, "d2")
VIEWER = Viewer(ANN, with_defaults({}))


def labels_of(message):
    """Return the labels of all buttons of a message."""
    return [each.label for row in message.rows for each in row if hasattr(each, "label")]


async def game_after(world, turns):
    game = await world.game(size=5)
    for person, move in FIRST_TURNS[:turns]:
        await world.play(person, game, move)
    return game


@pytest.mark.parametrize("turns", [0, 1, 3])
@pytest.mark.parametrize("person", [ANN, BEN])
async def test_either_player_may_leave_in_the_first_four_turns(world, turns, person):
    game = await game_after(world, turns)
    view = await world.games.leave(world.act(person), game)
    assert (view.result.winner_seat, view.result.ending) == (None, "left")
    assert view.result.sentence.startswith("A player left in the first four turns")
    assert ("result", view.position.ply) in await world.posted()
    assert await world.games.find_running(ANN) == []


async def test_the_fifth_turn_is_too_late(world):
    game = await game_after(world, 4)
    with pytest.raises(NotDue, match="You can still resign"):
        await world.games.leave(world.act(ANN), game)
    assert (await world.games.get(game)).result is None
    assert (await world.games.resign(world.act(ANN), game)).result.winner_seat == 1


@pytest.mark.parametrize("action", ["leave", "resign"])
async def test_the_action_that_ended_a_game_is_stored(world, action):
    game, actor = await game_after(world, 1), world.act(BEN)
    await getattr(world.games, action)(actor, game)
    done = await world.database.read(interactions.find, actor.interaction_id)
    assert (done.action, done.game_id, done.user_id) == (action, game, BEN)


async def test_a_left_game_counts_in_no_score_and_no_rating(world):
    terms = Terms(pace=Pace.BRISK, strict=True, rated=True)
    asked = Player(BEN, "Ben")
    made = await world.challenges.propose(world.act(ANN), asked, "lifeline", {"size": 5}, terms)
    game = (await world.challenges.accept(world.act(BEN), made.id)).id
    await world.games.leave(world.act(ANN), game)
    score = await world.services.history.get_score(game)
    assert (score.wins, score.draws, score.ratings) == ((0, 0), 0, ())
    assert await world.database.read(ratings.find_of, ANN) == []
    page = await world.services.history.find_finished(ANN)
    assert page.tallies == ()
    assert page.games[0].closed


async def test_a_stranger_and_an_old_button_leave_nothing(world):
    game = await game_after(world, 1)
    with pytest.raises(NotYourGame):
        await world.games.leave(world.act(CAT), game)
    with pytest.raises(StaleButton):
        await world.games.leave(world.act(ANN), game, revision=0)
    assert (await world.games.get(game)).result is None


async def test_a_double_press_leaves_once_and_a_second_player_is_told(world):
    game = await game_after(world, 0)
    actor = world.act(ANN)
    await asyncio.gather(*(world.games.leave(actor, game) for _ in range(2)))
    assert [kind for kind, _ in await world.posted()].count("result") == 1
    with pytest.raises(GameOver):
        await world.games.leave(world.act(BEN), game)


async def test_the_resignation_prompt_offers_to_leave_only_in_the_first_turns(world):
    early = await world.games.get(await game_after(world, 3))
    late = await world.games.get(await game_after(world, 4))
    assert labels_of(resign_question(early, ANN)) == [
        "Yes, resign",
        "Leave, no result",
        "Keep playing",
    ]
    assert labels_of(resign_question(late, ANN)) == [
        "Yes, resign",
        "Ask to end the game",
        "Keep playing",
    ]


def test_not_now_goes_through_all_waiting_games_and_round_again():
    shown, seen = None, []
    for _ in range(6):
        shown = waiting_after([7, 3, 9], shown)[0]
        seen.append(shown)
    assert seen == [7, 3, 9, 7, 3, 9]
    assert waiting_after([7], 7) == []
    assert waiting_after([7, 3], 5) == [7, 3]


async def test_not_now_is_offered_only_where_another_game_waits(world):
    view = await world.games.get(await game_after(world, 0), viewer_id=ANN)
    assert "Not now" in labels_of(next_board(view, VIEWER, may_skip=True))
    assert "Not now" not in labels_of(next_board(view, VIEWER, may_skip=False))


@pytest.mark.parametrize("limits", [Limits(running_games=300)])
async def test_a_list_of_three_hundred_games_shows_each_of_them_once(world, limits):
    await world.game(size=4)
    (one,) = await world.games.find_running(ANN)
    games = [replace(one, id=number, my_turn=number < 200) for number in range(1000, 1300)]
    pages, number = [], 0
    while True:
        page = games_list(games, ANN, "Ann", number, is_me=True)
        assert len(page.content) <= 2000
        pages.append(page.content)
        if "More games" not in labels_of(page):
            break
        number += 1
    text = "\n".join(pages)
    assert all(text.count(f"game {each.id}") + text.count(f"Game {each.id}") == 1 for each in games)
