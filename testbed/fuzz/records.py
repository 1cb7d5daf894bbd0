"""Files for /import: valid records, records with an error, and arbitrary data."""

import json
from typing import Any

from hypothesis import strategies as st

from rules.registry import GAMES
from testbed.fuzz.texts import NUMBERS, texts

HEADERS = ("Game", "Version", "Size", "Start", "Komi", "Handicap", "First", "Second", "Result")
GAME_KEYS = tuple(game.key for game in GAMES)
GOOD = (
    "Game: lifeline\nSize: 4\nFirst: Ann\nSecond: Ben\n\n1. a1 c3\n2. swap\n",
    "Game: asli\nSize: 9\n\n1. offer 3\n2. black\n3. e5\n4. hold\n",
    "Game: liflina\nSize: 13\nHandicap: 2\n\n1. d4 k10\n2. g7\n",
    "Game: cornered\nSize: 5\nStart: twelve-star\n\n1. a1\n2. c3 e5\n",
)
LONGEST = 260_000  # slightly above the size limit


@st.composite
def texts_of_records(draw: st.DrawFn) -> str:
    """Draw a text record with arbitrary headers and moves, and missing or repeated lines."""
    wanted = draw(st.lists(st.sampled_from(HEADERS), max_size=6))
    value = st.sampled_from(GAME_KEYS + NUMBERS) | texts(200)
    lines = [
        f"Game: {draw(st.sampled_from(GAME_KEYS))}",
        *(f"{name}: {draw(value)}" for name in wanted),
    ]
    moves = draw(st.lists(texts(30) | st.sampled_from(["a1", "c3 e5", "swap", "hold"]), max_size=8))
    turns = [f"{number}. {move}" for number, move in enumerate(moves, start=1)]
    return "\n".join([*lines, "", *turns])


@st.composite
def changed(draw: st.DrawFn) -> str:
    """Draw a valid record with a deletion, repetition or insertion."""
    text = draw(st.sampled_from(GOOD))
    at, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    middle = draw(st.sampled_from(["", text[at:end] * 2]) | texts(50))
    return text[:at] + middle + text[end:]


anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts(50),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(texts(20), inside, max_size=4),
    max_leaves=12,
)


@st.composite
def json_records(draw: st.DrawFn) -> str:
    """Draw a JSON record whose parts may have any type."""
    content = {
        "game": draw(st.sampled_from(GAME_KEYS) | anything),
        "options": draw(st.just({"size": 4}) | anything),
        "moves": draw(st.lists(st.sampled_from(["a1", "c3", "swap"]), max_size=5) | anything),
    }
    extra = draw(st.dictionaries(st.sampled_from(["version", "first", "result", "x"]), anything))
    return json.dumps(content | extra)


deep = st.builds(
    lambda opening, times: '{"game":' + opening * times,
    st.sampled_from(["[", '{"a":', "[[", '"', "1", "-", "\\u0000"]),
    st.integers(1, 60_000),
)
huge = st.builds(
    lambda line, times: (line * times)[:LONGEST],
    st.sampled_from(
        ["1. a1\n", "Size: 4\n", "a", "\n", "1" * 5000, "Game: asli\n\n1. ", "{", "\x00"]
    ),
    st.integers(1000, 50_000),
)


def records() -> st.SearchStrategy[bytes]:
    """Return a strategy for the content of a record file: valid, damaged, huge or arbitrary."""
    worded = st.one_of(texts_of_records(), changed(), changed(), json_records(), texts(2000))
    encoded = worded.map(lambda text: text.encode("utf-8", "surrogatepass"))
    large = st.one_of(deep, huge).map(lambda text: text.encode("utf-8", "surrogatepass"))
    # only one in sixteen is large, because large files are slow to generate
    return st.integers(0, 15).flatmap(
        lambda n: large if n == 0 else encoded | st.binary(max_size=300)
    )
