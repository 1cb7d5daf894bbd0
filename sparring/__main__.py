"""The engine's command line: `python -m sparring match A B`, `ladder`, `train` or `puzzles`.

A player is a level ("1" to "6") or a number of playouts with options: "800", "800,patterns=none",
"800,patterns=FILE" (written by `sparring.tuning.learn_patterns`), "800,insight=0.5" (a factor for
the learned move priors), "800,exact=12" (endgames of at most 12 empty cells are solved),
"100000,seconds=1" (a time limit for each move), "800,network=FILE" (written by `train`; a playout
is a rated leaf). "uct,seconds=1" is plain UCT, the common algorithm of general game programs.
Seconds are CPU time, so that other load does not change results.

`train` learns the network of a board by self-play; it continues where it was interrupted.
`puzzles FILE` generates puzzles and appends them to a file; `--ship` adds them to the package.
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
    best_evaluated_move,
    find_level,
    make_search_player,
    random_safe_move,
)
from sparring.puzzles import command as puzzle_command
from sparring.training import command as training_command
from sparring.tuning.matches import ChooseMove, MatchScore, Player, play_games

if TYPE_CHECKING:
    from sparring.kernel.layout import NetworkWeights, Weights

N = TypeVar("N", int, float)
CPU_CLOCK = time.thread_time
PROGRESS_SECONDS = 30.0  # seconds between the lines of a match
BOARDS = (("lifeline", 5), ("lifeline", 7), ("asli", 9), ("liflina", 9))


def parse_player(text: str) -> Player:
    """Return the player that a text describes: a level from 1, playouts with options, or `uct`.

    :raises ValueError: the text has another format; the message is for the user.
    """
    head, *options = text.split(",")
    if head == "uct":
        return Player(text, _reference_player(dict(map(_parse_option, options))))
    if not head.isdigit():
        raise ValueError(
            f"“{text}” is not a player: type a level, or playouts such as 800,exact=12."
        )
    number = int(head)
    if number <= len(LEVELS) and not options:
        return Player(f"level {number}", _level_player(find_level(number)))
    return Player(text, _search_player(number, dict(map(_parse_option, options))))


def _parse_option(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def _level_player(level: Level) -> ChooseMove:
    if level.searches:
        jit.compile_all()  # compilation must not count towards the first move's time
        return lambda position, seed: make_search_player(
            level, position.game, clock=CPU_CLOCK
        ).move(position, seed)
    choose = random_safe_move if level.number == 1 else best_evaluated_move
    return lambda position, seed: choose(position, random.Random(seed))  # noqa: S311 - a game


def _search_player(playouts: int, options: dict[str, str]) -> ChooseMove:
    from sparring import search  # noqa: PLC0415 - needs numba, unlike levels 1 and 2
    from sparring.patterns import weights  # noqa: PLC0415 - as above

    jit.compile_all()  # compilation must not count towards the first move's time
    name = options.pop("patterns", None)
    network = _pop_network(options)
    exact = _pop_number(options, "exact", 0)
    insight = _pop_number(options, "insight", 1.0)
    seconds = _pop_number(options, "seconds", 3600.0)
    _reject_unknown(options, "network=…, patterns=…, insight=…, exact=… or seconds=…")
    load_priors: Callable[[str], Weights] = partial(weights.learned_weights, insight=insight)
    if name == "none":
        load_priors = weights.unlearned_weights
    elif name is not None:
        if not Path(name).is_file():
            raise ValueError(f"There is no file “{name}” with patterns.")
        load_priors = partial(weights.read_weights, file=Path(name))
    start_rated = None
    if network is not None:
        from sparring.network_search import rated_by  # noqa: PLC0415 - as above

        start_rated = rated_by(network, playouts)
        jit.compile_all()
    return search.SearchPlayer(playouts, load_priors, exact, seconds, CPU_CLOCK, start_rated).move


def _pop_network(options: dict[str, str]) -> "NetworkWeights | None":
    """Remove the options of a network and return the network; None if no file is given.

    :raises ValueError: the file does not exist, or an option is not a number.
    """
    from sparring.networks import weights  # noqa: PLC0415 - needs numba

    file = options.pop("network", None)
    exploration = _pop_number(options, "exploration", weights.EXPLORATION)
    unvisited_loss = _pop_number(options, "unvisited", weights.UNVISITED_LOSS)
    if file is None:
        return None
    if not Path(file).is_file():
        raise ValueError(f"There is no file “{file}” with a network.")
    return weights.kernel_network(weights.read_parameters(Path(file)), exploration, unvisited_loss)


def _reference_player(options: dict[str, str]) -> ChooseMove:
    from sparring.tuning import reference_uct  # noqa: PLC0415 - needs numba

    jit.compile_all()
    seconds = _pop_number(options, "seconds", 1.0)
    _reject_unknown(options, "seconds=…")
    return reference_uct.ReferenceUct(seconds, clock=CPU_CLOCK).move


def _pop_number(options: dict[str, str], name: str, default: N) -> N:
    """Remove an option and return its value as a number of the default's type.

    :returns: the default if the option is missing.
    :raises ValueError: the value is not a finite number; the message is for the user.
    """
    text = options.pop(name, str(default))
    try:
        number = type(default)(text)
    except ValueError:
        number = None
    if number is None or not math.isfinite(number):
        kind = "whole number" if type(default) is int else "number"
        raise ValueError(f"“{name}={text}” is not a {kind}: type {name}=1, for instance.")
    return number


def _reject_unknown(options: dict[str, str], known: str) -> None:
    if options:
        raise ValueError(f"“{', '.join(options)}” is not an option: type {known}.")


def format_score(name: str, score: MatchScore) -> str:
    """Return the score of a match as one line of the printed table."""
    low, high = score.interval
    per_move = [2000 * seconds / max(1, score.moves) for seconds in score.seconds]
    return (
        f"{name:44} {score.wins:4}-{score.draws}-{score.losses:<4} {score.share:6.1%} "
        f"[{low:.1%}, {high:.1%}]  {per_move[0]:.0f} and {per_move[1]:.0f} CPU-ms a move, "
        f"Black won {score.black}"
    )


def run_match(options: argparse.Namespace) -> None:
    """Play a match; print the score every half minute and after the last game."""
    board = options.game, options.size
    next_print = time.monotonic() + PROGRESS_SECONDS
    for score in _play(options.first, options.second, board, options):
        if score.games == options.games or time.monotonic() >= next_print:
            _print_score(options.first, options.second, board, score)
            next_print = time.monotonic() + PROGRESS_SECONDS


def run_ladder(options: argparse.Namespace) -> None:
    """Play a match of each level against the next lower level on each board of `BOARDS`.

    Print one score for each match, weak levels first.
    """
    for lower, upper in pairwise(str(level.number) for level in LEVELS):
        for board in BOARDS:
            *_, score = _play(upper, lower, board, options)
            _print_score(upper, lower, board, score)


def _play(
    first: str, second: str, board: tuple[str, int], options: argparse.Namespace
) -> Iterator[MatchScore]:
    players = parse_player(first), parse_player(second)
    games = play_games(find_game(board[0]), board[1], players, options.seed, options.komi)
    return islice(games, options.games)


def _print_score(first: str, second: str, board: tuple[str, int], score: MatchScore) -> None:
    name = f"{parse_player(first).name} - {parse_player(second).name}, {board[0]} {board[1]}"
    sys.stdout.write(format_score(name, score) + "\n")
    sys.stdout.flush()


def _player_argument(text: str) -> str:
    try:
        parse_player(text)
    except (ValueError, NoSuchLevel) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _games_argument(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"“{text}” is not a number of games: type 1 or more.")
    return int(text)


def main(arguments: list[str]) -> int:
    """Run the command that the arguments name; return the exit status 0.

    :raises SystemExit: the arguments are invalid; the message has been printed.
    """
    parser = argparse.ArgumentParser(prog="python -m sparring", description=__doc__)
    commands = parser.add_subparsers(required=True)
    match = commands.add_parser("match", help="play two players against each other")
    match.add_argument("first", type=_player_argument)
    match.add_argument("second", type=_player_argument)
    match.add_argument("--game", default="lifeline", choices=[game.key for game in GAMES])
    match.add_argument("--size", type=int, default=5)
    match.add_argument("--komi", type=int, default=0, help="White's komi from the start")
    match.set_defaults(run=run_match)
    ladder = commands.add_parser("ladder", help="play each level against the one below")
    ladder.set_defaults(run=run_ladder, komi=0)
    puzzles = commands.add_parser("puzzles", help="make puzzles and prove them")
    puzzle_command.add_arguments(puzzles)
    train = commands.add_parser("train", help="train the network of a board")
    training_command.add_arguments(train)
    for command in (match, ladder):
        command.add_argument(
            "--games", type=_games_argument, default=100, help="games of each match"
        )
        command.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    try:
        options.run(options)
    except OptionError as error:
        parser.error(f"This game cannot be started: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
