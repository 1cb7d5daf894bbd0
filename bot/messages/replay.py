"""Replays of games: step by step, as an animation, and imported records."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from bot.errors.refusals import PlayerError
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.game_controls import try_button
from bot.messages.game_text import action, ending, game_line, header
from bot.messages.games_in_file import RECORD_FILE, games_in_file, more_games, page_of
from bot.messages.message_draft import (
    PUBLIC,
    BoardImage,
    DisplaySettings,
    MessageDraft,
    ReplayAnimation,
    Viewer,
    make_board_image,
)
from bot.messages.outgoing_message import MAX_CONTENT, Attachment, Button, Option, Row, Select
from bot.messages.variations import comments_in_words, line_menu, lines_within, turn_of
from bot.services.values.views import GameStatus, GameView
from bot.words import endings, labels, moves, refusals
from bot.words.escaping import escape, name_of, visible
from bot.words.game_page import PAGE
from bot.words.translation import translated
from renderer.scene import seated
from renderer.words import BLACK, WHITE
from rules.abstract_play import SeveralGames
from rules.comments import Comments
from rules.endings import why_over
from rules.position import Outcome, Position
from rules.record import Record, RecordError, positions
from rules.record_formats import import_record
from rules.registry import find_game

NO_COMMENTS = Comments()
FIRST_SENTENCE = re.compile(r"(.+?)(?:[:.] |[。\uff1a])(.+)")
LONGEST_FILE = 300_000  # bytes; the longest game has a few thousand, and variations need more


class BadRecord(PlayerError):  # noqa: N818 - reads as the others in bot.errors
    """Refusal of an uploaded file that contains no record, or a record that breaks the rules."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

    @property
    def sentence(self) -> str:
        return refusals.bad_record(self.why)


def step(
    game: GameView,
    viewer: Viewer,
    ply: int | None = None,
    comments: Comments = NO_COMMENTS,
    note: str = "",
) -> MessageDraft:
    """Return the message of a replay that shows the start of a game or the board after a turn.

    :param ply: a number of moves; the turn is the last one completed by then. None means the last
        turn of the game.
    :param comments: the published lines of the game.
    :param note: a line about the latest action.
    """
    ends = turn_ends(game)
    current = max((number for number, each in enumerate(ends) if ply is None or each.ply <= ply))
    position = ends[current]
    then = game if current == len(ends) - 1 else game_at(game, position)
    result = [ending(then)] if then.result is not None else []
    said = comments.notes.get(turn_of(position))
    lines = [
        *([note] if note else []),
        *result,
        *action(then, position),
        *([escape(said)] if said else []),
        moves.step(current, len(ends) - 1),
        game_line(then),
    ]
    at_end = current == len(ends) - 1
    rows: list[Row] = [
        tuple(_step_buttons(game, ends, current)),
        (try_button(game, None if at_end else position.ply),),
        *(((_whole_game_menu(game),),) if len(ends) > 1 else ()),
        *line_menu(game.id, position, comments),
    ]
    shown = make_board_image(then, position, viewer.display_settings, moves.all_moves(game.id))
    return MessageDraft("\n".join(lines), shown, rows=tuple(rows))


def _whole_game_menu(game: GameView) -> Select:
    """Return the menu from which the reader chooses a file with the whole game."""
    labelled = {"gif": labels.REPLAY_ANIMATION, "page": PAGE}
    options = tuple(Option(value, label()) for value, label in labelled.items())
    return Select(ComponentId("whole-game", game.id), labels.WHOLE_GAME(), options)


def replay_message(game: GameView, viewer: Viewer) -> MessageDraft:
    """Return the message with the animation of a game, in the viewer's theme."""
    return MessageDraft(
        game_line(game), replay_animation=make_replay_animation(game, viewer.display_settings)
    )


def make_replay_animation(
    game: GameView, display_settings: DisplaySettings = PUBLIC
) -> ReplayAnimation:
    """Return the animation of a game, without the stones of an unfinished turn."""
    first, second = (player.name for player in game.seats)
    shown = header(game)
    return ReplayAnimation(
        f"game-{game.id}.gif",
        public_record(game),
        (first, second),
        shown.result,
        shown.reason,
        shown.closed,
        display_settings,
        moves.all_moves(game.id),
    )


def imported(content: bytes, viewer: Viewer) -> MessageDraft:
    """Return the game of an uploaded record: the final position and an animation.

    For a file with several games it is their menu.

    :raises BadRecord: when the file is not a valid record; the error has the reason.
    """
    try:
        record = read_record(content)
    except SeveralGames as found:
        return games_in_file(found, content)
    draft = _step_of(record, content, viewer)
    seats = _seats(record)
    assert draft.board_image is not None, "every step has a picture"
    shown = draft.board_image.header
    animation = ReplayAnimation(
        "record.gif",
        record,
        seats,
        shown.result,
        shown.reason,
        shown.closed,
        viewer.display_settings,
    )
    return replace(draft, replay_animation=animation)


def imported_step(
    content: bytes, viewer: Viewer, turn: int | None = None, number: int = 0
) -> MessageDraft:
    """Return the game of an uploaded record after a turn; the file is attached for the next step.

    :param turn: the number of the turn, 0 at the start; None or a larger number means the end.
    :param number: the number of the game in the file, from 1; 0 for a file with a single game.
    :raises BadRecord: when the file is not a valid record; the error has the reason.
    """
    try:
        record = read_record(content, number or None)
    except SeveralGames as found:
        return games_in_file(found, content)
    return _step_of(record, content, viewer, turn, number)


def imported_games(content: bytes, page: int = 0, number: int = 0) -> MessageDraft:
    """Return the menu of the games in an uploaded file.

    :param page: counted from 0.
    :param number: the number of a game in the file, from 1, to show its page instead; 0 for none.
    :raises OldComponent: when the file does not have several games.
    """
    try:
        read_record(content)
    except SeveralGames as found:
        return games_in_file(found, content, page_of(found, number) if number else page)
    raise OldComponent


def _step_of(
    record: Record, content: bytes, viewer: Viewer, turn: int | None = None, number: int = 0
) -> MessageDraft:
    ends = list(_ends(list(positions(record))))
    last = len(ends) - 1
    current = last if turn is None else min(turn, last)
    position = ends[current]
    text, result = _result_of(record, ends[-1]) if current == last else ("", None)
    game = find_game(record.ruleset.game, record.ruleset.version)
    line = moves.imported(game.name, position.topology.size, last, text)
    steps = [moves.step(current, last)] if last else []
    above = [line, *steps]
    said = lines_within(comments_in_words(record.comments, position), _length_left(above))
    return MessageDraft(
        "\n".join([*above, *said]),
        BoardImage(
            "record.png",
            position,
            seated(position, _seats(record), *_title_and_reason(result, _seats(record))),
            display_settings=viewer.display_settings,
        ),
        rows=(
            *((tuple(_imported_step_buttons(current, last, number)),) if last else ()),
            *more_games(number),
        ),
        files=(Attachment(RECORD_FILE, content),),
    )


def _length_left(lines: list[str]) -> int:
    """Return how many characters of a message are left after these lines."""
    return MAX_CONTENT - sum(len(each) + 1 for each in lines)


def _seats(record: Record) -> tuple[str, str]:
    """Return the players' names in seats 0 and 1; a missing one is empty."""
    first, second = (
        name_of(name) if name else "" for name in (record.details.first, record.details.second)
    )
    return first, second


def _result_of(record: Record, last: Position) -> tuple[str, str | None]:
    """Return a record's result as text, and the result for the header of its picture.

    The second is None if the last position shows the outcome itself, or if the result is unknown.
    """
    outcome = last.outcome()
    if outcome is None:
        details = record.details
        said = endings.read_result(details.result, details.first, details.second)
        result = visible(said) or None
        return escape(result or ""), result
    return _ended(record, last, outcome), None


def _title_and_reason(
    result: str | None, names: tuple[str, str] = ("", "")
) -> tuple[str | None, str]:
    """Split the result of a record, such as “Ann wins. Ben resigned.”, after its first sentence.

    :param names: names at the beginning of a result, in which no sentence ends.
    """
    said = result or ""
    name = max((each for each in names if said.startswith(each)), key=len, default="")
    parts = FIRST_SENTENCE.fullmatch(said, len(name))
    return (name + parts[1], parts[2]) if parts else (result, "")


def _imported_step_buttons(current: int, last: int, number: int) -> Iterator[Button]:
    for name, turn in _targets(current, last).items():
        id_ = ComponentId("import-step", number, min(max(turn, 0), last), name)
        nowhere = turn == current or not 0 <= turn <= last
        yield Button(id_, labels.STEPS[name](), disabled=nowhere)


def _targets(current: int, last: int) -> dict[str, int]:
    """Return, by the name of each button of a replay, the number of the turn that it shows.

    At the start and at the end of a game, some of these turns do not exist.
    """
    return {"first": 0, "back": current - 1, "forward": current + 1, "last": last}


def _ended(record: Record, position: Position, outcome: Outcome) -> str:
    if outcome.winner is None:
        return moves.result_line(translated(outcome.ending.sentence), None)
    known = seated(position, _seats(record))
    black, white = escape(known.black), escape(known.white)
    names = black or BLACK(), white or WHITE()
    why = translated(why_over(position, names[outcome.winner], names[outcome.winner.other]))
    winner = (black, white)[outcome.winner]
    if not winner:
        return moves.colour_wins(why, names[outcome.winner])
    return moves.result_line(why, winner)


def read_record(content: bytes, number: int | None = None) -> Record:
    """Parse a record in any format that /import accepts.

    :param number: the number of the game in a list, from 1; None if the file is no list.
    :raises SeveralGames: when the file is a list of games, and none of them was chosen.
    :raises BadRecord: when the file is too large or malformed, or a move is illegal.
    """
    if len(content) > LONGEST_FILE:
        raise BadRecord(refusals.FILE_TOO_LARGE())
    text = content.decode("utf-8", "replace")
    try:
        return import_record(text, number)
    except SeveralGames:
        raise
    except RecordError as error:
        raise BadRecord(translated(error.args[0])) from None


def public_record(game: GameView) -> Record:
    """Return a game's record without stones of an unfinished turn, which only the mover may see."""
    return replace(game.record, moves=game.record.moves[: game.turn_ply])


def turn_ends(game: GameView) -> list[Position]:
    """Return the initial position and the public position after each turn."""
    return list(_ends(list(positions(public_record(game)))))


def _ends(history: list[Position]) -> Iterator[Position]:
    yield history[0]
    for before, after in pairwise(history):
        if before.turn != after.turn or after is history[-1]:
            yield after


def game_at(game: GameView, position: Position) -> GameView:
    """Return a game as it was at an earlier position: in progress, with the colours of that ply.

    The colours differ from the current ones if a player has swapped or chosen since.
    """
    return replace(
        game, position=position, turn_ply=position.ply, status=GameStatus.RUNNING, result=None
    )


def _step_buttons(game: GameView, ends: list[Position], current: int) -> Iterator[Button]:
    last = len(ends) - 1
    for name, number in _targets(current, last).items():
        ply = ends[min(max(number, 0), last)].ply
        # a name keeps ids unique if two buttons lead to the same ply
        id_ = ComponentId("step", game.id, ply, name)
        nowhere = number == current or not 0 <= number <= last
        yield Button(id_, labels.STEPS[name](), disabled=nowhere)
