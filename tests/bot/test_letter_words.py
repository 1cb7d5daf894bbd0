"""Letters in words, where numbers change them."""

from datetime import UTC, datetime

import pytest

from bot.texts import letter as texts

LATER = datetime(2030, 8, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ([7], "your game 7 stands still."),
        ([7, 9], "your games 7 and 9 stand still."),
        ([7, 9, 12], "your games 7, 9 and 12 stand still."),
        (range(100, 1100), ", 119 and 980 more stand still."),
    ],
)
def test_which_games_stand_while_an_opponent_is_away(games, said):
    assert texts.away("Ann", LATER, games).endswith(said)
