"""Escaping of names and typed text in messages, pictures and lists."""

import importlib
import inspect
import json
import pkgutil
import random
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from enum import Enum
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bot.messages
from bot.errors.game_lookup import GameChoice, NoRunningGame, WhichGame
from bot.errors.refusals import ChallengeClosed, GameOver, PlayerError, StaleButton
from bot.messages.message_draft import MessageDraft, Viewer
from bot.messages.notifications import WRITERS, notification_message
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.values.notifications.notification import Notification
from bot.services.values.ratings.conditions import RatingReason
from bot.services.values.views import GameView, Player, Practice, Result, UndoRequest
from bot.words import refusals
from bot.words.escaping import LONGEST_NAME, NAMELESS, escape, name_of, shortened, visible
from bot.words.translation import Message
from rules.abstract_play import SeveralGames
from rules.comments import Comments, Variation
from rules.moves import Move, Place, parse_turn
from rules.options import Ruleset
from rules.position import Position
from rules.record import Record
from sparring.puzzles.collection import load
from sparring.puzzles.puzzle import Puzzle


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann\n\tB. ", "Ann B."),
        ("A\u202enn", "Ann"),
        ("A\x00nn\ud800", "Ann"),
        ("\u200b\u2060\ufeff", NAMELESS()),
        ("\u3164", NAMELESS()),
        ("\u200d", NAMELESS()),
        ("\u0301\u0302", NAMELESS()),
        ("", NAMELESS()),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("🧑🏽\u200d🚀", "🧑🏽\u200d🚀"),
        ("🏳\ufe0f\u200d🌈 Ann", "🏳\ufe0f\u200d🌈 Ann"),
        ("❤\ufe0f\u200d🔥\u200d", "❤\ufe0f\u200d🔥"),
        ("ශ\u0dca\u200dරී", "ශ\u0dca\u200dරී"),
        ("Zoe\u200b\u0301", "Zoé"),
        ("- Ann", "- Ann"),
        ("Zoë", "Zoë"),
        ("ऋषि", "ऋषि"),
        ("W" * 99, "W" * (LONGEST_NAME - 1) + "…"),
    ],
)
def test_names_are_made_visible_and_shortened(name, shown):
    assert name_of(name) == shown


@pytest.mark.parametrize("between", ["", "\u200b", "\u200d", "\ufe0f", "\u034f", "\ud800"])
def test_stacked_accents_are_cut(between):
    assert len(visible("Z" + f"\u0300{between}" * 500)) <= 4


IGNORED = [0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180E, 0x180F, 0x3164]
IGNORED += [*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFE00]
IGNORED += [0xFE0E, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0, 0xFFFC - 1, 0x1BCA0, 0x1D173, 0xE0000, 0xE0100]
IGNORED += [0xE01EF, 0xE0FFF, 0x2800, 0, 7, 0x7F, 0x85, 0xD800, 0xDFFF, 0xE000]


@pytest.mark.parametrize("code", IGNORED, ids=hex)
def test_names_that_differ_by_invisible_characters_are_equal(code):
    hidden = chr(code)
    plain = {"Ann", "A n n"}  # a blank letter is a space
    assert name_of(hidden.join("Ann")) in plain
    assert name_of(f"{hidden}Ann{hidden}") == "Ann"
    assert name_of(hidden) == NAMELESS()
    assert name_of(hidden * 3 + "\u200d" + hidden) == NAMELESS()


@given(
    st.text(st.characters(exclude_categories=()) | st.sampled_from("é\u200d\ufe0f🚀❤🏽\u0dca ~"))
)
def test_visible_text_is_visible_already(text):
    once = visible(text)
    assert visible(once) == once
    assert once.encode().decode() == once
    assert "\0" not in once


@given(st.text(st.characters(exclude_categories=()), max_size=40), st.integers(0, 40))
def test_a_shortened_text_is_visible_and_short(text, most):
    made = shortened(text, most)
    assert len(made) <= most
    assert visible(made) == made
    assert shortened(text, 200) == visible(text)


def test_a_text_is_not_shortened_within_an_emoji():
    assert shortened("👩\u200d🚀", 2) == "👩"
    assert shortened("Ann B.", 4) == "Ann"
    assert shortened("\u200b" * 9 + "Ann", 3) == "Ann"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("- Ann", "\\- Ann"),
        ("+ Ann", "\\+ Ann"),
        ("1. Ann", "1\\. Ann"),
        ("12) Ann", "12\\) Ann"),
        ("-", "\\-"),
        ("7.", "7\\."),
        ("\u200b - Ann", "\\- Ann"),
        ("-# Ann", "-\\# Ann"),
        ("* Ann", "\\* Ann"),
        ("-Ann", "-Ann"),
        ("1.5", "1.5"),
        ("1 Ann", "1 Ann"),
        ("Ann - 1. Ben", "Ann - 1. Ben"),
    ],
)
def test_a_name_never_begins_a_list(name, shown):
    assert escape(name) == shown


@pytest.mark.parametrize(
    "text",
    [
        "**a**",
        "[a](https://evil.example)",
        "<@1>",
        "<t:0:R>",
        "`a`",
        "||a||",
        "# a",
        "> a",
        "@here",
        ":smile:",
        "a:100:",
        "<:smile:1>",
        "https://evil.example",
    ],
)
def test_markup_in_a_name_is_escaped(text):
    shown = escape(text)
    assert shown != text
    assert shown.replace("\\", "").replace("\u200b", "") == text


@pytest.mark.parametrize("text", ["discord.gg/abc", "Discord.com/invite/abc", "discord . gg/abc"])
def test_an_invite_in_a_name_is_broken(text):
    assert "\\/" in escape(text)


OUR_WORDS = {
    *(each() for each in vars(refusals).values() if isinstance(each, Message)),
    GameOver(12, "Ann resigned.", "Ben").sentence,
    StaleButton(12).sentence,
    WhichGame(tuple(GameChoice(n, "Asli, size 9", "Ben", my_turn=True) for n in (5, 6))).sentence,
    NoRunningGame(GameChoice(12, "Asli, size 9", "Ben", my_turn=False)).sentence,
    ChallengeClosed(1, "expired").sentence,
    "Quiet from 22:00 to 07:00",
    "Mirrored (a quarter turn: larger)",
}


@pytest.mark.parametrize("sentence", sorted(OUR_WORDS))
def test_sentences_of_errors_need_no_backslash(sentence):
    assert escape(sentence) == sentence


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("مرحبا", "مرحبا\u200e"),
        ("דוד 3", "דוד\u200e 3"),
        ("5 (against דוד), 6 (against Ben)", "5 (against דוד\u200e), 6 (against Ben)"),
        ("מלך Ann", "מלך Ann"),
        ("Zoë 3", "Zoë 3"),
    ],
)
def test_numbers_after_a_right_to_left_name_keep_their_place(text, shown):
    assert escape(text) == shown


@given(st.text(max_size=200))
def test_invisible_characters_are_removed_from_any_text(text):
    for made in (escape(text), name_of(text)):
        kinds = {unicodedata.category(character) for character in made} - {"Cn"}
        kinds -= {unicodedata.category(each) for each in "\u200b\u200d"}
        assert not {kind for kind in kinds if kind.startswith("C")}
        assert "\n" not in made
    assert 1 <= len(name_of(text)) <= LONGEST_NAME


NIX = "*Nix*"
GAMES = [
    ("a1 c3 g4 g7 d4", {}),
    ("a1", {}),
    ("d5 b4 c5 a1 c4", {"size": 3}),  # takes the last stones
    ("offer 5 black c3 b2 d3", {"game": "asli", "size": 5}),
]
RESULTS = [None, Result(0, "resigned", f"{NIX} resigned."), Result(None, "closed", "Closed.")]
HEAD = f"Game: lifeline\nSize: 3\nFirst: {NIX}\nSecond: {NIX}\nResult: {NIX} wins.\n\n"
OF_ABSTRACT_PLAY = {"game": {"name": "Asli"}, "players": [{"name": NIX}, {"name": NIX}]}
FILES = [
    f"{HEAD}1. d5 b4 {{{NIX}}}\n\n(1 by {NIX}) 2. c5 a1 {{{NIX}}}\n",
    f"{HEAD}1. d5 b4\n2. c5 a1\n3. c4\n",
    json.dumps([{"header": OF_ABSTRACT_PLAY, "moves": []}] * 2),
]
TRIED = Variation((Place(1),), NIX, (), NIX)
PUZZLE = load()[0]
REVIEW = {
    "points": [[ply, ply / 8, False] for ply in (0, 2, 4)],
    "turning_points": [{"ply": 4, "by": 0, "moves": ["d4", "e5"], "chances": [0.6, 0.3]}],
}
# texts that are no names, by the parameter or field that has them
TEXTS = {
    "action": ["remove"],
    "answer": [("e5",)],
    "before": [(("e5",),)],
    "board": ["", "o x"],
    "chosen": ["0"],
    "counts": [{"lifeline": 2, "asli": 2}],
    "favourites": [(("lifeline", 5, 3),)],
    "game_key": ["lifeline"],
    "looking": [((NIX, "lifeline", 5),)],
    "moves": [("d4",)],
    "playable": ["e5"],
    "reason": [*RatingReason],
    "stored_review": [REVIEW, REVIEW | {"turning_points": []}],
    "text": ["e5"],
    "themes": [(("cut", 3, 2),)],
    "turn": [PUZZLE.steps[0].answer],
    "value": ["d4", "1"],
    "where": ["panel"],
}
MESSAGES = {MessageDraft, OutgoingMessage}


def writers():
    """Yield every function that returns a message, or lines of one, about what services return."""
    for each in pkgutil.iter_modules(bot.messages.__path__):
        module = importlib.import_module(f"bot.messages.{each.name}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ != module.__name__ or name.startswith("_"):
                continue
            hints = get_type_hints(function)
            made = hints.pop("return")
            has_people = any(
                "bot.services" in str(hint) or hint is bytes for hint in hints.values()
            )
            if MESSAGES & {made, *get_args(made)}:
                is_shown = not MESSAGES & {*hints.values()}
            else:
                is_shown = made in (str, list[str]) and not name.endswith("alt_text")
            if has_people and is_shown:
                yield pytest.param(function, id=f"{each.name}.{name}")


class Samples:
    """Random values for messages about one game, in which every person has the name `NIX`."""

    def __init__(self, seed, game_after):
        self.lots = random.Random(seed)
        first = self.lots.randrange(2)  # 0 is the id of deleted people
        people = Player(first, NIX), Player(first + 1, NIX)
        moves, options = self.lots.choice(GAMES)
        result = self.lots.choice(RESULTS)
        game = game_after(moves, seats=people, result=result, viewer=1, **options)
        asked = {"undo_request": UndoRequest(people[0], 0), "end_request": people[0]}
        asked["practice"] = Practice(1, 2)
        game = replace(game, **{name: self.lots.choice((None, asked[name])) for name in asked})
        self.fixed = {
            Comments: Comments({1: NIX, 3: NIX}, dict.fromkeys(range(4), (TRIED,))),
            GameView: game,
            Move: parse_turn("e5", game.position.topology)[0],
            Player: people[0],
            Position: game.position,
            Puzzle: PUZZLE,
            Record: game.record,
            Ruleset: game.ruleset,
            SeveralGames: SeveralGames((), 0),
            Viewer: Viewer(1, {"theme": "dark", "confirm": "losses"}),
            bytes: self.lots.choice(FILES).encode(),
            datetime: datetime(2030, 1, 2, tzinfo=UTC),
            str: NIX,
            timedelta: timedelta(hours=3),
            NoneType: None,
        }

    def of(self, hint, name=""):
        """Return a value for a parameter or field with this type and name."""
        kind, inner = get_origin(hint), get_args(hint)
        if name in TEXTS and "str" in str(hint):
            return self.lots.choice(TEXTS[name])
        if hint in self.fixed:
            return self.fixed[hint]
        if kind in (Union, UnionType):
            return self.of(self.lots.choice(inner), name)
        if kind in (Mapping, dict, frozenset):
            return {}
        if kind in (Iterable, Sequence, list) or inner[1:] == (...,):
            return tuple(self.of(inner[0], name) for _ in range(self.lots.randrange(3)))
        if kind is tuple:
            return tuple(self.of(each, name) for each in inner)
        return self.of_class(hint)

    def of_class(self, kind):
        if issubclass(kind, Enum):
            return self.lots.choice(list(kind))
        if kind in (bool, int, float):
            return kind(self.lots.randrange(2))
        hints = get_type_hints(kind)
        return kind(**{each.name: self.of(hints[each.name], each.name) for each in fields(kind)})


def check_names(game_after, write):
    """Check that a function of samples shows `NIX` only escaped, and the samples fit it."""
    shown = []
    for seed in range(60):
        samples = Samples(seed, game_after)
        # values that no service returns together are refused
        with suppress(ArithmeticError, AssertionError, LookupError, ValueError, PlayerError):
            made = write(samples)
            shown.append(getattr(made, "content", made))
    assert shown
    for each in filter(None, shown):
        text = each if isinstance(each, str) else "\n".join(each)
        assert text.count("Nix") == text.count(escape(NIX)), text


@pytest.mark.parametrize("function", list(writers()))
def test_every_message_escapes_the_names_of_people(function, game_after):
    hints = get_type_hints(function)
    del hints["return"]
    # other texts, such as a note, are a part of the message already
    markup = {name: "" for name in hints if hints[name] in (str, str | None)}
    for name in ("name", *TEXTS):
        markup.pop(name, None)

    def write(samples):
        return function(**{name: samples.of(hints[name], name) for name in hints} | markup)

    check_names(game_after, write)


@pytest.mark.parametrize("about", WRITERS)
def test_every_notification_escapes_the_names_of_people(about, game_after):
    def write(samples):
        payload = samples.of(about.family)
        return notification_message(replace(samples.of(Notification), kind=about, payload=payload))

    check_names(game_after, write)
