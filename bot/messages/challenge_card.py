"""Messages of challenges: the public card, and the private confirmation for the challenger."""

from collections.abc import Iterator

from bot.messages.component_ids import ComponentId
from bot.messages.game_lists import channel_link
from bot.messages.game_text import mention
from bot.messages.lessons import lesson_button
from bot.messages.message_draft import MessageDraft
from bot.messages.outgoing_message import Button, Link, OutgoingMessage, Style
from bot.messages.profile import reliability_lines
from bot.services.values.clocks.clock import PACES, Pace
from bot.services.values.people.reliability import Reliability
from bot.services.values.ratings.conditions import is_compensated
from bot.services.values.views import Begins, ChallengeStatus, ChallengeView, Location, Terms
from bot.words import challenge as challenge_words
from bot.words import clocks, games, lessons, lobby, plans, ratings, series
from bot.words import komi as komi_words
from bot.words.escaping import escape
from bot.words.translation import translated
from rules.games.lifeline import KOMI_PIE
from rules.registry import find_game
from sparring.even_komi import even_komi

QUICK_SIZE = 5
# Turns of a game between equal players, by game and size (docs/engine-tuning.md)
USUAL_TURNS = {
    ("lifeline", 4): 40,
    ("lifeline", 5): 65,
    ("lifeline", 6): 95,
    ("lifeline", 7): 135,
    ("cornered", 4): 40,
    ("cornered", 5): 65,
    ("cornered", 6): 95,
    ("cornered", 7): 135,
    ("asli", 9): 105,
    ("liflina", 9): 110,
    ("liflina", 13): 240,
}


def challenge_card(
    challenge: ChallengeView,
    answered: ChallengeView | None = None,
    *,
    ping: bool = True,
    thread: Location | None = None,
    reliability: Reliability | None = None,
) -> MessageDraft:
    """Return the public card of a challenge; while the challenge is open, with buttons.

    :param answered: the challenge that this one counters; changed terms are bold.
    :param ping: whether to ping the challenged player while the challenge is open.
    :param thread: the thread of the game that began, if any; a closed card links to it.
    :param reliability: the challenger's, shown while the challenge is open; None if unknown.
    """
    opponent = challenge.opponent
    is_question = challenge.is_on_last_terms and opponent is not None
    card = _rematch_question(challenge) if is_question else _card(challenge, answered)
    if challenge.status is not ChallengeStatus.OPEN:
        return MessageDraft(
            challenge_words.challenge_closed(card, challenge.status.value, challenge.game_id),
            rows=() if thread is None else ((thread_link(thread),),),
        )
    pings = () if opponent is None or not ping else (opponent.user_id,)
    if is_question:
        answers = (*_answers(challenge, lesson=False), *_controls(challenge))
        return MessageDraft(card, rows=(answers,), pings=pings)
    owners = challenge_words.whose_buttons(
        escape(challenge.challenger.name), None if opponent is None else escape(opponent.name)
    )
    known = reliability_lines(challenge.challenger.name, reliability)
    return MessageDraft(
        "\n".join([card, *map(challenge_words.small, known), owners]),
        rows=(tuple(_answers(challenge)), tuple(_controls(challenge))),
        pings=pings,
    )


def rematch_offer(challenge: ChallengeView) -> OutgoingMessage:
    """Return the direct message that offers a rematch; it names terms unlike those of the game."""
    answers = tuple(_answers(challenge, lesson=False))
    if challenge.is_on_last_terms:
        return OutgoingMessage(lobby.rematch(escape(challenge.challenger.name)), rows=(answers,))
    row = (*answers, _terms_button(challenge))
    return OutgoingMessage(_card(challenge, None), rows=(row,))


def _card(challenge: ChallengeView, answered: ChallengeView | None) -> str:
    opponent = challenge.opponent
    return challenge_words.challenge_card(
        escape(challenge.challenger.name),
        None if opponent is None else mention(opponent),
        terms(challenge, answered),
        answers=challenge.is_counter_offer,
    )


def _rematch_question(challenge: ChallengeView) -> str:
    """Return the question for a rematch; of the terms, it names only who moves first.

    Both players know the other terms from their last game.
    """
    opponent, of_game = challenge.opponent, challenge.rematch_of
    assert opponent is not None
    assert of_game is not None
    challenger = escape(challenge.challenger.name)
    begins = challenge_words.begins(challenge.terms.begins, challenger, escape(opponent.name))
    question = challenge_words.rematch_question(
        challenger, mention(opponent), of_game, _title(challenge), begins
    )
    if not is_compensated(challenge.ruleset):
        return question
    return f"{question}\n{challenge_words.small(challenge_words.SAME_ROLES())}"


def thread_link(thread: Location) -> Link:
    """Return the button that opens a game's thread."""
    return Link(channel_link(thread), challenge_words.OPEN_GAME())


def challenge_sent(
    challenge: ChallengeView, *, beginner: bool = False, note: str = ""
) -> OutgoingMessage:
    """Return the private confirmation for the challenger, with warnings about unusual terms.

    :param beginner: whether the challenger has not yet finished a game with a person, and so gets
        the offer of a quick one.
    :param note: a line about the terms that the bot has chosen.
    """
    ruleset = challenge.ruleset
    opponent = challenge.opponent
    whom = None if opponent is None else escape(opponent.name)
    advice = find_game(ruleset.game, ruleset.version).warnings(ruleset)
    sent = challenge_words.challenge_sent(whom, answers=challenge.is_counter_offer)
    lines = [sent, *filter(None, [note]), *map(translated, advice)]
    if not beginner or int(ruleset.options["size"]) <= QUICK_SIZE:
        return OutgoingMessage("\n".join(lines))
    smaller = ComponentId("quick", challenge.id)
    button = Button(smaller, challenge_words.play_size(QUICK_SIZE))
    content = "\n".join([*lines, challenge_words.QUICK_GAME()])
    return OutgoingMessage(content, rows=((button,),))


def terms(challenge: ChallengeView, answered: ChallengeView | None = None) -> str:
    """Return the terms of a challenge, one per line.

    The lines are the game, a summary of its rules, then the first player, the opening, the clock
    and other terms, such as a game without undos.

    :param answered: the challenge that this one counters; changed terms are bold.
    """
    lines, title = _terms(challenge), _title(challenge)
    shown = challenge_words.game_title(title)
    if answered is not None:
        before = _terms(answered)
        lines += _dropped(answered.terms, challenge.terms)
        lines = [each if each in before else challenge_words.changed(each) for each in lines]
        if title != _title(answered):
            shown = challenge_words.changed(title)
    idea = games.IDEAS_IN_A_LINE[challenge.ruleset.game]()
    played = challenge.ruleset.game, int(challenge.ruleset.options["size"])
    return challenge_words.terms(shown, idea, lines, USUAL_TURNS.get(played))


def _title(challenge: ChallengeView) -> str:
    ruleset = challenge.ruleset
    game = find_game(ruleset.game, ruleset.version).name
    title, length = games.sized_game(game, int(ruleset.options["size"])), challenge.terms.series
    return title if length == 1 else series.named(title, length)


def _terms(challenge: ChallengeView) -> list[str]:
    """Return the terms of a challenge after the name of the game, in at most five lines."""
    other = challenge.opponent
    begins = challenge_words.begins(
        challenge.terms.begins,
        escape(challenge.challenger.name),
        None if other is None else escape(other.name),
    )
    agreed = [*_opening(challenge, begins), _pace(challenge.terms.pace)]
    if challenge.terms.rated:
        agreed.append(challenge_words.RATED_AND_STRICT())
    elif _is_strict(challenge.terms):
        agreed.append(challenge_words.STRICT())
    excluded = _EXCLUDED.get((challenge.terms.undo, challenge.terms.plans))
    return [*agreed, *([] if excluded is None else [excluded()])]


def _dropped(before: Terms, after: Terms) -> Iterator[str]:
    """Yield the lines about terms that a counter-offer drops, and so does not list."""
    if before.rated and not after.rated:
        yield ratings.IS_RATED["no"]()
    if _is_strict(before) and not after.strict and after.pace is not Pace.NONE:
        yield challenge_words.NOT_STRICT()
    if after.undo and not before.undo:
        yield challenge_words.WITH_UNDO()
    if after.plans and not before.plans:
        yield plans.MAY_PLAN["yes"]()


def _is_strict(terms: Terms) -> bool:
    return terms.strict and terms.pace is not Pace.NONE


def _pace(pace: Pace) -> str:
    """Return the line about a pace (a kind of clock), without its cap, so that it stays short."""
    if pace is Pace.NONE:
        return clocks.NO_CLOCK()
    return clocks.short_pace(pace.value, PACES[pace].base, PACES[pace].increment)


# keys: undos allowed, plans allowed
_EXCLUDED = {
    (False, True): challenge_words.WITHOUT_UNDO,
    (True, False): challenge_words.WITHOUT_PLANS,
    (False, False): challenge_words.WITHOUT_UNDO_AND_PLANS,
}


def _opening(challenge: ChallengeView, begins: str) -> Iterator[str]:
    """Yield the lines about who begins, and about the opening, the komi or the handicap.

    :param begins: the line about who begins.
    """
    ruleset = challenge.ruleset
    komi, handicap = ruleset.number("komi"), ruleset.number("handicap")
    start = ruleset.text("start") if "start" in ruleset.options else None
    if komi is None and handicap is None and start in {None, KOMI_PIE}:
        yield from _offered_komi(challenge, begins)
        return
    if start == KOMI_PIE and komi is not None:
        yield challenge_words.opening_with_komi(komi)
    elif start is not None:
        yield games.OPENINGS[ruleset.game, start]()
        if komi:
            yield challenge_words.fixed_komi(komi)
    elif handicap is not None:
        yield challenge_words.handicap(handicap)
    elif komi is not None:
        yield challenge_words.fixed_komi(komi)
    yield begins


def _offered_komi(challenge: ChallengeView, begins: str) -> Iterator[str]:
    """Yield the lines about an opening in which a player offers the komi, and about who begins.

    :param begins: the line about who begins, used while it is not known who offers the komi.
    """
    ruleset = challenge.ruleset
    usual = even_komi(ruleset.game, int(ruleset.options["size"]))
    first, second = challenge.challenger, challenge.opponent
    if second is None or challenge.terms.begins is Begins.RANDOM:
        offered = games.KOMI_IS_OFFERED
        yield offered() if usual is None else challenge_words.komi_offered(*usual)
        yield begins
        return
    if challenge.terms.begins is not Begins.CHALLENGER:
        first, second = second, first
    yield challenge_words.komi_pie(escape(first.name), escape(second.name))
    if usual is not None:
        yield komi_words.usual_komi(*usual)


def _answers(challenge: ChallengeView, *, lesson: bool = True) -> Iterator[Button]:
    """Yield the buttons that accept or decline a challenge.

    :param lesson: whether to add the button that explains the rules of the game.
    """
    yield _button("accept", challenge, challenge_words.ACCEPT(), Style.success)
    if challenge.opponent is not None:
        yield _button("decline", challenge, challenge_words.DECLINE(), Style.danger)
    if lesson:  # the opponent may not know this game
        yield lesson_button(lessons.OPEN_RULES(), challenge.ruleset.game)


def _controls(challenge: ChallengeView) -> Iterator[Button]:
    yield _terms_button(challenge)
    yield withdraw_button(challenge)


def _terms_button(challenge: ChallengeView) -> Button:
    return _button("terms", challenge, challenge_words.CHANGE_TERMS())


def withdraw_button(challenge: ChallengeView) -> Button:
    """Return the button with which the challenger withdraws a challenge."""
    return _button("withdraw", challenge, challenge_words.WITHDRAW())


def _button(
    kind: str, challenge: ChallengeView, label: str, style: Style = Style.secondary
) -> Button:
    return Button(ComponentId(kind, challenge.id), label, style)
