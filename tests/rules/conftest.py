"""Fixtures with random games, shared by the conformance tests."""

import pytest

from rules.record import Record
from tests.rules.random_games import ACCEPTED, moves_of, play_random_game, ruleset_id


@pytest.fixture(scope="session")
def random_games():
    """Return a function that plays the random game of a ruleset, once per session."""
    known: dict[str, list] = {}

    def positions_of(ruleset):
        if ruleset_id(ruleset) not in known:
            known[ruleset_id(ruleset)] = play_random_game(ruleset)
        return known[ruleset_id(ruleset)]

    return positions_of


@pytest.fixture(params=ACCEPTED)
def positions(request, random_games):
    """Positions of a random game, for each ruleset."""
    return random_games(request.param)


@pytest.fixture(params=ACCEPTED)
def record(request, random_games):
    """Record of a random game, for each ruleset."""
    return Record(request.param, moves_of(random_games(request.param)))
