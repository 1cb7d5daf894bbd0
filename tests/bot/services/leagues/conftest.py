"""A league in simulated time."""

import pytest

from tests.bot.services.leagues.club import Club


@pytest.fixture
def club(world):
    return Club(world)
