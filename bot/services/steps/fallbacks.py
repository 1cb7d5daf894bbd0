"""Letters in place of messages: the message may not ping somebody now, or has no place to go.

Parts of a use case. `hold_back` is asked before a message is sent, `tell_in_another_way` when it
is given up; both note whom they wrote to, so that nobody is told twice. `strand` is asked when the
channel takes no letter either.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime

from bot.services.letter_kinds import OF_PLACE, LetterKind
from bot.services.rows import OutboxRow
from bot.services.steps.inviting import is_across_block
from bot.services.steps.stored_wishes import (
    waits_until,
    wishes_about,
    wishes_of,
    writes_outside,
)
from bot.services.steps.timing import stamp_of
from bot.services.steps.writing import (
    STRANDED,
    games_waiting_for,
    post_letter,
    write_to_challenger,
)
from bot.services.views import ChallengeStatus, Place
from bot.services.wishes import Way
from bot.store import challenges, games, interactions, notices, outbox, voices
from bot.store.database import Transaction
from bot.store.games import GameRow
from bot.store.kinds import Payload, RowKind
from bot.store.notices import PINGED, WRITTEN, NoticeRow
from bot.store.players import STAND_IN

# by the kind of what is sent without the ping
AFTERWARDS: Mapping[str, LetterKind] = {
    RowKind.CHALLENGE: LetterKind.CHALLENGED,
    RowKind.RESULT: LetterKind.OVER,
    RowKind.UNDO_REQUEST: LetterKind.UNDO_ASKED,
    RowKind.UNDO_DECLINED: LetterKind.UNDO_REFUSED,
}


async def hold_back(
    tx: Transaction, row: OutboxRow, people: Collection[int], now: datetime
) -> frozenset[int]:
    """Return who of these people the message of a row must not ping; see `NoticeService`."""
    payload = await outbox.payload_of(tx, row)
    held = payload.get("held", [])
    spared = [each for each in people if not await _is_told_at_all(tx, each, row)]
    waiting = []
    for user_id in people:
        if user_id in (*held, *spared):
            continue
        if await waits_until(tx, user_id, now, AFTERWARDS[row.kind]) is not None:
            await _write_later(tx, row, user_id, now)
            waiting.append(user_id)
    if waiting:
        await outbox.change(tx, row, payload={**payload, "held": held + waiting})
    return frozenset([*held, *waiting, *spared])


async def _is_told_at_all(tx: Transaction, user_id: int, row: OutboxRow) -> bool:
    if (await wishes_of(tx, user_id)).way is Way.NONE:
        return False
    if row.challenge_id is not None:
        challenge = await challenges.find(tx, row.challenge_id)
        by = None if challenge is None else challenge.challenger_id
        return by is None or not await is_across_block(tx, user_id, by)
    return row.game_id is None or not await notices.is_muted(tx, user_id, row.game_id)


async def _write_later(tx: Transaction, row: OutboxRow, user_id: int, now: datetime) -> None:
    kind = AFTERWARDS[row.kind]
    if row.challenge_id is not None:
        about = Payload(challenge=row.challenge_id)
        place = (row.place.guild_id, row.place.channel_id)
        await outbox.add(tx, outbox.NewRow(kind, *place, now, payload=about, user_id=user_id))
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


async def strand(tx: Transaction, row: OutboxRow, now: datetime) -> bool:
    """Let a letter whose channel takes nothing go another way; False where there is none.

    By direct message once, to a person who was not to get one anyway, refuses none and wants to be
    told; else, if it is about several games, to the channel of another of them.
    """
    if row.user_id is None:
        return False
    payload = await outbox.payload_of(tx, row)
    return await _write(tx, row, row.user_id, payload, now) or await _move(tx, row, payload)


async def _write(tx: Transaction, row: OutboxRow, to: int, payload: Payload, now: datetime) -> bool:
    wishes = await wishes_about(tx, to, LetterKind(row.kind), row.game_id)
    outside = await writes_outside(tx, to, row.place.channel_id)
    refuses = wishes.way is Way.NONE or wishes.refused(now)
    if payload.get("stranded") or refuses or wishes.writes(now, outside=outside):
        return False
    await outbox.change(tx, row, payload={**payload, **STRANDED})
    return True


async def _move(tx: Transaction, row: OutboxRow, payload: Payload) -> bool:
    """Return False where each of its games' channels has been tried."""
    tried = [*payload.get("tried", []), row.place.channel_id]
    for place in await _places_of(tx, row):
        # as a guest, the bot would have to wait for somebody to use it
        if place.channel_id in tried or await voices.is_outside(tx, place.channel_id):
            continue
        where = {"guild_id": place.guild_id, "channel_id": place.channel_id}
        await outbox.change(tx, row, **where, payload={**payload, "tried": tried})
        return True
    return False


async def _places_of(tx: Transaction, row: OutboxRow) -> list[Place]:
    if row.kind == LetterKind.DIGEST and row.user_id is not None:
        return [game.place for game in await games_waiting_for(tx, row.user_id)]
    found = [await games.find(tx, game_id) for game_id in row.payload.get("games", ())]
    return [Place(game.guild_id, game.channel_id) for game in found if game is not None]


async def tell_in_another_way(tx: Transaction, row: OutboxRow, now: datetime) -> None:
    """Write to those who would have read a row in a place that cannot be written to."""
    if row.kind == RowKind.CHALLENGE:
        await _unposted(tx, row, now)
    elif row.kind in INSTEAD and row.game_id is not None:
        game = await games.find(tx, row.game_id)
        assert game is not None, "a game that is told of is kept"
        await INSTEAD[row.kind](tx, row, game, now)


async def _turn(tx: Transaction, row: OutboxRow, game: GameRow, now: datetime) -> None:
    to = game.mover
    if to is None or game.ply != row.ply:
        return
    told = await notices.find(tx, game.id, stamp_of(game))
    # a letter that was written, or a digest that will be, tells the turn as well
    if told is None or told.state == PINGED:
        await post_letter(tx, LetterKind.STRANDED, game, game.players.index(to), now)
        await notices.put(tx, NoticeRow(game.id, stamp_of(game), to, WRITTEN, now))


async def _written_to(tx: Transaction, row: OutboxRow) -> list[int]:
    """Return who was not to be disturbed by a row, and so is written to anyway."""
    return (await outbox.payload_of(tx, row)).get("held", [])


async def _result(tx: Transaction, row: OutboxRow, game: GameRow, now: datetime) -> None:
    spared = (*await _written_to(tx, row), STAND_IN)
    for seat, user_id in enumerate(game.players):
        if user_id not in spared and not await notices.is_muted(tx, user_id, game.id):
            await post_letter(tx, LetterKind.OVER, game, seat, now, **STRANDED)


async def _undo_request(tx: Transaction, row: OutboxRow, game: GameRow, now: datetime) -> None:
    if game.undo_seat is None or game.players[1 - game.undo_seat] in await _written_to(tx, row):
        return
    await post_letter(tx, LetterKind.UNDO_ASKED, game, 1 - game.undo_seat, now, **STRANDED)


async def _undo_declined(tx: Transaction, row: OutboxRow, game: GameRow, now: datetime) -> None:
    asker = row.payload["by"]
    if game.players[asker] not in await _written_to(tx, row):
        await post_letter(tx, LetterKind.UNDO_REFUSED, game, asker, now, **STRANDED)


async def _review(tx: Transaction, row: OutboxRow, game: GameRow, now: datetime) -> None:
    about = Payload({"given_up": row.kind == RowKind.REVIEW_GIVEN_UP, **STRANDED})
    for user_id in await interactions.who(tx, interactions.LOOK_BACK, game.id, game.players):
        seat = game.players.index(user_id)
        await post_letter(tx, LetterKind.REVIEWED, game, seat, now, **about)


async def _unposted(tx: Transaction, row: OutboxRow, now: datetime) -> None:
    """Withdraw a challenge that nobody could see, and say so to whoever made it."""
    challenge = await challenges.find(tx, row.challenge_id or 0)
    if challenge is None or challenge.status != ChallengeStatus.OPEN:
        return
    await challenges.close(tx, challenge.id, ChallengeStatus.WITHDRAWN)
    await write_to_challenger(tx, LetterKind.UNPOSTED, challenge, now, **STRANDED)


INSTEAD: Mapping[str, Callable[[Transaction, OutboxRow, GameRow, datetime], Awaitable[None]]] = {
    RowKind.TURN: _turn,
    RowKind.UNDONE: _turn,
    RowKind.RESULT: _result,
    RowKind.UNDO_REQUEST: _undo_request,
    RowKind.UNDO_DECLINED: _undo_declined,
    RowKind.REVIEW: _review,
    RowKind.REVIEW_GIVEN_UP: _review,
}
