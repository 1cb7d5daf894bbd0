"""Fallbacks if a message must not ping a person now, or cannot be posted in its channel.

`suppress_pings` runs before a message is sent, `notify_another_way` after it is given up. Both
store the people they notified, so that no person is notified twice. `mark_undeliverable` runs if
the channel does not accept a notification either.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime

from bot.services.steps.daily_posts import stop_daily
from bot.services.steps.eligibility import is_across_block
from bot.services.steps.game_clocks import revision_of
from bot.services.steps.league_ends import notify_of_season, notify_organiser, replace_card
from bot.services.steps.notification_creation import (
    add_notification,
    games_waiting_for,
    notify_of_challenge,
)
from bot.services.steps.notification_settings import (
    notification_settings_about,
    notification_settings_of,
    paused_until,
    wants_dm_for_user_install,
)
from bot.services.steps.weekly_news import stop_news
from bot.services.values.notifications.settings import NotificationWay
from bot.services.values.views import ChallengeStatus, Location
from bot.store.engine.database import Transaction
from bot.store.tables import (
    challenges,
    games,
    interactions,
    leagues,
    outbox,
    outbox_queries,
    turn_notifications,
    user_install_channels,
)
from bot.store.tables.games import GameRow
from bot.store.tables.notification_kinds import NOTIFICATION_OF, NotificationKind, Trait
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind
from bot.store.tables.payloads import (
    Announcement,
    Away,
    OfChallenge,
    OfGame,
    OfGroup,
    OfSeason,
    Personal,
    Refusal,
    Reviewed,
    TurnBegun,
)
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.turn_notifications import BOTH, PINGED, WRITTEN, TurnNotificationRow

# by kind of a message without a ping: the notification that follows it
AFTERWARDS: Mapping[str, NotificationKind] = {
    OutboxKind.CHALLENGE: NotificationKind.CHALLENGED,
    OutboxKind.RESULT: NotificationKind.OVER,
    OutboxKind.UNDO_REQUEST: NotificationKind.UNDO_ASKED,
    OutboxKind.UNDO_DECLINED: NotificationKind.UNDO_REFUSED,
    OutboxKind.END_REQUEST: NotificationKind.END_ASKED,
    OutboxKind.END_DECLINED: NotificationKind.END_REFUSED,
    OutboxKind.LEAGUE_BEGUN: NotificationKind.LEAGUE_BEGUN,
}

# repeated messages, by kind: what switches them off
REPEATED: Mapping[str, Callable[[Transaction, int, int, datetime], Awaitable[None]]] = {
    OutboxKind.DAILY: stop_daily,
    OutboxKind.WEEK: stop_news,
}


async def suppress_pings(
    tx: Transaction,
    message: OutboxMessage,
    people: Collection[int],
    left: Collection[int],
    now: datetime,
) -> frozenset[int]:
    """Return the people whom a message must not ping; add notifications for those who are away.

    Those on vacation, in quiet hours or in `left` get a notification instead. The decision is
    stored with the message, so that another attempt adds no second notification.

    :param people: the people whom the message would ping.
    :param left: those who have left the server.
    """
    payload = await outbox.find_payload(tx, message, Announcement)
    held = () if payload is None else payload.held
    unwanted = [each for each in people if not await _wants_ping(tx, each, message)]
    waiting = []
    for user_id in people:
        if user_id in (*held, *unwanted):
            continue
        kind = AFTERWARDS[message.kind]
        paused = await paused_until(tx, user_id, now, kind, message.game_id)
        if user_id in left or paused is not None:
            await _add_follow_up(tx, message, user_id, now)
            waiting.append(user_id)
    if waiting and payload is not None:
        told = replace(payload, held=(*held, *waiting))
        await outbox.change_payload(tx, message, told)
    return frozenset([*held, *waiting, *unwanted])


async def _wants_ping(tx: Transaction, user_id: int, message: OutboxMessage) -> bool:
    if (await notification_settings_of(tx, user_id)).way is NotificationWay.NONE:
        return False
    if message.challenge_id is not None:
        challenge = await challenges.find(tx, message.challenge_id)
        by = None if challenge is None else challenge.challenger_id
        return by is None or not await is_across_block(tx, user_id, by)
    return message.game_id is None or not await turn_notifications.is_muted(
        tx, user_id, message.game_id
    )


async def _add_follow_up(
    tx: Transaction, message: OutboxMessage, user_id: int, now: datetime
) -> None:
    kind = AFTERWARDS[message.kind]
    if isinstance(message.payload, OfGroup):
        await notify_of_season(tx, message.payload.season, user_id, kind, now)
    elif message.challenge_id is not None:
        about = OfChallenge(challenge=message.challenge_id)
        location = (message.location.guild_id, message.location.channel_id)
        await outbox.add(
            tx, outbox.NewOutboxMessage(kind, *location, now, payload=about, user_id=user_id)
        )
    elif message.game_id is not None and not await _gets_direct_message(tx, message, user_id, now):
        game = await games.find(tx, message.game_id)
        assert game is not None, "games in outbox messages are kept"
        await add_notification(tx, kind, game, game.players.index(user_id), now)


async def _gets_direct_message(
    tx: Transaction, message: OutboxMessage, user_id: int, now: datetime
) -> bool:
    """Return whether a person also gets the news of a channel's message as a direct message.

    That is so for some kinds of message in user-install channels, if the person wants it.
    """
    if not message.user_install or message.kind not in NOTIFICATION_OF:
        return False
    user_install = await wants_dm_for_user_install(tx, user_id, message.location.channel_id)
    return (await notification_settings_of(tx, user_id)).wants_direct_message(
        now, user_install=user_install
    )


async def mark_undeliverable(tx: Transaction, message: OutboxMessage, now: datetime) -> bool:
    """Send a notification another way; return False if no way is left.

    The notification becomes a direct message, unless the person gets one anyway, or wants or
    accepts none. A notification about several games goes to the channel of another of them.
    """
    if message.user_id is None:
        return False
    payload = await outbox.find_payload(tx, message, Personal)
    if payload is None:
        return False
    return (
        await _switch_to_dm(tx, message, payload, now)
        or await _switch_channel(tx, message, payload, now)
        or await _switch_to_dm(tx, message, payload, now, rests=True)
    )


async def _switch_to_dm(
    tx: Transaction,
    message: OutboxMessage,
    payload: Personal,
    now: datetime,
    *,
    rests: bool = False,
) -> bool:
    """Turn a notification into a direct message; return False if that is not possible.

    It is not possible if the person wants or accepts no direct message, or gets one with the same
    news anyway.

    :param rests: whether to ignore, for news of a turn, that a direct message was refused recently.
    """
    assert message.user_id is not None
    kind = NotificationKind(message.kind)
    settings = await notification_settings_about(tx, message.user_id, kind, message.game_id)
    user_install = await wants_dm_for_user_install(tx, message.user_id, message.location.channel_id)
    refuses = settings.has_refused_direct_messages(now) and not (rests and kind.has(Trait.OF_TURN))
    was_written = settings.wants_direct_message(now, user_install=user_install)
    if (
        payload.undeliverable
        or settings.way is NotificationWay.NONE
        or refuses
        or (was_written and not payload.refusals)
    ):
        return False
    await outbox.change_payload(tx, message, replace(payload, undeliverable=True))
    return True


async def _switch_channel(
    tx: Transaction, message: OutboxMessage, payload: Personal, now: datetime
) -> bool:
    """Move a notification of several games to the channel of another of these games.

    :returns: False if no channel is left to try.
    """
    tried = (*payload.tried, message.location.channel_id)
    locations = await _locations_of(tx, message, now)
    # in a user-install channel, the bot would have to wait for an interaction
    user_installs = await user_install_channels.find_user_installs(
        tx, [location.channel_id for location in locations]
    )
    for location in locations:
        if location.channel_id in tried or location.channel_id in user_installs:
            continue
        where = {"guild_id": location.guild_id, "channel_id": location.channel_id}
        await outbox.change(tx, message, **where)
        await outbox.change_payload(tx, message, replace(payload, tried=tried))
        return True
    return False


async def _locations_of(tx: Transaction, message: OutboxMessage, now: datetime) -> list[Location]:
    if message.kind == NotificationKind.DIGEST and message.user_id is not None:
        return [game.location for game in await games_waiting_for(tx, message.user_id, now)]
    listed = message.payload.games if isinstance(message.payload, Away) else ()
    found = await games.find_all(tx, listed)
    return [Location(game.guild_id, game.channel_id) for game in found]


async def notify_another_way(tx: Transaction, message: OutboxMessage, now: datetime) -> None:
    """Notify the readers of a message that cannot be posted in its channel.

    A challenge to be posted is withdrawn, the puzzle of the day or the weekly news is switched off,
    and a league's card that cannot be changed is posted anew. Messages that need no reader's
    attention, such as clock updates, are ignored.
    """
    guild_id, channel_id = message.location.guild_id, message.location.channel_id
    if message.kind == OutboxKind.CHALLENGE and channel_id == NO_CHANNEL:
        await _offer_rematch(tx, message, now)
    elif message.kind == OutboxKind.CHALLENGE:
        await _withdraw_challenge(tx, message, now)
    elif message.kind in REPEATED and guild_id is not None:
        await REPEATED[message.kind](tx, guild_id, channel_id, now)
    elif message.kind == OutboxKind.LEAGUE_CARD_CHANGED and isinstance(message.payload, OfSeason):
        await replace_card(tx, message.payload.season, now)
    elif isinstance(message.payload, OfSeason | OfGroup):
        await notify_organiser(tx, message.payload.season, now)
        if message.kind == OutboxKind.LEAGUE_BEGUN and isinstance(message.payload, OfGroup):
            await _season_begun(tx, message, message.payload, now)
    elif message.kind in FALLBACKS and message.game_id is not None:
        game = await games.find(tx, message.game_id)
        assert game is not None, "games in outbox messages are kept"
        await FALLBACKS[message.kind](tx, message, game, now)


async def _turn(tx: Transaction, message: OutboxMessage, game: GameRow, now: datetime) -> None:
    to = game.mover
    if to is None or game.ply != message.ply:
        return
    notified = await turn_notifications.find(tx, game.id, revision_of(game))
    # otherwise a direct message or a digest announces the turn
    if (
        notified is None
        or notified.state == PINGED
        or (notified.state == BOTH and not await _was_written_to(tx, game, to))
    ):
        await add_notification(
            tx, NotificationKind.UNDELIVERABLE, game, game.players.index(to), now
        )
        await turn_notifications.put(
            tx, TurnNotificationRow(game.id, revision_of(game), to, WRITTEN, now)
        )


async def _was_written_to(tx: Transaction, game: GameRow, user_id: int) -> bool:
    """Return whether the direct message about a game's present turn has reached the person.

    That message accompanies the ping in the game's channel.
    """
    found = await outbox_queries.find_notifications(
        tx, user_id, NotificationKind.TURN, TurnBegun, game.id
    )
    return any(not waits and told.revision == revision_of(game) for waits, told in found)


async def _season_begun(
    tx: Transaction, message: OutboxMessage, about: OfGroup, now: datetime
) -> None:
    """Notify the players of a group, whose first turns no message of their own announces."""
    told = await _notified_later(tx, message)
    for place in await leagues.find_places(tx, about.season, about.group):
        is_here = place.left_at is None and place.user_id not in told
        if is_here and await _wants_ping(tx, place.user_id, message):
            kind = AFTERWARDS[message.kind]
            await notify_of_season(tx, about.season, place.user_id, kind, now)


async def _notified_later(tx: Transaction, message: OutboxMessage) -> tuple[int, ...]:
    """Return the people who are notified later, because the message must not ping them."""
    payload = await outbox.find_payload(tx, message, Announcement)
    return () if payload is None else payload.held


def _unseen(game: GameRow) -> OfGame:
    """Return the payload for a direct message with news that could not be posted in the channel."""
    return OfGame(revision=revision_of(game), undeliverable=True)


async def _result(tx: Transaction, message: OutboxMessage, game: GameRow, now: datetime) -> None:
    excluded = (*await _notified_later(tx, message), DELETED_USER_ID)
    for seat, user_id in enumerate(game.players):
        if user_id not in excluded and not await turn_notifications.is_muted(tx, user_id, game.id):
            await add_notification(tx, NotificationKind.OVER, game, seat, now, _unseen(game))


async def _request(tx: Transaction, message: OutboxMessage, game: GameRow, now: datetime) -> None:
    asks_end = message.kind == OutboxKind.END_REQUEST
    asker = game.end_seat if asks_end else game.undo_seat
    if asker is None or game.players[1 - asker] in await _notified_later(tx, message):
        return
    kind = AFTERWARDS[message.kind]
    await add_notification(tx, kind, game, 1 - asker, now, _unseen(game))


async def _declined(tx: Transaction, message: OutboxMessage, game: GameRow, now: datetime) -> None:
    asker = Refusal.of(message).by
    if game.players[asker] not in await _notified_later(tx, message):
        kind = AFTERWARDS[message.kind]
        await add_notification(tx, kind, game, asker, now, _unseen(game))


async def _review(tx: Transaction, message: OutboxMessage, game: GameRow, now: datetime) -> None:
    given_up = message.kind == OutboxKind.REVIEW_GIVEN_UP
    about = Reviewed(revision=revision_of(game), given_up=given_up, undeliverable=True)
    for user_id in await interactions.find_users(tx, interactions.REVIEW, game.id, game.players):
        seat = game.players.index(user_id)
        await add_notification(tx, NotificationKind.REVIEWED, game, seat, now, about)


async def _offer_rematch(tx: Transaction, message: OutboxMessage, now: datetime) -> None:
    """Notify the opponent of a rematch that was offered in direct messages, without a channel."""
    challenge = await challenges.find(tx, message.challenge_id or 0)
    if challenge is not None and challenge.opponent_id is not None:
        await _add_follow_up(tx, message, challenge.opponent_id, now)


async def _withdraw_challenge(tx: Transaction, message: OutboxMessage, now: datetime) -> None:
    """Withdraw a challenge that could not be posted, and notify the challenger."""
    challenge = await challenges.find(tx, message.challenge_id or 0)
    if challenge is None or challenge.status != ChallengeStatus.OPEN:
        return
    await challenges.close(tx, challenge.id, ChallengeStatus.WITHDRAWN)
    kind, to = NotificationKind.UNPOSTED, challenge.challenger_id
    await notify_of_challenge(tx, kind, challenge, to, now, undeliverable=True)


FALLBACKS: Mapping[
    str, Callable[[Transaction, OutboxMessage, GameRow, datetime], Awaitable[None]]
] = {
    OutboxKind.TURN: _turn,
    OutboxKind.UNDONE: _turn,
    OutboxKind.RESULT: _result,
    OutboxKind.UNDO_REQUEST: _request,
    OutboxKind.UNDO_DECLINED: _declined,
    OutboxKind.END_REQUEST: _request,
    OutboxKind.END_DECLINED: _declined,
    OutboxKind.REVIEW: _review,
    OutboxKind.REVIEW_GIVEN_UP: _review,
}
