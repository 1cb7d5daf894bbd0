"""Undo and rematches."""

import pytest

from bot.words import challenge
from sandbox.client.find import labels_of


@pytest.fixture
async def moved(table):
    """Play A1 and C3 as Ann; return her private response."""
    await table.game()
    answer = await table.ann.slash("move", cell="a1 c3")
    await table.turn(2)
    await table.settled()
    return answer


@pytest.fixture
async def asked(table, moved):
    """Swap as Ben and request an undo as Ann; return the request to Ben."""
    await table.swap(table.ben)
    await table.ann.click(await table.ann.slash("undo"), "Yes, ask")
    return await table.seen("is asking to undo")


async def test_undo_before_an_answer_is_immediate_and_public(table, moved):
    question = await table.ann.click(moved, "Undo")
    await table.ann.click(question, "Yes, undo")
    again = await table.seen("undid")

    assert question is not moved
    assert "**Ann undid A1 and C3." in again.content
    assert "turn 1" in again.content
    assert again.notified == {table.ann.id}
    assert await table.plies() == 0


async def test_buttons_from_before_an_undo_are_stale(table, moved):
    second = await table.turn(2)
    question = await table.ann.slash("undo")
    await table.ann.click(question, "Yes, undo")
    await table.seen("undid")

    assert (
        "out of date"
        in (await table.ann.click(second, f"move:{table.number}:0", stale=True)).content
    )


async def test_same_ply_played_again_has_its_own_message(table, moved):
    question = await table.ann.slash("undo")
    await table.ann.click(question, "Yes, undo")
    await table.seen("undid")

    await table.ann.slash("move", cell="a1 d1")
    await table.settled()

    assert "A1 and D1" in (await table.turn(2)).content


async def test_the_question_is_below_the_board_of_the_turn(table, moved):
    board = await table.turn(2)
    said = moved.content

    question = await table.ann.click(moved, "Undo")

    assert question.id > board.id > moved.id
    assert question.is_ephemeral
    assert moved.content == said


async def test_the_question_replaces_the_panel_in_the_middle_of_a_turn(table):
    await table.game()
    panel = await table.ann.slash("move", cell="a1")

    assert await table.ann.click(panel, "Undo") is panel


async def test_cancelled_undo_changes_nothing(table, moved):
    question = await table.ann.click(moved, "Undo")
    await table.ann.click(question, "Keep playing")

    assert await table.plies() == 2


async def test_opponent_accepts_an_undo_after_their_own_move(table, moved):
    await table.swap(table.ben)
    await table.settled()
    question = await table.ann.slash("undo")
    answer = await table.ann.click(question, "Yes, ask")
    request = await table.seen("is asking to undo")

    assert "I've asked **Ben**" in answer.content
    assert request.notified == {table.ben.id}
    await table.ben.click(request, "Allow undo")
    await table.seen("undid A1, C3 and swap")

    assert labels_of(request) == []
    assert "Undone" in request.content
    assert await table.plies() == 0


async def test_opponent_declines_an_undo(table, asked):
    await table.ben.click(asked, "Decline undo")

    announcement = await table.seen("declined the undo")
    assert announcement.content == f"<@{table.ann.id}>, **Ben** declined the undo."
    assert announcement.notified == {table.ann.id}
    assert await table.plies() == 3


async def test_declined_undo_does_not_ping_if_notifications_are_off(table, asked):
    await table.ann.slash("settings", turns="none")
    await table.ben.click(asked, "Decline undo")

    assert (await table.seen("declined the undo")).notified == set()


async def test_only_the_opponent_can_answer_an_undo_request(table, asked):
    answers = [await person.click(asked, "Allow undo") for person in (table.eve, table.ann)]

    assert all(answer.is_ephemeral for answer in answers)
    assert await table.plies() == 3


async def test_next_turn_removes_the_buttons_of_an_undo_request(table, asked):
    await table.ann.slash("move", cell="e5 g7")
    await table.turn(4)
    await table.settled()

    assert "is asking to undo" in asked.content
    assert labels_of(asked) == []


async def test_undo_of_an_unposted_first_stone_returns_to_the_panel(table):
    first = await table.game(size=3)
    panel = await table.ann.click(first, "Move")
    await table.ann.click(panel, labels_of(panel)[0])
    question = await table.ann.slash("undo")

    back = await table.ann.click(question, "Yes, undo")

    assert "Undone" in table.words(back)
    assert await table.plies() == 0
    assert len([m for m in table.public() if "undid" in m.content]) == 0


async def test_refuses_undo_before_the_first_move(table):
    first = await table.game()

    for person in (table.ann, table.ben):
        refused = await person.slash("undo")
        assert "nothing to undo" in refused.content
        assert labels_of(refused) == []
    assert labels_of(first)[0] == "Move"


async def test_refuses_a_second_undo_request(table, asked):
    refused = await table.ann.slash("undo")

    assert "You already asked. Ben hasn't answered yet." in refused.content
    assert labels_of(refused) == []


async def test_undo_of_an_offer_or_a_choice_shows_the_board(table):
    await table.game(game="asli", size=5)
    await table.play(table.ann, "5", 2)
    offer = await table.ann.click(await table.ann.slash("undo"), "Yes, undo")
    await table.seen("undid offer 5")
    await table.play(table.ann, "6", 2)
    await table.ben.slash("board")
    await table.play(table.ben, "black", 3)
    choice = await table.ben.click(await table.ben.slash("undo"), "Yes, undo")
    again = await table.seen("undid black")

    assert offer.content == "Undone: offer 5. The board is on its way."
    assert choice.content == "Undone: black. The board is on its way."
    assert labels_of(offer) == labels_of(choice) == []
    assert {"Play Black", "Play White"} <= set(labels_of(again))


async def test_rematch_exchanges_the_roles(table):
    await table.game()
    result = await table.resign(table.ann)

    asked = await table.ann.click(result, "Rematch")
    before = table.number
    begun = await table.ben.click(result, "Rematch")
    again = await table.game_after(before)

    assert "Rematch offered to " in asked.content
    assert f"Game {table.number} starts" in begun.content
    assert again.notified == {table.ben.id}


async def test_old_rematch_button_reports_the_state_of_its_game(table):
    await table.game()
    result = await table.resign(table.ann)
    before = table.number
    for person in (table.ann, table.ben):
        await person.click(result, "Rematch")
    await table.game_after(before)
    await table.settled()

    running = await table.ann.click(result, "Rematch")
    number = table.number
    await table.ann.click(await table.ann.slash("resign"), "Yes, resign")
    await table.settled()
    over = await table.ben.click(result, "Rematch")

    assert f"Game {number} has already started. `/board game:{number}`" in running.content
    assert f"The rematch, game {number}, is over." in over.content
    assert "starts" not in running.content + over.content


async def test_rematch_can_be_accepted_on_its_card(table):
    await table.game()
    result = await table.resign(table.ann)
    await table.ben.click(result, "Rematch")
    await table.settled()
    card = await table.seen("**Ben** offers")
    before = table.number
    assert card.content == challenge.rematch_question(
        "Ben", table.ann.mention, before, "Lifeline, size 4", "Ben moves first"
    )
    assert card.attachments == []
    assert labels_of(card) == ["Accept", "Decline", "Change terms", "Withdraw"]

    await table.ann.click(card, "Accept")

    assert (await table.game_after(before)).notified == {table.ben.id}


async def test_other_terms_of_a_rematch_are_a_card(table):
    await table.game()
    result = await table.resign(table.ann)
    await table.ben.click(result, "Rematch")
    await table.settled()
    question = await table.seen("**Ben** offers")

    form = await table.ann.click(question, "Change terms")
    await table.ann.submit(form, size="5")
    counter = await table.seen("**Ann** sends")

    assert "size 5" in counter.content
    assert "turns" in counter.content, "a card says how long a game is"
    assert "Answered with a counter-offer" in question.content


async def test_rematch_on_terms_that_the_challenger_changed_shows_them_all(table):
    await table.game()
    result = await table.resign(table.ann)
    await table.ann.click(result, "Rematch")
    form = await table.ann.click(await table.seen("**Ann** offers"), "Change terms")
    await table.ann.submit(form, size="7", begins="challenger+no")
    card = await table.seen(challenge.changed("No undo"))

    shown = await table.ben.click(result, "Rematch")

    assert card.content.startswith(f"**Ann** challenges {table.ben.mention}.")
    assert challenge.changed("Lifeline, size 7") in card.content
    assert shown.is_ephemeral
    assert (shown.content, labels_of(shown)) == (card.content, labels_of(card))
    before = table.number
    await table.ben.click(shown, "Accept")
    await table.game_after(before)
    await table.settled()
    assert "Accepted" in card.content


async def test_refuses_a_rematch_for_a_stranger(table):
    await table.game()
    result = await table.resign(table.ann)

    assert "aren't playing" in (await table.eve.click(result, "Rematch")).content


@pytest.mark.pictures
async def test_result_shows_the_score_and_an_animation(table):
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    result = await table.resign(table.ann)

    assert "Ben leads 1–0" in result.content
    names = [attachment.filename for attachment in result.attachments]
    assert names == [f"game-{table.number}.gif"]
    content = table.discord.world.files[result.attachments[0].id][2]
    assert content.startswith(b"GIF89a")


async def test_posted_board_works_after_undo_of_an_unposted_stone(table):
    first = await table.game()
    await table.ann.slash("move", cell="a1")
    await table.ann.click(await table.ann.slash("undo"), "Yes, undo")
    await table.settled()

    panel = await table.ann.click(first, "Move")
    resigning = await table.ben.click(first, "Resign")

    assert f"Your turn in game {table.number}:" in table.words(panel)
    assert "Resign game" in resigning.content


async def test_a_turn_typed_after_an_undo_is_shown_first_to_who_has_not_seen_it(table, asked):
    await table.ben.click(asked, "Allow undo")
    question = await table.ann.slash("move", cell="d4")

    assert table.words(question).startswith(
        f"Turns in game {table.number} have been undone since you last looked."
    )
    assert "Preview of **D4**, not played yet." in table.words(question)
    assert await table.plies() == 0
    await table.ann.click(question, "Play D4")
    assert await table.plies() == 1


@pytest.mark.parametrize("look", ["question", "board", "panel", "form"])
async def test_who_has_seen_the_board_after_an_undo_is_not_asked(table, asked, look):
    await table.ben.click(asked, "Allow undo")
    back = await table.seen("undid")
    if look == "question":
        await table.ann.slash("move", cell="d4")
    elif look == "board":
        await table.ann.slash("board")
    else:
        panel = await table.ann.click(back, "Move")
    if look == "form":
        form = await table.ann.click(panel, "Type a move")
        await table.ann.submit(form, text="d4 b2")
    else:
        await table.ann.slash("move", cell="d4 b2")
    assert await table.plies() == 2


@pytest.mark.parametrize("confirm", ["losses", "always", "never"])
async def test_a_swap_typed_after_an_undo_says_that_the_game_went_back(table, moved, confirm):
    await table.ben.slash("settings", confirm=confirm)
    await table.ann.click(await table.ann.slash("undo"), "Yes, undo")
    await table.ann.slash("move", cell="d4 b2")

    question = await table.ben.slash("move", cell="swap")

    assert "have been undone since you last looked" in table.words(question)
    assert "**Ann played D4 and B2.**" in table.words(question)
    assert "Preview of **Swap sides**, not played yet." in table.words(question)
    await table.ben.click(question, "Swap sides")
    assert await table.plies() == 3


async def test_a_choice_typed_after_a_new_offer_is_asked_about(table):
    await table.game(game="asli", size=5)
    await table.ann.slash("move", cell="5")
    await table.ann.click(await table.ann.slash("undo"), "Yes, undo")
    await table.ann.slash("move", cell="0")
    question = await table.ben.slash("move", cell="white")
    assert "have been undone since you last looked" in table.words(question)
    assert "**Ann offered a komi of 0.**" in table.words(question)
    assert await table.plies() == 1
    await table.ben.click(question, "Play White")
    assert await table.plies() == 2
