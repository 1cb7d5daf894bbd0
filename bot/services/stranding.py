"""What a place can no longer be told is told its people in another way: parts of a use case."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

from bot.services.letters import STRANDED, LetterKind, post_letter
from bot.services.outbox import OutboxRow
from bot.services.timing import stamp_of
from bot.services.views import HELD, ChallengeStatus
from bot.store import challenges, games, notices, outbox
from bot.store.database import Transaction
from bot.store.games import GameRow
from bot.store.kinds import RowKind
from bot.store.notices import PINGED, WRITTEN, NoticeRow
from bot.store.players import STAND_IN


async def tell_in_another_way(tx: Transaction, row: OutboxRow, now: datetime) -> None:
    """Write to those who would have read a row in a place that cannot be written to."""
    if row.kind == RowKind.CHALLENGE:
        await _unposted(tx, row, now)
    elif row.kind in OF_GAMES and row.game_id is not None:
        game = await games.find(tx, row.game_id)
        assert game is not None, "a game that is told of is kept"
        await OF_GAMES[row.kind](tx, row, game, now)


async def _turn(tx: Transaction, row: OutboxRow, game: GameRow, now: datetime) -> None:
    to = game.mover
    if to is None or game.ply != row.ply:
        return
    told = await notices.find(tx, game.id, stamp_of(game))
    # a letter that was written, or a digest that will be, tells the turn as well
    if told is None or told.state == PINGED:
        await post_letter(tx, LetterKind.STRANDED, game, game.players.index(to), now)
        await notices.put(tx, NoticeRow(game.id, stamp_of(game), to, WRITTEN, now))


async def _result(tx: Transaction, row: OutboxRow, game: GameRow, now: datetime) -> None:
    # who was not to be disturbed is written to anyway
    written = (await outbox.payload_of(tx, row.id)).get(HELD, [])
    spared = (*written, STAND_IN)
    for seat, user_id in enumerate(game.players):
        if user_id not in spared and not await notices.is_muted(tx, user_id, game.id):
            await post_letter(tx, LetterKind.OVER, game, seat, now, **STRANDED)


async def _undo_request(tx: Transaction, row: OutboxRow, game: GameRow, now: datetime) -> None:
    written = (await outbox.payload_of(tx, row.id)).get(HELD, [])
    if game.undo_seat is None or game.players[1 - game.undo_seat] in written:
        return
    await post_letter(tx, LetterKind.UNDO_ASKED, game, 1 - game.undo_seat, now, **STRANDED)


async def _unposted(tx: Transaction, row: OutboxRow, now: datetime) -> None:
    """Withdraw a challenge that nobody could see, and say so to whoever made it."""
    challenge = await challenges.find(tx, row.challenge_id or 0)
    if challenge is None or challenge.status != ChallengeStatus.OPEN:
        return
    await challenges.close(tx, challenge.id, ChallengeStatus.WITHDRAWN)
    facts = {"challenge": challenge.id, **STRANDED}
    place = (row.place.guild_id, row.place.channel_id)
    to = challenge.challenger_id
    await outbox.add(tx, outbox.NewRow(LetterKind.UNPOSTED, *place, now, payload=facts, user_id=to))


OF_GAMES: Mapping[str, Callable[[Transaction, OutboxRow, GameRow, datetime], Awaitable[None]]] = {
    RowKind.TURN: _turn,
    RowKind.UNDONE: _turn,
    RowKind.RESULT: _result,
    RowKind.UNDO_REQUEST: _undo_request,
}
