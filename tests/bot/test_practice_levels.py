"""Levels that are offered after the result of a practice game."""

from types import SimpleNamespace

import pytest

from bot.messages.game_messages import offered_level
from bot.services.values.views import Player, Practice

ANN, BOT = Player(1, "Ann"), Player(2, "Bot")


def game(winner, level=2, *, practice=True, opening_plies=0):
    return SimpleNamespace(
        practice=Practice(1, level) if practice else None,
        winner=winner,
        people=(ANN,),
        opening_plies=opening_plies,
    )


def latest(*games):
    return [SimpleNamespace(level=level, won=won) for level, won in games]


LOST = (2, False)


@pytest.mark.parametrize(
    ("played", "earlier", "expected"),
    [
        (game(ANN), (LOST, LOST, LOST), 3),
        (game(BOT), (LOST, LOST, LOST, (2, True)), 1),
        (game(BOT), (LOST, LOST), None),
        (game(BOT), (LOST, LOST, (2, True), LOST), None),
        (game(BOT), (LOST, LOST, (3, False)), None),
        (game(BOT), (LOST, LOST, (None, False)), None),
        (game(BOT), (LOST, LOST, (2, None)), None),
        (game(None), (LOST, LOST, LOST), None),
        (game(ANN, practice=False), (LOST, LOST, LOST), None),
        (game(ANN, opening_plies=4), (), None),
    ],
)
def test_next_level_follows_a_win_and_the_one_below_three_losses(played, earlier, expected):
    assert offered_level(played, latest(*earlier)) == expected
