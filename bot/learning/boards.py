"""Boards drawn as text, as lessons write them, to positions of a game in full swing."""

from typing import Any

from rules.moves import parse_turn
from rules.position import Position
from rules.registry import find_game
from rules.setup import setup


def position_from_text(
    game_key: str, rows: str, *, to_move: str = "black", **more: Any
) -> Position:
    """Read a board, top row first: X Black, O White, a dot for an empty cell, as in `diagram()`.

    >>> drawn("lifeline", "... .X.. ..... XXXX O.O", to_move="white").to_move.label
    'White'

    :param more: further keywords of `rules.setup.setup`.
    :raises SetupError: no game leads to the position.
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
    """Begin a game and make some moves.

    :raises IllegalMove: the rules do not allow one of them.
    """
    game = find_game(game_key)
    position = game.start(game.ruleset(options))
    for move in parse_turn(moves, position.topology):
        position = position.play(move)
    return position
