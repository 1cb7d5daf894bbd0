"""Letters to one person: what they say, and what can be done at once by a button."""

from collections.abc import Callable, Sequence
from datetime import datetime

from bot.messages.component_ids import ComponentId
from bot.messages.game_controls import time_buttons
from bot.messages.game_lists import as_many, jump_link
from bot.messages.outgoing_message import Button, Link, Post, Row, Style
from bot.services.notifications.kinds import LetterKind
from bot.services.notifications.notification import Letter, Waiting
from bot.words import game_lists as list_texts
from bot.words import labels
from bot.words import notifications as letter_texts
from bot.words import review as review_texts
from bot.words.escaping import escape

LISTED = 15  # games in one letter


def letter_post(letter: Letter) -> Post:
    """Write a letter."""
    return WRITERS[letter.kind](letter)


def _turn(letter: Letter) -> Post:
    game = letter.games[0]
    return Post(letter_texts.your_turn(_named(game), _opponent(game)), rows=jump(game))


def _digest(letter: Letter) -> Post:
    here = [game for game in letter.games if game.id not in letter.elsewhere]
    every = [
        letter_texts.waiting_line(_linked(game), _opponent(game), game.ends_at)
        for game in here[:LISTED]
    ]
    lines = as_many(every)
    more, elsewhere = len(here) - len(lines), len(letter.games) - len(here)
    if more > 0:
        lines.append(letter_texts.more(more))
    if elsewhere > 0:
        lines.append(letter_texts.elsewhere(elsewhere))
    return Post("\n".join([letter_texts.digest_title(len(letter.games)), *lines]))


def _reminder(letter: Letter) -> Post:
    game = letter.games[0]
    said = letter_texts.reminder(_named(game), _opponent(game), game.ends_at)
    return Post(said, rows=jump(game))


def _nudge(letter: Letter) -> Post:
    game = letter.games[0]
    return Post(letter_texts.nudge(_named(game), _opponent(game)), rows=jump(game))


def _time_up(letter: Letter) -> Post:
    game = letter.games[0]
    said = letter_texts.time_up(_named(game), _opponent(game))
    return Post(said, rows=(time_buttons(game.id, game.stamp),))


def _time_given(letter: Letter) -> Post:
    game = letter.games[0]
    said = letter_texts.time_given(_named(game), _opponent(game), game.ends_at)
    return Post(said, rows=jump(game))


def _vacation(letter: Letter) -> Post:
    until = datetime.fromisoformat(letter.payload["until"])
    row = (Button(ComponentId("no-vacation", 0), labels.NO_VACATION),)
    return Post(letter_texts.vacation(_named(letter.games[0]), until), rows=(row,))


def _away(letter: Letter) -> Post:
    payload = letter.payload
    assert letter.about is not None, "somebody is away"
    until = datetime.fromisoformat(payload["until"])
    said = letter_texts.away(escape(letter.about.name), until, *_here(payload["games"], letter))
    if "strict" in payload:
        strict_until = datetime.fromisoformat(payload["strict_until"])
        strict = letter_texts.away_strict(strict_until, *_here(payload["strict"], letter))
        said = f"{said} {strict}"
    return Post(said)


def _here(games: Sequence[int], letter: Letter) -> tuple[list[int], int]:
    """Return which games a letter may name, and how many it only counts."""
    here = [game for game in games if game not in letter.elsewhere]
    return here, len(games) - len(here)


def _strict_back(_letter: Letter) -> Post:
    return Post(letter_texts.STRICT_BACK)


def _asleep(letter: Letter) -> Post:
    game = letter.games[0]
    until = datetime.fromisoformat(letter.payload["until"])
    row = (_button("stay", game, labels.KEEP_GAME, Style.success),)
    return Post(letter_texts.asleep(_named(game), _opponent(game), until), rows=(row,))


def _stranded(letter: Letter) -> Post:
    game = letter.games[0]
    return Post(letter_texts.stranded(_named(game), _opponent(game), game.id))


def _over(letter: Letter) -> Post:
    game = letter.games[0]
    if letter.payload.get("stranded"):
        return Post(letter_texts.over_unseen(_named(game), _opponent(game), game.id))
    return Post(letter_texts.over(_named(game), _opponent(game)), rows=jump(game))


def _reviewed(letter: Letter) -> Post:
    game = letter.games[0]
    said = letter_texts.reviewed(_named(game), _opponent(game))
    if letter.payload.get("given_up"):
        said = review_texts.GIVEN_UP.format(game.id)
    row = (Button(ComponentId("review", game.id), review_texts.REVIEW),)
    return Post(said, rows=(row,))


def _challenged(letter: Letter) -> Post:
    assert letter.about is not None, "somebody has challenged"
    channel = f"<#{letter.place.channel_id}>"
    unseen = letter.payload.get("stranded", False)
    said = letter_texts.challenged_unseen if unseen else letter_texts.challenged
    return Post(said(escape(letter.about.name), channel))


def _unposted(letter: Letter) -> Post:
    opponent = None if letter.about is None else escape(letter.about.name)
    return Post(letter_texts.unposted(opponent, f"<#{letter.place.channel_id}>"))


def _declined(letter: Letter) -> Post:
    assert letter.about is not None, "somebody has declined"
    return Post(letter_texts.declined(escape(letter.about.name), _proposed(letter)))


def _run_out(letter: Letter) -> Post:
    opponent = None if letter.about is None else escape(letter.about.name)
    return Post(letter_texts.run_out(opponent, _proposed(letter)))


def _proposed(letter: Letter) -> str:
    assert letter.proposed is not None, "it is about a challenge"
    return list_texts.game_name(letter.proposed.game_key, letter.proposed.size)


def _undo_asked(letter: Letter) -> Post:
    game = letter.games[0]
    row = (
        _button("undo-accept", game, labels.UNDO_ACCEPT, Style.success),
        _button("undo-decline", game, labels.UNDO_DECLINE),
    )
    return Post(letter_texts.undo_asked(_named(game), _opponent(game)), rows=(row, *jump(game)))


def _undo_refused(letter: Letter) -> Post:
    game = letter.games[0]
    return Post(letter_texts.undo_refused(_named(game), _opponent(game)), rows=jump(game))


def _named(game: Waiting) -> str:
    return letter_texts.named(game.id, list_texts.game_name(game.game_key, game.size))


def _linked(game: Waiting) -> str:
    if game.turn_message_id is None:
        return _named(game)
    return f"[{_named(game)}]({jump_link(game.place, game.turn_message_id)})"


def _opponent(game: Waiting) -> str:
    return escape(game.opponent.name)


def jump(game: Waiting) -> tuple[Row, ...]:
    """Return the row with the link to where a game was shown last, if it was shown."""
    if game.turn_message_id is None:
        return ()
    label = labels.SHOW_GAME.format(game.id)
    return ((Link(jump_link(game.place, game.turn_message_id), label),),)


def _button(kind: str, game: Waiting, label: str, style: Style = Style.secondary) -> Button:
    return Button(ComponentId(kind, game.id, game.stamp), label, style)


WRITERS: dict[LetterKind, Callable[[Letter], Post]] = {
    LetterKind.TURN: _turn,
    LetterKind.DIGEST: _digest,
    LetterKind.REMINDER: _reminder,
    LetterKind.NUDGE: _nudge,
    LetterKind.TIME_UP: _time_up,
    LetterKind.TIME_GIVEN: _time_given,
    LetterKind.VACATION: _vacation,
    LetterKind.AWAY: _away,
    LetterKind.STRICT_BACK: _strict_back,
    LetterKind.ASLEEP: _asleep,
    LetterKind.STRANDED: _stranded,
    LetterKind.UNPOSTED: _unposted,
    LetterKind.DECLINED: _declined,
    LetterKind.RUN_OUT: _run_out,
    LetterKind.OVER: _over,
    LetterKind.REVIEWED: _reviewed,
    LetterKind.CHALLENGED: _challenged,
    LetterKind.UNDO_ASKED: _undo_asked,
    LetterKind.UNDO_REFUSED: _undo_refused,
}
