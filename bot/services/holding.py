"""Who must not be disturbed by a message is told by a letter afterwards: parts of a use case."""

from collections.abc import Collection, Mapping
from datetime import datetime

from bot.services.letters import OF_PLACE, LetterKind, post_letter
from bot.services.outbox import OutboxRow
from bot.services.telling import Way
from bot.services.views import HELD
from bot.services.wishes import waits_until, wishes_of, writes_outside
from bot.store import games, notices, outbox
from bot.store.database import Transaction
from bot.store.kinds import RowKind

# by the kind of what is sent without the ping
AFTERWARDS: Mapping[str, LetterKind] = {
    RowKind.CHALLENGE: LetterKind.CHALLENGED,
    RowKind.RESULT: LetterKind.OVER,
    RowKind.UNDO_REQUEST: LetterKind.UNDO_ASKED,
}


async def hold_back(
    tx: Transaction, row: OutboxRow, people: Collection[int], now: datetime
) -> frozenset[int]:
    """Return who of these people the message of a row must not ping; see `NoticeService`."""
    facts = await outbox.payload_of(tx, row.id)
    held: list[int] = facts.get(HELD, [])
    spared = [each for each in people if not await _hears(tx, each, row.game_id)]
    waiting = []
    for user_id in people:
        if user_id in (*held, *spared):
            continue
        if await waits_until(tx, user_id, now, AFTERWARDS[row.kind]) is not None:
            await _write_later(tx, row, user_id, now)
            waiting.append(user_id)
    if waiting:
        await outbox.change(tx, row.id, payload=facts | {HELD: held + waiting})
    return frozenset([*held, *waiting, *spared])


async def _hears(tx: Transaction, user_id: int, game_id: int | None) -> bool:
    if (await wishes_of(tx, user_id)).way is Way.NONE:
        return False
    return game_id is None or not await notices.is_muted(tx, user_id, game_id)


async def _write_later(tx: Transaction, row: OutboxRow, user_id: int, now: datetime) -> None:
    kind = AFTERWARDS[row.kind]
    if row.challenge_id is not None:
        facts = {"challenge": row.challenge_id}
        place = (row.place.guild_id, row.place.channel_id)
        await outbox.add(tx, outbox.NewRow(kind, *place, now, payload=facts, user_id=user_id))
    elif row.game_id is not None and not await _is_written_anyway(tx, row, user_id, now):
        game = await games.find(tx, row.game_id)
        assert game is not None, "a game that is told of is kept"
        await post_letter(tx, kind, game, game.players.index(user_id), now)


async def _is_written_anyway(tx: Transaction, row: OutboxRow, user_id: int, now: datetime) -> bool:
    """Say whether the person gets what the place is told as a letter, too, which waits as well."""
    if not row.outside or row.kind not in OF_PLACE:
        return False
    outside = await writes_outside(tx, user_id, row.place.channel_id)
    return (await wishes_of(tx, user_id)).writes(now, outside=outside)
