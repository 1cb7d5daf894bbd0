"""Random games that many tests look at."""

import pytest

from rules.record import Record
from tests.rules.registered import ACCEPTED, moves_of, played, title


@pytest.fixture(scope="session")
def courses():
    """Each random game is played once for all the tests that look at it."""
    known: dict[str, list] = {}

    def course(ruleset):
        if title(ruleset) not in known:
            known[title(ruleset)] = played(ruleset)
        return known[title(ruleset)]

    return course


@pytest.fixture(params=ACCEPTED)
def course(request, courses):
    return courses(request.param)


@pytest.fixture(params=ACCEPTED)
def record(request, courses):
    return Record(request.param, moves_of(courses(request.param)))
