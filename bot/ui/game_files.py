"""Files of a game for one person: its web page, or all files of an export."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.context.request import Request
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.pictures import LONG_DRAWING_COST
from bot.services.values.views import GameView
from rules.comments import Comments
from rules.record import Record

MakeFiles = Callable[[GameView, Record, Comments, Mapping[str, Any] | None], OutgoingMessage]


async def make_game_files(request: Request, make: MakeFiles, game_id: int) -> OutgoingMessage:
    """Return the private answer with a game's files, made in the worker thread for long drawings.

    :param make: `page_message` or `exported`.
    :raises NoSuchGame: when no game has that number, or the person may not see it.
    :raises TooFast: when the user is over the rate limit for pictures.
    """
    request.pictures.charge(LONG_DRAWING_COST)
    game = await request.services.games.get_visible(request.actor, game_id)
    record = await request.services.history.get_record(game.id)
    comments = await request.services.published_lines.comments(request.actor, game.id)
    stored_review = await request.services.reviews.get(game.id)
    return await request.pictures.run_long(make, game, record, comments, stored_review)
