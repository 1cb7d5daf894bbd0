"""The playthroughs on file are what the rules say today.

After a change that is meant, `python -m tests.rules.playthrough` writes them anew and the diff is
read before it is committed.
"""

import pytest

from rules.registry import GAMES
from tests.rules import playthrough


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_playthrough_of_a_game_is_what_the_rules_say(game):
    path = playthrough.path_of(game)
    assert path.exists(), "a game has no playthrough: run python -m tests.rules.playthrough"
    assert path.read_text() == playthrough.text_of(game)


def test_every_playthrough_is_of_a_registered_game():
    expected = {playthrough.path_of(game) for game in GAMES}
    assert {*playthrough.FOLDER.glob("*.txt")} == expected
