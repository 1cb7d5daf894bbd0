"""Plays random games on the kernel and on the rules package at once, comparing all they say.

As a program: so many games of each kind, then a search and an endgame of each kind, for a run
with bounds checked.
"""

import random
import sys

from rules.moves import Move, Place, Swap
from rules.position import BARGAINING, Phase, Position
from rules.reasons import ReasonKind
from rules.registry import find_game
from sparring import boards, compiled, layout, patterns
from sparring.arrays import Desk
from sparring.endgame import Solver, empty_cells
from sparring.search import search

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
    layout.GROUPS + layout.BLACK,
    layout.GROUPS + layout.WHITE,
    layout.MOVER,
    layout.RULE,
    layout.PRISON,
    layout.INCURSION,
    layout.KOMI,
    layout.OWED,
    layout.SETUP,
    layout.TURN,
]


def legal_by_kernel(desk: Desk, position: Position) -> set[Move]:
    count = compiled.list_moves(desk)
    listed = [int(cell) for cell in desk[layout.MOVES, :count]]
    assert len(listed) == len(set(listed)), "the kernel lists a move twice"
    if desk[layout.HEAD, layout.OWED] == 2 and not desk[layout.HEAD, layout.SETUP]:
        listed = [cell for cell in listed if can_be_completed(desk, cell)]
    return {boards.move_of(position, cell) for cell in listed}


def can_be_completed(desk: Desk, cell: int) -> bool:
    after = desk.copy()
    assert compiled.attempt(after, cell) != layout.ILLEGAL
    return bool(compiled.list_moves(after))


def legal_by_rules(position: Position) -> set[Move]:
    """The kernel knows neither the swap nor repetition: the search asks the rules about them."""
    legal = {move for move in position.legal_moves() if not isinstance(move, Swap)}
    if position.game == "liflina" and position.phase is Phase.PLAY:
        for cell in range(len(position.topology)):
            refusal = position.why_illegal(Place(cell))
            if refusal is not None and refusal.kind is ReasonKind.REPEATS_POSITION:
                legal.add(Place(cell))
    return legal


def compare_states(desk: Desk, position: Position) -> None:
    fresh = boards.load(position)
    assert [desk[layout.HEAD, field] for field in FIELDS] == [
        fresh[layout.HEAD, field] for field in FIELDS
    ]
    cells = list(boards.geometry(position.topology).cells)
    for row in (layout.COLOUR, layout.CODE):
        assert (desk[row, cells] == fresh[row, cells]).all()
    stones = [cell for cell in cells if desk[layout.COLOUR, cell]]
    ours, theirs = desk[layout.GROUP, stones], fresh[layout.GROUP, stones]
    assert len(set(zip(ours, theirs, strict=True))) == len(set(ours)) == len(set(theirs))


def play(key: str, options: dict[str, object], seed: int) -> int:
    """Play one random game; how many moves it had."""
    game, lots = find_game(key), random.Random(seed)
    position = game.start(game.ruleset(options))
    desk = boards.load(position)
    while position.outcome() is None:
        compare_states(desk, position)
        assert legal_by_kernel(desk, position) == legal_by_rules(position), str(position)
        legal = [move for move in position.legal_moves() if not isinstance(move, Swap)]
        move = lots.choice(legal)
        taken = compiled.attempt(desk, boards.cell_of(position, move))
        before = sum(position.taken)
        position = position.play(move)
        own = 0 if position.last_turn is None else 1
        assert taken <= sum(position.taken) - before + own
        assert taken >= 0
    compare_results(desk, position)
    return position.ply


def compare_results(desk: Desk, position: Position) -> None:
    outcome = position.outcome()
    assert outcome is not None
    if outcome.winner is None:
        return  # by repetition, of which the kernel knows nothing
    assert not legal_by_kernel(desk, position)
    assert desk[layout.HEAD, layout.MOVER] == outcome.winner.other + 1
    said = desk[layout.HEAD, layout.WINNER]
    assert said in (0, outcome.winner + 1)


def think(key: str, options: dict[str, object], seed: int) -> int:
    """Search positions of a random game, and solve its endgame; the positions looked at."""
    game, lots, looked_at = find_game(key), random.Random(seed), 0
    position = game.start(game.ruleset(options))
    while position.outcome() is None:
        if position.ply % 7 == 0 and position.phase not in BARGAINING:
            looked_at += search(position, patterns.learned(key), seed, 60).playouts
        if position.phase is Phase.PLAY and empty_cells(position) <= 8:
            solver = Solver(position)
            solver.run()
            looked_at += solver.looked_at
        position = position.play(lots.choice(list(position.legal_moves())))
    return looked_at


if __name__ == "__main__":
    moves = sum(play(*start, seed) for start in STARTS for seed in range(int(sys.argv[1])))
    sys.stdout.write(f"{moves} moves compared\n")
    thought = sum(think(*start, seed) for start in STARTS for seed in range(2))
    sys.stdout.write(f"{thought} positions looked at\n")
