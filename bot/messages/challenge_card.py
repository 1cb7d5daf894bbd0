"""Challenge messages: the public card, and the private confirmation for the challenger."""

from collections.abc import Iterator

from bot.messages.component_ids import ComponentId
from bot.messages.game_text import mention, pace_in_words
from bot.messages.lessons import lesson_button
from bot.messages.outgoing_message import Button, OutgoingMessage, Style
from bot.services.clocks.clock import Pace
from bot.services.views import ChallengeStatus, ChallengeView
from bot.words import challenge as challenge_words
from bot.words import komi, lessons, plans, ratings
from bot.words.escaping import escape
from rules.options import Ruleset
from rules.position import Phase
from rules.registry import find_game
from sparring.even_komi import even_komi


def challenge_card(
    challenge: ChallengeView, answered: ChallengeView | None = None, *, ping: bool = True
) -> OutgoingMessage:
    """Return the public card of a challenge, with buttons while the challenge is open.

    :param answered: the challenge that this one counters; terms that differ are set in bold.
    """
    opponent = challenge.opponent
    whom = None if opponent is None else mention(opponent)
    card = challenge_words.challenge_card(
        escape(challenge.challenger.name),
        whom,
        terms(challenge, answered),
        answers=bool(answered),
        again=challenge.rematch_of,
    )
    if challenge.status is not ChallengeStatus.OPEN:
        return OutgoingMessage(
            challenge_words.challenge_closed(card, challenge.status.value, challenge.game_id)
        )
    owners = challenge_words.whose_buttons(
        escape(challenge.challenger.name), None if opponent is None else escape(opponent.name)
    )
    return OutgoingMessage(
        f"{card}\n{owners}",
        rows=(tuple(_answers(challenge)), tuple(_controls(challenge))),
        pings=() if opponent is None or not ping else (opponent.user_id,),
    )


def challenge_sent(challenge: ChallengeView) -> OutgoingMessage:
    """Return the confirmation for the challenger, with warnings about unusual terms."""
    ruleset = challenge.ruleset
    opponent = challenge.opponent
    whom = None if opponent is None else escape(opponent.name)
    advice = find_game(ruleset.game, ruleset.version).warnings(ruleset)
    return OutgoingMessage("\n".join([challenge_words.challenge_sent(whom), *advice]))


def terms(challenge: ChallengeView, answered: ChallengeView | None = None) -> str:
    """Return the terms of a challenge as lines: game, options, first player, clock and undo."""
    lines = _terms(challenge)
    if answered is not None:
        before = _terms(answered)
        if challenge.terms.undo and not answered.terms.undo:
            lines.append(challenge_words.WITH_UNDO())
        lines = [each if each in before else challenge_words.changed(each) for each in lines]
    ruleset = challenge.ruleset
    return challenge_words.terms(find_game(ruleset.game, ruleset.version).name, lines)


def _terms(challenge: ChallengeView) -> list[str]:
    ruleset = challenge.ruleset
    game = find_game(ruleset.game, ruleset.version)
    options = [
        challenge_words.option(
            game.option(name).label, game.option(name).meaning(value, ruleset.options)
        )
        for name, value in ruleset.options.items()
    ]
    if "start" not in ruleset.options and game.start(ruleset).phase is Phase.OFFER:
        options += _komi_offer(ruleset)
    other = challenge.opponent
    begins = challenge_words.begins(
        challenge.terms.begins,
        escape(challenge.challenger.name),
        None if other is None else escape(other.name),
    )
    agreed = [begins, pace_in_words(challenge.terms.pace)]
    if challenge.terms.strict and challenge.terms.pace is not Pace.NONE:
        agreed.append(challenge_words.STRICT())
    if challenge.terms.rated:
        agreed.append(ratings.RATED())
    if not challenge.terms.undo:
        agreed.append(challenge_words.WITHOUT_UNDO())
    if not challenge.terms.plans:
        agreed.append(plans.NO_PLANS_TERM())
    return options + agreed


def _komi_offer(ruleset: Ruleset) -> Iterator[str]:
    yield challenge_words.KOMI_IS_OFFERED()
    usual = even_komi(ruleset.game, int(ruleset.options["size"]))
    if usual is not None:
        yield komi.usual_komi(*usual)


def _answers(challenge: ChallengeView) -> Iterator[Button]:
    """Yield the buttons with which a challenge is answered."""
    yield _button("accept", challenge, challenge_words.ACCEPT(), Style.success)
    if challenge.opponent is not None:
        yield _button("decline", challenge, challenge_words.DECLINE(), Style.danger)


def _controls(challenge: ChallengeView) -> Iterator[Button]:
    yield _button("terms", challenge, challenge_words.CHANGE_TERMS())
    yield _button("withdraw", challenge, challenge_words.WITHDRAW())
    # the opponent may never have played this game
    yield lesson_button(lessons.OPEN_RULES(), challenge.ruleset.game)


def _button(
    kind: str, challenge: ChallengeView, label: str, style: Style = Style.secondary
) -> Button:
    return Button(ComponentId(kind, challenge.id), label, style)
