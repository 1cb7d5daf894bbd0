"""Self-play: games that give samples, and games of a match between two searches.

A game depends only on its number and the seed. It ends when the search or the solver proves the
result.
"""

import random
from dataclasses import dataclass
from typing import Final

import numpy as np

from rules.options import Game
from rules.position import Position
from sparring.conversion import geometry, load_position, to_rules_move
from sparring.endgame_solver import solve_endgame
from sparring.kernel import entry_points, network_entry_points, search_tree
from sparring.kernel.layout import (
    DRAW,
    EMPTY_COUNT,
    HEADER,
    MOVE_LIMIT,
    PLY,
    SCRATCH,
    WINNER,
    State,
)
from sparring.rated_tree import RatedTree, Tree, best_edge, root_edges, side_to_move
from sparring.training.samples import Recorder
from sparring.tuning.matches import random_opening

UNEVEN_STARTS: Final = 0.1  # share of games that start with more random moves
MAX_RANDOM_MOVES: Final = 16
KOMI_STARTS: Final = 0.15  # share of games with komi
MAX_KOMI: Final = 6
DRAWN_MOVES: Final = 14  # first moves, which are drawn by their shares of visits
NOISE_WEIGHT: Final = 0.2
NOISY_MOVES: Final = 10.0  # moves that get most of the noise
PLAYED_OUT: Final = 0.25  # share of games that go on when the result is proved
SOLVED_CELLS: Final = 12  # most empty cells of a position for the solver
SOLVER_NODES: Final = 9_000


@dataclass(slots=True)
class PlayedGame:
    """Self-play game in progress: its opening position, and the moves played after the opening.

    `opening` is a position of the rules package; `state` is the current position as a state of the
    kernel, and `moves` are moves of the kernel.
    """

    opening: Position
    state: State
    moves: list[int]

    @classmethod
    def begin(cls, opening: Position, rng: random.Random) -> "PlayedGame":
        """Begin a game after an opening; `rng` seeds the random games of its searches."""
        state = load_position(opening)
        state[SCRATCH, MOVE_LIMIT] = geometry(opening.topology).move_limit
        entry_points.seed_random(state, rng.getrandbits(40))
        return cls(opening, state, [])

    def play(self, move: int) -> None:
        """Play a legal move of the kernel, a cell or PASS, and append it to `moves`."""
        self.moves.append(move)
        entry_points.make_move(self.state, move)

    @property
    def winner(self) -> int:
        """The winner by the rules; DRAW if the game is too long, 0 if it is not decided yet."""
        if self.state[HEADER, PLY] >= self.state[SCRATCH, MOVE_LIMIT]:
            return DRAW
        return int(self.state[HEADER, WINNER])

    def solve(self) -> int:
        """Return the winner that the endgame solver proves; 0 if it proves none.

        Positions with more than `SOLVED_CELLS` empty cells are not tried.
        """
        if self.state[HEADER, EMPTY_COUNT : EMPTY_COUNT + 3].sum() > SOLVED_CELLS:
            return 0
        position = self.opening
        for move in self.moves:
            position = position.play(to_rules_move(position, move))
        solution = solve_endgame(position, SOLVER_NODES)
        return 0 if solution is None or solution.winner is None else solution.winner + 1


@dataclass(frozen=True, slots=True)
class Searcher:
    """Search for self-play: a search tree that is used again for each move, and its budget.

    `budget` is the number of leaves that a network rates for each move, or of playouts if the tree
    has no network.
    """

    tree: Tree
    budget: int

    def search(self, state: State, noise: np.random.Generator | None = None) -> int:
        """Search a position of the kernel.

        :param noise: the generator of random noise for the priors of the root's moves; None for no
            noise.
        :returns: the proved winner, or DRAW; 0 if no result is proved.
        """
        self.tree.start(state)
        if noise is not None and isinstance(self.tree, RatedTree):
            count = len(root_edges(self.tree))
            drawn = noise.gamma(NOISY_MOVES / count, size=count) + 1e-9
            self.tree.mix_priors(drawn / drawn.sum(), NOISE_WEIGHT)
        self.tree.run(self.budget)
        network_entry_points.follow_line(state, np.zeros(0, np.int64))
        return int(self.tree.nodes[0, search_tree.NODE_WINNER])

    def best_move(self, state: State) -> int:
        """Return the best move of the last search, a cell or PASS."""
        return int(best_edge(root_edges(self.tree), side_to_move(state))[search_tree.MOVE])


def play_training_game(
    game: Game, size: int, searcher: Searcher, seed: str, recorder: Recorder
) -> None:
    """Play a game of a searcher against itself and add its samples to the recorder.

    The game ends when the result is proved, except for a random share of the games, `PLAYED_OUT`.
    """
    rng = random.Random(seed)  # noqa: S311 - a game
    played = PlayedGame.begin(_draw_opening(game, size, rng), rng)
    noise = np.random.default_rng(rng.getrandbits(60))
    plays_out = rng.random() < PLAYED_OUT
    while not (winner := played.winner or (0 if plays_out else played.solve())):
        winner = searcher.search(played.state, noise)
        recorder.add_tree(searcher.tree)
        if winner and not plays_out:
            break
        played.play(_draw_move(searcher, played, rng))
    recorder.end_game(winner)


def _draw_opening(game: Game, size: int, rng: random.Random) -> Position:
    """Return the position after a random opening; some games have komi or extra random moves."""
    komi = rng.randint(1, MAX_KOMI) if rng.random() < KOMI_STARTS else 0
    position = random_opening(game, size, rng, komi)
    if rng.random() < UNEVEN_STARTS:
        for _ in range(rng.randint(1, MAX_RANDOM_MOVES)):
            after = position.play(rng.choice(list(position.legal_moves())))
            if after.outcome() is not None:
                break
            position = after
    return position


def _draw_move(searcher: Searcher, played: PlayedGame, rng: random.Random) -> int:
    """Choose the next move of a game from the results of a search.

    The first `DRAWN_MOVES` moves are drawn at random by their shares of visits, if there are any.
    Later moves are the best moves of the search.
    """
    edges = root_edges(searcher.tree)
    visits = edges[:, search_tree.EDGE_VISITS]
    if len(played.moves) >= DRAWN_MOVES or not visits.sum():
        return searcher.best_move(played.state)
    return int(rng.choices(edges[:, search_tree.MOVE], visits.tolist())[0])


def play_match_game(
    game: Game, size: int, searchers: tuple[Searcher, Searcher], number: int, seed: str
) -> float:
    """Play a game of a match; return the first player's points: 1, 0.5 or 0.

    Games 2n and 2n + 1 have the same opening with exchanged colours.
    """
    rng = random.Random(f"{seed}/{number // 2}")  # noqa: S311 - a game
    played = PlayedGame.begin(random_opening(game, size, rng), rng)
    while not (winner := played.winner or played.solve()):
        searcher = searchers[number % 2 ^ (side_to_move(played.state) - 1)]
        winner = searcher.search(played.state)
        if winner:
            break
        played.play(searcher.best_move(played.state))
    return 0.5 if winner == DRAW else float(number % 2 == winner - 1)
