"""Published lines of moves in a game: a menu below the replay, and the lines as text."""

from collections.abc import Iterator

from bot.messages.component_ids import ComponentId
from bot.messages.game_text import moves_in_capitals
from bot.messages.outgoing_message import LONGEST_LABEL, MAX_OPTIONS, Option, Row, Select
from bot.words import try_board as words
from bot.words.escaping import escape, visible
from rules.comments import Comments, Variation, lines_of
from rules.moves import format_move
from rules.position import Position
from rules.topology import Topology

Line = tuple[Variation, ...]

MOST_LINES = 3  # lines in words below an imported record
MOST_TURNS = 20  # moves of a line in words


def lines_at(comments: Comments, position: Position) -> list[Line]:
    """Return the published lines that begin at a position of the game."""
    begun = comments.variations.get(turn_of(position), ())
    return [line for variation in begun for line in lines_of(variation)]


def line_menu(game_id: int, position: Position, comments: Comments) -> tuple[Row, ...]:
    """Return the row with the menu of published lines at a position; empty if there are none."""
    options = [
        Option(str(number), _label(line, position)[:LONGEST_LABEL])
        for number, line in enumerate(lines_at(comments, position)[:MAX_OPTIONS])
    ]
    if not options:
        return ()
    return (
        (
            Select(
                ComponentId("published-line", game_id, position.ply),
                words.LINES_TRIED(),
                tuple(options),
            ),
        ),
    )


def line_in_words(line: Line, position: Position) -> list[str]:
    """Return a published line and its notes as lines of text, escaped.

    :param position: the position at which the line begins.
    """
    first = turn_of(position) + 1
    notes = [
        words.note_at(first + at, escape(each.note))
        for at, each in enumerate(line[:MOST_TURNS])
        if each.note
    ]
    return [_line_of(escape(line[0].by), line, position), *notes]


def line_as_plain_text(line: Line, position: Position) -> str:
    """Return a published line without its notes, for an alternative text."""
    return _line_of(visible(line[0].by), line, position).replace("*", "")


def _line_of(by: str, line: Line, position: Position) -> str:
    turns = list(_turns(line[:MOST_TURNS], position))
    if len(line) > MOST_TURNS:
        turns.append(words.more_turns(len(line) - MOST_TURNS))
    return words.line_of(by, turns)


def comments_in_words(comments: Comments, position: Position) -> list[str]:
    """Return the note on a position of a record and the lines that begin there, as escaped text."""
    note = comments.notes.get(turn_of(position))
    found = lines_at(comments, position)
    shown = [each for line in found[:MOST_LINES] for each in line_in_words(line, position)]
    left = len(found) - MOST_LINES
    more = [words.more_lines(left)] if left > 0 else []
    return [*([escape(note)] if note else []), *shown, *more]


def lines_within(lines: list[str], room: int) -> list[str]:
    """Return the first lines that fit into `room` characters; the last one may be shortened."""
    shown: list[str] = []
    for line in lines:
        if len(line) > room:
            # no escape may be left without its character
            return [*shown, line[: room - 1].rstrip("\\") + "…"] if room > 0 else shown
        shown.append(line)
        room -= len(line) + 1
    return shown


def _label(line: Line, position: Position) -> str:
    turns = " ".join(_moves(each, position.topology) for each in line)
    by = visible(line[0].by)
    return words.choice_of_line(by, turns) if by else turns


def _turns(line: Line, position: Position) -> Iterator[str]:
    for number, each in enumerate(line, start=turn_of(position) + 1):
        yield words.numbered(number, _moves(each, position.topology))


def _moves(turn: Variation, topology: Topology) -> str:
    return moves_in_capitals(" ".join(format_move(move, topology) for move in turn.moves))


def turn_of(position: Position) -> int:
    """Return the number of the turn that led to a position; 0 at the start."""
    return position.last_turn.number if position.last_turn else 0
