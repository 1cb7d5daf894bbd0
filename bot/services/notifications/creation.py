"""Writing letters: rows of the outbox for one person, and the games that they name."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Unpack

from bot.services.clocks.game_clocks import revision_of
from bot.services.notifications.kinds import NOTIFICATION_OF, NotificationKind
from bot.services.notifications.notification import Proposed, Waiting
from bot.services.view_builder import seats
from bot.services.views import Location, Player
from bot.store.engine.database import Transaction
from bot.store.tables import (
    challenges,
    clocks,
    game_lists,
    interaction_tokens,
    outbox,
    outbox_queries,
    players,
    servers,
    turn_notifications,
)
from bot.store.tables.challenges import ChallengeRow
from bot.store.tables.games import GameRow
from bot.store.tables.outbox_kinds import OutboxKind, Payload
from bot.store.tables.revisions import ply_of
from bot.store.tables.turn_notifications import TurnNotificationRow

UNDELIVERABLE = Payload(undeliverable=True)  # in letters whose place cannot be written to


async def add_notification(
    tx: Transaction,
    kind: NotificationKind,
    game: GameRow,
    seat: int,
    at: datetime,
    **payload: Unpack[Payload],
) -> None:
    """Let a player of a game be told something about it; the bot itself needs no letters."""
    if seat == game.engine_seat:
        return
    to, carried = game.players[seat], Payload({"revision": revision_of(game), **payload})
    await outbox.add(
        tx,
        outbox.NewOutboxMessage(
            kind, game.guild_id, game.channel_id, at, game.id, payload=carried, user_id=to
        ),
    )


async def add_notifications_for(
    tx: Transaction, kind: OutboxKind, game: GameRow, at: datetime, **payload: Unpack[Payload]
) -> None:
    """Write to players what cannot be posted for long in a place of which the bot is no member."""
    notification = NOTIFICATION_OF.get(kind)
    if notification is not None and await interaction_tokens.is_user_install(tx, game.channel_id):
        for seat in _concerned(notification, game, payload):
            await add_notification(tx, notification, game, seat, at, **payload)


def _concerned(kind: NotificationKind, game: GameRow, payload: Payload) -> tuple[int, ...]:
    if kind is NotificationKind.UNDO_REQUEST and game.undo_seat is not None:
        return (1 - game.undo_seat,)
    return (payload["by"],) if kind is NotificationKind.UNDO_DECLINED else (0, 1)


async def notify_challenger(
    tx: Transaction,
    kind: NotificationKind,
    row: ChallengeRow,
    at: datetime,
    **payload: Unpack[Payload],
) -> None:
    """Let whoever made a challenge be told what became of it."""
    about = Payload({"challenge": row.id, **payload})
    new = outbox.NewOutboxMessage(
        kind, row.guild_id, row.channel_id, at, payload=about, user_id=row.challenger_id
    )
    await outbox.add(tx, new)


async def find_subject(
    tx: Transaction, kind: NotificationKind, payload: Payload
) -> tuple[Player | None, Proposed | None]:
    """Return who is away, challenges, or was challenged, by the name of today; and to what.

    Rows name nobody: people may be called otherwise, or be gone, when a letter has waited.
    """
    if kind is NotificationKind.AWAY:
        name = await players.known_name(tx, payload["who"])
        return Player(payload["who"], name or players.DELETED_USER_NAME), None
    if "challenge" not in payload:
        return None, None
    challenge = await challenges.find(tx, payload["challenge"])
    assert challenge is not None, "a challenge that is told of is kept"
    to_what = Proposed(challenge.game_key, int(challenge.options["size"]))
    if kind is NotificationKind.CHALLENGED:
        return Player(challenge.challenger_id, challenge.challenger_name), to_what
    if challenge.opponent_id is None:
        return None, to_what
    return Player(challenge.opponent_id, challenge.opponent_name or ""), to_what


async def without_unreachable_message(tx: Transaction, row: GameRow) -> GameRow:
    """Return a game without its last message if that is in a server that the bot had to leave.

    The board is not posted there any more. Games that guests began there later are shown there.
    """
    if row.turn_message_id is None or row.guild_id is None:
        return row
    left_at = await servers.left_at(tx, row.guild_id)
    gone = left_at is not None and left_at >= row.created_at
    return replace(row, turn_message_id=None) if gone else row


async def waiting_game(tx: Transaction, row: GameRow, user_id: int) -> Waiting:
    """Show a game in a letter to one of its players."""
    row = await without_unreachable_message(tx, row)
    clock = await clocks.find(tx, row.id)
    ends_at = None
    if clock is not None and clock.since is not None:
        ends_at = clock.since + (clock.left1 if clock.seat else clock.left0)
    return Waiting(
        id=row.id,
        # nobody but the mover has seen half a turn, which may be taken back
        revision=revision_of(row) if user_id == row.mover else row.turn_revision,
        game_key=row.game_key,
        size=int(row.options["size"]),
        opponent=seats(row)[1 - row.players.index(user_id)],
        location=Location(row.guild_id, row.channel_id),
        turn_message_id=row.turn_message_id,
        ends_at=ends_at,
    )


async def games_waiting_for(tx: Transaction, user_id: int) -> tuple[Waiting, ...]:
    """Return the games that wait for a person and are not muted, the most urgent first."""
    rows = [
        row for row in await game_lists.find_running(tx, user_id) if row.seat_to_move is not None
    ]
    mine = [row for row in rows if row.seat_of(user_id) == row.seat_to_move]
    found = [
        await waiting_game(tx, row, user_id)
        for row in mine
        if not await turn_notifications.is_muted(tx, user_id, row.id)
    ]
    return tuple(sorted(found, key=_urgency))


async def mark_notified(
    tx: Transaction, person: int, named: Iterable[Waiting], now: datetime
) -> None:
    """Note what a digest names before its own message or letter has come: those tell no more."""
    for game in named:
        told = await turn_notifications.find(tx, game.id, game.revision)
        if told is None or await _still_waits(tx, told):
            row = TurnNotificationRow(
                game.id, game.revision, person, turn_notifications.DIGESTED, now
            )
            await turn_notifications.put(tx, row)


async def _still_waits(tx: Transaction, told: TurnNotificationRow) -> bool:
    """Say whether that by which a turn was to be told has not been sent yet."""
    if told.state == turn_notifications.PINGED:
        return await outbox_queries.is_turn_waiting(tx, told.game_id, ply_of(told.revision))
    if told.state != turn_notifications.WRITTEN:
        return False
    by = (NotificationKind.TURN, NotificationKind.UNDELIVERABLE)
    waiting = [
        await outbox_queries.is_notification_waiting(tx, told.user_id, kind, told.game_id)
        for kind in by
    ]
    return any(waiting)


def _urgency(game: Waiting) -> tuple[bool, float, int]:
    if game.ends_at is None:
        return True, 0.0, game.id
    return False, game.ends_at.timestamp(), game.id
