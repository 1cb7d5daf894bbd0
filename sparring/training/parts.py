"""Playing the games of one part of a training round; see `work`. Imports numba."""

from functools import lru_cache
from pathlib import Path

from rules.registry import find_game
from sparring.conversion import load_position, make_hashes
from sparring.networks.weights import kernel_network, read_parameters
from sparring.patterns.weights import learned_weights
from sparring.rated_tree import PlayoutTree, RatedTree
from sparring.training.samples import Recorder
from sparring.training.self_play import Searcher, play_match_game, play_training_game
from sparring.training.work import Board, Part, Player


def do(part: Part) -> None:
    """Play the games of a part, of self-play or of a match, and write its file."""
    if len(part.players) == 1:
        _play_training_games(part)
    else:
        _play_match(part)


def read_points(file: Path) -> list[float]:
    """Return the first player's points, 0, 0.5 or 1, in each game of a part of a match."""
    return [float(line) for line in file.read_text(encoding="ascii").split()]


def _play_training_games(part: Part) -> None:
    recorder, game = Recorder(), find_game(part.board.game)
    searcher = make_searcher(part.board, part.players[0])
    for number in range(part.first, part.first + part.games):
        play_training_game(game, part.board.size, searcher, f"{part.seed}/{number}", recorder)
    recorder.samples().write(part.file)


def _play_match(part: Part) -> None:
    one, other = (make_searcher(part.board, player) for player in part.players)
    game, size = find_game(part.board.game), part.board.size
    points = [
        play_match_game(game, size, (one, other), number, part.seed)
        for number in range(part.first, part.first + part.games)
    ]
    writing = part.file.with_suffix(".writing")
    writing.write_text(" ".join(map(str, points)) + "\n", encoding="ascii")
    writing.replace(part.file)


@lru_cache(maxsize=4)
def make_searcher(board: Board, player: Player) -> Searcher:
    """Return the search of a player on a board; all games of the player use the same arrays."""
    if player.file is not None:
        network = kernel_network(read_parameters(player.file))
        return Searcher(RatedTree(network, player.budget), player.budget)
    game = find_game(board.game)
    start = game.start(game.ruleset({"size": board.size, "start": "none"}))
    hashes = make_hashes(start, load_position(start).shape[1])
    return Searcher(PlayoutTree(learned_weights(board.game), hashes, player.budget), player.budget)
