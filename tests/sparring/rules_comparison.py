"""Comparison of the kernel and the rules package in random games.

Run as a program, it plays a number of games of each kind, then runs a search with a number of
playouts and the endgame solver on each kind, as a test of array bounds.
"""

import random
import sys
from collections.abc import Iterable

from rules.moves import Move, Place, Swap
from rules.position import KOMI_PHASES, Phase, Position
from rules.reasons import ReasonKind
from rules.registry import find_game
from sparring import conversion
from sparring.endgame_solver import EndgameSolver, count_empty_cells
from sparring.kernel import entry_points, layout
from sparring.kernel.layout import State
from sparring.patterns.weights import learned_weights
from sparring.search import search_position

STARTS = [
    ("lifeline", {"size": 3}),
    ("lifeline", {"size": 5}),
    ("lifeline", {"size": 4, "start": "weak-pie"}),
    ("lifeline", {"size": 4, "start": "komi-pie", "komi": 3}),
    ("cornered", {"size": 3}),
    ("cornered", {"size": 5, "komi": 2}),
    ("cornered", {"size": 4, "start": "twelve-star"}),
    ("cornered", {"size": 4, "start": "twelve-star", "komi": 3}),
    ("asli", {"size": 4, "komi": 5}),
    ("asli", {"size": 6, "komi": 1}),
    ("liflina", {"size": 5, "komi": 2}),
    ("liflina", {"size": 6, "handicap": 3}),
]
FIELDS = [
    layout.BLACK,
    layout.WHITE,
    layout.GROUP_COUNT + layout.BLACK,
    layout.GROUP_COUNT + layout.WHITE,
    layout.TO_MOVE,
    layout.GAME,
    layout.PRISON,
    layout.MINIMAL_INCURSION,
    layout.KOMI,
    layout.PLACEMENTS_LEFT,
    layout.SETUP_LEFT,
    layout.TURN_LENGTH,
]


def legal_by_kernel(state: State, position: Position) -> set[Move]:
    count = entry_points.list_moves(state)
    listed = [int(cell) for cell in state[layout.MOVE_LIST, :count]]
    assert len(listed) == len(set(listed)), "the kernel lists a move twice"
    if (
        state[layout.HEADER, layout.PLACEMENTS_LEFT] == 2
        and not state[layout.HEADER, layout.SETUP_LEFT]
    ):
        seconds = (*conversion.geometry(position.topology).cells, layout.PASS)
        listed = [cell for cell in listed if can_be_completed(state, cell, seconds)]
    return {conversion.to_rules_move(position, cell) for cell in listed}


def can_be_completed(state: State, cell: int, seconds: Iterable[int]) -> bool:
    """Return whether a second move is legal; listing all takes long in plain Python."""
    after = state.copy()
    assert entry_points.make_move(after, cell) != layout.ILLEGAL
    return any(entry_points.make_move(after, each) != layout.ILLEGAL for each in seconds)


def legal_by_rules(position: Position) -> set[Move]:
    """Return the legal moves except swaps, including repetitions: the kernel checks neither."""
    legal = {move for move in position.legal_moves() if not isinstance(move, Swap)}
    if position.game == "liflina" and position.phase is Phase.PLAY:
        for cell in range(len(position.topology)):
            refusal = position.why_illegal(Place(cell))
            if refusal is not None and refusal.kind is ReasonKind.REPEATS_POSITION:
                legal.add(Place(cell))
    return legal


def compare_states(state: State, position: Position) -> None:
    fresh = conversion.load_position(position)
    assert [state[layout.HEADER, field] for field in FIELDS] == [
        fresh[layout.HEADER, field] for field in FIELDS
    ]
    cells = list(conversion.geometry(position.topology).cells)
    for row in (layout.COLOUR, layout.SURROUNDINGS):
        assert (state[row, cells] == fresh[row, cells]).all()
    stones = [cell for cell in cells if state[layout.COLOUR, cell]]
    ours, theirs = state[layout.GROUP, stones], fresh[layout.GROUP, stones]
    assert len(set(zip(ours, theirs, strict=True))) == len(set(ours)) == len(set(theirs))


def play(key: str, options: dict[str, object], seed: int) -> int:
    """Play one random game; return its number of moves."""
    game, rng = find_game(key), random.Random(seed)
    position = game.start(game.ruleset(options))
    state = conversion.load_position(position)
    while position.outcome() is None:
        compare_states(state, position)
        assert legal_by_kernel(state, position) == legal_by_rules(position), str(position)
        legal = [move for move in position.legal_moves() if not isinstance(move, Swap)]
        move = rng.choice(legal)
        taken = entry_points.make_move(state, conversion.to_kernel_move(position, move))
        before = sum(position.taken)
        position = position.play(move)
        own = 0 if position.last_turn is None else 1
        assert taken <= sum(position.taken) - before + own
        assert taken >= 0
    compare_results(state, position)
    return position.ply


def compare_results(state: State, position: Position) -> None:
    outcome = position.outcome()
    assert outcome is not None
    if outcome.winner is None:
        return  # a repetition, which the kernel does not check
    assert not legal_by_kernel(state, position)
    assert state[layout.HEADER, layout.TO_MOVE] == outcome.winner.other + 1
    winner = state[layout.HEADER, layout.WINNER]
    assert winner in (0, outcome.winner + 1)


def search_and_solve(key: str, options: dict[str, object], seed: int, playouts: int) -> int:
    """Search positions of a random game and solve its endgame; return the positions visited."""
    game, rng, visited = find_game(key), random.Random(seed), 0
    position = game.start(game.ruleset(options))
    while position.outcome() is None:
        if position.ply % 7 == 0 and position.phase not in KOMI_PHASES:
            visited += search_position(position, learned_weights(key), seed, playouts).playouts
        if position.phase is Phase.PLAY and count_empty_cells(position) <= min(8, playouts):
            solver = EndgameSolver(position)
            solver.slice_nodes = min(solver.slice_nodes, 40 * playouts)
            solver.run()
            visited += solver.nodes_visited
        position = position.play(rng.choice(list(position.legal_moves())))
    return visited


def search_with_network(size: int, seed: int, leaves: int) -> int:
    """Search positions of a random game with a random network; return the leaves rated."""
    from sparring.network_search import NetworkSearch  # noqa: PLC0415 - else tests compile it
    from sparring.networks.weights import Parameters, kernel_network  # noqa: PLC0415 - as above

    game, rng, rated = find_game("lifeline"), random.Random(seed), 0
    position = game.start(game.ruleset({"size": size, "start": "none"}))
    network = kernel_network(Parameters.random(len(position.topology), (32, 16), seed))
    while position.outcome() is None:
        if position.phase is Phase.PLAY and position.ply % 3 == 0:
            search = NetworkSearch(position, network, seed, leaves)
            search.run(leaves)
            rated += search.playouts
        position = position.play(rng.choice(list(position.legal_moves())))
    return rated


if __name__ == "__main__":
    games, playouts = map(int, sys.argv[1:])
    moves = sum(play(*start, seed) for start in STARTS for seed in range(games))
    sys.stdout.write(f"{moves} moves compared\n")
    visited = sum(search_and_solve(*start, 0, playouts) for start in STARTS)
    visited += search_with_network(3, 1, 10 * playouts)
    sys.stdout.write(f"{visited} positions visited\n")
