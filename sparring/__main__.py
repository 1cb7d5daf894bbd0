"""`python -m sparring match A B`: two players against each other; `ladder`: each level, the next.

A player is a level ("1" to "6") or a number of playouts with options: "800", "800,uniform" (no
patterns), "800,exact=12" (endgames of at most 12 empty cells solved).
"""

import argparse
import random
import sys
from itertools import islice

from rules.moves import Move
from rules.position import Position
from rules.registry import GAMES, find_game
from sparring.levels import LEVELS, Level, best_looking_move, find_level, random_move
from sparring.match import Choose, Contestant, Score, series

BOARDS = (("lifeline", 5), ("lifeline", 7), ("asli", 9), ("liflina", 9))


def contestant(text: str) -> Contestant:
    """Read a player.

    :raises ValueError: it cannot be read; the message says what to type.
    """
    head, *options = text.split(",")
    if not head.isdigit():
        raise ValueError(f"“{text}” is no player: type a level, or playouts such as 800,exact=12.")
    number = int(head)
    if number <= len(LEVELS) and not options:
        return Contestant(f"level {number}", _by_level(find_level(number)))
    return Contestant(text, _by_search(number, options))


def _by_level(level: Level) -> Choose:
    if level.searches:
        return _by_search(level.playouts, [f"exact={level.exact_below}"])
    choose = random_move if level.number == 1 else best_looking_move

    def move(position: Position, seed: int) -> Move:
        return choose(position, random.Random(seed))  # noqa: S311 - a game

    return move


def _by_search(playouts: int, options: list[str]) -> Choose:
    from sparring.players import Searcher  # noqa: PLC0415 - needs numba, levels 1 and 2 do not

    exact = [int(option.removeprefix("exact=")) for option in options if "exact=" in option]
    player = Searcher(playouts, "uniform" not in options, exact[0] if exact else 0)
    return player.move


def table_row(name: str, score: Score) -> str:
    """Write a standing as a row."""
    low, high = score.interval
    per_move = [2000 * seconds / max(1, score.moves) for seconds in score.seconds]
    return (
        f"{name:44} {score.wins:4}-{score.draws}-{score.losses:<4} {score.share:6.1%} "
        f"[{low:.1%}, {high:.1%}]  {per_move[0]:.0f} and {per_move[1]:.0f} CPU-ms a move"
    )


def match(chosen: argparse.Namespace) -> None:
    """Play a match and print its standing now and then."""
    players = contestant(chosen.first), contestant(chosen.second)
    name = f"{players[0].name} - {players[1].name}, {chosen.game} {chosen.size}"
    standing = Score()
    for standing in islice(
        series(find_game(chosen.game), chosen.size, players, chosen.seed), chosen.games
    ):
        if standing.games % 10 == 0:
            sys.stdout.write(table_row(name, standing) + "\n")
            sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m sparring", description=__doc__)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("match", help="two players against each other")
    one.add_argument("first")
    one.add_argument("second")
    one.add_argument("--game", default="lifeline", choices=[game.key for game in GAMES])
    one.add_argument("--size", type=int, default=5)
    one.add_argument("--games", type=int, default=100)
    one.add_argument("--seed", type=int, default=1)
    one.set_defaults(run=match)
    chosen = parser.parse_args(arguments)
    chosen.run(chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
