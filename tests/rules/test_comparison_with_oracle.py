"""Comparison of the rules with the oracles in random games: state, legal moves and result."""

from pathlib import Path
from random import Random

import pytest

from rules.moves import format_move
from rules.record import import_text
from rules.registry import GAMES
from tests.rules.oracle_adapter import OraclePosition
from tests.rules.rules_adapter import RulesPosition

# Other tests provide the coverage; tracing would only slow the oracles down.
pytestmark = pytest.mark.no_cover

# Enough for every kind of move; larger offers only lead to long endings with holds.
LARGEST_OFFER = 6

STORED = sorted((Path(__file__).parent / "records").glob("*.txt"))
SMALL = {
    "lifeline": [
        {"size": size, "start": start}
        for size in (3, 4)
        for start in ("strong-pie", "weak-pie", "komi-pie", "none")
    ]
    + [{"size": 3, "start": "komi-pie", "komi": 2}],
    "cornered": [
        {"size": size, "start": start, "komi": komi}
        for size in (3, 4)
        for start in ("pie", "twelve-star", "none")
        for komi in (0, 2)
    ],
    "asli": [{"size": size} for size in (2, 3, 4, 5)]
    + [{"size": size, "komi": komi} for size in (3, 4, 5) for komi in (0, 3)],
    "liflina": [{"size": size} for size in (2, 3, 4, 5)]
    + [{"size": size, "komi": komi} for size in (3, 4, 5) for komi in (0, 3)]
    + [{"size": size, "handicap": stones} for size, stones in ((5, 2), (5, 9), (4, 3), (3, 8))],
}
MIDDLE = [
    ("lifeline", {"size": 6, "start": "strong-pie"}),
    ("lifeline", {"size": 5, "start": "komi-pie"}),
    ("cornered", {"size": 6, "start": "pie", "komi": 1}),
    ("cornered", {"size": 5, "start": "twelve-star", "komi": 1}),
    ("asli", {"size": 8}),
    ("liflina", {"size": 7, "komi": 0}),
    ("liflina", {"size": 7, "handicap": 4}),
]


def test_small_games_of_every_kind_are_compared():
    assert set(SMALL) == {game.key for game in GAMES}


def label(key, options):
    return "-".join([key, *(str(value) for value in options.values())])


def pick(random, moves):
    """Pick a random legal move; large komi offers are excluded."""
    small = {f"offer {number}" for number in range(LARGEST_OFFER + 1)}
    return random.choice(sorted(moves & small or moves))


def compare_game(key, options, seed, *, every=1):
    """Play the same random game on both sides; compare legal moves every ``every`` plies."""
    random = Random(seed)
    actual, oracle = RulesPosition.start(key, options), OraclePosition.start(key, options)
    ply = 0
    while True:
        legal = actual.legal()
        assert actual.summary() == oracle.summary(), f"after {ply} moves"
        if ply % every == 0 or not legal:
            assert legal == oracle.legal(), f"after {ply} moves:\n{actual.position}"
            assert actual.winner() == oracle.winner(), f"after {ply} moves"
        if not legal:
            return ply
        move = pick(random, legal)
        actual, oracle, ply = actual.play(move), oracle.play(move), ply + 1


@pytest.mark.parametrize(
    ("key", "options"),
    [
        pytest.param(key, options, id=label(key, options))
        for key, choices in SMALL.items()
        for options in choices
    ],
)
def test_a_random_game_on_a_small_board_matches_the_oracle(key, options):
    assert compare_game(key, options, seed=0) > 0


@pytest.mark.parametrize(
    ("key", "options"),
    [pytest.param(key, options, id=label(key, options)) for key, options in MIDDLE],
)
def test_random_games_on_medium_boards_match_the_oracle(key, options):
    assert compare_game(key, options, seed=7, every=5) > 0


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_stored_games_match_the_oracle(path):
    record = import_text(path.read_text())
    key, options = record.ruleset.game, dict(record.ruleset.options)
    actual, oracle = RulesPosition.start(key, options), OraclePosition.start(key, options)
    for move in record.moves:
        assert actual.legal() == oracle.legal()
        word = format_move(move, actual.position.topology)
        actual, oracle = actual.play(word), oracle.play(word)
        assert actual.summary() == oracle.summary()
    assert actual.winner() == oracle.winner() is not None


@pytest.mark.drill
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("key", SMALL)
def test_hundreds_of_random_games_match_the_oracle(key):
    for seed in range(1000, 1040):
        for options in SMALL[key]:
            compare_game(key, options, seed)
    for seed in range(1000, 1010):
        for middle_key, options in MIDDLE:
            if middle_key == key:
                compare_game(key, options, seed)
