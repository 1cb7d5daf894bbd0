"""Forms for challenges, and parsers for their fields: opponent, options, terms."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

import discord

from bot.errors.refusals import CannotChallenge
from bot.messages.component_ids import ComponentId, OldComponent, parse_choice
from bot.messages.outgoing_message import MAX_OPTIONS, Form, Option, SelectField, TextField
from bot.services.use_cases.servers.server_settings import ServerSettings
from bot.services.values.clocks.clock import OFFERED_PACES, PACES, Pace
from bot.services.values.views import Begins, ChallengeView, Player, Terms
from bot.words import challenge as challenge_words
from bot.words import clocks, even_out, refusals
from bot.words import series as series_words
from bot.words.escaping import name_of
from bot.words.games import IDEAS_IN_A_LINE
from bot.words.translation import translated
from rules.options import Option as GameOption
from rules.options import Ruleset, Value
from rules.registry import GAMES, find_game
from rules.sentences import explanation, short_name

V = TypeVar("V")
BEGINS, UNDO, PACE, STRICT = "begins", "undo", "pace", "strict"
RATED, PLANS, SERIES = "rated", "plans", "series"
EVEN = "even"  # choice of a komi that evens out the ratings, instead of a series
# default sizes in challenges; other games have that of the rules
QUICK_SIZES = {game.key: game.quick_size for game in GAMES if game.quick_size is not None}
SEPARATOR = "+"  # separates the two values of one menu option, as in "brisk+yes"


def opponent(user: discord.abc.User) -> Player:
    """Return a Discord user as the opponent of a challenge.

    :raises CannotChallenge: when the user is a bot.
    """
    if user.bot:
        raise CannotChallenge(refusals.NO_BOTS())
    return Player(user.id, name_of(user.display_name))


def terms_from(
    fields: Mapping[str, str | None], usual: ServerSettings, old: Terms | None = None
) -> Terms:
    """Parse the terms of a challenge from the options of /challenge or the fields of a form.

    :param usual: the server's settings, which give the clock if the fields have none.
    :param old: the terms that supply what no form asks for, such as a series; None means defaults.
    :raises OldComponent: when a form of an older version submits a value that no longer exists.
    """
    given = _split_menus(fields)
    # a rated game has a strict clock, so one menu entry sets both
    rated = given.get(RATED) == "yes" or given.get(STRICT) == RATED
    strict = given.get(STRICT) or ("yes" if rated else None)
    return replace(
        old or Terms(),
        begins=parse_choice(Begins, given.get(BEGINS) or Begins.CHALLENGER.value),
        undo=given.get(UNDO) != "no",
        pace=parse_pace(given.get(PACE) or usual.pace),
        strict=usual.strict if strict is None else strict in ("yes", RATED),
        rated=rated,
        plans=given.get(PLANS) != "no",
        series=_series(given.get(SERIES), old),
    )


def _series(text: str | None, old: Terms | None) -> int:
    if not text:
        return (old or Terms()).series
    lengths = {str(length): length for length in series_words.LENGTHS}
    if text not in lengths:
        raise OldComponent
    return lengths[text]


def parse_pace(text: str) -> Pace:
    """Parse the key of a pace (a kind of clock) that people may choose.

    :raises OldComponent: when there is no such pace, or only leagues have it.
    """
    pace = parse_choice(Pace, text)
    if pace not in OFFERED_PACES:
        raise OldComponent
    return pace


def changed_terms(old: Terms, fields: Mapping[str, str | None]) -> Terms:
    """Parse the terms of a counter-offer; missing fields keep the old values.

    :raises OldComponent: see `terms_from`.
    """
    was = {
        BEGINS: old.begins.value,
        UNDO: "yes" if old.undo else "no",
        PLANS: "yes" if old.plans else "no",
    }
    if PACE not in fields and old.rated:
        was[RATED] = "yes"
    return terms_from({**was, **fields}, ServerSettings(pace=old.pace, strict=old.strict), old)


def _split_menus(fields: Mapping[str, str | None]) -> dict[str, str | None]:
    """Return the fields of a form, with each of the two combined menus split into two fields.

    One menu combines the first player with undos, the other the clock with automatic loss on time,
    because Discord allows only five fields in a form.
    """
    apart = dict(fields)
    for name, ends_game in ((BEGINS, UNDO), (PACE, STRICT)):
        value, both, second = (fields.get(name) or "").partition(SEPARATOR)
        if both:
            apart |= {name: value, ends_game: second}
    return apart


def options_from(fields: Mapping[str, str | int | None]) -> dict[str, str | int]:
    """Return the non-empty fields that are options of the game, such as `size` and `komi`."""
    return {name: value for name, value in _options(fields) if value is not None and value != ""}


def changed_options(fields: Mapping[str, str]) -> dict[str, str | int | None]:
    """Return the game options of a counter-offer; a cleared field becomes None (unset)."""
    return {name: value or None for name, value in _options(fields)}


def _options(fields: Mapping[str, V]) -> Iterator[tuple[str, V]]:
    others = {BEGINS, UNDO, PACE, STRICT, RATED, SERIES, "game"}
    return ((name, value) for name, value in fields.items() if name not in others)


def with_default_size(
    usual: ServerSettings,
    game: str | None,
    options: Mapping[str, str | int | None],
    last: int | None = None,
) -> dict[str, str | int | None]:
    """Return game options with a board size added if the person has not chosen one.

    It is the size of the person's last game, else the server's size, else the bot's default. A last
    size that is the bot's default does not count, because the person probably did not choose it.
    The size is None if the default of the rules applies.

    :param game: the key of the game; None means the server's usual game.
    :param last: the size of the person's last game of this kind, if any.
    """
    if options.get("size") is not None:
        return dict(options)
    key = game or usual.usual_game
    quick = QUICK_SIZES.get(key)
    of_server = usual.size if key == usual.usual_game else None
    chosen = None if last == quick else last
    return {**options, "size": chosen or of_server or quick}


def terms_form(challenge: ChallengeView, terms: Terms) -> Form:
    """Return the form for changing the terms, filled in with the current ones.

    :param terms: the terms from the person's point of view (`ChallengeView.terms_seen_by`).
    """
    ruleset = challenge.ruleset
    game = find_game(ruleset.game, ruleset.version)
    fields = [_field(option, ruleset) for option in game.options]
    return Form(
        ComponentId("terms-form", challenge.id),
        challenge_words.TERMS_FORM(),
        (
            *fields,
            _begins(terms),
            clock_field(terms),
        ),
    )


def challenge_form(target: Player, usual: ServerSettings) -> Form:
    """Return the form for a challenge to `target`, with the server's usual terms selected."""
    terms = terms_from({}, usual)
    return Form(
        ComponentId("challenge-form", target.user_id, None, target.name),
        challenge_words.CHALLENGE_MENU(),
        (*game_fields(usual), _begins(terms), clock_field(terms), _series_field()),
    )


def game_fields(usual: ServerSettings) -> tuple[SelectField, TextField]:
    """Return the form fields for the game and the board size."""
    games = tuple(
        Option(
            game.key,
            game.name,
            IDEAS_IN_A_LINE[game.key](),
            default=game.key == usual.usual_game,
        )
        for game in GAMES
    )
    return (
        SelectField("game", challenge_words.GAME_FIELD(), games),
        TextField(
            "size",
            challenge_words.SIZE_FIELD(),
            max_length=2,
            required=False,
            description=challenge_words.CHALLENGE_SIZE(),
        ),
    )


def _begins(terms: Terms) -> SelectField:
    options = tuple(
        Option(
            f"{value}{SEPARATOR}{undo}",
            label(),
            default=(value, undo == "yes") == (terms.begins.value, terms.undo),
        )
        for (value, undo), label in challenge_words.BEGINS.items()
    )
    return SelectField(BEGINS, challenge_words.BEGINS_FIELD(), options)


def _series_field() -> SelectField:
    options = tuple(
        Option(str(length), label(), default=length == 1)
        for length, label in series_words.LENGTHS.items()
    )
    even = Option(EVEN, even_out.CHOICE(), even_out.EXPLAINED())
    return SelectField(SERIES, series_words.SERIES_FIELD(), (*options, even))


def clock_field(terms: Terms, paces: Iterable[Pace] = OFFERED_PACES) -> SelectField:
    """Return the form field for the clock.

    Each option is a pace (a kind of clock) in one of three modes: no automatic loss on time,
    automatic loss on time, or a rated game, which always has that loss.

    :param terms: the terms whose option is selected.
    :param paces: the paces that the options offer.
    """
    chosen = terms.pace, _kind(terms)
    options = tuple(
        Option(
            f"{pace.value}{SEPARATOR}{kind}",
            _clock_label(pace, kind),
            _clock_explained(pace, kind),
            default=each == chosen,
        )
        for kind in ("no", "yes", RATED)
        for pace in paces
        if pace is not Pace.NONE or kind == "no"
        for each in ((pace, kind),)
    )
    return SelectField(PACE, challenge_words.PACE_FIELD(), options)


def _kind(terms: Terms) -> str:
    """Return the mode that is selected with the pace in the clock menu: `no`, `yes` or `RATED`.

    `no` and `yes` say whether a timeout loses the game automatically, as in every rated game.
    """
    if terms.pace is Pace.NONE or not terms.strict:
        return "no"
    return RATED if terms.rated else "yes"


def _clock_label(pace: Pace, kind: str) -> str:
    name = clocks.PACE_NAMES[pace]()
    return name if kind == "no" else clocks.strict_pace(name, rated=kind == RATED)


def _clock_explained(pace: Pace, kind: str) -> str | None:
    if pace is Pace.NONE:
        return None
    timing = PACES[pace]
    return clocks.clock_explained(timing.base, timing.increment, strict=kind != "no")


def _field(option: GameOption, ruleset: Ruleset) -> TextField | SelectField:
    choices, value = _choices(option), ruleset.options.get(option.name)
    may_be_unset = option.default is None  # a menu has no way to clear a choice
    if not 0 < len(choices) <= MAX_OPTIONS or may_be_unset or value is None:
        about = challenge_words.ABOUT_OPTIONS.get(option.name)
        return TextField(
            option.name,
            translated(option.label),
            challenge_words.numbers(option.minimum, _largest(option, ruleset)),
            max_length=4,
            required=False,
            value=None if value is None else str(value),
            description="" if about is None else about(),
        )
    made = tuple(
        described(str(each), translated(option.label_of(each)), chosen=each == value)
        for each in choices
    )
    return SelectField(option.name, translated(option.label), made)


def described(value: str, label: str, *, chosen: bool) -> Option:
    """Return the entry of a form's menu for one value of a game option, such as size 7.

    :param label: the short name of the value; an explanation may follow after a colon.
    """
    return Option(value, short_name(label), explanation(label) or None, default=chosen)


def _largest(option: GameOption, ruleset: Ruleset) -> int:
    """Return the largest allowed value of a number option; komi is at most the number of cells."""
    if option.name != "komi":
        return option.maximum
    return len(find_game(ruleset.game, ruleset.version).start(ruleset).topology)


def _choices(option: GameOption) -> tuple[Value, ...]:
    if option.kind == "choice":
        return option.choices
    if option.only_suggested:
        return tuple(sorted(option.suggested))
    return tuple(range(option.minimum, option.maximum + 1))
