"""Positions for lessons, built from boards in text or from moves."""

from typing import Any

from rules.moves import parse_turn
from rules.position import Position
from rules.registry import find_game
from rules.setup import setup


def position_from_text(
    game_key: str, rows: str, *, to_move: str = "black", **more: Any
) -> Position:
    """Return the position of a board in text, top row first: X Black, O White, a dot for empty.

    >>> position_from_text("lifeline", "... .X.. ..... XXXX O.O", to_move="white").to_move.label
    'White'

    :param more: other arguments of `rules.setup.setup`.
    :raises SetupError: when the position cannot occur in a game.
    """
    lines = rows.split()
    hexagonal = find_game(game_key).shape == "hexhex"
    size = (len(lines) + 1) // 2 if hexagonal else len(lines)
    options = {"size": size}
    topology = find_game(game_key).topology(find_game(game_key).ruleset(options))
    signs = zip(topology.names, "".join(reversed(lines)), strict=True)
    stones: dict[str, list[str]] = {"X": [], "O": [], ".": []}
    for name, sign in signs:
        stones[sign].append(name)
    return setup(game_key, options, black=stones["X"], white=stones["O"], to_move=to_move, **more)


def position_after(game_key: str, moves: str, **options: object) -> Position:
    """Return the position after moves, such as "a1 c3 c5", from the start of a game.

    :param options: the options of the game, such as its size.
    :raises IllegalMove: when one of the moves is illegal.
    """
    game = find_game(game_key)
    position = game.start(game.ruleset(options))
    for move in parse_turn(moves, position.topology):
        position = position.play(move)
    return position
