"""Creation of notifications: outbox messages for one person, and the games they name."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.services.steps.challenge_views import shown_challenge
from bot.services.steps.game_clocks import present_clock, revision_of
from bot.services.values.clocks.clock import Clock
from bot.services.values.notifications.notification import ProposedGame, WaitingGame
from bot.services.values.view_builder import seats
from bot.services.values.views import Location, Player
from bot.store.engine.database import Transaction
from bot.store.tables import (
    challenges,
    clocks,
    game_lists,
    leagues,
    outbox,
    outbox_queries,
    players,
    servers,
    turn_notifications,
    user_install_channels,
)
from bot.store.tables.challenges import ChallengeRow
from bot.store.tables.daily import DailyChannel
from bot.store.tables.games import GameRow
from bot.store.tables.notification_kinds import NOTIFICATION_OF, NotificationKind
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind
from bot.store.tables.payloads import (
    Away,
    OfChallenge,
    OfGame,
    OfLeague,
    OfTurn,
    Payload,
    Personal,
    Refusal,
    RefusalOfGame,
    TurnBegun,
    Undone,
)
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.revisions import ply_of
from bot.store.tables.turn_notifications import TurnNotificationRow
from bot.store.tables.week import WeekChannel
from bot.words import endings


async def add_notification(
    tx: Transaction,
    kind: NotificationKind,
    game: GameRow,
    seat: int,
    at: datetime,
    payload: OfGame | None = None,
) -> None:
    """Add a notification for a player of a game; do nothing for the engine.

    :param payload: None for a payload with the game's present position, and with the number of the
        present turn if the kind of notification needs it.
    """
    if seat == game.engine_seat:
        return
    to, contents = game.players[seat], payload or _position(kind, game)
    await outbox.add(
        tx,
        outbox.NewOutboxMessage(
            kind, game.guild_id, game.channel_id, at, game.id, payload=contents, user_id=to
        ),
    )


def _position(kind: NotificationKind, game: GameRow) -> OfGame:
    if issubclass(kind.family, OfTurn):
        return OfTurn(revision=revision_of(game), turn=game.turn)
    return OfGame(revision=revision_of(game))


async def is_still_to_be_sent(
    tx: Transaction, kind: NotificationKind, game: GameRow, seat: int
) -> bool:
    """Return whether a player's notification of a kind about the current turn is still to be sent.

    It may have been added before a vacation.
    """
    notifications = await outbox_queries.find_notifications(
        tx, game.players[seat], kind, OfTurn, game.id
    )
    current = [each for waits, each in notifications if waits and each.turn == game.turn]
    return any(each.revision >= game.turn_revision for each in current)


async def add_notifications_for(
    tx: Transaction, kind: OutboxKind, game: GameRow, at: datetime, payload: Payload
) -> None:
    """Add the notifications that accompany a posted message in a user-install channel.

    They are sent as direct messages, only to people who want them. Private practice gets none: the
    bot edits its messages, and notifies the player only if it cannot.
    """
    notification = NOTIFICATION_OF.get(kind)
    if game.engine_seat is not None and game.channel_id == NO_CHANNEL:
        return
    if notification is None or not await user_install_channels.is_user_install(tx, game.channel_id):
        return
    if isinstance(payload, Refusal):
        refusal = RefusalOfGame(revision=revision_of(game), by=payload.by)
        await add_notification(tx, notification, game, payload.by, at, refusal)
        return
    if isinstance(payload, Undone):
        undone = TurnBegun(revision=revision_of(game), moves=payload.moves, by=payload.by)
        await add_notification(tx, notification, game, 1 - payload.by, at, undone)
        return
    for seat in _seats_to_notify(notification, game):
        await add_notification(tx, notification, game, seat, at)


def _seats_to_notify(kind: NotificationKind, game: GameRow) -> tuple[int, ...]:
    if kind is NotificationKind.UNDO_REQUEST and game.undo_seat is not None:
        return (1 - game.undo_seat,)
    if kind is NotificationKind.END_REQUEST and game.end_seat is not None:
        return (1 - game.end_seat,)
    return (0, 1)


async def notify_of_challenge(
    tx: Transaction,
    kind: NotificationKind,
    row: ChallengeRow,
    to: int,
    at: datetime,
    *,
    undeliverable: bool = False,
) -> None:
    """Add a notification about a challenge for one of its players.

    :param undeliverable: the channel takes no messages, so a direct message is sent if possible.
    """
    about = OfChallenge(challenge=row.id, undeliverable=undeliverable)
    where = (row.guild_id, row.channel_id)
    await outbox.add(tx, outbox.NewOutboxMessage(kind, *where, at, payload=about, user_id=to))


async def notify_manager(
    tx: Transaction, kind: NotificationKind, channel: DailyChannel | WeekChannel, at: datetime
) -> None:
    """Notify the manager who chose a channel that messages cannot be posted there.

    Do nothing if the manager's data are deleted.
    """
    if channel.by_id == DELETED_USER_ID:
        return
    about, where = Personal(undeliverable=True), (channel.guild_id, channel.channel_id)
    new = outbox.NewOutboxMessage(kind, *where, at, payload=about, user_id=channel.by_id)
    await outbox.add(tx, new)


async def find_subject(
    tx: Transaction, kind: NotificationKind, payload: Payload, now: datetime
) -> tuple[Player | None, ProposedGame | None]:
    """Return the other person named in a notification, and the proposed game; either may be None.

    Names are looked up at composition, because they may have changed since the notification was
    added.
    """
    if isinstance(payload, Away):
        name = await players.known_name(tx, payload.who)
        return Player(payload.who, name or endings.DELETED()), None
    if isinstance(payload, OfLeague):
        league = await leagues.find(tx, payload.league)
        size = None if league is None else int(league.options["size"])
        return None, None if league is None or size is None else ProposedGame(league.game_key, size)
    if not isinstance(payload, OfChallenge):
        return None, None
    challenge = await challenges.find(tx, payload.challenge)
    assert challenge is not None, "challenges in notifications are kept"
    shown = await shown_challenge(tx, challenge, now)
    rematch = None if challenge.rematch_of is None else shown
    proposed = ProposedGame(challenge.game_key, int(challenge.options["size"]), rematch)
    if kind is NotificationKind.CHALLENGED:
        return Player(challenge.challenger_id, challenge.challenger_name), proposed
    if challenge.opponent_id is None:
        return None, proposed
    return Player(challenge.opponent_id, challenge.opponent_name or ""), proposed


async def without_unreachable_messages(tx: Transaction, rows: Sequence[GameRow]) -> list[GameRow]:
    """Return all given games, but without their link to a message in a server that removed the bot.

    Games that began there later, through a user install, keep their link.
    """
    linked = {
        row.guild_id for row in rows if row.turn_message_id is not None and row.guild_id is not None
    }
    left = await servers.find_left(tx, linked) if linked else {}
    return [
        replace(row, turn_message_id=None) if _is_unreachable(row, left) else row for row in rows
    ]


def _is_unreachable(row: GameRow, left: Mapping[int, datetime]) -> bool:
    left_at = None if row.guild_id is None else left.get(row.guild_id)
    return left_at is not None and left_at >= row.created_at


async def waiting_game(tx: Transaction, row: GameRow, user_id: int, now: datetime) -> WaitingGame:
    """Return a game as a notification shows it to one of its players."""
    (row,) = await without_unreachable_messages(tx, [row])
    stored = await clocks.find(tx, row.id)
    clock = None if stored is None else await present_clock(tx, stored, now)
    return _waiting_game(row, user_id, clock)


async def watched_games(tx: Transaction, rows: Sequence[GameRow]) -> tuple[WaitingGame, ...]:
    """Return games as a notification shows them to a person who watches them."""
    linked = await without_unreachable_messages(tx, rows)
    return tuple([_waiting_game(row, row.seat0, None) for row in linked])


def _waiting_game(row: GameRow, user_id: int, clock: Clock | None) -> WaitingGame:
    return WaitingGame(
        id=row.id,
        # only the player to move sees the first half of a turn, which may be undone
        revision=revision_of(row) if user_id == row.mover else row.turn_revision,
        game_key=row.game_key,
        size=int(row.options["size"]),
        opponent=seats(row)[1 - row.players.index(user_id)],
        location=Location(row.guild_id, row.channel_id),
        turn_message_id=row.turn_message_id,
        ends_at=None if clock is None else clock.ends_at,
    )


async def games_waiting_for(
    tx: Transaction, user_id: int, now: datetime
) -> tuple[WaitingGame, ...]:
    """Return the unmuted games in which it is a person's turn, most urgent first."""
    rows = [
        row for row in await game_lists.find_running(tx, user_id) if row.seat_to_move is not None
    ]
    muted = await turn_notifications.muted_games(tx, user_id)
    mine = [row for row in rows if row.seat_of(user_id) == row.seat_to_move and row.id not in muted]
    game_clocks = {
        row.game_id: await present_clock(tx, row, now)
        for row in await clocks.find_of_player(tx, user_id)
    }
    found = [
        _waiting_game(row, user_id, game_clocks.get(row.id))
        for row in await without_unreachable_messages(tx, mine)
    ]
    return tuple(sorted(found, key=_urgency))


async def mark_notified(
    tx: Transaction, person: int, named: Iterable[WaitingGame], now: datetime
) -> None:
    """Record that a digest names turns, so that they cause no ping or message of their own."""
    turns = [(game.id, game.revision) for game in named]
    found = {
        (row.game_id, row.revision): row for row in await turn_notifications.find_all(tx, turns)
    }
    unsent = await _unsent(tx, person, found.values())
    await turn_notifications.change_states(tx, unsent, turn_notifications.DIGESTED, now)
    new = [
        TurnNotificationRow(*turn, person, turn_notifications.DIGESTED, now)
        for turn in turns
        if turn not in found
    ]
    await turn_notifications.add_all(tx, new)


async def _unsent(
    tx: Transaction, person: int, notified: Collection[TurnNotificationRow]
) -> list[TurnNotificationRow]:
    """Return those of the given turns whose ping or direct message has not been sent yet."""
    pinged = [row for row in notified if row.state == turn_notifications.PINGED]
    turns = await outbox_queries.turns_waiting(tx, [row.game_id for row in pinged])
    kinds = (NotificationKind.TURN, NotificationKind.UNDELIVERABLE)
    written = await outbox_queries.games_of_waiting_notifications(tx, person, kinds)
    return [
        row
        for row in notified
        if (row in pinged and (row.game_id, ply_of(row.revision)) in turns)
        or (row.state == turn_notifications.WRITTEN and row.game_id in written)
    ]


def _urgency(game: WaitingGame) -> tuple[bool, float, int]:
    if game.ends_at is None:
        return True, 0.0, game.id
    return False, game.ends_at.timestamp(), game.id
