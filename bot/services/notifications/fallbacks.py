"""Letters in place of messages: the message may not ping somebody now, or has no place to go.

Parts of a use case. `hold_back` is asked before a message is sent, `notify_another_way` when it
is given up; both note whom they wrote to, so that nobody is told twice. `mark_undeliverable` is asked when the
channel takes no letter either.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime

from bot.services.challenges.eligibility import is_across_block
from bot.services.clocks.game_clocks import revision_of
from bot.services.notifications.creation import (
    UNDELIVERABLE,
    add_notification,
    games_waiting_for,
    notify_challenger,
)
from bot.services.notifications.kinds import NOTIFICATION_OF, NotificationKind
from bot.services.notifications.settings import NotificationWay
from bot.services.notifications.stored_settings import (
    notification_settings_about,
    notification_settings_of,
    paused_until,
    wants_dm_for_user_install,
)
from bot.services.views import ChallengeStatus, Location
from bot.store.engine.database import Transaction
from bot.store.tables import (
    challenges,
    games,
    interaction_tokens,
    interactions,
    outbox,
    turn_notifications,
)
from bot.store.tables.games import GameRow
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import OutboxKind, Payload
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.turn_notifications import PINGED, WRITTEN, TurnNotificationRow

# by the kind of what is sent without the ping
AFTERWARDS: Mapping[str, NotificationKind] = {
    OutboxKind.CHALLENGE: NotificationKind.CHALLENGED,
    OutboxKind.RESULT: NotificationKind.OVER,
    OutboxKind.UNDO_REQUEST: NotificationKind.UNDO_ASKED,
    OutboxKind.UNDO_DECLINED: NotificationKind.UNDO_REFUSED,
}


async def suppress_pings(
    tx: Transaction, row: OutboxMessage, people: Collection[int], now: datetime
) -> frozenset[int]:
    """Return who of these people the message of a row must not ping; see `NotificationService`."""
    payload = await outbox.payload_of(tx, row)
    held = payload.get("held", [])
    spared = [each for each in people if not await _is_told_at_all(tx, each, row)]
    waiting = []
    for user_id in people:
        if user_id in (*held, *spared):
            continue
        if await paused_until(tx, user_id, now, AFTERWARDS[row.kind]) is not None:
            await _write_later(tx, row, user_id, now)
            waiting.append(user_id)
    if waiting:
        await outbox.change(tx, row, payload={**payload, "held": held + waiting})
    return frozenset([*held, *waiting, *spared])


async def _is_told_at_all(tx: Transaction, user_id: int, row: OutboxMessage) -> bool:
    if (await notification_settings_of(tx, user_id)).way is NotificationWay.NONE:
        return False
    if row.challenge_id is not None:
        challenge = await challenges.find(tx, row.challenge_id)
        by = None if challenge is None else challenge.challenger_id
        return by is None or not await is_across_block(tx, user_id, by)
    return row.game_id is None or not await turn_notifications.is_muted(tx, user_id, row.game_id)


async def _write_later(tx: Transaction, row: OutboxMessage, user_id: int, now: datetime) -> None:
    kind = AFTERWARDS[row.kind]
    if row.challenge_id is not None:
        about = Payload(challenge=row.challenge_id)
        location = (row.location.guild_id, row.location.channel_id)
        await outbox.add(
            tx, outbox.NewOutboxMessage(kind, *location, now, payload=about, user_id=user_id)
        )
    elif row.game_id is not None and not await _is_written_anyway(tx, row, user_id, now):
        game = await games.find(tx, row.game_id)
        assert game is not None, "a game that is told of is kept"
        await add_notification(tx, kind, game, game.players.index(user_id), now)


async def _is_written_anyway(
    tx: Transaction, row: OutboxMessage, user_id: int, now: datetime
) -> bool:
    """Say whether the person gets what the place is told as a letter, too, which waits as well."""
    if not row.user_install or row.kind not in NOTIFICATION_OF:
        return False
    user_install = await wants_dm_for_user_install(tx, user_id, row.location.channel_id)
    return (await notification_settings_of(tx, user_id)).writes(now, user_install=user_install)


async def mark_undeliverable(tx: Transaction, row: OutboxMessage, now: datetime) -> bool:
    """Let a letter whose channel takes nothing go another way; False where there is none.

    By direct message once, to a person who was not to get one anyway, refuses none and wants to be
    told; else, if it is about several games, to the channel of another of them.
    """
    if row.user_id is None:
        return False
    payload = await outbox.payload_of(tx, row)
    return await _write(tx, row, row.user_id, payload, now) or await _move(tx, row, payload)


async def _write(
    tx: Transaction, row: OutboxMessage, to: int, payload: Payload, now: datetime
) -> bool:
    notification_settings = await notification_settings_about(
        tx, to, NotificationKind(row.kind), row.game_id
    )
    user_install = await wants_dm_for_user_install(tx, to, row.location.channel_id)
    refuses = notification_settings.way is NotificationWay.NONE or notification_settings.refused(
        now
    )
    if (
        payload.get("undeliverable")
        or refuses
        or notification_settings.writes(now, user_install=user_install)
    ):
        return False
    await outbox.change(tx, row, payload={**payload, **UNDELIVERABLE})
    return True


async def _move(tx: Transaction, row: OutboxMessage, payload: Payload) -> bool:
    """Return False where each of its games' channels has been tried."""
    tried = [*payload.get("tried", []), row.location.channel_id]
    for location in await _locations_of(tx, row):
        # as a guest, the bot would have to wait for somebody to use it
        if location.channel_id in tried or await interaction_tokens.is_user_install(
            tx, location.channel_id
        ):
            continue
        where = {"guild_id": location.guild_id, "channel_id": location.channel_id}
        await outbox.change(tx, row, **where, payload={**payload, "tried": tried})
        return True
    return False


async def _locations_of(tx: Transaction, row: OutboxMessage) -> list[Location]:
    if row.kind == NotificationKind.DIGEST and row.user_id is not None:
        return [game.location for game in await games_waiting_for(tx, row.user_id)]
    found = [await games.find(tx, game_id) for game_id in row.payload.get("games", ())]
    return [Location(game.guild_id, game.channel_id) for game in found if game is not None]


async def notify_another_way(tx: Transaction, row: OutboxMessage, now: datetime) -> None:
    """Write to those who would have read a row in a place that cannot be written to."""
    if row.kind == OutboxKind.CHALLENGE:
        await _unposted(tx, row, now)
    elif row.kind in INSTEAD and row.game_id is not None:
        game = await games.find(tx, row.game_id)
        assert game is not None, "a game that is told of is kept"
        await INSTEAD[row.kind](tx, row, game, now)


async def _turn(tx: Transaction, row: OutboxMessage, game: GameRow, now: datetime) -> None:
    to = game.mover
    if to is None or game.ply != row.ply:
        return
    told = await turn_notifications.find(tx, game.id, revision_of(game))
    # a letter that was written, or a digest that will be, tells the turn as well
    if told is None or told.state == PINGED:
        await add_notification(
            tx, NotificationKind.UNDELIVERABLE, game, game.players.index(to), now
        )
        await turn_notifications.put(
            tx, TurnNotificationRow(game.id, revision_of(game), to, WRITTEN, now)
        )


async def _written_to(tx: Transaction, row: OutboxMessage) -> list[int]:
    """Return who was not to be disturbed by a row, and so is written to anyway."""
    return (await outbox.payload_of(tx, row)).get("held", [])


async def _result(tx: Transaction, row: OutboxMessage, game: GameRow, now: datetime) -> None:
    spared = (*await _written_to(tx, row), DELETED_USER_ID)
    for seat, user_id in enumerate(game.players):
        if user_id not in spared and not await turn_notifications.is_muted(tx, user_id, game.id):
            await add_notification(tx, NotificationKind.OVER, game, seat, now, **UNDELIVERABLE)


async def _undo_request(tx: Transaction, row: OutboxMessage, game: GameRow, now: datetime) -> None:
    if game.undo_seat is None or game.players[1 - game.undo_seat] in await _written_to(tx, row):
        return
    await add_notification(
        tx, NotificationKind.UNDO_ASKED, game, 1 - game.undo_seat, now, **UNDELIVERABLE
    )


async def _undo_declined(tx: Transaction, row: OutboxMessage, game: GameRow, now: datetime) -> None:
    asker = row.payload["by"]
    if game.players[asker] not in await _written_to(tx, row):
        await add_notification(tx, NotificationKind.UNDO_REFUSED, game, asker, now, **UNDELIVERABLE)


async def _review(tx: Transaction, row: OutboxMessage, game: GameRow, now: datetime) -> None:
    about = Payload({"given_up": row.kind == OutboxKind.REVIEW_GIVEN_UP, **UNDELIVERABLE})
    for user_id in await interactions.find_users(tx, interactions.REVIEW, game.id, game.players):
        seat = game.players.index(user_id)
        await add_notification(tx, NotificationKind.REVIEWED, game, seat, now, **about)


async def _unposted(tx: Transaction, row: OutboxMessage, now: datetime) -> None:
    """Withdraw a challenge that nobody could see, and say so to whoever made it."""
    challenge = await challenges.find(tx, row.challenge_id or 0)
    if challenge is None or challenge.status != ChallengeStatus.OPEN:
        return
    await challenges.close(tx, challenge.id, ChallengeStatus.WITHDRAWN)
    await notify_challenger(tx, NotificationKind.UNPOSTED, challenge, now, **UNDELIVERABLE)


INSTEAD: Mapping[
    str, Callable[[Transaction, OutboxMessage, GameRow, datetime], Awaitable[None]]
] = {
    OutboxKind.TURN: _turn,
    OutboxKind.UNDONE: _turn,
    OutboxKind.RESULT: _result,
    OutboxKind.UNDO_REQUEST: _undo_request,
    OutboxKind.UNDO_DECLINED: _undo_declined,
    OutboxKind.REVIEW: _review,
    OutboxKind.REVIEW_GIVEN_UP: _review,
}
