"""Every value that people type, with invisible, wide and typographic characters."""

from datetime import UTC, datetime

import pytest

from bot.errors.refusals import BadSetting, NoSuchGame, UnreadableMove
from bot.messages.vacation import parse_return_day
from bot.services.use_cases.games.games import _number_of
from bot.services.values.clocks.quiet_hours import parse_minute, zone_called, zones_like
from bot.services.values.games.replay_cache import ReplayedGame
from bot.services.values.games.typed_turns import completions, play_turn
from bot.services.values.people.personal_settings import read_settings
from rules.games.lifeline import KOMI_PIE, STRONG_PIE
from rules.moves import Offer
from rules.record import Record
from rules.registry import find_game

WIDE = str.maketrans({code: code + 0xFEE0 for code in range(0x21, 0x7F)})
ODD = {
    "as-typed": lambda text: text,
    "wide": lambda text: text.translate(WIDE),
    "hidden": lambda text: "\ufeff" + "\u200b".join(text) + "\u2069",
    "quoted": lambda text: f"“{text}”",
    "in-brackets": lambda text: f"[{text}]",
    "long-dashes": lambda text: text.replace("-", "\u2013"),
    "blanks": lambda text: f"\u3000{text}\u00a0",
}


@pytest.fixture(params=ODD.values(), ids=ODD.keys())
def odd(request):
    return request.param


def test_a_game_number(odd):
    assert _number_of(odd("12")) == 12
    assert _number_of(odd("#12")) == 12


@pytest.mark.parametrize("text", ["", "\u200b", "twelve", "1.2", "-1", "\u22121", "٣", "1" * 19])
def test_no_game_number(text):
    with pytest.raises(NoSuchGame):
        _number_of(text)


def test_times_and_quiet_hours(odd):
    assert parse_minute(odd("22:30")) == 1350
    assert parse_minute(odd("10pm")) == 1320
    given = {"quiet": odd("22:00-7:00"), "digest": odd("8:00"), "zone": odd("europe/berlin")}
    assert read_settings(given) == {
        "quiet": "22:00-07:00",
        "digest": "08:00",
        "zone": "Europe/Berlin",
    }
    off = read_settings({"quiet": odd("Off"), "digest": odd("OFF")})
    assert off == {"quiet": "off", "digest": "off"}


@pytest.mark.parametrize(("name", "text"), [("quiet", "\u200d"), ("digest", "“”"), ("zone", "\0")])
def test_text_without_a_visible_character_is_no_setting(name, text):
    with pytest.raises(BadSetting):
        read_settings({name: text})


def test_time_zones(odd):
    assert zone_called(odd("new york")) == "America/New_York"
    assert zone_called(odd("CET")) == "CET"
    assert zones_like(odd("Berl"), 3)[0] == "Europe/Berlin"


def test_a_day(odd):
    assert parse_return_day(odd("2030-01-05"), "UTC") == datetime(2030, 1, 5, tzinfo=UTC)


def begun(start):
    """Return a game without moves."""
    game = find_game("lifeline")
    ruleset = game.ruleset({"size": 5, "start": start})
    return ReplayedGame(Record(ruleset, ()), game.start(ruleset), game.start(ruleset))


@pytest.fixture
def offering():
    return begun(KOMI_PIE)


@pytest.fixture
def playing():
    return begun(STRONG_PIE)


def test_a_komi_offer(odd, offering):
    for text in ("3", "+3", "offer 3", "komi: 3"):
        assert play_turn(offering, odd(text), ("Ann", "Ben"))[1] == (Offer(3),)


def test_cells_with_the_number_first_are_recognised(odd, playing):
    with pytest.raises(UnreadableMove, match="C3 E5"):
        play_turn(playing, odd("3c 5e"), ("Ann", "Ben"))


def test_suggestions_of_moves(odd, playing):
    assert completions(playing.position, odd("e5"), 3)[0].split()[0] == "e5"


def test_suggestions_after_a_complete_move(playing):
    for blank in (" ", "\u00a0", "\u3000"):
        found = completions(playing.position, "c3".translate(WIDE) + blank, 3)
        assert all(each.startswith("c3 ") and len(each.split()) == 2 for each in found)
