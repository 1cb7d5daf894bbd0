"""What a letter says at the moment when it can be sent: all, nothing any more, or not yet."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.services.challenges.eligibility import is_across_block
from bot.services.clocks.due_dates import Due
from bot.services.clocks.game_clocks import revision_of
from bot.services.delivery.outbox_message import OutboxMessage
from bot.services.games.visibility import is_visible_from
from bot.services.notifications.creation import (
    games_waiting_for,
    mark_notified,
    subject_of,
    waiting_game,
)
from bot.services.notifications.kinds import NotificationKind, Trait
from bot.services.notifications.notification import Notification, Postponed, Waiting
from bot.services.notifications.settings import NotificationWay
from bot.services.notifications.stored_settings import (
    notification_settings_about,
    waits_until,
    writes_user_install,
)
from bot.services.views import Location, Player
from bot.store.engine.database import Transaction
from bot.store.tables import (
    challenges,
    clocks,
    deadlines,
    games,
    interaction_tokens,
    outbox,
    outbox_queries,
    players,
    turn_notifications,
    vacations,
)
from bot.store.tables.games import GameRow
from bot.store.tables.outbox_kinds import Payload
from bot.store.tables.turn_notifications import DIGESTED

A_MOMENT = timedelta(seconds=0.5)
MOMENTS = 10  # for which a letter waits for what comes first


async def compose(
    tx: Transaction, row: OutboxMessage, now: datetime
) -> Notification | Postponed | None:
    """Return what a row tells a person now; None when it is of no interest any more."""
    assert row.user_id is not None
    kind = NotificationKind(row.kind)
    name = await players.known_name(tx, row.user_id)
    if name is None:
        return None  # the person has deleted all data meanwhile
    told = None if await _has_passed(tx, row, kind, now) else await _games_of(tx, row, kind)
    notification_settings = await notification_settings_about(tx, row.user_id, kind, row.game_id)
    if told is None or (
        notification_settings.way is NotificationWay.NONE and kind.has(Trait.OPTIONAL)
    ):
        return None
    wait = await waits_until(tx, row.user_id, now, kind)
    if wait is not None:
        return Postponed(wait - now)
    if row.attempts <= MOMENTS and await _comes_first(tx, row, told):
        return Postponed(A_MOMENT)
    to = Player(row.user_id, name)
    location = told[0].location if row.game_id is not None else row.location
    channel_id = location.channel_id
    wanted = notification_settings.writes(
        now, user_install=await writes_user_install(tx, row.user_id, channel_id)
    )
    if kind.has(Trait.POSTED) and not wanted:
        return None
    # where the game is played cannot be written to: a direct message is the next best way
    undeliverable = kind is NotificationKind.UNDELIVERABLE or row.payload.get(
        "undeliverable", False
    )
    write = wanted or (undeliverable and not notification_settings.refused(now))
    ping, user_install = (
        notification_settings.way is not NotificationWay.NONE,
        await interaction_tokens.is_user_install(tx, channel_id),
    )
    about, proposed = await subject_of(tx, kind, row.payload)
    unseen = await _elsewhere(tx, location, told, row.payload)
    carried = await _carried(tx, row, kind)
    return Notification(
        kind, to, location, write, ping, told, about, proposed, carried, user_install, unseen
    )


async def compose_digest(
    tx: Transaction, row: OutboxMessage, now: datetime
) -> Notification | Postponed | None:
    """Return what waits for a person now, and note that those turns are told."""
    notification = await compose(tx, row, now)
    if isinstance(notification, Notification):
        # some may have begun since it was decided that a digest is due
        await mark_notified(tx, notification.to.user_id, notification.games, now)
    return notification


async def put_off(tx: Transaction, row: OutboxMessage, delay: timedelta, now: datetime) -> None:
    """Let a letter wait for as long as was found when it was composed, or less.

    Its reader may want no quiet any more, or be back, since then.
    """
    assert row.user_id is not None
    wait = await waits_until(tx, row.user_id, now, NotificationKind(row.kind))
    due_at = min(now + delay, wait or now + A_MOMENT)
    await outbox.postpone(tx, row, due_at, "its reader is away or wants quiet")


async def _carried(tx: Transaction, row: OutboxMessage, kind: NotificationKind) -> Payload:
    """Return what a letter carries: a game may by now be closed at another moment than planned."""
    if kind is not NotificationKind.ASLEEP or row.game_id is None:
        return row.payload
    closes = await deadlines.find(tx, Due.CLOSE, row.game_id)
    assert closes is not None, "else the letter has nothing to tell"
    return Payload({**row.payload, "until": closes.isoformat()})


async def _elsewhere(
    tx: Transaction, location: Location, told: Sequence[Waiting], payload: Payload
) -> frozenset[int]:
    """Return which games of a letter others may not see where it is read in a channel."""
    unseen = {game.id for game in told if not is_visible_from(game.location, location)}
    for game_id in payload.get("games", ()):
        game = await games.find(tx, game_id)
        if game is None or not is_visible_from(game, location):
            unseen.add(game_id)
    return frozenset(unseen)


async def _games_of(
    tx: Transaction, row: OutboxMessage, kind: NotificationKind
) -> tuple[Waiting, ...] | None:
    """Return the games that a letter is about; None when there is nothing left to tell."""
    assert row.user_id is not None
    if kind is NotificationKind.DIGEST:
        return await games_waiting_for(tx, row.user_id) or None
    if "challenge" in row.payload:
        return () if await _is_news_of_challenge(tx, row.user_id, kind, row.payload) else None
    if row.game_id is None:
        return ()
    game = await games.find(tx, row.game_id)
    if game is None or game.seat_of(row.user_id) is None:
        return None  # the reader has been deleted since the row was taken
    if await _is_told(tx, row, kind, game):
        return None
    return (await waiting_game(tx, game, row.user_id),)


async def _is_news_of_challenge(
    tx: Transaction, reader: int, kind: NotificationKind, payload: Payload
) -> bool:
    """Say whether a letter about a challenge still tells its reader anything they want to know."""
    challenge = await challenges.find(tx, payload["challenge"])
    if challenge is None or (
        kind is NotificationKind.CHALLENGED and challenge.status != challenges.OPEN
    ):
        return False
    other = challenge.opponent_id if reader == challenge.challenger_id else challenge.challenger_id
    if other is None or kind is NotificationKind.UNPOSTED:
        return True
    return not await is_across_block(tx, reader, other)


async def _is_told(
    tx: Transaction, row: OutboxMessage, kind: NotificationKind, game: GameRow
) -> bool:
    """Say whether nothing is left of what a letter about a game was to tell."""
    if game.mover is None and not kind.has(Trait.AFTER_END):
        return True
    if kind.has(Trait.OF_POSITION) and not _is_as_it_was(game, kind, row.payload):
        return True
    if kind in {NotificationKind.TURN, NotificationKind.UNDELIVERABLE}:
        told = await turn_notifications.find(tx, game.id, revision_of(game))
        return told is not None and told.state == DIGESTED
    return await _is_settled(tx, kind, game)


async def _is_settled(tx: Transaction, kind: NotificationKind, game: GameRow) -> bool:
    """Say whether somebody has done already what a letter asks for; the game is as it was."""
    if kind is NotificationKind.ASLEEP:  # it was kept
        return await deadlines.find(tx, Due.CLOSE, game.id) is None
    if (
        kind is NotificationKind.TIME_UP
    ):  # time was given, or the clock stands: it will be told again
        clock = await clocks.find(tx, game.id)
        runs_out = await deadlines.find(tx, Due.FALL, game.id) is not None
        return clock is not None and (clock.since is None or runs_out)
    return kind is NotificationKind.UNDO_ASKED and game.undo_seat is None


def _is_as_it_was(game: GameRow, kind: NotificationKind, payload: Payload) -> bool:
    """Say whether a game is where a letter has it: half a turn is nothing to those who wait."""
    if "turn" in payload:
        return game.turn == payload["turn"] and payload["revision"] >= game.turn_revision
    if kind.has(Trait.OF_REQUEST):
        return payload["revision"] >= game.turn_revision
    return payload["revision"] == revision_of(game)


async def _has_passed(
    tx: Transaction, row: OutboxMessage, kind: NotificationKind, now: datetime
) -> bool:
    """Say whether the vacation that a letter tells is over, or ends at another time by now."""
    who = row.user_id if kind is NotificationKind.VACATION else row.payload.get("who")
    if who is None:
        return False
    vacation = await vacations.present(tx, who, now)
    return vacation is None or vacation.ends_at != datetime.fromisoformat(row.payload["until"])


async def _comes_first(tx: Transaction, row: OutboxMessage, told: Sequence[Waiting]) -> bool:
    """Say whether the message of a turn, or a letter about it, has to arrive before a letter."""
    if row.kind == NotificationKind.DIGEST:
        # it names that turn as well, and tells who was told already nothing new
        return await outbox_queries.is_on_its_way(
            tx, [game.id for game in told], NotificationKind.TURN
        )
    if row.kind != NotificationKind.TURN or row.game_id is None:
        return False
    game = await games.find(tx, row.game_id)
    # the letter links to it
    return game is not None and await outbox_queries.turn_waits(tx, game.id, game.ply)
