"""Lines of puzzles on made-up trees of positions: only winning turns, draws, the longest line."""

from dataclasses import dataclass, field

import pytest

pytest.importorskip("numba", reason="numba is not installed: the prover cannot be imported")

from rules.colour import Colour
from rules.moves import Move, Place
from rules.topology import hexhex
from sparring.puzzles import proof
from sparring.puzzles.proof import Prover, UnprovedError, _Result
from sparring.puzzles.puzzle import Step
from sparring.time_slices import TimeSliced, run_to_end

BOARD = hexhex(3)
BLACK, WHITE, DRAW = Colour.BLACK, Colour.WHITE, None


@dataclass
class Node:
    """Position of a made-up game: who wins it, and the positions after its moves.

    :ivar over: the game has ended.
    """

    winner: Colour | None
    after: dict[str, "Node"] = field(default_factory=dict)
    to_move: Colour = BLACK
    over: bool = False
    topology = BOARD

    def legal_moves(self) -> list[Move]:
        return [Place(BOARD.cell(name)) for name in self.after]

    def play(self, move: Move) -> "Node":
        assert isinstance(move, Place)
        return self.after[BOARD.names[move.cell]]

    def outcome(self) -> object:
        return object() if self.over else None


class Oracle(Prover):
    """Prover whose results the test supplies."""

    def solve(self, position: Node) -> TimeSliced[_Result]:  # type: ignore[override]
        yield
        self.nodes += 1
        best = (name for name, each in position.after.items() if each.winner is position.winner)
        name = None if position.over else next(best, None)
        return _Result(position.winner, None if name is None else Place(BOARD.cell(name)))


@pytest.fixture(autouse=True)
def keys(monkeypatch):
    monkeypatch.setattr(proof, "canonical_key", id)


def line_of(prover: Prover, node: Node, *turns: int) -> tuple[Step, ...]:
    return run_to_end(prover.find_line(node, *turns))  # type: ignore[arg-type]


def end(winner: Colour | None) -> Node:
    return Node(winner, to_move=WHITE, over=True)


def won(*replies: Node) -> Node:
    """Position in which a1 alone wins; White then has these replies, or the game is over."""
    names = ("b1", "b2", "b3", "c1")
    later = dict(zip(names, replies, strict=False))
    after = Node(BLACK, later, to_move=WHITE, over=not replies)
    return Node(BLACK, {"a1": after, "a2": Node(WHITE, {"c2": end(WHITE)}, to_move=WHITE)})


def test_a_step_has_the_refutation_of_each_other_turn():
    position = won()
    position.after["a3"] = Node(WHITE, {"c3": end(WHITE)}, to_move=WHITE)
    position.after["b4"] = end(WHITE)
    (step,) = line_of(Oracle(), position)
    assert (step.answer, step.reply) == ("a1", "")
    assert step.refutations == {"a2": "c2", "a3": "c3", "b4": ""}


@pytest.mark.parametrize("other", [BLACK, DRAW])
def test_a_turn_beside_one_that_also_wins_or_draws_is_no_step(other):
    position = won()
    position.after["a3"] = Node(other, {}, to_move=WHITE)
    assert line_of(Oracle(), position) == ()


@pytest.mark.parametrize("winner", [WHITE, DRAW])
def test_a_position_that_is_not_won_has_no_line(winner):
    assert line_of(Oracle(), Node(winner, {"a1": end(winner)})) == ()


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_opponent_chooses_the_longest_line(order):
    short, middle, long = won(), won(won()), won(won(won()))
    replies = [(short, middle, long)[each] for each in order]
    line = line_of(Oracle(), won(*replies))
    assert [step.answer for step in line] == ["a1"] * 4
    assert line[0].reply == ("b1", "b2", "b3")[order.index(2)]
    assert [step.reply for step in line[1:]] == ["b1", "b1", ""]


def test_a_line_ends_after_the_given_number_of_turns_or_with_the_game():
    deep = won(won(won(won())))
    assert [len(line_of(Oracle(), deep, turns)) for turns in (1, 2, 3, 4, 5)] == [1, 2, 3, 4, 4]
    assert len(line_of(Oracle(), won(end(BLACK)))) == 1


def test_a_reply_that_leads_to_an_equal_position_is_tried_once():
    prover, other = Oracle(), Oracle()
    same = won()
    line_of(prover, won(same, same, same))
    line_of(other, won(same))
    assert prover.nodes == other.nodes


@pytest.mark.parametrize(("most", "proofs"), [(30, 0), (31, 1), (70, 1), (71, 2)])
def test_all_proofs_of_a_prover_share_its_limit_of_positions(most, proofs, monkeypatch):
    class Solver:
        def __init__(self, position):
            self.nodes_visited, self.solution = 0, None

        def run(self):
            self.nodes_visited += 10
            if self.nodes_visited == 40:
                self.solution = _Result(BLACK, None)

    monkeypatch.setattr(proof, "EndgameSolver", Solver)
    prover = Prover(most_nodes=most)
    for _ in range(proofs):
        assert run_to_end(prover.solve(Node(BLACK))).winner is BLACK
    with pytest.raises(UnprovedError):
        run_to_end(prover.solve(Node(BLACK)))
    assert prover.nodes == 40 * proofs
    monkeypatch.setattr(proof, "MAX_NODES", 31)  # of each proof
    alone = Prover()
    assert [run_to_end(alone.solve(Node(BLACK))).winner for _ in range(3)] == [BLACK] * 3
    monkeypatch.setattr(proof, "MAX_NODES", 30)
    with pytest.raises(UnprovedError):
        run_to_end(alone.solve(Node(BLACK)))
