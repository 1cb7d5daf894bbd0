"""Try-board: a private message, edited in place, on which no move is played."""

import pytest

from bot.words import practice
from bot.words.try_board import banner
from sandbox.client.find import components_of, labels_of
from sandbox.models.entities import MessageFlag

ON_A_MOVE = ["Note", "Mark as good", "Mark as bad", "Delete this move"]


@pytest.fixture
async def board(table):
    """Ben's board in a game of size 4: Ann has played A1 and C3, Ben G4; Ben is to move."""
    await table.game(size=4, opening="none")
    await table.play(table.ann, "a1", 2)
    await table.play(table.ben, "g4", 3)
    message = await table.play(table.ann, "c3", 4)
    return await table.ben.click(message, "Try out")


async def tap(person, board, cell):
    """Tap a cell, after the zone that contains it if the board shows zones."""
    for zone in ids_of(board, "try-zone") or [None]:
        if zone is not None:
            await person.click(board, zone)
        found = [each for each in ids_of(board, "try-cell") if each.endswith(f".{cell.lower()}")]
        if found:
            return await person.click(board, found[0])
        await person.click(board, "Back to board")
    pytest.fail(f"no button for {cell} in {labels_of(board)}")


def ids_of(board, kind):
    """Return the ids of the enabled controls of a kind."""
    ids = [str(each.get("custom_id")) for each in components_of(board) if not each.get("disabled")]
    return [each for each in ids if each.startswith(f"{kind}:")]


def images(message):
    return [file.description for file in message.attachments]


async def test_the_board_is_private_and_says_in_words_and_picture_that_nothing_is_played(
    table, board
):
    assert board.is_ephemeral
    assert board.flags & MessageFlag.COMPONENTS_V2
    assert table.words(board).startswith(banner())
    (described,) = images(board)
    assert described.startswith("This is your try-board: nothing here is played.")


async def test_moves_of_both_sides_are_tried_on_one_message_and_the_game_stays(table, board):
    public = len(table.public())

    after = await tap(table.ben, board, "E5")
    last = await tap(table.ben, board, "D4")

    assert board is after is last
    assert "Tried: 1 White E5 · 2 Black D4" in table.words(board)
    assert await table.plies() == 3
    assert len(table.public()) == public


async def test_the_board_opens_where_it_was_left_after_a_restart(table, board):
    await tap(table.ben, board, "E5")
    again = await table.ben.slash("try")
    assert "Tried: 1 White E5" in table.words(again)


async def test_a_watcher_has_a_board_of_their_own(table, board):
    await tap(table.ben, board, "E5")
    theirs = await table.eve.slash("try", game=str(table.number))
    assert "Tried" not in table.words(theirs)
    assert "Play it" not in labels_of(theirs)
    await tap(table.eve, theirs, "E5")
    assert "Play it" not in labels_of(theirs)


async def test_play_this_now_asks_and_then_plays(table, board):
    await tap(table.ben, board, "E5")
    assert "Play it" in labels_of(board)

    asked = await table.ben.click(board, "Play it")

    assert "Play **E5** in game" in table.words(asked)
    assert await table.plies() == 3
    await table.ben.click(board, "Play E5")
    assert await table.plies() == 4
    await table.turn(5)


async def test_no_press_on_the_board_plays(table, board):
    await tap(table.ben, board, "E5")
    await table.ben.select(board, ["Mark as good"])
    pressed = set()
    for opened in ("Play it", None):
        board = await table.ben.slash("try")
        if opened is not None:
            await table.ben.click(board, opened)
        await press_all(table, board, pressed)
    for zone in ids_of(await table.ben.slash("try"), "try-zone"):
        board = await table.ben.slash("try")
        await table.ben.click(board, zone, stale=True)
        await press_all(table, board, pressed)
    await table.settled()

    assert {"try-cell", "try-menu", "try-play", "try-back"} <= pressed
    assert await table.plies() == 3


async def press_all(table, board, pressed):
    """Press every button of a board but the one that plays, and choose every option of its menu."""
    controls = components_of(board)
    for each in [each for each in controls if each["type"] == 2]:
        kind = str(each["custom_id"]).partition(":")[0]
        if kind == "sure" or each.get("disabled") or kind in pressed - {"try-cell"}:
            continue
        pressed.add(kind)
        await table.ben.click(board, each["custom_id"], stale=True)
    for menu in [each for each in controls if each["type"] == 3]:
        pressed.add(str(menu["custom_id"]).partition(":")[0])
        for option in menu["options"]:
            await table.ben.select(board, [option["value"]], menu["custom_id"], stale=True)


async def test_play_this_now_is_offered_on_the_first_move_of_a_line_only(table, board):
    assert "Play it" not in labels_of(board)
    await tap(table.ben, board, "E5")
    await tap(table.ben, board, "D4")
    assert "Play it" not in labels_of(board)


async def test_a_game_that_has_moved_on_is_not_played_in(table, board):
    await tap(table.ben, board, "E5")
    asked = await table.ben.click(board, "Play it")
    await table.play(table.ben, "f5", 5)

    await table.ben.click(asked, "Play E5")

    assert await table.plies() == 4


async def test_back_forward_and_the_menu_of_other_lines(table, board):
    await tap(table.ben, board, "E5")
    await table.ben.submit(await table.ben.select(board, ["Note"]), {"note": "too *slow*"})
    assert "Note saved." in table.words(board)
    assert "Note: too \\*slow\\*" in table.words(board)
    await table.ben.click(board, "Back")
    await tap(table.ben, board, "F5")
    (menu,) = [each for each in components_of(board) if each["type"] == 3]
    labels = [each["label"] for each in menu["options"]]
    assert labels == [
        "Alternative: E5",
        "Type a move",
        *ON_A_MOVE,
        "Rotate board",
        "Stop trying out",
    ]
    assert menu["options"][0]["description"] == "too *slow*"

    await table.ben.select(board, "Alternative: E5")

    assert "Tried: 1 White E5" in table.words(board)
    await table.ben.click(board, "Back")
    await table.ben.click(board, "Forward")
    assert "Tried: 1 White E5" in table.words(board)


@pytest.mark.parametrize("text", ["\u200d", "", "\ud800\0", "\u3164 \ufe0f"])
async def test_a_note_without_a_visible_character_is_none(table, board, text):
    await tap(table.ben, board, "E5")
    form = await table.ben.select(board, ["Note"])
    await table.ben.submit(form, {"note": "slow\0\ud800\u202e"})
    assert "Note: slow\n" in table.words(board)

    await table.ben.submit(form, {"note": text})

    assert "This move has no note." in table.words(board)
    assert "Note" not in table.words(board)


async def test_marks_and_deletion_ask_nothing_twice(table, board):
    await tap(table.ben, board, "E5")
    await tap(table.ben, board, "D4")
    await table.ben.click(board, "Back")
    await table.ben.select(board, ["Mark as good"])
    assert "Marked as good." in table.words(board)
    await table.ben.select(board, ["Mark as bad"])
    assert "Marked as bad." in table.words(board)
    await table.ben.select(board, ["Remove mark"])
    assert "Marked" not in table.words(board)
    await table.ben.select(board, ["Delete this move"])
    assert "2 moves in all" in table.words(board)

    await table.ben.click(board, "Yes, delete")

    assert "Deleted." in table.words(board)
    assert "Tried" not in table.words(board)


async def test_a_line_deleted_in_another_window_is_named_and_the_board_shown(table, board):
    await tap(table.ben, board, "E5")
    other = await table.ben.slash("try")
    await table.ben.select(other, ["Delete this move"])
    await table.ben.click(other, "Yes, delete")

    shown = await table.ben.select(board, ["Mark as good"])

    assert shown is board
    assert "These moves have been deleted" in table.words(board)
    assert "Forward" in labels_of(board)


async def test_closing_keeps_the_lines(table, board):
    await tap(table.ben, board, "E5")
    await table.ben.select(board, ["Stop trying out"])

    assert labels_of(board) == ["Try out"]
    await table.ben.click(board, "Try out")
    assert "Tried: 1 White E5" in table.words(board)


async def test_a_typed_move_is_tried_and_a_refused_one_can_be_changed(table, board):
    refused = await table.ben.submit(await table.ben.select(board, ["Type a move"]), {"text": "a1"})
    assert "already a stone" in table.words(refused)
    form = await table.ben.click(refused, "Edit")
    await table.ben.submit(form, {"text": "e5"})
    assert "Tried: 1 White E5" in table.words(board)
    await table.ben.submit(await table.ben.select(board, ["Type a move"]), {"text": "a1"})
    await table.ben.click(board, "Back to board")
    assert "Tried: 1 White E5" in table.words(board)


async def test_offers_and_choices_are_tried_by_their_own_controls(table):
    first = await table.game(game="asli", size=9)
    board = await table.ann.click(first, "Try out")
    await table.ann.submit(await table.ann.click(board, "Offer komi"), {"text": "4"})
    assert "Tried: 1 offer 4" in table.words(board)
    await table.ann.click(board, "Play White")
    assert "1 offer 4 · 2 white" in table.words(board)
    assert await table.plies() == 0


async def test_a_tap_on_a_small_board_tries_the_cell(table):
    first = await table.game(game="asli", size=5, komi=3)
    board = await table.ann.click(first, "Try out")
    assert "Black to move. Press a cell to try it." in table.words(board)

    await table.ann.click(board, "D4")

    assert "Tried: 1 Black D4" in table.words(board)


async def test_the_answer_to_a_move_and_board_and_replay_have_the_button(table, board):
    answer = await table.ben.slash("move", cell="e5")
    assert "Try out" in labels_of(answer)
    shown = await table.eve.slash("board", game=str(table.number))
    assert "Try out" in labels_of(shown)
    await table.turn(5)
    replay = await table.eve.slash("replay", game=str(table.number))
    await table.eve.click(replay, "Back")

    tried = await table.eve.click(replay, "Try out")

    assert "This is the position before turn 4 of the game." in table.words(tried)


async def test_practice_games_have_the_board(table):
    form = await table.ann.click(await table.ann.slash("help"), practice.PRACTICE())
    game = await table.ann.submit(form, size="4")
    board = await table.ann.click(game, "Try out")
    assert banner() in table.words(board)


async def test_the_flipped_board_keeps_its_cells(table, board):
    await table.ben.select(board, ["Rotate board"])
    await tap(table.ben, board, "E5")
    assert "Tried: 1 White E5" in table.words(board)
