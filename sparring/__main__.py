"""`python -m sparring match A B`: two players against each other; `ladder`: each level, the next.

A player is a level ("1" to "6") or a number of playouts with options: "800", "800,patterns=none",
"800,patterns=FILE" (one that `sparring.patterns.learn` wrote), "800,insight=0.5" (what the bot has
learned counts half), "800,exact=12" (endgames of at most 12 empty cells solved),
"100000,seconds=1" (no longer than that for a move). "uct,seconds=1" is UCT by the book, which
general game programs play with. Seconds are the processor's, so that what else a machine does
changes no result.
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from rules.options import OptionError
from rules.registry import GAMES, find_game
from sparring import jit
from sparring.levels import (
    LEVELS,
    Level,
    NoSuchLevel,
    best_looking_move,
    find_level,
    random_move,
    searcher,
)
from sparring.match import Choose, Contestant, Score, series

if TYPE_CHECKING:
    from sparring.arrays import Weights

N = TypeVar("N", int, float)
CLOCK = time.thread_time
STANDING_EACH = 30.0  # seconds, between the rows of a match
BOARDS = (("lifeline", 5), ("lifeline", 7), ("asli", 9), ("liflina", 9))


def contestant(text: str) -> Contestant:
    """Read a player.

    :raises ValueError: it cannot be read; the message says what to type.
    """
    head, *options = text.split(",")
    if head == "uct":
        return Contestant(text, _by_the_book(dict(map(_option, options))))
    if not head.isdigit():
        raise ValueError(f"“{text}” is no player: type a level, or playouts such as 800,exact=12.")
    number = int(head)
    if number <= len(LEVELS) and not options:
        return Contestant(f"level {number}", _by_level(find_level(number)))
    return Contestant(text, _by_search(number, dict(map(_option, options))))


def _option(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def _by_level(level: Level) -> Choose:
    if level.searches:
        jit.compile_all()  # not in the time of the first move
        return lambda position, seed: searcher(level, position.game, clock=CLOCK).move(
            position, seed
        )
    choose = random_move if level.number == 1 else best_looking_move
    return lambda position, seed: choose(position, random.Random(seed))  # noqa: S311 - a game


def _by_search(playouts: int, options: dict[str, str]) -> Choose:
    from sparring import patterns, players  # noqa: PLC0415 - need numba, levels 1 and 2 do not

    jit.compile_all()  # not in the time of the first move
    name = options.pop("patterns", None)
    exact = _number(options, "exact", 0)
    insight = _number(options, "insight", 1.0)
    seconds = _number(options, "seconds", 3600.0)
    _refuse(options, "patterns=…, insight=…, exact=… or seconds=…")
    known: Callable[[str], Weights] = partial(patterns.learned, insight=insight)
    if name == "none":
        known = patterns.unknown
    elif name is not None:
        if not Path(name).is_file():
            raise ValueError(f"There is no file “{name}” with patterns.")
        known = partial(patterns.read, file=Path(name))
    return players.Searcher(playouts, known, exact, seconds, CLOCK).move


def _by_the_book(options: dict[str, str]) -> Choose:
    from sparring import yardstick  # noqa: PLC0415 - needs numba

    jit.compile_all()
    seconds = _number(options, "seconds", 1.0)
    _refuse(options, "seconds=…")
    return yardstick.Yardstick(seconds, clock=CLOCK).move


def _number(options: dict[str, str], name: str, default: N) -> N:
    """Read a number like the default: whole if that is."""
    text = options.pop(name, str(default))
    try:
        number = type(default)(text)
    except ValueError:
        number = None
    if number is None or not math.isfinite(number):
        kind = "whole number" if type(default) is int else "number"
        raise ValueError(f"“{name}={text}” is no {kind}: type {name}=1, for instance.")
    return number


def _refuse(options: dict[str, str], known: str) -> None:
    if options:
        raise ValueError(f"“{', '.join(options)}” is no option: type {known}.")


def table_row(name: str, score: Score) -> str:
    """Write a standing as a row."""
    low, high = score.interval
    per_move = [2000 * seconds / max(1, score.moves) for seconds in score.seconds]
    return (
        f"{name:44} {score.wins:4}-{score.draws}-{score.losses:<4} {score.share:6.1%} "
        f"[{low:.1%}, {high:.1%}]  {per_move[0]:.0f} and {per_move[1]:.0f} CPU-ms a move, "
        f"Black won {score.black}"
    )


def match(chosen: argparse.Namespace) -> None:
    """Play a match and print its standing now and then: a game of strong levels takes minutes."""
    board = chosen.game, chosen.size
    due = time.monotonic() + STANDING_EACH
    for standing in _standings(chosen.first, chosen.second, board, chosen):
        if standing.games == chosen.games or time.monotonic() >= due:
            _print(chosen.first, chosen.second, board, standing)
            due = time.monotonic() + STANDING_EACH


def ladder(chosen: argparse.Namespace) -> None:
    """Let each level play the one below, on the boards of `BOARDS`; the quick matches first."""
    for lower, upper in pairwise(str(level.number) for level in LEVELS):
        for board in BOARDS:
            *_, standing = _standings(upper, lower, board, chosen)
            _print(upper, lower, board, standing)


def _standings(
    first: str, second: str, board: tuple[str, int], chosen: argparse.Namespace
) -> Iterator[Score]:
    players = contestant(first), contestant(second)
    games = series(find_game(board[0]), board[1], players, chosen.seed, chosen.komi)
    return islice(games, chosen.games)


def _print(first: str, second: str, board: tuple[str, int], standing: Score) -> None:
    name = f"{contestant(first).name} - {contestant(second).name}, {board[0]} {board[1]}"
    sys.stdout.write(table_row(name, standing) + "\n")
    sys.stdout.flush()


def _player(text: str) -> str:
    try:
        contestant(text)
    except (ValueError, NoSuchLevel) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _games(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"“{text}” is no number of games: type 1 or more.")
    return int(text)


def main(arguments: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m sparring", description=__doc__)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("match", help="two players against each other")
    one.add_argument("first", type=_player)
    one.add_argument("second", type=_player)
    one.add_argument("--game", default="lifeline", choices=[game.key for game in GAMES])
    one.add_argument("--size", type=int, default=5)
    one.add_argument("--komi", type=int, default=0, help="White's from the start")
    one.set_defaults(run=match)
    every = commands.add_parser("ladder", help="each level against the one below")
    every.set_defaults(run=ladder, komi=0)
    for command in (one, every):
        command.add_argument("--games", type=_games, default=100, help="of each match")
        command.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    try:
        chosen.run(chosen)
    except OptionError as error:
        parser.error(f"This game cannot be begun: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
