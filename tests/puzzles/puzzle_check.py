"""Check of stored puzzles with the second solver; it has its own parser for them."""

import json

from tests.puzzles import second_solver as solver
from tests.rules.oracle.board import hexhex, square

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Checker:
    """Rules and searches of one game and board, with the names of its cells."""

    def __init__(self, game, size):
        self.game = solver.CODES[game]
        grid = hexhex(size) if self.game < solver.ASLI else square(size)
        index = {cell: i for i, cell in enumerate(grid.names)}
        self.names = list(grid.names.values())
        self.board = solver.make_board(
            self.game,
            [sum(1 << index[near] for near in grid.adjacent[cell]) for cell in index],
            [[[index[each] for each in grid.run(cell, step)] for step in STEPS] for cell in index],
        )
        self.searches = [solver.Search(self.board, hero) for hero in (0, 1)]

    def proved(self, state, hero, path):
        """Return whether a colour wins from a state after a path of earlier states.

        In Asli a placement that makes an earlier board again is a draw.
        """
        was_hold = state[:2] == path[-1][1::-1]
        if self.game == solver.ASLI and not was_hold and state[:3] in boards(path):
            return False
        return self.searches[hero].proved(state, path)

    def moves(self, state, path=()):
        """Return the legal moves of a state by name.

        :param path: the states before it, whose boards no placement makes again in Liflina.
        """
        if self.game == solver.LIFELINE and not state[0]:
            return {}
        names = [*self.names, "hold" if self.game >= solver.ASLI else "komi"]
        stood = boards((*path, state)) if self.game == solver.LIFLINA else set()
        return {
            names[move]: after
            for move, after in solver.legal_moves(self.board, state)
            if move == self.board.count or after[:3] not in stood
        }


def boards(states):
    """Return the boards of states, each with the side to move."""
    return {each[:3] for each in states}


def start_of(checker, puzzle):
    """Return the state of a stored puzzle."""
    side = 1 if puzzle["move"] == "white" else 0
    stones = [
        sum(1 << checker.names.index(name) for name in puzzle[colour].split())
        for colour in ("black", "white")
    ]
    points = puzzle["komi"]
    two = (0, 0)
    if checker.game >= solver.ASLI:
        points = puzzle["prison"][0] - puzzle["prison"][1]
        two = tuple(int(solver.group_count(each, checker.board.near) > 1) for each in stones)
        if checker.game == solver.ASLI:
            two = tuple(int(a or b) for a, b in zip(two, puzzle["two"], strict=True))
    return (
        stones[side],
        stones[1 - side],
        side,
        points,
        int(puzzle["minimal"]),
        two[side],
        two[1 - side],
    )


def fault_of(line):
    """Return the fault of a stored puzzle; empty if it has none."""
    try:
        return _find_fault(json.loads(line))
    except solver.UndecidedError:
        return "undecided"


def _find_fault(puzzle):
    checker = Checker(puzzle["game"], puzzle["size"])
    state, path = start_of(checker, puzzle), []
    hero = state[2]
    for number, (answer, reply, refutations) in enumerate(puzzle["steps"], start=1):
        here = (*path, state)
        legal = checker.moves(state, path)
        wrong = dict(pair.split(":") for pair in refutations.split())
        if set(legal) != {answer, *wrong} or answer in wrong:
            return f"step {number}: other legal turns than {sorted(legal)}"
        if not checker.proved(legal[answer], hero, here):
            return f"step {number}: {answer} is not proved to win"
        for name, refutation in wrong.items():
            fault = _refutation_fault(checker, legal[name], refutation, (hero, here))
            if fault:
                return f"step {number}: {name} {fault}"
        path += [state, legal[answer]]
        replies = checker.moves(legal[answer], here)
        if bool(reply) != (number < len(puzzle["steps"])) or (reply and reply not in replies):
            return f"step {number}: {reply or 'no turn'} is no reply"
        state = replies.get(reply)
    return ""


def _refutation_fault(checker, state, refutation, hero_and_path):
    hero, path = hero_and_path
    replies = checker.moves(state, path)
    if refutation not in replies:
        return "has an illegal refutation"
    proved = checker.proved(replies[refutation], 1 - hero, (*path, state))
    return "" if proved else f"is not refuted by {refutation}"
