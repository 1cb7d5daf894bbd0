"""Composition of notifications at the moment of sending, so that their contents are current."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.services.steps.eligibility import is_across_block
from bot.services.steps.game_clocks import present_clock, revision_of
from bot.services.steps.league_access import running_place
from bot.services.steps.league_tables import is_ending
from bot.services.steps.notification_creation import (
    find_subject,
    games_waiting_for,
    mark_notified,
    waiting_game,
    watched_games,
)
from bot.services.steps.notification_settings import (
    notification_settings_about,
    notification_settings_of,
    paused_until,
    wants_dm_for_user_install,
)
from bot.services.steps.reachability import leave_to_channel, turn_delay
from bot.services.steps.vacations import strict_clocks
from bot.services.steps.visibility import is_visible_from
from bot.services.values.clocks.due_dates import BotDue
from bot.services.values.notifications.notification import Notification, Postponed, WaitingGame
from bot.services.values.notifications.settings import NotificationSettings, NotificationWay
from bot.services.values.view_builder import seats
from bot.services.values.views import Location, Player
from bot.store.engine.database import Transaction
from bot.store.tables import (
    challenges,
    clocks,
    deadlines,
    games,
    leagues,
    outbox,
    outbox_queries,
    players,
    turn_notifications,
    user_install_channels,
    vacations,
    watchers,
)
from bot.store.tables.bot_time import downtime_at, to_wall_time
from bot.store.tables.games import GameRow
from bot.store.tables.notification_kinds import NotificationKind, Trait
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.payloads import (
    Asleep,
    Away,
    OfChallenge,
    OfGame,
    OfLeague,
    OfTurn,
    OwnVacation,
    Payload,
    Personal,
    TurnBegun,
    Watched,
)
from bot.store.tables.turn_notifications import DIGESTED, WRITTEN

A_MOMENT = timedelta(seconds=0.5)
# in the channel, the opponent would read about the plan
BY_DM = (
    NotificationKind.UNDELIVERABLE,
    NotificationKind.PLAN_DROPPED,
    NotificationKind.DAILY_STOPPED,
    NotificationKind.WEEK_STOPPED,
    NotificationKind.LEAGUE_STOPPED,
    NotificationKind.WATCHED,
    NotificationKind.WATCHED_TURNS,
)
MOMENTS = 10  # attempts during which a notification waits for a message that must arrive first


async def compose_notification(
    tx: Transaction, message: OutboxMessage, now: datetime
) -> Notification | Postponed | None:
    """Return the current contents of a notification.

    :returns: `Postponed` if it cannot be sent yet; None if it is obsolete or not wanted.
    """
    message = await _with_current_games(tx, message)
    assert message.user_id is not None
    kind = NotificationKind(message.kind)
    name = await players.known_name(tx, message.user_id)
    if name is None:
        return None  # the person has deleted all their data since
    is_over = await _is_vacation_over(tx, message.user_id, message.payload, now)
    named = None if is_over else await _games_of(tx, message, kind, now)
    settings = await notification_settings_about(tx, message.user_id, kind, message.game_id)
    if named is None or (settings.way is NotificationWay.NONE and kind.has(Trait.OPTIONAL)):
        return None
    paused = await paused_until(tx, message.user_id, now, kind, message.game_id)
    if paused is not None:
        return Postponed(paused - now)
    if message.attempts <= MOMENTS and await _must_wait_for_other(tx, message, named):
        return Postponed(A_MOMENT)
    to = Player(message.user_id, name)
    location = named[0].location if message.game_id is not None else message.location
    channel_id = location.channel_id
    user_install = await user_install_channels.is_user_install(tx, channel_id)
    # if the channel accepts no messages, a direct message is the next best way
    prefers_dm = kind in BY_DM or Personal.of(message).undeliverable
    if kind.has(Trait.OF_TURN) and (channel_id == NO_CHANNEL or prefers_dm):
        settings = replace(settings, rest=turn_delay(Personal.of(message).refusals))
    wanted = settings.wants_direct_message(
        now, user_install=await wants_dm_for_user_install(tx, message.user_id, channel_id)
    )
    write = wanted or (prefers_dm and not settings.has_refused_direct_messages(now))
    by_dm_only = channel_id == NO_CHANNEL or (user_install and kind is NotificationKind.TURN)
    if by_dm_only and not write:
        return _after_rest(settings, now)
    if kind.has(Trait.POSTED) and not wanted:
        return None
    ping = settings.way is not NotificationWay.NONE
    about, proposed = await find_subject(tx, kind, message.payload, now)
    elsewhere = await _games_elsewhere(tx, location, named, message.payload)
    payload = await _present_payload(tx, message, now)
    rests = settings.has_refused_direct_messages(now)
    notification = Notification(
        kind,
        to,
        location,
        write,
        ping,
        named,
        about,
        proposed,
        payload,
        user_install,
        elsewhere,
        rests,
    )
    return leave_to_channel(notification)


def _after_rest(settings: NotificationSettings, now: datetime) -> Postponed | None:
    """Return a postponement to the end of the pause that follows a refused direct message.

    :returns: None if there is no such pause now, or the person wants no notifications.
    """
    ends_at = settings.rest_ends_at
    if settings.way is NotificationWay.NONE or ends_at is None or ends_at <= now:
        return None
    return Postponed(ends_at - now)


async def compose_digest(
    tx: Transaction, message: OutboxMessage, now: datetime
) -> Notification | Postponed | None:
    """Return a digest of the games now waiting for a person, and record those turns.

    :returns: `Postponed` if it cannot be sent yet; None if no game waits any more, or the person
        wants no digest.
    """
    notification = await compose_notification(tx, message, now)
    if isinstance(notification, Notification):
        # some of the turns may have begun after the digest was planned
        await mark_notified(tx, notification.to.user_id, notification.games, now)
    return notification


async def postpone(
    tx: Transaction, message: OutboxMessage, delay: timedelta, now: datetime
) -> None:
    """Postpone a notification by `delay`, or less if the person can be notified sooner.

    After `delay` was computed, the person may have changed quiet hours or a vacation, or may have
    become reachable again.
    """
    assert message.user_id is not None
    kind = NotificationKind(message.kind)
    paused = await paused_until(tx, message.user_id, now, kind, message.game_id)
    settings = await notification_settings_of(tx, message.user_id)
    rests = settings.has_refused_direct_messages(now)
    until = paused or (settings.rest_ends_at if rests else None)
    due_at = min(now + delay, until or now + A_MOMENT)
    await outbox.postpone(tx, message, due_at, "its reader is away or wants quiet")


async def _present_payload(tx: Transaction, message: OutboxMessage, now: datetime) -> Personal:
    """Return the payload of a notification, with data that is looked up only at composition.

    Such data are the players' names in the news of a watched game, and the time at which an
    inactive game will be closed. Other payloads are returned unchanged.
    """
    if isinstance(message.payload, Watched):
        return await _with_players(tx, message.payload)
    if not isinstance(message.payload, Asleep) or message.game_id is None:
        return Personal.of(message)
    closes = await deadlines.find(tx, BotDue.CLOSE, message.game_id)
    assert closes is not None, "otherwise the notification is obsolete"
    return replace(message.payload, until=to_wall_time(closes, await downtime_at(tx, now)))


async def _with_players(tx: Transaction, payload: Watched) -> Watched:
    game = await games.find(tx, payload.game)
    assert game is not None, "otherwise the notification is obsolete"
    first, second = (each.name for each in seats(game))
    winner = "" if game.winner_seat is None else (first, second)[game.winner_seat]
    return replace(payload, first=first, second=second, winner=winner)


async def _games_elsewhere(
    tx: Transaction, location: Location, named: Sequence[WaitingGame], payload: Payload
) -> frozenset[int]:
    """Return the ids of a notification's games that people in its channel may not see.

    The notification may only count them there.
    """
    elsewhere = {game.id for game in named if not is_visible_from(game.location, location)}
    listed = payload.games if isinstance(payload, Away) else ()
    found = await games.find_all(tx, listed) if listed else []
    visible = {game.id for game in found if is_visible_from(game, location)}
    return frozenset(elsewhere | (set(listed) - visible))


async def _games_of(
    tx: Transaction, message: OutboxMessage, kind: NotificationKind, now: datetime
) -> tuple[WaitingGame, ...] | None:
    """Return the games that a notification names, or None if it is obsolete."""
    assert message.user_id is not None
    if kind is NotificationKind.DIGEST:
        return await games_waiting_for(tx, message.user_id, now) or None
    if isinstance(message.payload, OfChallenge):
        number = message.payload.challenge
        is_news = await _is_news_of_challenge(tx, message.user_id, kind, number)
        return () if is_news else None
    if isinstance(message.payload, OfLeague):
        return () if await _is_news_of_league(tx, message.user_id, kind, message.payload) else None
    if kind.has(Trait.OF_WATCHED):
        return await _watched(tx, message.user_id, message) or None
    if message.game_id is None:
        return ()
    game = await games.find(tx, message.game_id)
    if game is None or game.seat_of(message.user_id) is None:
        return None  # the person's data was deleted after the message was taken
    if await _is_obsolete(tx, message, kind, game, now):
        return None
    return (await waiting_game(tx, game, message.user_id, now),)


async def _watched(tx: Transaction, reader: int, message: OutboxMessage) -> tuple[WaitingGame, ...]:
    """Return the games that a person watches and that a notification names."""
    if isinstance(message.payload, Watched):
        named = [message.payload.game]
    else:
        named = await watchers.find_moved(tx, reader, message.created_at)
    return await watched_games(tx, await games.find_all(tx, named))


async def _is_news_of_league(
    tx: Transaction, reader: int, kind: NotificationKind, payload: OfLeague
) -> bool:
    """Return whether a notification about a league is still current.

    It is current while the league exists. News of a season's start are current only for a player of
    the season, and the question whether a person still plays until they answer or the league ends.
    """
    if await leagues.find(tx, payload.league) is None:
        return False
    if kind is NotificationKind.LEAGUE_BEGUN:
        return await running_place(tx, payload.league, reader) is not None
    if kind is not NotificationKind.LEAGUE_ASKED:
        return True
    member = await leagues.find_member(tx, payload.league, reader)
    is_silent = member is not None and member.is_silent
    return is_silent and not await is_ending(tx, payload.league)


async def _is_news_of_challenge(
    tx: Transaction, reader: int, kind: NotificationKind, number: int
) -> bool:
    """Return whether a notification about a challenge is still current and wanted."""
    challenge = await challenges.find(tx, number)
    if challenge is None or (
        kind is NotificationKind.CHALLENGED and challenge.status != challenges.OPEN
    ):
        return False
    other = challenge.opponent_id if reader == challenge.challenger_id else challenge.challenger_id
    if other is None or kind is NotificationKind.UNPOSTED:
        return True
    return not await is_across_block(tx, reader, other)


async def _is_obsolete(
    tx: Transaction, message: OutboxMessage, kind: NotificationKind, game: GameRow, now: datetime
) -> bool:
    """Return whether a notification about a game is no longer needed."""
    if game.mover is None and not kind.has(Trait.AFTER_END):
        return True
    if kind.has(Trait.OF_POSITION) and not _is_same_position(game, kind, OfGame.of(message)):
        return True
    if kind in {NotificationKind.TURN, NotificationKind.UNDELIVERABLE}:
        notified = await turn_notifications.find(tx, game.id, revision_of(game))
        return notified is not None and _is_replaced(message.payload, notified.state)
    assert message.user_id is not None
    opponent = 1 - game.players.index(message.user_id)
    return await _is_settled(tx, kind, game, opponent, now)


def _is_replaced(payload: Payload, state: str) -> bool:
    """Return whether another notification makes a notification of a turn superfluous.

    It does if it is a digest that names the turn. If the notification of the turn accompanies a
    ping, the news that the message with the ping could not be posted also makes it superfluous.
    """
    accompanies = isinstance(payload, TurnBegun) and payload.pinged
    return state == DIGESTED or (accompanies and state == WRITTEN)


async def _is_settled(
    tx: Transaction, kind: NotificationKind, game: GameRow, opponent: int, now: datetime
) -> bool:
    """Return whether the action that a notification asks for was taken, or comes too late.

    :param opponent: the seat of the reader's opponent.
    """
    if kind is NotificationKind.ASLEEP:  # a player has kept the game
        return await deadlines.find(tx, BotDue.CLOSE, game.id) is None
    if kind is NotificationKind.TIME_UP:
        # time was given, or the clock is paused: another notification follows when time runs out
        clock = await clocks.find(tx, game.id)
        runs_out = await deadlines.find(tx, BotDue.FALL, game.id) is not None
        return clock is not None and (clock.since is None or runs_out)
    if kind is NotificationKind.REMINDER:
        # another reminder follows after a pause, and when time was given
        clock = await clocks.find(tx, game.id)
        if clock is None or clock.since is None:
            return True
        follows = await deadlines.find(tx, BotDue.REMINDER, game.id) is not None
        return follows or (await present_clock(tx, clock, now)).has_fallen(now)
    if kind is NotificationKind.STRICT_BACK:
        return not await strict_clocks(tx, game.players[1 - opponent])
    if kind is NotificationKind.END_ASKED:
        return game.end_seat != opponent or game.end_declined
    return kind is NotificationKind.UNDO_ASKED and game.undo_seat != opponent


def _is_same_position(game: GameRow, kind: NotificationKind, payload: OfGame) -> bool:
    """Return whether a game is at the same position as when a notification was added.

    For the player who is not to move, a half-played turn does not change the position.
    """
    if isinstance(payload, OfTurn):
        return game.turn == payload.turn and payload.revision >= game.turn_revision
    if kind.has(Trait.OF_REQUEST):
        return payload.revision >= game.turn_revision
    return payload.revision == revision_of(game)


async def _with_current_games(tx: Transaction, message: OutboxMessage) -> OutboxMessage:
    """Return a notification; from that of an opponent's vacation, leave out some games.

    Games that are over or muted are left out.
    """
    payload = message.payload
    if not isinstance(payload, Away):
        return message
    assert message.user_id is not None
    muted = await turn_notifications.muted_games(tx, message.user_id)
    listed = await games.find_all(tx, payload.games)
    named = tuple(row.id for row in listed if row.mover is not None and row.id not in muted)
    strict = tuple(each for each in payload.strict if each in named)
    until = payload.strict_until if strict else None
    about = replace(payload, games=named, strict=strict, strict_until=until)
    return replace(message, payload=about)


async def _is_vacation_over(tx: Transaction, reader: int, payload: Payload, now: datetime) -> bool:
    """Return whether a notification is about a vacation that has ended or has a new end.

    An opponent's vacation counts as over if it pauses none of the games that are to be named.
    """
    if not isinstance(payload, Away | OwnVacation):
        return False
    if isinstance(payload, Away) and not payload.games:
        return True
    who = payload.who if isinstance(payload, Away) else reader
    vacation = await vacations.find_current(tx, who, now)
    return vacation is None or vacation.ends_at != payload.until


async def _must_wait_for_other(
    tx: Transaction, message: OutboxMessage, named: Sequence[WaitingGame]
) -> bool:
    """Return whether another outbox message must arrive before a notification.

    A digest waits for notifications of single turns, so as not to repeat them. The notification of
    a turn links to the turn's message in the channel, so it waits for that message.
    """
    if message.kind == NotificationKind.DIGEST:
        ids = [game.id for game in named]
        return await outbox_queries.is_being_sent(tx, ids, NotificationKind.TURN)
    linked = (NotificationKind.TURN, NotificationKind.MATCHED)
    if message.kind not in linked or message.game_id is None:
        return False
    game = await games.find(tx, message.game_id)
    return game is not None and await outbox_queries.is_turn_waiting(tx, game.id, game.ply)
