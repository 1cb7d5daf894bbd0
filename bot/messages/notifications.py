"""Letters to one person: what they say, and what can be done at once by a button."""

from collections.abc import Callable, Sequence
from datetime import datetime

from bot.messages.component_ids import ComponentId
from bot.messages.game_controls import time_buttons
from bot.messages.game_lists import as_many, jump_link
from bot.messages.outgoing_message import Button, Link, OutgoingMessage, Row, Style
from bot.services.notifications.kinds import NotificationKind
from bot.services.notifications.notification import Notification, WaitingGame
from bot.words import game_lists as list_texts
from bot.words import labels
from bot.words import notifications as notification_words
from bot.words import review as review_texts
from bot.words.escaping import escape

LISTED = 15  # games in one letter


def notification_message(notification: Notification) -> OutgoingMessage:
    """Write a letter."""
    return WRITERS[notification.kind](notification)


def _turn(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    return OutgoingMessage(
        notification_words.your_turn(_named(game), _opponent(game)), rows=jump(game)
    )


def _digest(notification: Notification) -> OutgoingMessage:
    here = [game for game in notification.games if game.id not in notification.elsewhere]
    every = [
        notification_words.waiting_line(_linked(game), _opponent(game), game.ends_at)
        for game in here[:LISTED]
    ]
    lines = as_many(every)
    more, elsewhere = len(here) - len(lines), len(notification.games) - len(here)
    if more > 0:
        lines.append(notification_words.more(more))
    if elsewhere > 0:
        lines.append(notification_words.elsewhere(elsewhere))
    return OutgoingMessage(
        "\n".join([notification_words.digest_title(len(notification.games)), *lines])
    )


def _reminder(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    said = notification_words.reminder(_named(game), _opponent(game), game.ends_at)
    return OutgoingMessage(said, rows=jump(game))


def _nudge(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    return OutgoingMessage(notification_words.nudge(_named(game), _opponent(game)), rows=jump(game))


def _time_up(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    said = notification_words.time_up(_named(game), _opponent(game))
    return OutgoingMessage(said, rows=(time_buttons(game.id, game.revision),))


def _time_given(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    said = notification_words.time_given(_named(game), _opponent(game), game.ends_at)
    return OutgoingMessage(said, rows=jump(game))


def _vacation(notification: Notification) -> OutgoingMessage:
    until = datetime.fromisoformat(notification.payload["until"])
    row = (Button(ComponentId("no-vacation", 0), labels.NO_VACATION),)
    return OutgoingMessage(
        notification_words.vacation(_named(notification.games[0]), until), rows=(row,)
    )


def _away(notification: Notification) -> OutgoingMessage:
    payload = notification.payload
    assert notification.about is not None, "somebody is away"
    until = datetime.fromisoformat(payload["until"])
    said = notification_words.away(
        escape(notification.about.name), until, *_here(payload["games"], notification)
    )
    if "strict" in payload:
        strict_until = datetime.fromisoformat(payload["strict_until"])
        strict = notification_words.away_strict(
            strict_until, *_here(payload["strict"], notification)
        )
        said = f"{said} {strict}"
    return OutgoingMessage(said)


def _here(games: Sequence[int], notification: Notification) -> tuple[list[int], int]:
    """Return which games a letter may name, and how many it only counts."""
    here = [game for game in games if game not in notification.elsewhere]
    return here, len(games) - len(here)


def _strict_back(_notification: Notification) -> OutgoingMessage:
    return OutgoingMessage(notification_words.STRICT_BACK)


def _asleep(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    until = datetime.fromisoformat(notification.payload["until"])
    row = (_button("stay", game, labels.KEEP_GAME, Style.success),)
    return OutgoingMessage(
        notification_words.asleep(_named(game), _opponent(game), until), rows=(row,)
    )


def _undeliverable(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    return OutgoingMessage(notification_words.undeliverable(_named(game), _opponent(game), game.id))


def _over(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    if notification.payload.get("undeliverable"):
        return OutgoingMessage(
            notification_words.over_unseen(_named(game), _opponent(game), game.id)
        )
    return OutgoingMessage(notification_words.over(_named(game), _opponent(game)), rows=jump(game))


def _reviewed(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    said = notification_words.reviewed(_named(game), _opponent(game))
    if notification.payload.get("given_up"):
        said = review_texts.GIVEN_UP.format(game.id)
    row = (Button(ComponentId("review", game.id), review_texts.REVIEW),)
    return OutgoingMessage(said, rows=(row,))


def _challenged(notification: Notification) -> OutgoingMessage:
    assert notification.about is not None, "somebody has challenged"
    channel = f"<#{notification.location.channel_id}>"
    unseen = notification.payload.get("undeliverable", False)
    said = notification_words.challenged_unseen if unseen else notification_words.challenged
    return OutgoingMessage(said(escape(notification.about.name), channel))


def _unposted(notification: Notification) -> OutgoingMessage:
    opponent = None if notification.about is None else escape(notification.about.name)
    return OutgoingMessage(
        notification_words.unposted(opponent, f"<#{notification.location.channel_id}>")
    )


def _declined(notification: Notification) -> OutgoingMessage:
    assert notification.about is not None, "somebody has declined"
    return OutgoingMessage(
        notification_words.declined(escape(notification.about.name), _proposed(notification))
    )


def _run_out(notification: Notification) -> OutgoingMessage:
    opponent = None if notification.about is None else escape(notification.about.name)
    return OutgoingMessage(notification_words.run_out(opponent, _proposed(notification)))


def _proposed(notification: Notification) -> str:
    assert notification.proposed is not None, "it is about a challenge"
    return list_texts.game_name(notification.proposed.game_key, notification.proposed.size)


def _undo_asked(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    row = (
        _button("undo-accept", game, labels.UNDO_ACCEPT, Style.success),
        _button("undo-decline", game, labels.UNDO_DECLINE),
    )
    return OutgoingMessage(
        notification_words.undo_asked(_named(game), _opponent(game)), rows=(row, *jump(game))
    )


def _undo_refused(notification: Notification) -> OutgoingMessage:
    game = notification.games[0]
    return OutgoingMessage(
        notification_words.undo_refused(_named(game), _opponent(game)), rows=jump(game)
    )


def _named(game: WaitingGame) -> str:
    return notification_words.named(game.id, list_texts.game_name(game.game_key, game.size))


def _linked(game: WaitingGame) -> str:
    if game.turn_message_id is None:
        return _named(game)
    return f"[{_named(game)}]({jump_link(game.location, game.turn_message_id)})"


def _opponent(game: WaitingGame) -> str:
    return escape(game.opponent.name)


def jump(game: WaitingGame) -> tuple[Row, ...]:
    """Return the row with the link to where a game was shown last, if it was shown."""
    if game.turn_message_id is None:
        return ()
    label = labels.SHOW_GAME.format(game.id)
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
    NotificationKind.DECLINED: _declined,
    NotificationKind.RUN_OUT: _run_out,
    NotificationKind.OVER: _over,
    NotificationKind.REVIEWED: _reviewed,
    NotificationKind.CHALLENGED: _challenged,
    NotificationKind.UNDO_ASKED: _undo_asked,
    NotificationKind.UNDO_REFUSED: _undo_refused,
}
