import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.errors.refusals import (
    GameOver,
    NoSuchGame,
    NotYourGame,
    NotYourTurn,
    RefusedMove,
    StaleButton,
    UnreadableMove,
)
from bot.services.values.views import GameStatus
from rules.moves import Place
from rules.position import Colour
from rules.reasons import ReasonKind

ANN, BEN, CAT = 101, 102, 103


@pytest.fixture
async def game(world):
    """Game of size 4 with the strong pie, before Black's two stones."""
    number = await world.game(ANN, BEN)
    await world.posted()
    return number


async def moves(world, game):
    return len((await world.mover_view(game)).record.moves)


async def view_for(world, person, game):
    return await world.games.get(game, viewer_id=person)


async def test_a_complete_turn_is_two_plies_and_one_message(world, game):
    played = await world.play(ANN, game, "a1 c3")
    assert (len(played.moves), played.turn_complete, played.repeated) == (2, True, False)
    assert (played.game.position.ply, played.game.to_move.name) == (2, "Ben")
    assert await world.posted() == [("turn", 2)]


async def test_the_first_stone_of_a_turn_is_stored_but_not_announced(world, game):
    played = await world.play(ANN, game, "a1")
    assert (played.turn_complete, played.game.to_move.name) == (False, "Ann")
    assert await world.posted() == []
    assert (await view_for(world, ANN, game)).position.stones[Colour.BLACK] != 0
    for other in (BEN, None):
        view = await view_for(world, other, game)
        assert (view.position.stones, view.record.moves, view.revision) == ((0, 0), (), 0)
    await world.play(ANN, game, "c3")
    assert await world.posted() == [("turn", 2)]
    assert await view_for(world, ANN, game) == await view_for(world, None, game)


async def test_a_hidden_stone_stays_hidden_after_a_restart(world, game):
    await world.play(ANN, game, "a1")
    world.restart()
    assert (await view_for(world, BEN, game)).position.stones == (0, 0)
    assert (await view_for(world, ANN, game)).position.ply == 1


async def test_a_turn_with_one_illegal_move_plays_nothing(world, game):
    with pytest.raises(RefusedMove) as refused:
        await world.play(ANN, game, "a1 b1")
    assert refused.value.reason.kind is ReasonKind.FORBIDDEN_CELL
    assert refused.value.position.ply == 1
    assert isinstance(refused.value.move, Place)
    assert refused.value.sentence == refused.value.reason.sentence
    assert refused.value.seats == ("Ann", "Ben")
    assert await moves(world, game) == 0


@pytest.mark.parametrize("text", ["", "hello", "z9", "@everyone", "a1 " * 100])
async def test_the_error_for_an_unreadable_move_gives_examples(world, game, text):
    with pytest.raises(UnreadableMove) as refused:
        await world.play(ANN, game, text)
    assert refused.value.sentence
    assert await moves(world, game) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pass", "You can't pass in this game. Type the cells of your stones, e.g. “A1 C1”."),
        (" /Resign ", "To resign, use /resign. Type"),
        ("undo", "To undo your last turn, use /undo. Type"),
    ],
)
async def test_the_error_for_foreign_move_notation_gives_the_right_form(world, game, text, message):
    with pytest.raises(UnreadableMove) as refused:
        await world.play(ANN, game, text)
    assert refused.value.sentence.startswith(message)


@pytest.mark.parametrize(("text", "meant"), [("4d", "D4"), ("3C, 5e", "C3, E5")])
async def test_the_error_for_a_cell_with_its_number_first_turns_it_around(world, game, text, meant):
    with pytest.raises(UnreadableMove) as refused:
        await world.play(ANN, game, text)
    assert refused.value.sentence.endswith(f"Did you mean “{meant}”?")


@pytest.mark.parametrize("text", ["30c", "1st", "1a 3c 5e"])
async def test_advice_never_suggests_an_illegal_turn(world, game, text):
    with pytest.raises(UnreadableMove) as refused:
        await world.play(ANN, game, text)
    assert "Did you mean" not in refused.value.sentence
    assert "Type the cells of your stones, e.g. “" in refused.value.sentence


@pytest.mark.parametrize(
    ("options", "before", "message"),
    [
        ({}, "", "I can't read “hm” as a move. Type the cells of your stones, e.g. “A1 C1”."),
        ({}, "a1", "Type a cell, e.g. “C1”."),
        ({}, "a1 c3", "Type the cells of your stones, e.g. “B1 D1”, or one of: “swap”."),
        ({"start": "komi-pie"}, "", "Type your offer as a whole number, e.g. “5”."),
        ({"start": "komi-pie"}, "offer 3", "Type one of: “black”, “white”."),
    ],
)
async def test_advice_names_only_moves_that_are_legal_now(world, options, before, message):
    game = await world.game(**options)
    who = ANN
    for turn in filter(None, before.split("/")):
        await world.play(who, game, turn)
        who = (await world.games.get(game)).to_move.user_id
    with pytest.raises(UnreadableMove) as refused:
        await world.play(who, game, "hm")
    assert refused.value.sentence.endswith(message)


@pytest.mark.parametrize(
    "text", ["7", " 7 ", "+7", "007", "komi 7", "komi +7", "offer 7", "offer +7", "Komi: 7", "=7"]
)
async def test_parses_an_offer_with_sign_and_optional_word(world, text):
    game = await world.game(start="komi-pie")
    await world.play(ANN, game, text)
    assert await moves(world, game) == 1
    assert (await world.games.get(game)).position.komi == 7


@pytest.mark.parametrize("text", ["-1", "komi -1", "offer -1", "999999"])
async def test_refuses_an_offer_out_of_range_and_names_the_range(world, text):
    game = await world.game(start="komi-pie")
    with pytest.raises(RefusedMove, match="from 0 to 37"):
        await world.play(ANN, game, text)


@pytest.mark.parametrize(
    "text", ["five", "--5", "5-", "5 5", "1e3", "5.5", "1234567", "٣", "komi", "Offer:", "", " "]
)
async def test_refuses_an_offer_without_a_number(world, text):
    game = await world.game(start="komi-pie")
    with pytest.raises(UnreadableMove, match="Type your offer as a whole number"):
        await world.play(ANN, game, text)


async def test_a_plain_number_is_no_move_after_the_offer(world):
    game = await world.game(start="komi-pie")
    await world.play(ANN, game, "7")
    with pytest.raises(UnreadableMove):
        await world.play(BEN, game, "7")


async def test_refuses_text_with_more_than_one_turn(world, game):
    with pytest.raises(UnreadableMove, match="ends after “a1 c3”"):
        await world.play(ANN, game, "a1 c3 e5")
    assert await moves(world, game) == 0


async def test_a_swap_exchanges_colours_but_not_seats(world, game):
    await world.play(ANN, game, "a1 c3")
    swapped = (await world.play(BEN, game, "swap")).game
    assert [player.name for player in swapped.seats] == ["Ann", "Ben"]
    assert (swapped.player(Colour.BLACK).name, swapped.player(Colour.WHITE).name) == ("Ben", "Ann")
    assert (swapped.colour_of(BEN), swapped.colour_of(CAT)) == (Colour.BLACK, None)
    assert swapped.to_move.name == "Ann"
    world.restart()
    # the result of an action does not include whether it is a player's first game
    assert replace(await world.games.get(game), is_first=False) == swapped
    (summary,) = await world.games.find_running(ANN)
    assert summary.my_turn
    await world.play(ANN, game, "d4 b2")


async def test_the_error_for_the_wrong_player_names_the_player_to_move(world, game):
    # the error must not promise a notification, because this player gets none
    await world.change_settings(world.act(BEN), turns="none")
    with pytest.raises(NotYourTurn) as refused:
        await world.play(BEN, game, "a1")
    message = f"It's Ann's turn in game {game}. /games shows when it's yours."
    assert refused.value.sentence == message


async def test_refuses_a_move_of_a_person_who_does_not_play(world, game):
    for action in (world.games.resign(world.act(CAT), game), world.play(CAT, game, "a1")):
        with pytest.raises(NotYourGame, match="you can watch"):
            await action


async def test_a_stale_button_changes_nothing(world, game):
    await world.play(ANN, game, "a1 c3", revision=0)
    for who, refusal in ((ANN, NotYourTurn), (BEN, StaleButton)):
        with pytest.raises(refusal):
            await world.play(who, game, "d4 b2", revision=0)
    assert await moves(world, game) == 2


async def test_an_unknown_game_raises_a_player_error(world):
    for action in (world.games.get(99), world.play(ANN, 99, "a1")):
        with pytest.raises(NoSuchGame, match="There's no game 99"):
            await action


async def test_an_interaction_handled_twice_acts_once(world, game):
    click = world.act(ANN)
    first = await world.games.play(click, game, "a1 c3")
    again = await world.games.play(click, game, "a1 c3")
    assert (again.moves, again.repeated, again.turn_complete) == (first.moves, True, True)
    assert again.game == first.game
    assert await world.posted() == [("turn", 2)]


async def test_a_first_stone_delivered_twice_is_played_once(world, game):
    click = world.act(ANN)
    await world.games.play(click, game, "a1")
    again = await world.games.play(click, game, "a1")
    assert (len(again.moves), again.repeated, again.turn_complete) == (1, True, False)


async def test_an_interaction_delivered_twice_concurrently_acts_once(world, game):
    click = world.act(ANN)
    both = await asyncio.gather(*(world.games.play(click, game, "a1 c3") for _ in range(2)))
    assert sorted(played.repeated for played in both) == [False, True]
    assert await moves(world, game) == 2


async def test_an_interaction_repeated_after_the_reply_returns_its_own_move(world, game):
    click = world.act(ANN)
    await world.games.play(click, game, "a1")
    await world.play(ANN, game, "c3")
    again = await world.games.play(click, game, "a1")
    assert (len(again.moves), again.repeated, again.turn_complete) == (1, True, True)


async def test_a_resignation_on_either_turn_gives_the_opponent_the_win(world, game):
    over = await world.games.resign(world.act(BEN), game)
    assert (over.status, over.to_move, over.winner.name) == (GameStatus.FINISHED, None, "Ann")
    assert over.result.sentence == "Ben resigned."
    assert await world.posted() == [("result", 0)]
    assert await world.games.find_running(ANN) == []


async def test_a_resignation_delivered_twice_acts_once(world, game):
    click = world.act(BEN)
    assert await world.games.resign(click, game) == await world.games.resign(click, game)
    assert await world.posted() == [("result", 0)]


async def test_a_resignation_for_another_turn_is_stale(world, game):
    await world.play(ANN, game, "a1 c3")
    for who in (ANN, BEN):
        with pytest.raises(StaleButton):
            await world.games.resign(world.act(who), game, revision=0)
    assert (await world.games.get(game)).status is GameStatus.RUNNING


async def test_a_resignation_for_a_position_that_was_undone_is_stale(world, game):
    await world.play(ANN, game, "a1 c3")
    await world.services.undo.undo(world.act(ANN), game)
    await world.play(ANN, game, "a1 c3")
    with pytest.raises(StaleButton):
        await world.games.resign(world.act(BEN), game, revision=2)


async def test_a_hidden_first_stone_does_not_make_a_resignation_stale(world, game):
    await world.play(ANN, game, "a1")
    over = await world.games.resign(world.act(BEN), game, revision=0)
    assert over.result.sentence == "Ben resigned."


async def test_refuses_all_actions_in_a_finished_game(world, game):
    await world.games.resign(world.act(BEN), game)
    for action in (world.play(ANN, game, "a1"), world.games.resign(world.act(ANN), game)):
        with pytest.raises(
            GameOver, match=r"is over: Ann won\. Ben resigned\. .*Rematch.* /challenge"
        ):
            await action


async def play_to_the_end(world, game):
    while (view := await world.games.get(game)).to_move is not None:
        await world.posted()
        summary = await world.games.legal_moves_text(game, view.to_move.user_id, "", 1)
        await world.play(view.to_move.user_id, game, summary[0])
    return view


async def test_the_result_of_a_finished_game_names_the_loser(world):
    game = await world.game(ANN, BEN, size=3)
    over = await play_to_the_end(world, game)
    outcome = over.position.outcome()
    assert over.winner == over.player(outcome.winner)
    loser = over.player(outcome.winner.other)
    assert (
        over.result.sentence
        == f"{loser.name} has no stones left. The last player to place a stone wins."
    )
    world.restart()
    assert await world.games.get(game) == over
    assert await world.posted() == [("result", over.position.ply)]


async def test_returns_a_game_as_it_was_at_an_earlier_ply(world, game):
    await world.play(ANN, game, "a1 c3")
    await world.play(BEN, game, "swap")
    await world.games.resign(world.act(BEN), game)
    then = await world.games.get(game, ply=2)
    assert (then.position.ply, then.to_move.name, then.result) == (2, "Ben", None)
    assert (await world.games.get(game, ply=99)).winner.name == "Ann"


async def test_stores_the_message_id_of_the_posted_turn(world, game):
    await world.play(ANN, game, "a1 c3")
    (row,) = await world.outbox.take_due(1)
    await world.outbox.mark_sent(row, 4711)
    assert (await world.games.get(game)).turn_message_id == 4711


async def test_timestamps_come_from_the_given_clock(world, game, clock):
    clock.advance(hours=2)
    played = await world.play(ANN, game, "a1 c3")
    assert played.game.updated_at - played.game.created_at == timedelta(hours=2)


async def test_a_changed_name_is_shown_after_the_next_action(world, game):
    await world.games.play(replace(world.act(ANN), name="Anna"), game, "a1 c3")
    assert (await world.games.get(game)).seats[0].name == "Anna"


async def test_opponent_of_raises_value_error_for_other_people(world, game):
    view = await world.games.get(game)
    assert (view.opponent_of(ANN).name, view.seat_of(CAT)) == ("Ben", None)
    with pytest.raises(ValueError, match="does not play"):
        view.opponent_of(CAT)
