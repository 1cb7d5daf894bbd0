"""Every message in bot/words/ is shown with sample values and checked against the voice."""

import ast
import importlib
import inspect
import itertools
import math
import pkgutil
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import bot.words
from bot.learning.boards import position_from_text
from bot.words import challenge, clocks, privacy, server_settings, try_board
from bot.words import help as help_words
from bot.words.moves import NEW_THREAD
from bot.words.practice import LEVEL_NAMES
from bot.words.ratings import CANNOT_BE_RATED, Change
from bot.words.translation import Message, in_language
from renderer import translation
from rules.moves import Choose, Komi, Offer, Place, parse_turn
from rules.position import Colour, Ending, LastTurn, Outcome, Phase, Position
from rules.registry import GAMES, find_game
from rules.sentences import Sentence
from rules.setup import setup
from rules.topology import hexhex, square
from tests.project.test_messages import BANNED, FORMS, calls, literals

ROOT = Path(__file__).parents[2]
NEWS, BUTTON, LONGEST = 100, 20, 23
FOLDERS = ("bot", "renderer", "rules")
SHOWING = {"text", "plural", "Message", "Sentence"}
# forms without contraction, and old words
STIFF = re.compile(
    r"\b(?:cannot|(?:is|are|was|do|does|did|has|have|will|would) not|hosts?|shall)\b"
    r"|\b(?:It|That|There) is\b(?! a \*\*)|\bI am\b"
)
MOST_CALLS = 3_000  # of one function
NO_MESSAGES = {"languages", "po_file", "translation"}
THEN = datetime(2030, 1, 2, tzinfo=UTC)
PLACEHOLDER_OR_GAP = re.compile(r"[{}]|  |\s[.,:;!?](?!\w)|\.\.(?!\.)|\bNone\b")
SENTENCE_END = re.compile(r"(?<=[.!?:;])\*{0,2}\s+|\n|(?<=[.!?])\*\*")
WORD = re.compile(r"[\w'{}/-]*\w[\w'{}/-]*")
BUTTON_MAKERS = re.compile(r"(?i)(?:button|link)$")

KEYS = {
    "status": list(challenge.CLOSED),
    "obstacle": list(CANNOT_BE_RATED),
    "permission": list(server_settings.PERMISSIONS),
    "mark": list(try_board.MARKS),
    "game_key": [entry.key for entry in GAMES],
    "key": list(help_words.TOPICS),
    "table": list(privacy.LINES),
}
LEVELS = list(LEVEL_NAMES)
WORDS = ["", "Ann"]  # a value that may be empty
LISTS = [(), ("A1",), ("A1", "B2")]
KEYS_OF = {
    ("board_follows", "channel"): ["", None, NEW_THREAD, "#games"],
    ("describe_effects", "in_danger"): LISTS,
    ("request", "theirs"): WORDS,
    ("unreadable", "cells"): WORDS,
    ("unreadable", "typed"): ["pass", "resign", "undo", "Ann", ""],
    ("unreadable", "words"): LISTS,
    ("whole_again", "turn"): WORDS,
    ("challenge_answered", "status"): list(challenge.ANSWERED),
    ("described_level", "number"): LEVELS,
    ("level", "number"): LEVELS,
    ("manner", "number"): LEVELS,
    ("score", "names"): [("Ann", "Ben")],
    ("score", "draws"): [0, 1, 2],
    ("begins", "who"): ["challenger", "opponent", "lot"],
    ("pace", "name"): list(clocks.PACE_NAMES),
    ("short_pace", "name"): list(clocks.PACE_NAMES),
}


# functions with a plural message of a count that is never one, or never more
WITH_UNUSED_FORMS = {
    "clocks.day_choice",
    "daily.result",
    "turn_line._or_komi",
    "turn_line._placement",
    "undo.listed",
}


class Seen(NullTranslations):
    """English, with a record of the messages that were shown."""

    def __init__(self):
        super().__init__()
        self.messages = set()

    def gettext(self, message):
        self.messages.add(message)
        return message

    def ngettext(self, msgid1, msgid2, n):
        shown = msgid1 if n == 1 else msgid2
        self.messages.add(shown)
        return shown


@cache
def positions() -> tuple[Position, ...]:
    """Return positions of all kinds: openings, offers, half turns, holds, komi, last stones."""
    found = [
        setup("asli", {"size": 3}, black=["a2", "b1"], white=["a1"], to_move="white",
              prison=(1, 0), ever_two_groups=(True, False)),
        setup("asli", {"size": 5}, black=["a1"], white=["e5"], to_move="white", prison=(1, 0)),
        setup("lifeline", {"size": 3}, black=["a1", "c3"], white=[], to_move="black"),
        position_from_text("cornered", "OOO XX.O XXOXO XOO. XXX", to_move="white", komi=1),
    ]  # fmt: skip
    for number, options in enumerate(beginnings()):
        entry = find_game(str(options.pop("game")))
        found += played(entry.start(entry.ruleset(options)), random.Random(number))
    return tuple(found)


def beginnings() -> Iterator[dict[str, object]]:
    """Yield a game with options for every start, with komi and handicap."""
    for entry in GAMES:
        starts = [each.choices for each in entry.options if each.name == "start"]
        for start in starts[0] if starts else ():
            yield from repeat({"game": entry.key, "size": 4, "start": start}, 3)
    yield from repeat({"game": "cornered", "size": 5, "start": "twelve-star", "komi": 3}, 9)
    yield from repeat({"game": "asli", "size": 5}, 6)
    yield from repeat({"game": "liflina", "size": 5, "handicap": 3}, 3)


def repeat(options: dict[str, object], times: int) -> Iterator[dict[str, object]]:
    yield from (dict(options) for _ in range(times))


def played(position: Position, lots: random.Random) -> Iterator[Position]:
    """Yield the positions of a random game that offers a low komi and likes other moves."""
    while position.outcome() is None and position.turn < 60:
        yield position
        moves = list(position.legal_moves())[:40]
        if position.phase is Phase.OFFER:
            moves = [Offer(each) for each in range(3)]
        others = [move for move in moves if not isinstance(move, Place)]
        position = position.play(lots.choice(others if others and lots.random() < 0.4 else moves))


def last_turns(*, with_capture: bool) -> Iterator[LastTurn]:
    """Yield last turns, also such that only planned games and rare starts have."""
    found = [each.last_turn for each in positions() if each.last_turn is not None]
    if with_capture:
        yield from (each for each in found if each.removed[each.by.other])
        return
    captures = {bool(each.removed[each.by.other]): each for each in found}
    for moves in ((Komi(), Komi()), (Komi(), Place(0)), (Choose(Colour.BLACK), Place(0))):
        yield from (replace(each, moves=moves) for each in captures.values())
    yield from (replace(each, moves=(Komi(), Komi(), Place(0))) for each in captures.values())
    yield from found


def samples(function: str, name: str, annotation: object) -> list[object]:
    """Return the values of a parameter, by its name and its type."""
    kind = str(annotation).removeprefix("<class '").removeprefix("<enum '").removesuffix("'>")
    optional = [None] if "None" in kind and kind != "None" else []
    if (function, name) in KEYS_OF:
        return [*KEYS_OF[function, name], *optional]
    if name in KEYS:
        return [*KEYS[name], *optional]
    by_kind: dict[str, list[object]] = {
        "str": [""] if name == "empty" else ["Ann"],
        "int": LEVELS if name in {"level", "below"} else [1, 0, 2, 5],
        "float": [0.25, 0.75],
        "bool": [True, False],
        "date": [date(2030, 1, 2)],
        "datetime": [THEN, THEN + timedelta(days=3)],
        "timedelta": [timedelta(hours=each) for each in (0, 1, 5, 24, 48)],
        "Topology": [hexhex(5), square(8)],  # larger than the boards of the turns
        "Change": [Change("Ann", 1500, 1510, 90)],
        "Sentence": [Sentence("The game is over.")],
        "Mapping[str,int]": [dict.fromkeys(privacy.LINES, count) for count in (1, 2)],
        "tuple[int,int]": [(3, 1), (1, 3), (2, 2)],
        "tuple[int,int,int]": [(5, 3, 6)],
        "tuple[float,float]": [(1500.0, 90.0)],
        "Sequence[str]": [("A1",), ("A1", "B2"), tuple(map(str, range(90)))],
        "list[str]": [["Komi: 3"]],
        "Iterable[str]": [("dark", "light")],
        "Sequence[int]": [(), (1,), (1, 2), tuple(range(1, 22)), tuple(range(1, 100))],
        "Sequence[tuple[str,int]]": [(("Ann", 2),), (("Ann", 3), ("Ben", 2))],
        "Sequence[tuple[float,float]]": [((1500.0, 90.0),), ((1500.0, 90.0), (1520.0, 80.0))],
        "Sequence[tuple[int,float,bool]]": [((1, 0.5, False),), ((1, 0.5, False), (2, 1.0, True))],
        "Colour": list(Colour),
        "Outcome": [Outcome(winner, ending) for winner in (*Colour, None) for ending in Ending],
        "Position": list(positions()),
        "LastTurn": list(last_turns(with_capture="capture" in function)),
    }
    for part in kind.split(" | "):
        plain = re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Za-z])|\s", "", part)
        if plain in by_kind:
            return [*by_kind[plain], *optional]
    if "rules.moves" in kind:
        turns = ("a1", "a1 c3", "swap", "komi", "hold", "offer 3", "black")
        return [parse_turn(each, hexhex(4)) for each in turns]
    raise AssertionError(f"add a sample for {function}({name}: {annotation})")


def modules() -> Iterator[ModuleType]:
    for each in pkgutil.iter_modules(bot.words.__path__):
        if each.name not in NO_MESSAGES:
            yield importlib.import_module(f"bot.words.{each.name}")


def functions(module: ModuleType) -> Iterator[FunctionType]:
    for name, value in vars(module).items():
        if name.startswith("_") or not isinstance(value, FunctionType):
            continue
        if value.__module__ == module.__name__:  # not one that the module imports
            yield value


def constants(value: object) -> Iterator[Message]:
    """Yield the messages in a value of a module, also those in dictionaries and tuples."""
    if isinstance(value, Message):
        yield value
    elif isinstance(value, Mapping):
        yield from constants(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for each in value:
            yield from constants(each)


def shown_by(function: FunctionType) -> Iterator[str]:
    """Yield what a function returns for combinations of sample values."""
    parameters = inspect.signature(function).parameters.values()
    values = [samples(function.__name__, each.name, each.annotation) for each in parameters]
    names = [each.name for each in parameters]
    for given in combinations(values):
        if function.__name__ == "unreadable" and not any(given[1:3]):
            continue  # a position has always a word or a cell to type
        arguments = inspect.signature(function).bind_partial()
        arguments.arguments.update(zip(names, given, strict=True))
        returned = function(*arguments.args, **arguments.kwargs)
        yield from [returned] if isinstance(returned, str) else returned or ()


def combinations(values: list[list[object]]) -> Iterator[tuple[object, ...]]:
    """Yield each combination of values; if there are too many, the first ones and random ones."""
    yield from itertools.islice(itertools.product(*values), MOST_CALLS)
    if math.prod(map(len, values)) > MOST_CALLS:
        chance = random.Random(1)
        for _ in range(MOST_CALLS):
            yield tuple(chance.choice(each) for each in values)


@cache
def walked() -> tuple[frozenset[str], dict[str, frozenset[str]]]:
    """Show everything; return the messages, and the texts by module and function."""
    seen, texts = Seen(), {}
    with in_language(seen):
        for module in modules():
            stem = module.__name__.rpartition(".")[2]
            for function in functions(module):
                texts[f"{stem}.{function.__name__}"] = frozenset(shown_by(function))
            for name, value in vars(module).items():
                for message in constants(value):
                    texts.setdefault(f"{stem}.{name}", frozenset())
                    texts[f"{stem}.{name}"] |= {message()}
    return frozenset(seen.messages), texts


def test_every_message_is_shown():
    shown, _ = walked()
    missing = []
    for path in sorted((ROOT / "bot" / "words").glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        unused = set(unused_forms(path.stem, tree, shown))
        missing += [
            f"{path.stem}:{line}: {message}"
            for line, message in literals(tree)
            if message not in shown | unused
        ]

    assert missing == []


def unused_forms(stem, tree, shown):
    """Yield the form of a plural message that is not shown, where the other form is."""
    for function in ast.walk(tree):
        name = getattr(function, "name", None)
        if isinstance(function, ast.FunctionDef) and f"{stem}.{name}" in WITH_UNUSED_FORMS:
            for call, kind in calls(function):
                forms = {ast.literal_eval(each) for each in call.args[: FORMS[kind]]}
                if forms & shown:
                    yield from forms - shown


def test_no_sentence_has_a_hole_or_a_banned_word():
    _, texts = walked()
    found = [
        f"{name}: {match[0]!r} in {text!r}"
        for name, each in texts.items()
        for text in each
        for match in (PLACEHOLDER_OR_GAP.search(text), BANNED.search(text))
        if match and text != "None" and not name.startswith(("escaping.", "moves.as_characters"))
    ]

    assert found == []


@cache
def english() -> tuple[tuple[str, str], ...]:
    """Return every message of the bot, the pictures and the rules, with its file."""
    return tuple(
        (path.relative_to(ROOT).as_posix(), argument.value)
        for path in sorted(each for folder in FOLDERS for each in (ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in SHOWING
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )


def test_sentences_are_short():
    """A sentence has about 15 words, and none more than 23."""
    counts = {
        sentence: len(WORD.findall(sentence))
        for _, message in english()
        for sentence in SENTENCE_END.split(message)
        if sentence
    }

    assert len(counts) > 1500
    assert [sentence for sentence, count in counts.items() if count > LONGEST] == []
    assert sum(count <= 15 for count in counts.values()) / len(counts) > 0.97


def test_messages_use_contractions_and_the_word_operator():
    found = [(file, match[0], message) for file, message in english()
             for match in STIFF.finditer(message)]  # fmt: skip

    assert found == []


def test_the_turn_in_a_notification_is_short():
    _, texts = walked()
    news = texts["turns.action"]
    mentions = texts["turn_line.turn_line"]

    assert len(news) > 50
    assert len(mentions) > 20
    assert max(len(each.replace("**", "")) for each in news) <= NEWS
    assert max(map(len, mentions)) <= NEWS


def buttons() -> Iterator[tuple[str, str]]:
    """Yield the labels of buttons: messages that are named in the call which makes a button."""
    for path in sorted((ROOT / "bot" / "messages").glob("*.py")):
        module = importlib.import_module(f"bot.messages.{path.stem}")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and BUTTON_MAKERS.search(ast.unparse(node.func)):
                for argument in (*node.args, *(each.value for each in node.keywords)):
                    if isinstance(argument, ast.Call) and not argument.args:
                        value = _evaluated(argument.func, module)
                        if isinstance(value, Message):
                            yield f"{path.stem}:{node.lineno}", value.english


def _evaluated(node: ast.expr, module: ModuleType) -> object:
    """Return the value of a dotted name in a module, None if it has none there."""
    if isinstance(node, ast.Name):
        return vars(module).get(node.id)
    if isinstance(node, ast.Attribute):
        return getattr(_evaluated(node.value, module), node.attr, None)
    return None


def test_buttons_have_at_most_twenty_characters():
    found = dict(buttons())

    assert len(found) > 40
    assert [label for label in found.values() if len(label) > BUTTON] == []


@pytest.mark.parametrize("hole", ["Hello {name}", "One  two", "It is over .", "It is None."])
def test_the_check_finds_holes(hole):
    assert PLACEHOLDER_OR_GAP.search(hole)


def test_a_walk_sees_translated_texts():
    seen = Seen()
    with in_language(seen):
        translation.text("Hello {name}", name="Ann")
        Message("Bye")()
    assert seen.messages == {"Hello {name}", "Bye"}
