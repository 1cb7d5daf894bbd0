"""Downloads of a game: its web page and its record."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.messages.game_text import game_line
from bot.messages.outgoing_message import Attachment, OutgoingMessage
from bot.messages.review import read_review
from bot.services.values.view_builder import NO_RESULT
from bot.services.values.views import GameView
from bot.words.endings import won
from bot.words.escaping import name_of
from bot.words.game_page import files_ready, page_in_words, page_ready
from renderer.chances import Chance
from renderer.page.curve import Review, Turning
from renderer.page.document import game_page
from rules.colour import Colour
from rules.comments import Comments
from rules.position import Position
from rules.record import Record, export_json, export_text, positions
from sparring.review import TurningPoint


def page_message(
    game: GameView,
    record: Record,
    comments: Comments,
    stored_review: Mapping[str, Any] | None = None,
) -> OutgoingMessage:
    """Return the private answer with a game's web page; for the parameters see `page_file`."""
    content = f"{page_ready(game.id)}\n{game_line(game)}"
    return OutgoingMessage(content, (page_file(game, record, comments, stored_review),))


def exported(
    game: GameView,
    record: Record,
    comments: Comments,
    stored_review: Mapping[str, Any] | None = None,
) -> OutgoingMessage:
    """Return the answer with a game as a text file, a JSON file and a web page; see `page_file`."""
    return OutgoingMessage(
        files_ready(game.id),
        (
            Attachment(f"game-{game.id}.txt", export_text(record).encode()),
            Attachment(f"game-{game.id}.json", export_json(record).encode()),
            page_file(game, record, comments, stored_review),
        ),
    )


def page_file(
    game: GameView,
    record: Record,
    comments: Comments,
    stored_review: Mapping[str, Any] | None = None,
) -> Attachment:
    """Make the web page of a game as a file of at most 250 kB.

    This takes up to 30 ms and the time to replay the game.

    :param record: the public moves of the game, with names, dates and result, in English.
    :param comments: the comments of the record, in the reader's language.
    :param stored_review: the packed review (`review.read_review`); None if the game has none.
    """
    history = list(positions(record))
    first, second = (name_of(player.name) for player in game.seats)
    review = None if stored_review is None else _review(game, stored_review, history)
    content = game_page(
        record,
        (first, second),
        history=history,
        comments=comments,
        review=review,
        result=_result(game),
    )
    return Attachment(f"game-{game.id}.html", content, page_in_words(first, second))


def _result(game: GameView) -> str:
    """Return how a game ended, in the reader's language.

    It is empty while the game is in progress, and for a result that the board shows.
    """
    shown = game.position.outcome() is not None
    if game.result is None or (shown and game.result.ending not in NO_RESULT):
        return ""
    winner = game.winner
    return game.result.sentence if winner is None else won(winner.name, game.result.sentence)


def _review(
    game: GameView, stored_review: Mapping[str, Any], history: Sequence[Position]
) -> Review:
    """Return a stored review for the web page, with its move numbers replaced by turn numbers."""
    review = read_review(game, stored_review)
    turns = {each.ply: each.last_turn.number if each.last_turn else 0 for each in history}
    chances = {
        turns[point.ply]: Chance(turns[point.ply], point.chance, point.proved)
        for point in review.points
    }
    turning = tuple(Turning(turns[one.ply + 1], *_for_black(one)) for one in review.turning_points)
    return Review(tuple(chances.values()), turning)


def _for_black(one: TurningPoint) -> tuple[float, float]:
    if one.by is Colour.BLACK:
        return one.before, one.after
    return 1 - one.before, 1 - one.after
