"""Cards and forms of challenges: every line, button, choice and value filled in."""

from dataclasses import asdict, replace
from datetime import timedelta
from itertools import product

import pytest

from bot.errors.refusals import CannotChallenge
from bot.messages.challenge_card import challenge_card, challenge_sent, terms
from bot.messages.challenge_forms import (
    challenge_form,
    changed_options,
    changed_terms,
    clock_field,
    options_from,
    terms_form,
    terms_from,
    with_default_size,
)
from bot.messages.challenge_forms import opponent as invited
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.lessons import lesson_button
from bot.messages.outgoing_message import Button, Link, Option, SelectField, Style, TextField
from bot.services.use_cases.servers.server_settings import ServerSettings
from bot.services.values.clocks.clock import OFFERED_PACES, PACES, Pace
from bot.services.values.people.reliability import Reliability
from bot.services.values.views import Begins, ChallengeStatus, Location, Player, Terms
from bot.words import challenge as words
from bot.words import clocks, even_out, games, komi, lessons, ratings
from bot.words import series as series_words
from rules.registry import GAMES, find_game
from sparring.even_komi import even_komi
from tests.bot.challenge_views import challenge_view

ANN, BEN = Player(1, "A*n"), Player(2, "B_n")
MINE, YOURS = "A\\*n moves first", "B\\_n moves first"
OPPONENT = "Your opponent moves first"
BRISK = "Brisk clock: 1 day, plus 12 hours each turn"
PIE = games.OPENINGS["lifeline", "strong-pie"]()
USUAL = ServerSettings(pace=Pace.BRISK, strict=True, game="asli", size=9)


def view(game="lifeline", options=None, **changed):
    people = {"challenger": ANN, "opponent": BEN}
    return challenge_view(find_game(game).ruleset(options or {}), **{**people, **changed})


def button(kind, label, style=Style.secondary):
    return Button(ComponentId(kind, 5), label, style)


ACCEPT = button("accept", words.ACCEPT(), Style.success)
DECLINE = button("decline", words.DECLINE(), Style.danger)
CONTROLS = (button("terms", words.CHANGE_TERMS()), button("withdraw", words.WITHDRAW()))


def test_a_card_is_whole_and_has_the_buttons_of_both_players():
    challenge = view(options={"size": 5}, pace=Pace.BRISK, strict=True, undo=False)
    card = challenge_card(challenge, reliability=Reliability(31, 32, timedelta(hours=4)))
    assert card.content.splitlines() == [
        "**A\\*n** challenges <@2>.",
        "**Lifeline, size 5** · about 65 turns",
        games.IDEAS_IN_A_LINE["lifeline"](),
        f"- {PIE}",
        f"- {MINE}",
        f"- {BRISK}",
        f"- {words.STRICT()}",
        f"- {words.WITHOUT_UNDO()}",
        "-# A\\*n finished 31 of their last 32 games.",
        "-# A\\*n usually answers within 4 hours.",
        "-# B\\_n can accept or decline. A\\*n can withdraw. Both can change the terms.",
    ]
    rules = lesson_button(lessons.OPEN_RULES(), "lifeline")
    assert card.rows == ((ACCEPT, DECLINE, rules), CONTROLS)
    assert card.pings == (2,)
    assert challenge_card(challenge, ping=False).pings == ()


def test_a_card_for_everybody_has_no_button_to_decline_and_pings_nobody():
    card = challenge_card(view("asli", opponent=None))
    lines = card.content.splitlines()
    assert (lines[0], lines[-1]) == (
        "**A\\*n** is looking for an opponent.",
        "-# Anyone else can accept. A\\*n can change the terms or withdraw.",
    )
    assert card.rows == ((ACCEPT, lesson_button(lessons.OPEN_RULES(), "asli")), CONTROLS)
    assert card.pings == ()


@pytest.mark.parametrize(
    ("changed", "title"),
    [
        ({"counters": 4, "is_counter_offer": True}, "**A\\*n** sends <@2> a counter-offer."),
        ({"counters": 4, "rematch_of": 9}, "**A\\*n** challenges <@2>."),
        ({"rematch_of": 9, "of_league_game": True}, "**A\\*n** challenges <@2>."),
        ({"rematch_of": 9, "opponent": None}, "**A\\*n** is looking for an opponent."),
        ({"rematch_of": 9}, "**A\\*n** offers <@2> a rematch of game 9."),
    ],
)
def test_the_first_line_says_what_kind_of_challenge_it_is(changed, title):
    assert challenge_card(view(**changed)).content.splitlines()[0] == title


@pytest.mark.parametrize(
    ("begins", "first"),
    [(Begins.CHALLENGER, MINE), (Begins.OPPONENT, YOURS), (Begins.RANDOM, words.RANDOM_FIRST())],
)
def test_the_question_for_a_rematch_names_who_moves_first(begins, first):
    challenge = view(options={"size": 6}, rematch_of=9, begins=begins, series=3)
    card = challenge_card(challenge)
    small = f"-# Lifeline, size 6, best of 3, on the same terms · {first}"
    assert card.content.splitlines()[1:] == [small]
    assert card.rows == ((ACCEPT, DECLINE, *CONTROLS),)
    assert card.pings == (2,)
    assert challenge_card(challenge, ping=False).pings == ()


def test_the_question_for_a_rematch_says_why_the_roles_stay():
    challenge = view("liflina", {"size": 9, "handicap": 3}, rematch_of=9)
    assert challenge_card(challenge).content.splitlines()[2:] == [f"-# {words.SAME_ROLES()}"]


@pytest.mark.parametrize("rematch_of", [None, 9])
@pytest.mark.parametrize("status", [each for each in ChallengeStatus if each != "open"])
def test_a_closed_card_says_why_and_links_to_the_thread_of_its_game(status, rematch_of):
    challenge = view(status=status, rematch_of=rematch_of)
    still_open = challenge_card(replace(challenge, status=ChallengeStatus.OPEN)).content
    card = challenge_card(challenge, reliability=Reliability(5, 5))
    *above, last = card.content.splitlines()
    assert above == [line for line in still_open.splitlines() if "accept or" not in line]
    assert last == words.CLOSED[status]()
    assert (card.rows, card.pings) == ((), ())
    begun = challenge_card(replace(challenge, game_id=12), thread=Location(7, 88))
    assert begun.content.splitlines()[-1] == "*Accepted: game 12.*"
    link = Link("https://discord.com/channels/7/88", words.OPEN_GAME())
    assert begun.rows == ((link,),)


# by size, turns of level 2 against itself (docs/engine-tuning.md)
MEASURED = {
    "lifeline": {4: 34, 5: 52, 6: 80, 7: 116},
    "cornered": {4: 33, 5: 52, 6: 82, 7: 116},
    "asli": {9: 106},
    "liflina": {9: 110, 13: 239},
}


@pytest.mark.parametrize("game", MEASURED)
def test_a_card_names_the_measured_number_of_turns_or_on_hexagons_a_fifth_more(game):
    is_square = game in ("asli", "liflina")
    for size in range(5, 14) if is_square else range(3, 13):
        title = terms(view(game, {"size": size})).splitlines()[0]
        name, _, length = title.partition(" · about ")
        assert name == f"**{games.game_name(game, size)}**"
        assert bool(length) is (size in MEASURED[game])
        if length:
            expected = MEASURED[game][size] * (1 if is_square else 1.2)
            assert int(length.removesuffix(" turns")) == pytest.approx(expected, rel=0.05)


def lines_of(challenge, answered=None):
    return [line[2:] for line in terms(challenge, answered).splitlines()[2:]]


USUAL_KOMI = even_komi("asli", 9)


@pytest.mark.parametrize(
    ("game", "options", "changed", "lines"),
    [
        ("lifeline", {}, {"begins": Begins.OPPONENT}, [PIE, YOURS]),
        ("lifeline", {}, {"begins": Begins.OPPONENT, "opponent": None}, [PIE, OPPONENT]),
        (
            "lifeline",
            {"start": "weak-pie"},
            {"begins": Begins.RANDOM},
            [games.OPENINGS["lifeline", "weak-pie"](), words.RANDOM_FIRST()],
        ),
        ("lifeline", {"start": "komi-pie"}, {}, [words.komi_pie("A\\*n", "B\\_n")]),
        (
            "lifeline",
            {"start": "komi-pie"},
            {"begins": Begins.RANDOM},
            [games.KOMI_IS_OFFERED(), words.RANDOM_FIRST()],
        ),
        (
            "lifeline",
            {"start": "komi-pie", "komi": 1},
            {},
            [words.opening_with_komi(1), MINE],
        ),
        ("cornered", {}, {}, [games.OPENINGS["cornered", "pie"](), MINE]),
        (
            "cornered",
            {"start": "none", "komi": 4},
            {},
            [games.OPENINGS["cornered", "none"](), words.fixed_komi(4), MINE],
        ),
        (
            "asli",
            {"size": 9},
            {},
            [words.komi_pie("A\\*n", "B\\_n"), komi.usual_komi(*USUAL_KOMI)],
        ),
        (
            "asli",
            {"size": 9},
            {"begins": Begins.OPPONENT},
            [words.komi_pie("B\\_n", "A\\*n"), komi.usual_komi(*USUAL_KOMI)],
        ),
        (
            "asli",
            {"size": 9},
            {"begins": Begins.RANDOM},
            [words.komi_offered(*USUAL_KOMI), words.RANDOM_FIRST()],
        ),
        ("asli", {"size": 9}, {"opponent": None}, [words.komi_offered(*USUAL_KOMI), MINE]),
        ("asli", {"size": 11}, {}, [words.komi_pie("A\\*n", "B\\_n")]),
        ("asli", {"size": 11}, {"opponent": None}, [games.KOMI_IS_OFFERED(), MINE]),
        ("asli", {"komi": 0}, {}, [words.fixed_komi(0), MINE]),
        (
            "liflina",
            {"size": 9, "handicap": 3},
            {"begins": Begins.OPPONENT},
            [words.handicap(3), YOURS],
        ),
    ],
)
def test_the_card_names_the_opening_and_who_begins_or_sets_the_komi(game, options, changed, lines):
    assert lines_of(view(game, options, **changed)) == [*lines, clocks.NO_CLOCK()]


@pytest.mark.parametrize(("undo", "plans"), list(product([True, False], repeat=2)))
@pytest.mark.parametrize(
    ("timing", "lines"),
    [
        ({}, [clocks.NO_CLOCK()]),
        ({"strict": True}, [clocks.NO_CLOCK()]),
        ({"pace": Pace.BRISK}, [BRISK]),
        ({"pace": Pace.BRISK, "strict": True}, [BRISK, words.STRICT()]),
        (
            {"pace": Pace.BRISK, "strict": True, "rated": True},
            [BRISK, words.RATED_AND_STRICT()],
        ),
    ],
)
def test_the_card_names_the_clock_and_what_is_excluded(timing, lines, undo, plans):
    excluded = {
        (False, True): [words.WITHOUT_UNDO()],
        (True, False): [words.WITHOUT_PLANS()],
        (False, False): [words.WITHOUT_UNDO_AND_PLANS()],
    }.get((undo, plans), [])
    assert lines_of(view(**timing, undo=undo, plans=plans)) == [PIE, MINE, *lines, *excluded]


BEFORE = Terms(pace=Pace.STANDARD, strict=True, undo=False)
RATED = Terms(pace=Pace.STANDARD, strict=True, rated=True)


@pytest.mark.parametrize(
    ("before", "options", "after", "marked"),
    [
        (BEFORE, {}, {}, []),
        (BEFORE, {"size": 6}, {}, ["**Lifeline, size 6** (changed) · about 95 turns"]),
        (BEFORE, {}, {"series": 3}, ["**Lifeline, size 5, best of 3** (changed) · about 65 turns"]),
        (BEFORE, {}, {"begins": Begins.OPPONENT}, [f"- **{YOURS}** (changed)"]),
        (BEFORE, {}, {"pace": Pace.BRISK}, [f"- **{BRISK}** (changed)"]),
        (BEFORE, {}, {"undo": True}, [f"- **{words.WITH_UNDO()}** (changed)"]),
        (BEFORE, {}, {"plans": False}, [f"- **{words.WITHOUT_UNDO_AND_PLANS()}** (changed)"]),
        (BEFORE, {}, {"strict": False}, [f"- **{words.NOT_STRICT()}** (changed)"]),
        (BEFORE, {}, {"rated": True}, [f"- **{words.RATED_AND_STRICT()}** (changed)"]),
        (RATED, {}, {"pace": Pace.BRISK}, [f"- **{BRISK}** (changed)"]),
        (RATED, {}, {"undo": False}, [f"- **{words.WITHOUT_UNDO()}** (changed)"]),
        (
            RATED,
            {},
            {"rated": False},
            [f"- **{each}** (changed)" for each in (words.STRICT(), ratings.IS_RATED["no"]())],
        ),
    ],
)
def test_a_counter_offer_marks_what_it_changes_and_nothing_else(before, options, after, marked):
    asked = view(options={"size": 5}, **asdict(before))
    answer = view(options={"size": 5, **options}, **asdict(replace(before, **after)), counters=4)
    shown = terms(answer, asked)
    assert [line for line in shown.splitlines() if "(changed)" in line] == marked
    assert [line for line in shown.splitlines() if "(changed)" not in line] == [
        line for line in terms(answer).splitlines() if line in terms(asked).splitlines()
    ]
    assert shown in challenge_card(answer, asked).content
    assert "(changed)" not in challenge_card(answer).content


@pytest.mark.parametrize(("size", "is_large"), [(5, False), (6, True)])
@pytest.mark.parametrize("beginner", [True, False])
def test_only_a_beginner_is_offered_a_smaller_board(size, is_large, beginner):
    sent = challenge_sent(view(options={"size": size}), beginner=beginner, note="A note.")
    lines = ["Challenge to B\\_n posted.", "A note."]
    if beginner and is_large:
        assert sent.rows == ((button("quick", words.play_size(5)),),)
        assert sent.content.splitlines() == [*lines, words.QUICK_GAME()]
    else:
        assert (sent.content.splitlines(), sent.rows) == (lines, ())


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({}, "Challenge to B\\_n posted."),
        ({"is_counter_offer": True}, "Counter-offer to B\\_n posted."),
        ({"opponent": None}, "Open challenge posted."),
    ],
)
def test_the_confirmation_names_the_opponent_and_warns_about_unusual_terms(changed, line):
    options = {"size": 4, "start": "weak-pie"}
    (warning,) = find_game("lifeline").warnings(view(options=options).ruleset)
    assert challenge_sent(view(options=options, **changed)).content == f"{line}\n{warning}"


def choices(field):
    """Return the values of a menu, and those that are chosen in it."""
    values = [each.value for each in field.options]
    return values, [each.value for each in field.options if each.default]


def test_the_form_for_a_challenge_has_the_usual_terms_of_the_server():
    form = challenge_form(BEN, USUAL)
    assert (form.id, form.title) == (
        ComponentId("challenge-form", 2, None, "B_n"),
        words.CHALLENGE_MENU(),
    )
    game, size, begins, clock, series = form.fields
    assert game == SelectField(
        "game",
        words.GAME_FIELD(),
        tuple(
            Option(each.key, each.name, games.IDEAS_IN_A_LINE[each.key](), each.key == "asli")
            for each in GAMES
        ),
    )
    about = words.CHALLENGE_SIZE()
    assert size == TextField(
        "size", words.SIZE_FIELD(), max_length=2, required=False, description=about
    )
    assert (begins.name, begins.label) == ("begins", words.BEGINS_FIELD())
    assert choices(begins)[1] == ["challenger+yes"]
    assert clock == clock_field(Terms(pace=Pace.BRISK, strict=True))
    assert series == SelectField(
        "series",
        series_words.SERIES_FIELD(),
        (
            Option("1", "One game", default=True),
            Option("3", "Best of 3"),
            Option("5", "Best of 5"),
            Option("7", "Best of 7"),
            Option("even", even_out.CHOICE(), even_out.EXPLAINED()),
        ),
    )
    assert choices(challenge_form(BEN, ServerSettings()).fields[0])[1] == ["lifeline"]


@pytest.mark.parametrize(("begins", "undo"), list(product(Begins, [True, False])))
def test_the_menu_of_the_first_player_has_every_choice_and_the_present_one(begins, undo):
    field = terms_form(view(), Terms(begins=begins, undo=undo)).fields[-2]
    texts = [f"{who}+{may}" for may in ("yes", "no") for who in ("challenger", "opponent", "lot")]
    assert choices(field) == (texts, [f"{begins.value}+{'yes' if undo else 'no'}"])
    for each in field.options:
        chosen = terms_from({"begins": each.value}, ServerSettings())
        assert f"{chosen.begins.value}+{'yes' if chosen.undo else 'no'}" == each.value
        assert each.label == words.BEGINS[tuple(each.value.split("+"))]()


@pytest.mark.parametrize(
    ("chosen", "value"),
    [
        (Terms(), "none+no"),
        (Terms(strict=True), "none+no"),
        (Terms(pace=Pace.BRISK), "brisk+no"),
        (Terms(pace=Pace.BRISK, strict=True), "brisk+yes"),
        (Terms(pace=Pace.RELAXED, strict=True, rated=True), "relaxed+rated"),
    ],
)
def test_the_menu_of_clocks_has_each_pace_in_three_modes(chosen, value):
    field = clock_field(chosen)
    with_clock = [each for each in OFFERED_PACES if each is not Pace.NONE]
    expected = [
        *((pace, "no", clocks.PACE_NAMES[pace]()) for pace in OFFERED_PACES),
        *((pace, "yes", f"{pace.capitalize()}; automatic loss on time") for pace in with_clock),
        *((pace, "rated", f"{pace.capitalize()}, rated") for pace in with_clock),
    ]
    assert (field.name, field.label) == ("pace", words.PACE_FIELD())
    assert field.options == tuple(
        Option(f"{pace}+{mode}", label, explained(pace, mode), f"{pace}+{mode}" == value)
        for pace, mode, label in expected
    )


def explained(pace, mode):
    if pace is Pace.NONE:
        return None
    timing = PACES[pace]
    return clocks.clock_explained(timing.base, timing.increment, strict=mode != "no")


def test_the_menu_of_clocks_has_only_the_given_paces():
    values, _ = choices(clock_field(Terms(), [Pace.BRISK, Pace.STANDARD]))
    paces = ("brisk", "standard")
    assert values == [f"{pace}+{mode}" for mode in ("no", "yes", "rated") for pace in paces]


def test_the_form_for_changed_terms_has_a_field_for_each_option_with_its_present_value():
    chosen = Terms(begins=Begins.OPPONENT, undo=False, pace=Pace.RELAXED)
    form = terms_form(view(options={"size": 5, "start": "weak-pie"}), chosen)
    assert (form.id, form.title) == (ComponentId("terms-form", 5), words.TERMS_FORM())
    size, start, number, begins, clock = form.fields
    assert size == SelectField(
        "size", "Size", tuple(Option(str(n), str(n), default=n == 5) for n in range(3, 13))
    )
    assert (start.name, start.label) == ("start", "Opening")
    assert choices(start) == (["strong-pie", "weak-pie", "komi-pie", "none"], ["weak-pie"])
    assert (start.options[3].label, start.options[3].description) == (
        "No swap",
        "One stone each, and Black has the advantage of moving first",
    )
    assert number == TextField(
        "komi",
        "Komi",
        "0 to 61",
        max_length=4,
        required=False,
        description=words.ABOUT_OPTIONS["komi"](),
    )
    assert choices(begins)[1] == ["opponent+no"]
    assert clock == clock_field(chosen)


def test_numbers_without_a_menu_are_filled_in_and_name_their_limits():
    form = terms_form(view("liflina", {"size": 9, "handicap": 3}), Terms())
    size, number, handicap, *_ = form.fields
    assert choices(size) == (list(map(str, (5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19))), ["9"])
    assert (number.value, number.placeholder) == (None, "0 to 81")
    assert (handicap.name, handicap.value, handicap.placeholder) == ("handicap", "3", "2 to 9")
    assert handicap.description == words.ABOUT_OPTIONS["handicap"]()
    komi_of_cornered = terms_form(view("cornered", {"size": 3, "komi": 0}), Terms()).fields[2]
    assert (komi_of_cornered.value, komi_of_cornered.placeholder) == ("0", "0 to 19")


GENTLE = ServerSettings(pace=Pace.STANDARD)


@pytest.mark.parametrize(
    ("fields", "usual", "expected"),
    [
        ({}, USUAL, Terms(pace=Pace.BRISK, strict=True)),
        ({}, GENTLE, Terms(pace=Pace.STANDARD)),
        ({"begins": "opponent+no"}, GENTLE, Terms(Begins.OPPONENT, Pace.STANDARD, undo=False)),
        ({"begins": "lot", "undo": "no"}, GENTLE, Terms(Begins.RANDOM, Pace.STANDARD, undo=False)),
        ({"pace": "relaxed+no"}, USUAL, Terms(pace=Pace.RELAXED)),
        ({"pace": "relaxed+yes"}, GENTLE, Terms(pace=Pace.RELAXED, strict=True)),
        ({"pace": "relaxed+rated"}, GENTLE, Terms(pace=Pace.RELAXED, strict=True, rated=True)),
        ({"pace": "none"}, USUAL, Terms(strict=True)),
        ({"strict": "no"}, USUAL, Terms(pace=Pace.BRISK)),
        ({"strict": "yes"}, GENTLE, Terms(pace=Pace.STANDARD, strict=True)),
        ({"rated": "yes"}, GENTLE, Terms(pace=Pace.STANDARD, strict=True, rated=True)),
        ({"rated": "yes", "strict": "no"}, USUAL, Terms(pace=Pace.BRISK, rated=True)),
        ({"rated": "no"}, GENTLE, Terms(pace=Pace.STANDARD)),
        ({"plans": "no"}, GENTLE, Terms(pace=Pace.STANDARD, plans=False)),
        ({"undo": "yes", "plans": "yes"}, GENTLE, Terms(pace=Pace.STANDARD)),
        ({"series": "5"}, GENTLE, Terms(pace=Pace.STANDARD, series=5)),
        ({"series": ""}, GENTLE, Terms(pace=Pace.STANDARD)),
    ],
)
def test_fields_are_read_as_terms_and_the_server_gives_the_clock(fields, usual, expected):
    assert terms_from(fields, usual) == expected


@pytest.mark.parametrize(
    "fields",
    [{"series": "4"}, {"series": "even"}, {"pace": "season"}, {"pace": "?"}, {"begins": "?+yes"}],
)
def test_values_of_older_forms_are_refused(fields):
    with pytest.raises(OldComponent):
        terms_from(fields, ServerSettings())


OLD = Terms(Begins.OPPONENT, Pace.BRISK, strict=True, rated=True, undo=False, plans=False, series=5)


@pytest.mark.parametrize(
    ("fields", "changes"),
    [
        ({}, {}),
        ({"begins": "lot+yes"}, {"begins": Begins.RANDOM, "undo": True}),
        ({"begins": "challenger+no"}, {"begins": Begins.CHALLENGER}),
        ({"pace": "brisk+rated"}, {}),
        ({"pace": "relaxed+yes"}, {"pace": Pace.RELAXED, "rated": False}),
        ({"pace": "brisk+no"}, {"strict": False, "rated": False}),
        ({"plans": "yes"}, {"plans": True}),
        ({"series": "3"}, {"series": 3}),
    ],
)
def test_a_form_for_changed_terms_changes_only_its_own_fields(fields, changes):
    assert changed_terms(OLD, fields) == replace(OLD, **changes)


def test_options_of_a_game_are_told_from_its_terms():
    others = {"begins": "lot", "undo": "no", "pace": "none", "strict": "no", "rated": "no"}
    others |= {"series": "3", "game": "asli"}
    chosen = {"size": "9", "start": "none", "handicap": "0"}
    assert options_from({**others, **chosen, "komi": "", "level": None}) == chosen
    assert changed_options({**others, **chosen, "komi": ""}) == {**chosen, "komi": None}


@pytest.mark.parametrize(
    ("game", "last", "given", "size"),
    [
        ("lifeline", None, {}, 8),
        (None, None, {}, 8),
        ("lifeline", 6, {}, 6),
        (None, 6, {"size": None}, 6),
        ("lifeline", 5, {}, 8),  # the bot's default was not chosen
        ("lifeline", 6, {"size": 4}, 4),
        ("cornered", None, {}, 6),
        ("cornered", 6, {}, 6),
        ("cornered", 9, {}, 9),
        ("asli", None, {}, None),
        ("asli", 9, {}, 9),
    ],
)
def test_the_size_is_the_last_one_or_that_of_the_server_or_a_quick_one(game, last, given, size):
    usual = ServerSettings(game="lifeline", size=8)
    options = {**given, "komi": 3}
    assert with_default_size(usual, game, options, last) == {"komi": 3, "size": size}


def test_without_a_size_of_the_server_a_game_is_quick():
    assert with_default_size(ServerSettings(), None, {}) == {"size": 5}
    assert with_default_size(ServerSettings(game="cornered"), None, {}) == {"size": 6}


class User:
    """User of Discord."""

    id, display_name = 2, "B\u0000en"

    def __init__(self, *, bot):
        self.bot = bot


def test_the_opponent_is_a_person_with_a_name_that_can_be_shown():
    assert invited(User(bot=False)) == Player(2, "Ben")
    with pytest.raises(CannotChallenge):
        invited(User(bot=True))


def test_the_terms_of_a_rated_challenge_name_what_a_counter_offer_drops():
    asked = view(**asdict(replace(BEFORE, rated=True)))
    answer = view(**asdict(Terms()))
    dropped = (clocks.NO_CLOCK(), ratings.IS_RATED["no"](), words.WITH_UNDO())
    assert lines_of(answer, asked)[2:] == list(map(words.changed, dropped))
