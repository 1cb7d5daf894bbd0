"""Sentences and labels of the try-board; notes are escaped by the caller."""

from collections.abc import Sequence

from bot.words.translation import Message, plural, text
from renderer.phrases import enumerated, sentences

TRY_COMMAND = Message("Try moves on your own copy of the board, without playing them")
TRY_OUT = Message("Try out")

NOTHING_PLAYED = Message("This is your try-board: nothing here is played.")
CAPTION = Message("Try-board: nothing here is played")
NO_MOVES = Message("The game ends here.")

FORWARD = Message("Forward")
MORE = Message("More")
PLAY_NOW = Message("Play it")
NOTE = Message("Note")
GOOD = Message("Mark as good")
BAD = Message("Mark as bad")
UNMARK = Message("Remove mark")
DELETE_LINE = Message("Delete this move")
CONFIRM_DELETE = Message("Yes, delete")
FLIP = Message("Rotate board")
CLOSE = Message("Stop trying out")

NOTE_TITLE = Message("Note on this move")
NOTE_LABEL = Message("Note, only for you")
NOTE_SEEN_LABEL = Message("Note, published with your moves")
TYPE_TITLE = Message("Try a move")
TYPE_LABEL = Message("A cell, or swap, komi or hold")

PUBLISH = Message("Publish tried moves")
CONFIRM_PUBLISH = Message("Yes, publish")
WITHDRAW = Message("Unpublish")
PUBLISH_QUESTION = Message(
    "Publish the moves you tried and your notes? Everyone who can see this game will find them in "
    "its replay, web page and export, with your name. Moves that you try later are included. You "
    "can unpublish them all."
)
PUBLISHED = Message(
    "The moves you tried have been published. You'll find them in this game's replay, web page "
    "and export."
)
WITHDRAWN = Message(
    "The moves you tried are private again. Web pages that were saved earlier still show them."
)
NOTHING_TO_PUBLISH = Message("You haven't tried any moves in this game yet.")
LINES_TRIED = Message("Moves the players tried")
LINE_WITHDRAWN = Message("These tried moves have been changed or made private in the meantime.")
TO_REPLAY = Message("Back to the replay")
REMOVE_LINES = Message("Remove tried moves")
LINES_REMOVED = Message(
    "Removed: these moves are private again. Web pages that were saved earlier still show them."
)
REMARKS = {"good": Message("Good."), "bad": Message("Bad.")}

CLOSED = Message(
    "The board is closed. The moves you tried are kept. Press Try out to see them again."
)
KEPT = Message("The moves you tried are kept. `/try` shows them again.")
LINE_GONE = Message(
    "These moves have been deleted or undone in the meantime. Here's the board as it is now."
)
NO_MOVE_HERE = Message("You haven't tried a move here yet. Try one first.")
DELETED = Message("Deleted.")
KEPT_NOTE = Message("Note saved.")
NO_NOTE = Message("This move has no note.")
MARKS = {"good": Message("good"), "bad": Message("bad")}
NOT_YOUR_MOVE_NOW = Message(
    "The game has moved on, so this move can't be played now. Nothing was played."
)


def banner() -> str:
    """Return the first line above a try-board, which says that nothing there is played."""
    return f"**{CAPTION()}**"


def before_first(turn: int) -> str:
    """Return the line above a try-board that shows an earlier position of the game itself."""
    return text("This is the position before turn {turn} of the game.", turn=turn)


def tried(turns: Sequence[str]) -> str:
    """Return the line of the try-board that lists the tried turns.

    :param turns: the texts of the turns, as `turn` and `bargain` return them.
    """
    return text("Tried: {turns}", turns=" · ".join(turns))


def turn(number: int, colour: str, moves: str) -> str:
    """Return the text of a tried turn, such as `1 Black E5`."""
    return text("{number} {colour} {moves}", number=number, colour=colour, moves=moves)


def bargain(number: int, move: str) -> str:
    """Return the text of a tried komi offer or choice of colour, such as `1 offer 5`."""
    return text("{number} {move}", number=number, move=move)


def earlier(count: int) -> str:
    """Return the first entry of the list of tried turns, which counts the turns left out."""
    return plural("{count} earlier turn", "{count} earlier turns", count)


def tap_area(colour: str) -> str:
    return text("{colour} to move. Press the number of an area.", colour=colour)


def tap_cell(colour: str) -> str:
    return text("{colour} to move. Press a cell to try it.", colour=colour)


def no_cell(colour: str) -> str:
    return text("{colour} to move. No cell is legal.", colour=colour)


def bargaining(*, chooses: bool) -> str:
    """Return the prompt to try a komi offer or, with `chooses`, to try a choice of colour."""
    if chooses:
        return text("Choose a colour to try.")
    return text("Type a komi to try, such as 5.")


def note(words: str) -> str:
    return text("Note: {note}", note=words)


def remark(mark: str | None, note: str) -> str:
    """Return a tried move's mark and note as the text of a comment in an exported record.

    :param mark: a key of `REMARKS`; None without a mark.
    """
    return sentences(REMARKS[mark]() if mark else "", note)


def line_of(name: str, turns: Sequence[str]) -> str:
    """Return a published line of moves as text, with the name of the person who tried it.

    :param name: empty if unknown.
    :param turns: the texts of the turns, as `numbered` returns them.
    """
    if not name:
        return text("Tried: {turns}", turns=" · ".join(turns))
    return text("**{name}** tried: {turns}", name=name, turns=" · ".join(turns))


def numbered(number: int, moves: str) -> str:
    """Return the text of a turn in a published line, such as `13. E5`."""
    return text("{number}. {moves}", number=number, moves=moves)


def note_at(number: int, note: str) -> str:
    """Return the text of a note on a turn of a published line, after the turn's number."""
    return text("{number}. “{note}”", number=number, note=note)


def more_turns(count: int) -> str:
    return plural("{count} more turn", "{count} more turns", count)


def choice_of_line(name: str, turns: str) -> str:
    """Return the label of a published line in a menu (plain text)."""
    return text("{name}: {turns}", name=name, turns=turns)


def more_lines(count: int) -> str:
    return plural("{count} more line", "{count} more lines", count)


def marked(mark: str) -> str:
    return text("Marked as {mark}.", mark=MARKS[mark]())


def next_move(move: str) -> str:
    """Return the menu label, in plain text, of a move that was tried in the displayed position."""
    return text("Next: {move}", move=move)


def instead(move: str) -> str:
    """Return the menu label, in plain text, of an alternative to the last move on the try-board."""
    return text("Alternative: {move}", move=move)


def play_now_question(move: str, game_id: int) -> str:
    return text(
        "Play **{move}** in game {game_id} now? This is your real move.", move=move, game_id=game_id
    )


def play(move: str) -> str:
    """Return the label of the button that plays a tried move in the game."""
    return text("Play {move}", move=move)


def delete_question(moves: int) -> str:
    return plural(
        "Delete this move, with its note and mark?",
        "Delete this move and everything tried after it, {count} moves in all?",
        moves,
    )


def too_many(most: int) -> str:
    return text(
        "This board is full ({most} moves). Delete moves that you no longer need, then try this "
        "move again.",
        most=most,
    )


def numbers(turns: Sequence[str]) -> str:
    """Return the beginning of a try-board's alternative text: the tried turns with their numbers.

    :param turns: the texts of the turns, such as `1 Black E5`.
    """
    return sentences(NOTHING_PLAYED(), text("Tried turns: {turns}.", turns=enumerated(turns)))
