"""A game between two people, with commands and buttons."""

import io

import pytest
from PIL import Image

from bot.words.turn_line import WHITE_MAY_SWAP
from sandbox import NotPossible
from sandbox.client.find import labels_of
from testbed.games import view_for_mover
from tests.bot.e2e.turn_text import YOUR_TURN

pytestmark = pytest.mark.pictures


async def test_accepted_challenge_pings_black_for_the_first_turn(table):
    card = await table.challenge(size=4)
    answer = await table.ben.click(card, "Accept")
    first = await table.turn(1)

    assert answer.is_ephemeral
    assert card.notified == {table.ben.id}
    assert first.notified == {table.ann.id}
    assert labels_of(first) == ["Move", "Try out", "Resign"]


async def test_answer_to_a_challenge_is_private_and_the_card_shows_the_terms(table):
    answer = await table.ann.slash("challenge", opponent=table.ben, size=5)
    card = await table.seen("challenges")

    assert answer.is_ephemeral
    assert "Ben" in answer.content
    assert "**Lifeline, size 5**" in card.content
    assert labels_of(card) == ["Accept", "Decline", "Rules", "Change terms", "Withdraw"]


async def test_accepted_card_loses_its_buttons(table):
    card = await table.challenge(size=4)
    await table.ben.click(card, "Accept")
    await table.seen("Accepted")

    assert labels_of(card) == []


async def test_each_turn_is_one_message_with_a_picture_and_a_text(table):
    await table.game()
    second = await table.play(table.ann, "a1 c3", 2)

    (picture,) = second.attachments
    assert picture.filename == f"game-{table.number}-2.png"
    assert "Black (Ann) placed A1" in picture.description
    image = Image.open(io.BytesIO(table.discord.world.files[picture.id][2]))
    assert image.width > 1000
    assert len([m for m in table.public() if "turn 2" in m.content]) == 1


async def test_the_buttons_move_on_to_the_newest_turn(table):
    first = await table.game()
    second = await table.play(table.ann, "a1 c3", 2)
    await table.discord.wait_until(lambda: labels_of(first) == [])

    assert labels_of(second) == ["Move", "Swap sides", "Try out", "Resign"]


async def test_message_of_a_past_turn_shows_only_the_moves(table):
    first = await table.game()
    second = await table.play(table.ann, "a1 c3", 2)
    await table.swap(table.ben)
    await table.turn(3)
    await table.settled()

    name = f"-# Game {table.number} · Lifeline, size 4 · turn"
    assert first.content == f"{WHITE_MAY_SWAP()}\n{name} 1"
    assert second.content == f"**Ann played A1 and C3.**\n{name} 2"
    assert second.notified == {table.ben.id}


async def test_old_buttons_are_removed_before_the_next_picture_is_drawn(table):
    first = await table.game()
    await table.settled()
    delayed = table.discord.faults.hold("POST", "/channels/{channel_id}/messages")

    await table.ann.slash("move", cell="a1 c3")
    await table.discord.wait_until(lambda: not labels_of(first))
    assert not any("turn 2" in message.content for message in table.public())

    delayed.release()
    await table.turn(2)


async def test_first_stone_of_a_turn_is_private(table):
    await table.game()
    before = len(table.public())

    answer = await table.ann.slash("move", cell="a1")
    board = await table.ben.slash("board")

    assert answer.is_ephemeral
    assert "One stone to go" in table.words(answer)
    assert "A1" not in board.content + board.attachments[0].description
    assert len(table.public()) == before


async def test_second_stone_of_a_turn_pings_once(table):
    await table.game()
    await table.ann.slash("move", cell="a1")
    second = await table.play(table.ann, "c3", 2)

    assert "A1 and C3" in second.content
    assert table.ben.mentions()[-1] is second
    assert len(table.ben.mentions()) == 2  # the card, and this turn


async def test_a_move_is_typed_into_the_form_of_the_button(table):
    first = await table.game()

    panel = await table.ann.click(first, "Move")
    modal = await table.ann.click(panel, "Type a move")
    answer = await table.ann.submit(modal, Cell="A1, c-3")

    assert "A1 and C3" in table.words(answer)
    assert await table.turn(2)


async def test_plays_all_handicap_stones_typed_at_once(table):
    first = await table.game(game="liflina", size=13, handicap=9)
    stones = "d10, k10, k4, d4, g7, d7, k7, g10, g4"
    panel = await table.ann.click(first, "Move")
    form = await table.ann.click(panel, "Type a move")
    refused = await table.ann.submit(form, Cell=stones.replace("g4", "d4"))
    second = await table.play(table.ann, stones, 2)

    assert "There's already a stone on D4." in table.words(refused)
    assert "**Ann played D10, K10, K4, D4, G7, D7, K7, G10 and G4." in second.content


async def test_autocomplete_offers_legal_cells(table):
    await table.game()

    first = await table.ann.autocomplete("move", cell="c")
    second = await table.ann.autocomplete("move", cell="a1 c")

    assert {choice.value for choice in first} >= {"c3", "c4"}
    assert "a1 c3" in {choice.value for choice in second}
    assert all(len(choices) <= 25 for choices in (first, second))


async def test_autocomplete_offers_no_cells_in_the_opponents_turn(table):
    await table.game()

    assert await table.ben.autocomplete("move", cell="c") == []


async def test_a_swap_by_button_changes_the_colours(table):
    await table.game()
    second = await table.play(table.ann, "a1 c3", 2)

    question = await table.ben.click(second, "Swap sides")
    await table.ben.click(question, "Stay White")
    question = await table.ben.click(second, "Swap sides")
    await table.ben.click(question, "Yes, swap sides")
    third = await table.turn(3)

    assert "**Ben swapped sides and is now Black" in third.content
    assert third.notified == {table.ann.id}


async def test_typed_swap_asks_for_confirmation(table):
    await table.game()
    second = await table.play(table.ann, "a1 c3", 2)

    typed = await table.ben.slash("move", cell="Swap")
    panel = await table.ben.click(second, "Move")
    in_form = await table.ben.submit(await table.ben.click(panel, "Type a move"), text="swap")
    assert "Swap sides?" in typed.content
    assert await table.plies() == 2

    assert labels_of(in_form) == labels_of(typed) == ["Yes, swap sides", "Stay White"]
    await table.ben.click(in_form, "Yes, swap sides")
    assert (await table.turn(3)).notified == {table.ann.id}


async def test_refuses_an_illegal_swap_without_confirmation(table):
    await table.game()

    early = await table.ann.slash("move", cell="swap")
    waiting = await table.ben.slash("move", cell="swap")

    assert labels_of(early) == labels_of(waiting) == []
    assert "It's Ann's turn" in waiting.content


async def test_resignation_is_confirmed_and_announced(table):
    first = await table.game()

    question = await table.ann.click(first, "Resign")
    await table.ann.click(question, "Yes, resign")
    result = await table.seen("wins")

    assert question.is_ephemeral
    assert "**Ben wins.** Ann resigned." in result.content
    assert result.notified == {table.ann.id, table.ben.id}
    assert labels_of(result) == ["Rematch"]


async def test_confirmation_of_an_earlier_turn_is_asked_again(table):
    await table.game()
    question = await table.ben.slash("resign")
    await table.ann.slash("move", cell="a1 c3")
    await table.turn(2)

    await table.ben.click(question, "Yes, resign")
    again = question.content

    assert "has changed since you asked" in again
    assert "Resign against **Ann** anyway?" in again
    await table.ben.click(question, "Yes, resign")
    assert "You resigned game" in question.content
    assert "**Ann wins.** Ben resigned." in (await table.seen("wins")).content


async def test_confirmation_after_the_end_reports_that_the_game_is_over(table):
    await table.game()
    question = await table.ben.slash("resign")
    await table.resign(table.ann)

    answer = await table.ben.click(question, "Yes, resign")

    assert "is over: Ben won. Ann resigned." in answer.content
    assert len([each for each in table.public() if "resigned" in each.content]) == 1


async def test_keep_playing_changes_nothing(table):
    await table.game()
    question = await table.ann.slash("resign")

    await table.ann.click(question, "Keep playing")

    assert "Nothing changed" in question.content
    assert YOUR_TURN in (await table.ann.slash("board")).content


async def test_card_shows_that_the_challenge_was_declined(table):
    card = await table.challenge()
    await table.ben.click(card, "Decline")

    assert "Declined" in (await table.seen("Declined")).content
    assert labels_of(card) == []


async def test_card_shows_that_the_challenge_was_withdrawn(table):
    card = await table.challenge()
    await table.ann.click(card, "Withdraw")

    assert "Withdrawn" in (await table.seen("Withdrawn")).content


async def test_game_list_links_to_the_turn(table):
    first = await table.game()
    await table.settled()

    listed = await table.ann.slash("games")

    assert f"/{first.id})" in listed.content
    assert "**your turn**" in listed.content
    assert "their turn" in (await table.ben.slash("games")).content
    assert "/challenge" in (await table.eve.slash("games")).content


async def test_autocomplete_offers_ones_own_games(table):
    await table.game()

    (choice,) = await table.ann.autocomplete("board", game="")

    assert choice.value == str(table.number)
    assert choice.name == f"{table.number}: Lifeline, size 4 against Ben, your turn"


async def test_two_games_in_one_channel_have_separate_messages(table):
    await table.game()
    card = await table.challenge(size=5)
    await table.ben.click(card, "Accept")
    await table.game_after(table.number)

    confused = await table.ann.slash("move", cell="a1")
    theirs = await table.ben.slash("move", cell="a1")
    sure = await table.ann.slash("move", cell="a1 c3", game=str(table.number))

    assert "Which game?" in confused.content
    assert "Which game?" in theirs.content
    assert "A1 and C3" in sure.content


async def test_the_menu_of_games_keeps_what_was_typed(table):
    await table.game()
    first = table.number
    await table.ben.click(await table.challenge(size=5), "Accept")
    await table.game_after(first)
    asked = await table.ann.slash("move", cell="a1 c3")

    moved = await table.ann.select(asked, [f"{first}: Lifeline, size 4 against Ben, your turn"])

    assert "You played A1 and C3" in moved.content
    assert (await view_for_mover(table.app.context.services.games, first)).position.ply == 2
    assert await table.plies() == 0


async def test_the_menu_of_games_repeats_any_command(table):
    await table.game()
    first = table.number
    await table.ben.click(await table.challenge(size=5), "Accept")
    await table.game_after(first)
    for command, options, seen in (
        ("board", {"view": "danger"}, YOUR_TURN),
        ("resign", {}, "Resign"),
        ("mute", {"muted": False}, "unmuted"),
        ("replay", {}, "Game"),
        ("export", {}, "ame"),
        ("try", {}, "ry"),
    ):
        asked = await table.ann.slash(command, **options)
        assert asked.content == "Which game?"

        answer = await table.ann.select(asked, [str(first)])

        assert seen in table.words(answer), command


async def test_answer_to_a_move_offers_the_next_game_to_move_in(table):
    await table.game()
    first = table.number
    await table.ben.click(await table.challenge(size=5), "Accept")
    await table.game_after(first)

    moved = await table.ann.slash("move", cell="a1 c3", game=str(table.number))
    shown = await table.ann.click(moved, "Next game")
    last = await table.ann.slash("move", cell="a1 c3", game=str(first))
    late = await table.ann.click(moved, "Next game")

    assert labels_of(moved) == ["Undo", "Next game", "Try out"]
    assert f"Game {first} ·" in shown.content
    assert labels_of(last) == ["Undo", "Try out"]
    assert "No other game is waiting for you" in late.content


async def test_spectator_sees_the_board_without_buttons(table):
    await table.game()

    board = await table.eve.slash("board", game=str(table.number))

    assert board.attachments
    assert labels_of(board) == ["Try out"]  # and the select for views


async def test_help_is_private(table):
    assert (await table.eve.slash("help")).is_ephemeral


async def test_a_whole_game_by_offer_and_choice_begins(table):
    first = await table.game(opening="komi-pie", size=7)
    modal = await table.ann.click(first, "Offer komi")
    for wrong in ("five", "--5", "5-", "-", "1e3", "٣"):
        refused = await table.ann.submit(modal, {"text": wrong})
        assert "whole number" in refused.content
        assert "cell" not in refused.content
    await table.ann.submit(modal, {"text": " +3 "})
    second = await table.turn(2)
    await table.ben.click(second, "Play White")
    third = await table.turn(3)

    assert "offered a komi of 3" in second.content
    assert "**Ben chose White" in third.content
    assert third.notified == {table.ann.id}


async def test_refuses_a_challenge_to_oneself(table):
    answer = await table.ann.slash("challenge", opponent=table.ann)

    assert "yourself" in answer.content


async def test_refuses_invalid_options_with_their_name_and_range(table):
    size = await table.ann.slash("challenge", opponent=table.ben, size=13)
    start = await table.ann.slash("challenge", opponent=table.ben, game="asli", opening="pie")

    assert size.content == "Lifeline: Size must be a whole number from 3 to 12."
    assert start.content == "Asli has only one opening, so leave that option empty."


async def test_refuses_an_unknown_opening(table):
    answer = await table.ann.slash("challenge", opponent=table.ben, opening="whatever")

    assert "must be one of" in answer.content


async def test_autocomplete_offers_the_openings_of_the_game(table):
    offered = await table.ann.autocomplete("challenge", opponent=table.ben, opening="swap")

    assert "weak-pie" in {choice.value for choice in offered}


async def test_buttons_are_removed_when_the_game_is_over(table):
    first = await table.game()
    await table.resign(table.ann)
    await table.discord.wait_until(lambda: labels_of(first) == [])

    with pytest.raises(NotPossible):
        await table.ann.click(first, "Move")
