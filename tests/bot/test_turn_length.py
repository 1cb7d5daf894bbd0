"""A turn message is short enough for a push notification and a phone."""

import re

import pytest

from bot.messages.game_messages import turn
from bot.words.turn_line import NO_SECOND_INCURSION, WHITE_MAY_SWAP
from rules.moves import format_move
from rules.registry import GAMES
from tests.rules.random_games import moves_of, play_random_game

PREVIEW = 100  # characters of a message that a push notification shows
LINES = 3  # above the picture, without a special rule in force
LONGEST = 40  # moves, because a move text has at most 200 characters
DEADLINE = " · due in 5 days"
GAMES_TO_PLAY = 6


def as_shown(line: str) -> str:
    """Return a line without markup, with a mention as Discord shows it."""
    return re.sub(r"<@\d+>", "@Ann", line).replace("**", "")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("seed", range(GAMES_TO_PLAY))
def test_a_turn_fits_in_a_notification(game_after, game, seed):
    small = {"size": game.options[0].minimum + seed % 3}
    positions = play_random_game(game.ruleset(small), seed)[:LONGEST]
    topology = positions[0].topology
    moves = [format_move(move, topology) for move in moves_of(positions)]

    for ply in range(len(moves)):
        played = game_after(" ".join(moves[:ply]), game=game.key, **small)
        if played.position.mid_turn or played.position.outcome() is not None:
            continue
        *lines, small_print = turn(played).content.split("\n")
        rules = NO_SECOND_INCURSION(), WHITE_MAY_SWAP()
        special = [line for line in lines if line in rules]
        text = " ".join(as_shown(line) for line in lines if line not in special) + DEADLINE
        assert small_print.startswith("-# ")
        assert len(lines) + 1 <= LINES + len(special), lines
        assert lines[len(lines) - len(special) :] == special, "the rule is below the question"
        assert len(text) <= PREVIEW, text
