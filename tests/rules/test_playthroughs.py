"""Comparison of the stored playthroughs with the current rules.

After an intended change, rewrite them with `python -m tests.rules.playthrough` and review the diff.
"""

import pytest

from rules.registry import GAMES
from tests.rules import playthrough


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_stored_playthrough_is_current(game):
    path = playthrough.path_of(game)
    assert path.exists(), "a game has no playthrough: run python -m tests.rules.playthrough"
    assert path.read_text() == playthrough.text_of(game)


def test_every_playthrough_belongs_to_a_registered_game():
    expected = {playthrough.path_of(game) for game in GAMES}
    assert {*playthrough.FOLDER.glob("*.txt")} == expected
