"""Messages of notifications: the text, and buttons for the next action."""

from collections.abc import Callable, Sequence

from bot.messages.challenge_card import rematch_offer
from bot.messages.component_ids import ComponentId
from bot.messages.game_controls import time_buttons
from bot.messages.game_lists import jump_link, lines_that_fit
from bot.messages.game_text import moves_in_capitals
from bot.messages.leagues import asked_row, page_row
from bot.messages.lobby import lobby_button
from bot.messages.outgoing_message import Button, Link, OutgoingMessage, Row, Style
from bot.services.values.notifications.notification import Notification, WaitingGame
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.payloads import (
    Asleep,
    Away,
    Matched,
    OfLeague,
    OwnVacation,
    PlanDropped,
    Reviewed,
    Watched,
)
from bot.words import (
    clocks,
    daily,
    end_request,
    labels,
    leagues,
    lobby,
    notifications,
    plans,
    review,
    watching,
    week,
)
from bot.words.escaping import escape
from bot.words.games import game_name
from bot.words.moves import board_by_command
from renderer.phrases import sentences
from rules.sentences import Sentence

MAX_LISTED = 15  # games listed in one digest


def notification_message(notification: Notification) -> OutgoingMessage:
    """Return the message for a notification, direct or in a channel, with buttons to act on it."""
    return WRITERS[notification.kind](notification)


def _turn(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    return OutgoingMessage(
        notifications.your_turn(_named(game), _opponent(game)), rows=jump_row(game)
    )


def _digest(notification: Notification) -> OutgoingMessage:
    visible = [game for game in notification.games if game.id not in notification.elsewhere]
    every = [
        notifications.waiting_line(_linked(game), _opponent(game), game.ends_at)
        for game in visible[:MAX_LISTED]
    ]
    lines = lines_that_fit(every)
    more, elsewhere = len(visible) - len(lines), len(notification.games) - len(visible)
    if more > 0:
        lines.append(notifications.more(more))
    if elsewhere > 0:
        lines.append(notifications.elsewhere(elsewhere))
    return OutgoingMessage("\n".join([notifications.digest_title(len(notification.games)), *lines]))


def _reminder(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    text = notifications.reminder(_named(game), _opponent(game), game.ends_at)
    return OutgoingMessage(text, rows=jump_row(game))


def _nudge(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    return OutgoingMessage(notifications.nudge(_named(game), _opponent(game)), rows=jump_row(game))


def _time_up(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    text = notifications.time_up(_named(game), _opponent(game))
    return OutgoingMessage(text, rows=(time_buttons(game.id, game.revision),))


def _time_given(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    text = notifications.time_given(_named(game), _opponent(game), game.ends_at)
    return OutgoingMessage(text, rows=jump_row(game))


def _vacation(notification: Notification) -> OutgoingMessage:
    until = OwnVacation.of(notification).until
    row = (Button(ComponentId("no-vacation", 0), clocks.NO_VACATION()),)
    return OutgoingMessage(
        notifications.vacation(_named(notification.games[0]), until), rows=(row,)
    )


def _away(notification: Notification) -> OutgoingMessage:
    payload = Away.of(notification)
    assert notification.about is not None, "a vacation has a player"
    text = notifications.away(
        escape(notification.about.name),
        payload.until,
        *_visible_games(payload.games, notification),
    )
    if payload.strict_until is not None:
        strict = notifications.away_strict(
            payload.strict_until, *_visible_games(payload.strict, notification)
        )
        text = sentences(text, strict)
    return OutgoingMessage(text)


def _visible_games(games: Sequence[int], notification: Notification) -> tuple[list[int], int]:
    """Split games into those that a notification may name and those that it only counts.

    :returns: the ids of the games to name, and the number of the others.
    """
    visible = [game for game in games if game not in notification.elsewhere]
    return visible, len(games) - len(visible)


def _strict_back(_notification: Notification) -> OutgoingMessage:
    return OutgoingMessage(notifications.STRICT_BACK())


def _asleep(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    until = Asleep.of(notification).until
    assert until is not None, "it is looked up at composition"
    row = (_button("stay", game, clocks.KEEP_GAME(), Style.success),)
    return OutgoingMessage(notifications.asleep(_named(game), _opponent(game), until), rows=(row,))


def _undeliverable(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    return OutgoingMessage(notifications.undeliverable(_named(game), _opponent(game), game.id))


def _over(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    text = notifications.over(_named(game), _opponent(game))
    if not notification.payload.undeliverable:
        return OutgoingMessage(text, rows=jump_row(game))
    if notification.location.channel_id == NO_CHANNEL:
        return OutgoingMessage(sentences(text, board_by_command(game.id)))
    return OutgoingMessage(notifications.over_unseen(_named(game), _opponent(game), game.id))


def _reviewed(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    text = notifications.reviewed(_named(game), _opponent(game))
    if notification.location.channel_id != NO_CHANNEL:
        text = sentences(text, notifications.REVIEW_UNSEEN())
    if Reviewed.of(notification).given_up:
        text = review.failed(game.id)
    row = (Button(ComponentId("review", game.id), review.REVIEW()),)
    return OutgoingMessage(text, rows=(row,))


def _plan_dropped(notification: Notification) -> OutgoingMessage:
    game, payload = notification.games[0], PlanDropped.of(notification)
    if game.revision != payload.revision:
        text = plans.dropped_earlier(_named(game), _opponent(game))
    elif not notification.write:
        text = plans.dropped_in_channel(_named(game), _opponent(game))
    else:
        moves = moves_in_capitals(" ".join(payload.moves))
        reason = Sentence.restored(payload.reason, payload.values)
        text = plans.dropped(_named(game), _opponent(game), moves, reason)
    return OutgoingMessage(text, rows=jump_row(game))


def _challenged(notification: Notification) -> OutgoingMessage:
    assert notification.about is not None, "a challenge has a challenger"
    rematch = None if notification.proposed is None else notification.proposed.rematch
    if rematch is not None and notification.user_install:
        return rematch_offer(rematch)
    channel = f"<#{notification.location.channel_id}>"
    unseen = notification.payload.undeliverable
    text = notifications.challenged_unseen if unseen else notifications.challenged
    return OutgoingMessage(text(escape(notification.about.name), channel))


def _matched(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    text = lobby.found(_opponent(game), _named(game))
    if Matched.of(notification).unrated:
        text = sentences(text, lobby.FIRST_UNRATED())
    return OutgoingMessage(text, rows=jump_row(game))


def _offer_expired(_notification: Notification) -> OutgoingMessage:
    return OutgoingMessage(lobby.EXPIRED(), rows=((lobby_button(),),))


def _unposted(notification: Notification) -> OutgoingMessage:
    opponent = None if notification.about is None else escape(notification.about.name)
    return OutgoingMessage(
        notifications.unposted(opponent, f"<#{notification.location.channel_id}>")
    )


def _daily_stopped(notification: Notification) -> OutgoingMessage:
    return OutgoingMessage(daily.stopped(f"<#{notification.location.channel_id}>"))


def _week_stopped(notification: Notification) -> OutgoingMessage:
    return OutgoingMessage(week.stopped(f"<#{notification.location.channel_id}>"))


def _league_begun(notification: Notification) -> OutgoingMessage:
    league = OfLeague.of(notification).league
    return OutgoingMessage(leagues.begun_for_you(_proposed(notification)), rows=page_row(league))


def _league_asked(notification: Notification) -> OutgoingMessage:
    league = OfLeague.of(notification).league
    return OutgoingMessage(leagues.asked(_proposed(notification)), rows=asked_row(league))


def _league_stopped(notification: Notification) -> OutgoingMessage:
    channel = f"<#{notification.location.channel_id}>"
    return OutgoingMessage(leagues.stopped(_proposed(notification), channel))


def _watched(notification: Notification) -> OutgoingMessage:
    game, payload = notification.games[0], Watched.of(notification)
    players = escape(payload.first), escape(payload.second)
    text = watching.undecided(_named(game), *players)
    if payload.winner:
        text = watching.won(_named(game), *players, escape(payload.winner))
    return OutgoingMessage(text, rows=jump_row(game))


def _watched_turns(notification: Notification) -> OutgoingMessage:
    return OutgoingMessage(watching.moved([_linked(game) for game in notification.games]))


def _declined(notification: Notification) -> OutgoingMessage:
    assert notification.about is not None, "a declined challenge has an opponent"
    return OutgoingMessage(
        notifications.declined(escape(notification.about.name), _proposed(notification))
    )


def _accepted(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    return OutgoingMessage(
        notifications.accepted(_opponent(game), _named(game)), rows=jump_row(game)
    )


def _run_out(notification: Notification) -> OutgoingMessage:
    opponent = None if notification.about is None else escape(notification.about.name)
    return OutgoingMessage(notifications.run_out(opponent, _proposed(notification)))


def _proposed(notification: Notification) -> str:
    assert notification.proposed is not None, "the notification has a challenge"
    return game_name(notification.proposed.game_key, notification.proposed.size)


def _undo_asked(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    row = (
        _button("undo-accept", game, labels.UNDO_ACCEPT(), Style.success),
        _button("undo-decline", game, labels.UNDO_DECLINE()),
    )
    return OutgoingMessage(
        notifications.undo_asked(_named(game), _opponent(game)), rows=(row, *jump_row(game))
    )


def _undo_refused(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    return OutgoingMessage(
        notifications.undo_refused(_named(game), _opponent(game)), rows=jump_row(game)
    )


def _end_asked(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    row = (
        _button("end-accept", game, end_request.ACCEPT(), Style.danger),
        _button("end-decline", game, end_request.DECLINE()),
    )
    return OutgoingMessage(
        notifications.end_asked(_named(game), _opponent(game)), rows=(row, *jump_row(game))
    )


def _end_refused(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    return OutgoingMessage(
        notifications.end_refused(_named(game), _opponent(game)), rows=jump_row(game)
    )


def _named(game: WaitingGame) -> str:
    return notifications.named(game.id, game_name(game.game_key, game.size))


def _linked(game: WaitingGame) -> str:
    if game.turn_message_id is None:
        return _named(game)
    return f"[{_named(game)}]({jump_link(game.location, game.turn_message_id)})"


def _opponent(game: WaitingGame) -> str:
    return escape(game.opponent.name)


def jump_row(game: WaitingGame) -> tuple[Row, ...]:
    """Return the row with a link to the game's last message; empty before the first one."""
    if game.turn_message_id is None:
        return ()
    label = labels.show_game(game.id)
    return ((Link(jump_link(game.location, game.turn_message_id), label),),)


def _button(kind: str, game: WaitingGame, label: str, style: Style = Style.secondary) -> Button:
    return Button(ComponentId(kind, game.id, game.revision), label, style)


WRITERS: dict[NotificationKind, Callable[[Notification], OutgoingMessage]] = {
    NotificationKind.TURN: _turn,
    NotificationKind.DIGEST: _digest,
    NotificationKind.REMINDER: _reminder,
    NotificationKind.NUDGE: _nudge,
    NotificationKind.TIME_UP: _time_up,
    NotificationKind.TIME_GIVEN: _time_given,
    NotificationKind.VACATION: _vacation,
    NotificationKind.AWAY: _away,
    NotificationKind.STRICT_BACK: _strict_back,
    NotificationKind.ASLEEP: _asleep,
    NotificationKind.UNDELIVERABLE: _undeliverable,
    NotificationKind.UNPOSTED: _unposted,
    NotificationKind.DAILY_STOPPED: _daily_stopped,
    NotificationKind.WEEK_STOPPED: _week_stopped,
    NotificationKind.DECLINED: _declined,
    NotificationKind.ACCEPTED: _accepted,
    NotificationKind.RUN_OUT: _run_out,
    NotificationKind.OVER: _over,
    NotificationKind.WATCHED: _watched,
    NotificationKind.WATCHED_TURNS: _watched_turns,
    NotificationKind.REVIEWED: _reviewed,
    NotificationKind.MATCHED: _matched,
    NotificationKind.OFFER_EXPIRED: _offer_expired,
    NotificationKind.LEAGUE_BEGUN: _league_begun,
    NotificationKind.LEAGUE_ASKED: _league_asked,
    NotificationKind.LEAGUE_STOPPED: _league_stopped,
    NotificationKind.PLAN_DROPPED: _plan_dropped,
    NotificationKind.CHALLENGED: _challenged,
    NotificationKind.UNDO_ASKED: _undo_asked,
    NotificationKind.UNDO_REFUSED: _undo_refused,
    NotificationKind.END_ASKED: _end_asked,
    NotificationKind.END_REFUSED: _end_refused,
}
