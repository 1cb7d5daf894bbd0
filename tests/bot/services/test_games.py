import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.errors import (
    GameOver,
    NoSuchGame,
    NotYourGame,
    NotYourTurn,
    RefusedMove,
    StaleButton,
    UnreadableMove,
)
from bot.services.notifications.settings import NotificationWay
from bot.services.views import GameStatus
from rules.moves import Place
from rules.position import Colour
from rules.reasons import ReasonKind

ANN, BEN, CAT = 101, 102, 103


@pytest.fixture
async def game(world):
    """A game of size 4 with the strong pie, before Black's two stones."""
    number = await world.game(ANN, BEN)
    await world.posted()
    return number


async def moves(world, game):
    return len((await world.whole(game)).record.moves)


async def seen(world, person, game):
    return await world.games.get(game, viewer_id=person)


async def test_a_whole_turn_is_two_plies_and_one_message(world, game):
    played = await world.play(ANN, game, "a1 c3")
    assert (len(played.moves), played.turn_complete, played.repeated) == (2, True, False)
    assert (played.game.position.ply, played.game.to_move.name) == (2, "Ben")
    assert await world.posted() == [("turn", 2)]


async def test_the_first_stone_of_a_turn_is_stored_untold_and_hidden(world, game):
    played = await world.play(ANN, game, "a1")
    assert (played.turn_complete, played.game.to_move.name) == (False, "Ann")
    assert await world.posted() == []
    assert (await seen(world, ANN, game)).position.stones[Colour.BLACK] != 0
    for other in (BEN, None):
        view = await seen(world, other, game)
        assert (view.position.stones, view.record.moves, view.revision) == ((0, 0), (), 0)
    await world.play(ANN, game, "c3")
    assert await world.posted() == [("turn", 2)]
    assert await seen(world, ANN, game) == await seen(world, None, game)


async def test_a_hidden_stone_is_hidden_after_a_restart_too(world, game):
    await world.play(ANN, game, "a1")
    world.restart()
    assert (await seen(world, BEN, game)).position.stones == (0, 0)
    assert (await seen(world, ANN, game)).position.ply == 1


async def test_a_turn_with_an_illegal_part_is_not_played_at_all(world, game):
    with pytest.raises(RefusedMove) as refused:
        await world.play(ANN, game, "a1 b1")
    assert refused.value.reason.kind is ReasonKind.ADJACENT_FIRST_STONES
    assert refused.value.position.ply == 1
    assert isinstance(refused.value.move, Place)
    assert refused.value.sentence == refused.value.reason.sentence
    assert refused.value.seats == ("Ann", "Ben")
    assert await moves(world, game) == 0


@pytest.mark.parametrize("text", ["", "hello", "z9", "@everyone", "a1 " * 100])
async def test_an_unreadable_move_is_told_what_to_type(world, game, text):
    with pytest.raises(UnreadableMove) as refused:
        await world.play(ANN, game, text)
    assert refused.value.sentence
    assert await moves(world, game) == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pass", "Nobody passes in this game. Type the cells of your stones, such as “A1 C1”."),
        (" /Resign ", "To give the game up, use /resign. Type"),
        ("undo", "To take your last turn back, use /undo. Type"),
    ],
)
async def test_what_is_a_move_on_other_servers_is_told_what_it_is_here(world, game, text, said):
    with pytest.raises(UnreadableMove) as refused:
        await world.play(ANN, game, text)
    assert refused.value.sentence.startswith(said)


@pytest.mark.parametrize(("text", "meant"), [("4d", "D4"), ("3C, 5e", "C3, E5")])
async def test_a_cell_with_its_number_first_is_read_back_the_other_way_round(
    world, game, text, meant
):
    with pytest.raises(UnreadableMove) as refused:
        await world.play(ANN, game, text)
    assert refused.value.sentence.endswith(f"The letter comes first: type “{meant}”.")


@pytest.mark.parametrize("text", ["30c", "1st", "1a 3c 5e"])
async def test_nobody_is_told_to_type_what_would_be_no_turn_either(world, game, text):
    with pytest.raises(UnreadableMove) as refused:
        await world.play(ANN, game, text)
    assert "letter comes first" not in refused.value.sentence
    assert "Type the cells of your stones, such as “" in refused.value.sentence


@pytest.mark.parametrize(
    ("options", "before", "said"),
    [
        ({}, "", "I cannot read “hm”. Type the cells of your stones, such as “A1 C1”."),
        ({}, "a1", "Type a cell, such as “C1”."),
        ({}, "a1 c3", "Type the cells of your stones, such as “B1 D1” or “swap”."),
        ({"start": "komi-pie"}, "", "Type your offer as a whole number, such as “5”."),
        ({"start": "komi-pie"}, "offer 3", "Type “black” or “white”."),
    ],
)
async def test_only_what_can_be_played_now_is_advised(world, options, before, said):
    game = await world.game(**options)
    who = ANN
    for turn in filter(None, before.split("/")):
        await world.play(who, game, turn)
        who = (await world.games.get(game)).to_move.user_id
    with pytest.raises(UnreadableMove) as refused:
        await world.play(who, game, "hm")
    assert refused.value.sentence.endswith(said)


@pytest.mark.parametrize(
    "text", ["7", " 7 ", "+7", "007", "komi 7", "komi +7", "offer 7", "offer +7", "Komi: 7", "=7"]
)
async def test_an_offer_is_read_with_a_sign_and_with_or_without_a_word(world, text):
    game = await world.game(start="komi-pie")
    await world.play(ANN, game, text)
    assert await moves(world, game) == 1
    assert (await world.games.get(game)).position.komi == 7


@pytest.mark.parametrize("text", ["-1", "komi -1", "offer -1", "999999"])
async def test_an_offer_beyond_the_board_is_refused_with_its_range(world, text):
    game = await world.game(start="komi-pie")
    with pytest.raises(RefusedMove, match="from 0 to 37"):
        await world.play(ANN, game, text)


@pytest.mark.parametrize(
    "text", ["five", "--5", "5-", "5 5", "1e3", "5.5", "1234567", "٣", "komi", "Offer:", "", " "]
)
async def test_what_is_no_number_is_no_offer(world, text):
    game = await world.game(start="komi-pie")
    with pytest.raises(UnreadableMove, match="Type your offer as a whole number"):
        await world.play(ANN, game, text)


async def test_a_number_alone_is_no_move_once_the_offer_is_made(world):
    game = await world.game(start="komi-pie")
    await world.play(ANN, game, "7")
    with pytest.raises(UnreadableMove):
        await world.play(BEN, game, "7")


async def test_more_than_one_turn_is_refused_as_a_whole(world, game):
    with pytest.raises(UnreadableMove, match="complete after “a1 c3”"):
        await world.play(ANN, game, "a1 c3 e5")
    assert await moves(world, game) == 0


async def test_a_swap_changes_the_colours_and_no_seat(world, game):
    await world.play(ANN, game, "a1 c3")
    swapped = (await world.play(BEN, game, "swap")).game
    assert [player.name for player in swapped.seats] == ["Ann", "Ben"]
    assert (swapped.player(Colour.BLACK).name, swapped.player(Colour.WHITE).name) == ("Ben", "Ann")
    assert (swapped.colour_of(BEN), swapped.colour_of(CAT)) == (Colour.BLACK, None)
    assert swapped.to_move.name == "Ann"
    world.restart()
    assert (await world.games.get(game)) == swapped
    (mine,) = await world.games.running(ANN)
    assert mine.my_turn
    await world.play(ANN, game, "d4 b2")


async def test_the_wrong_player_is_told_whose_turn_it_is_and_where_to_look(world, game):
    # a message about the next turn is promised to nobody: this one hears of none
    await world.change_settings(world.act(BEN), way=NotificationWay.NONE)
    with pytest.raises(NotYourTurn) as refused:
        await world.play(BEN, game, "a1")
    said = f"It is Ann's turn in game {game}. /games shows when it is yours."
    assert refused.value.sentence == said


async def test_a_stranger_is_told_that_it_is_not_his_game(world, game):
    for action in (world.games.resign(world.act(CAT), game), world.play(CAT, game, "a1")):
        with pytest.raises(NotYourGame, match="you may watch"):
            await action


async def test_a_stale_button_changes_nothing(world, game):
    await world.play(ANN, game, "a1 c3", revision=0)
    for who in (ANN, BEN):
        with pytest.raises(StaleButton):
            await world.play(who, game, "d4 b2", revision=0)
    assert await moves(world, game) == 2


async def test_a_game_that_does_not_exist_is_a_sentence(world):
    for action in (world.games.get(99), world.play(ANN, 99, "a1")):
        with pytest.raises(NoSuchGame, match="There is no game 99"):
            await action


async def test_an_interaction_handled_twice_acts_once(world, game):
    click = world.act(ANN)
    first = await world.games.play(click, game, "a1 c3")
    again = await world.games.play(click, game, "a1 c3")
    assert (again.moves, again.repeated, again.turn_complete) == (first.moves, True, True)
    assert again.game == first.game
    assert await world.posted() == [("turn", 2)]


async def test_half_a_turn_handled_twice_is_still_half_a_turn(world, game):
    click = world.act(ANN)
    await world.games.play(click, game, "a1")
    again = await world.games.play(click, game, "a1")
    assert (len(again.moves), again.repeated, again.turn_complete) == (1, True, False)


async def test_the_same_interaction_twice_at_once_acts_once(world, game):
    click = world.act(ANN)
    both = await asyncio.gather(*(world.games.play(click, game, "a1 c3") for _ in range(2)))
    assert sorted(played.repeated for played in both) == [False, True]
    assert await moves(world, game) == 2


async def test_an_interaction_repeated_after_the_answer_tells_of_its_own_move(world, game):
    click = world.act(ANN)
    await world.games.play(click, game, "a1")
    await world.play(ANN, game, "c3")
    again = await world.games.play(click, game, "a1")
    assert (len(again.moves), again.repeated, again.turn_complete) == (1, True, True)


async def test_resigning_gives_the_game_to_the_other_whoever_is_to_move(world, game):
    over = await world.games.resign(world.act(BEN), game)
    assert (over.status, over.to_move, over.winner.name) == (GameStatus.FINISHED, None, "Ann")
    assert over.result.sentence == "Ben resigned."
    assert await world.posted() == [("result", 0)]
    assert await world.games.running(ANN) == []


async def test_resigning_twice_through_one_interaction_is_one_resignation(world, game):
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


async def test_half_a_turn_that_nobody_sees_makes_no_resignation_stale(world, game):
    await world.play(ANN, game, "a1")
    over = await world.games.resign(world.act(BEN), game, revision=0)
    assert over.result.sentence == "Ben resigned."


async def test_nothing_happens_in_a_game_that_is_over(world, game):
    await world.games.resign(world.act(BEN), game)
    for action in (world.play(ANN, game, "a1"), world.games.resign(world.act(ANN), game)):
        with pytest.raises(
            GameOver, match=r"is over: Ann has won\. Ben resigned\. .*Rematch.* /challenge"
        ):
            await action


async def play_to_the_end(world, game):
    while (view := await world.games.get(game)).to_move is not None:
        await world.posted()
        mine = await world.games.legal_moves_text(game, view.to_move.user_id, "", 1)
        await world.play(view.to_move.user_id, game, mine[0])
    return view


async def test_a_game_played_to_its_end_has_a_result_that_names_who_is_out(world):
    game = await world.game(ANN, BEN, size=3)
    over = await play_to_the_end(world, game)
    outcome = over.position.outcome()
    assert over.winner == over.player(outcome.winner)
    loser = over.player(outcome.winner.other)
    assert over.result.sentence == f"{loser.name} has no stone left on the board."
    world.restart()
    assert await world.games.get(game) == over
    assert await world.posted() == [("result", over.position.ply)]


async def test_a_game_can_be_seen_as_it_was(world, game):
    await world.play(ANN, game, "a1 c3")
    await world.play(BEN, game, "swap")
    await world.games.resign(world.act(BEN), game)
    then = await world.games.get(game, ply=2)
    assert (then.position.ply, then.to_move.name, then.result) == (2, "Ben", None)
    assert (await world.games.get(game, ply=99)).winner.name == "Ann"


async def test_the_posted_turn_is_remembered_for_the_next_one(world, game):
    await world.play(ANN, game, "a1 c3")
    (row,) = await world.outbox.take_due(1)
    await world.outbox.mark_sent(row, 4711)
    assert (await world.games.get(game)).turn_message_id == 4711


async def test_the_clock_is_read_from_outside(world, game, clock):
    clock.advance(hours=2)
    played = await world.play(ANN, game, "a1 c3")
    assert played.game.updated_at - played.game.created_at == timedelta(hours=2)


async def test_a_changed_name_is_shown_from_the_next_deed_on(world, game):
    await world.games.play(replace(world.act(ANN), name="Anna"), game, "a1 c3")
    assert (await world.games.get(game)).seats[0].name == "Anna"


async def test_the_opponent_of_a_stranger_is_a_mistake_of_the_caller(world, game):
    view = await world.games.get(game)
    assert (view.opponent_of(ANN).name, view.seat_of(CAT)) == ("Ben", None)
    with pytest.raises(ValueError, match="does not play"):
        view.opponent_of(CAT)
