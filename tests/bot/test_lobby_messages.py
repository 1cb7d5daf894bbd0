"""Messages of the lobby: its page and menus, the form for an offer, answers after a match."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.messages.challenge_forms import clock_field, game_fields
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.lobby import (
    chosen_offer,
    lobby_button,
    lobby_page,
    match_answer,
    matched_note,
    offer_form,
    offer_options,
    offer_posted,
    offer_terms,
)
from bot.messages.outgoing_message import Button, Option, Select, SelectField, Style
from bot.services.use_cases.lobby import LobbyView, Match, OfferStatus, OfferView
from bot.services.use_cases.servers.server_settings import ServerSettings
from bot.services.values.clocks.clock import OFFERED_PACES, Pace
from bot.services.values.people.reliability import Reliability
from bot.services.values.views import Location, Player, Terms
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.words import labels
from bot.words import lobby as words
from rules.registry import find_game

ANN, BEN, CAT = Player(11, "A*n"), Player(22, "B_n"), Player(33, "Cat")
UNTIL = datetime(2030, 1, 9, tzinfo=UTC)
STRICT = Terms(pace=Pace.BRISK, strict=True)
GENTLE = Terms(pace=Pace.RELAXED)
RATED = replace(STRICT, rated=True)
CLOCK = "Brisk: 1 day at the start, plus 12 hours each turn, up to 2 days; automatic loss on time"
RELAXED = "Relaxed: 7 days at the start, plus 2 days each turn, up to 10 days"


def offered(number, player, terms=STRICT, game="lifeline", keep=0, running=0, **options):
    status = OfferStatus.FULL if keep and running == keep else OfferStatus.OPEN
    ruleset = find_game(game).ruleset(options)
    until = UNTIL + timedelta(days=number)
    return OfferView(number, player, ruleset, terms, keep, running, status, until)


OFFERS = (
    offered(3, CAT, GENTLE, "asli"),
    offered(1, ANN, RATED, keep=3, size=5, start="none"),
    offered(2, BEN, start="komi-pie"),
)
OWN = (offered(4, CAT, keep=1, size=6), offered(5, CAT, RATED, "liflina", 3, 2))
KNOWN = {11: Reliability(31, 32, timedelta(hours=3)), 22: Reliability(5, 6), 33: None}
COUNTS = {"lifeline": 2, "asli": 1}
POST = Button(ComponentId("lobby-post", 0), words.POST_OFFER(), Style.primary)


def update(game=""):
    return Button(ComponentId("lobby-update", 0, value=game), words.UPDATE())


def test_the_page_is_whole_with_the_offers_of_others_and_ones_own():
    page = lobby_page(LobbyView(COUNTS, OFFERS, OWN, KNOWN, "asli"), "A note.")
    of_ann = f"No swap · {CLOCK} · rated · keeps 3 games running · finished 31 of 32 games"
    until = f"<t:{int(OWN[0].expires_at.timestamp())}:f>"
    assert page.content.splitlines() == [
        "A note.",
        "**Lobby**",
        "**Asli**: 1 offer",
        f"- **Cat**: Asli, size 13 · {RELAXED}; no automatic loss on time",
        "**Lifeline**: 2 offers",
        f"- **A\\*n**: Lifeline, size 5 · {of_ann} · answers within 3 hours",
        f"- **B\\_n**: Lifeline, size 7 · Komi offer · {CLOCK} · finished 5 of 6 games",
        "**Your offers**",
        f"- Lifeline, size 6 · {CLOCK} · keeps 1 game running, until {until}",
        f"- Liflina, size 19 · {CLOCK} · rated · keeps 3 games running: 2 games in progress",
    ]
    play = Select(
        ComponentId("lobby-play", 0),
        words.PLAY_MENU(),
        (
            Option("3", "Cat: Asli, size 13", "Relaxed; no automatic loss on time"),
            Option("1", "A*n: Lifeline, size 5", "No swap · rated · keeps 3 games running · Brisk"),
            Option("2", "B_n: Lifeline, size 7", "Komi offer · Brisk; automatic loss on time"),
        ),
    )
    withdraw = Select(
        ComponentId("lobby-withdraw", 0, value="asli"),
        words.WITHDRAW_MENU(),
        (
            Option("4", "Lifeline, size 6", "keeps 1 game running · Brisk; automatic loss on time"),
            Option("5", "Liflina, size 19", "rated · keeps 3 games running · Brisk"),
        ),
    )
    assert page.rows == ((play,), (withdraw,), (POST, update("asli")))


def test_a_page_without_offers_says_so_unless_it_has_ones_own():
    assert lobby_page(LobbyView({}, (), ())).content.splitlines() == ["**Lobby**", words.NOBODY()]
    own = lobby_page(LobbyView({}, (), OWN[:1]))
    assert own.content.splitlines()[:2] == ["**Lobby**", "**Your offers**"]
    assert [len(row) for row in own.rows] == [1, 2]
    others = lobby_page(LobbyView(COUNTS, OFFERS, ()))
    assert words.OWN_TITLE() not in others.content
    assert [row[0].id.kind for row in others.rows] == ["lobby-play", "lobby-post"]
    assert others.rows[-1] == (POST, update())


def test_the_menu_has_the_offers_for_whose_lines_there_is_room():
    offers = [offered(n, Player(n, "N" * 32), size=4 + n % 9) for n in range(1, 21)]
    page = lobby_page(LobbyView({"lifeline": 30}, tuple(offers), ()))
    _, title, *lines = page.content.splitlines()
    assert title == "**Lifeline**: 30 offers"
    shown = [each.value for each in page.rows[0][0].options]
    assert shown == [str(each.id) for each in offers[: len(lines)]]
    room = sum(len(line) + 1 for line in lines)
    assert room <= 1300 < room + len(lines[0])


def test_the_form_for_an_offer_has_the_usual_game_and_a_strict_clock():
    usual = ServerSettings(game="asli", pace=Pace.RELAXED)
    form = offer_form(usual)
    assert (form.id, form.title) == (ComponentId("lobby-form", 0), words.OFFER_FORM())
    *game, start, clock, keep = form.fields
    assert game == list(game_fields(usual))
    assert (start.name, start.label) == ("start", words.START_FIELD())
    assert [(each.value, each.default) for each in start.options] == [
        ("usual", True),
        ("weak-pie", False),
        ("komi-pie", False),
        ("none", False),
        ("twelve-star", False),
    ]
    assert [each.label for each in start.options] == [
        words.USUAL_START(),
        "One stone and swap",
        "Komi offer",
        "No swap",
        "Two a turn",
    ]
    assert start.options[4].description == "Black begins with one stone, then each turn places two"
    paces = [pace for pace in OFFERED_PACES if pace is not Pace.NONE]
    assert clock == clock_field(Terms(pace=Pace.STANDARD, strict=True), paces)
    assert keep == SelectField(
        "keep",
        words.KEEP_FIELD(),
        (
            Option("0", words.ONE_GAME(), default=True),
            Option("1", "Keep 1 game running"),
            Option("2", "Keep 2 games running"),
            Option("3", "Keep 3 games running"),
        ),
    )


@pytest.mark.parametrize(
    ("fields", "terms", "keep"),
    [
        ({}, STRICT, 0),
        ({"keep": ""}, STRICT, 0),
        ({"pace": "relaxed+no", "keep": "1"}, GENTLE, 1),
        ({"pace": "brisk+rated", "keep": "3"}, RATED, 3),
    ],
)
def test_a_submitted_form_gives_the_terms_and_the_number_of_games(fields, terms, keep):
    assert offer_terms(fields, ServerSettings(pace=Pace.BRISK, strict=True)) == (terms, keep)


@pytest.mark.parametrize("keep", ["4", "-1", "x", "01"])
def test_another_number_of_games_is_of_an_older_form(keep):
    with pytest.raises(OldComponent):
        offer_terms({"keep": keep}, ServerSettings())


@pytest.mark.parametrize(
    ("fields", "options"),
    [
        ({}, {"size": None, "start": None}),
        ({"size": "", "start": "usual"}, {"size": None, "start": None}),
        ({"size": "6", "start": "none"}, {"size": "6", "start": "none"}),
    ],
)
def test_an_empty_size_and_the_usual_opening_are_left_to_the_game(fields, options):
    assert offer_options(fields) == options


def test_the_confirmation_of_an_offer_has_its_terms_and_its_end():
    end = int(OFFERS[1].expires_at.timestamp())
    terms = f"Lifeline, size 5 · No swap · {CLOCK} · rated · keeps 3 games running"
    assert offer_posted(OFFERS[1]) == (
        f"Offer posted: {terms}. I'll tell you when someone takes it. It expires <t:{end}:R>."
    )


PUBLIC, DIRECT = Location(7, 55), Location(None, NO_CHANNEL)
WHERE = {
    PUBLIC: "starts in <#55>.",
    DIRECT: "I'll send you the boards by direct message. `/games` lists the game.",
}


@pytest.mark.parametrize("unrated", [True, False])
@pytest.mark.parametrize("where", [PUBLIC, DIRECT])
@pytest.mark.parametrize(("reader", "other"), [(ANN, "B\\_n"), (BEN, "A\\*n")])
@pytest.mark.parametrize("mover", [ANN, BEN])
def test_the_answer_to_a_match_names_the_opponent_and_the_place(
    game_after, mover, reader, other, where, unrated
):
    seats = (mover, BEN if mover is ANN else ANN)
    game = replace(game_after(seats=seats, size=5), location=where)
    answer = match_answer(Match(game, unrated=unrated), reader.user_id)
    sentence = "game 7 (Lifeline, size 5)" + (" " if where is PUBLIC else ". ")
    assert answer.content.splitlines() == [
        f"You're playing **{other}**: {sentence}{WHERE[where]}",
        *([words.FIRST_UNRATED()] if unrated else []),
    ]
    button = Button(ComponentId("next", 0), labels.NEXT_GAME(), Style.primary)
    assert answer.rows == (((button,),) if reader is mover else ())


@pytest.mark.parametrize("unrated", [True, False])
@pytest.mark.parametrize("seats", [(ANN, BEN), (BEN, ANN)])
def test_the_first_board_names_both_players_or_the_second(game_after, seats, unrated):
    first, second = ("A\\*n", "B\\_n") if seats[0] is ANN else ("B\\_n", "A\\*n")
    added = f" {words.FIRST_UNRATED()}" if unrated else ""
    for where, note in (
        (PUBLIC, words.from_lobby(first, second)),
        (DIRECT, words.by_direct_message(second)),
    ):
        game = replace(game_after(seats=seats), location=where)
        assert matched_note(game, unrated=unrated) == note + added


def test_a_choice_in_a_menu_is_the_number_of_an_offer():
    assert [chosen_offer(each) for each in ("7", "0", "9" * 18)] == [7, 0, int("9" * 18)]
    for wrong in ("", "-7", "7.5", "x", "٣", "9" * 19):
        with pytest.raises(OldComponent):
            chosen_offer(wrong)


def test_the_button_to_the_lobby_opens_it():
    assert lobby_button() == Button(ComponentId("lobby", 0), words.FIND_OPPONENT())
