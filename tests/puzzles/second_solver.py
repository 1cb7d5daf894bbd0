"""A second solver for puzzles, written independently of `sparring`.

It shares no code with the solver that proved them: rules on integers, and a depth-first search that
looks for a win within a number of turns.

A state is a tuple of integers: stones of the side to move, stones of the other side, side to move
(0 Black, 1 White), White's komi points or the signed prison (+k Black stones), whether the last
action was a minimal incursion, and whether the side to move and the other one ever had two groups.
A move is a cell, or the number of cells for komi and hold.

In the square games a board must not recur. `wins` ignores this; `survives` follows the win and
checks that it never needs an earlier board. In Liflina a win may also depend on a board that the
opponent must not repeat. Only `forces` finds such wins, because it plays by the full rules.
"""

from array import array
from typing import NamedTuple

try:
    from numba import njit
except ImportError:  # the same functions, about ten times slower

    def njit(**_):
        return lambda function: function


LIFELINE, CORNERED, ASLI, LIFLINA = range(4)
CODES = {"lifeline": LIFELINE, "cornered": CORNERED, "asli": ASLI, "liflina": LIFLINA}
PRIME = 67  # the powers of two have different remainders
INDEX = tuple(next((k for k in range(66) if pow(2, k, PRIME) == r), 0) for r in range(PRIME))
DIRECTIONS = 4  # of a straight run on a square board
WIDTH = 8  # numbers that stand for a move and the state after it
LIMITS = (3, 6, 10, 16, 34)  # turns, tried one after the other
MAX_VISITS = 400_000  # of all searches of one puzzle for one colour, and again by `forces`


class UndecidedError(Exception):
    """The search needs more than `MAX_VISITS` visits."""


class Board(NamedTuple):
    """Board of one game.

    `near` has the neighbours of each cell as a set. `rays` has the cells in each direction from a
    cell (Liflina), each ray filled up with -1 to `reach` cells.
    """

    game: int
    count: int
    near: array
    rays: array
    reach: int


def make_board(game, near, rays):
    """Return a board; `near` and `rays` are lists by cell, the latter of one list a direction."""
    reach = 1 + max(len(ray) for each in rays for ray in each)
    flat = [
        cell
        for each in rays
        for ray in (*each, *([()] * (DIRECTIONS - len(each))))
        for cell in (*ray, *([-1] * (reach - len(ray))))
    ]
    return Board(game, len(near), array("q", near), array("q", flat), reach)


@njit(cache=True)
def flood(seed, within, near):
    """Return the connected part of `within` around a cell, and all cells next to its cells."""
    found = left = seed
    around = 0
    while left:
        low = left & -left
        left ^= low
        beside = near[INDEX[low % PRIME]]
        around |= beside
        fresh = beside & within & ~found
        found |= fresh
        left |= fresh
    return found, around


@njit(cache=True)
def group_count(stones, near):
    count = 0
    while stones:
        group, _ = flood(stones & -stones, stones, near)
        stones &= ~group
        count += 1
    return count


@njit(cache=True)
def cell_count(cells):
    count = 0
    while cells:
        cells &= cells - 1
        count += 1
    return count


@njit(cache=True)
def sees_another(group, mine, empty, near):
    """Return whether a region touches the group and another stone of its colour."""
    _, around = flood(group & -group, group, near)
    doors = around & empty
    while doors:
        region, shore = flood(doors & -doors, empty, near)
        if shore & mine & ~group:
            return True
        doors &= ~region
    return False


@njit(cache=True)
def has_line(group, mine, occupied, rays, reach):
    """Return whether a straight run of empty points leads to the edge or a stone of the colour."""
    while group:
        low = group & -group
        group ^= low
        first = INDEX[low % PRIME] * DIRECTIONS * reach
        for ray in range(first, first + DIRECTIONS * reach, reach):
            steps = 0
            while rays[ray + steps] >= 0 and not occupied >> rays[ray + steps] & 1:
                steps += 1
            beyond = rays[ray + steps]
            if steps and (beyond < 0 or mine >> beyond & 1):
                return True
    return False


@njit(cache=True)
def dead_stones(board, mine, other, ever_two):
    """Return the stones of the dead groups of `mine`, and the number of these groups."""
    game, count, near, rays, reach = board
    dead, groups = 0, 0
    if game == CORNERED and not other:
        return dead, groups
    if game == ASLI and not ever_two and group_count(mine, near) == 1:
        return dead, groups
    left = mine
    while left:
        group, _ = flood(left & -left, mine, near)
        left &= ~group
        if game == LIFLINA:
            alive = has_line(group, mine, mine | other, rays, reach)
        else:
            alive = sees_another(group, mine, ((1 << count) - 1) & ~(mine | other), near)
        if not alive:
            dead |= group
            groups += 1
    return dead, groups


@njit(cache=True)
def place_in_hexhex(board, state, bit, shore):
    """Return the state after a placement and whether that is legal."""
    me, foe, side, points, _, _, _ = state
    illegal = board[0] == CORNERED and not shore & me
    taken, _ = dead_stones(board, foe, me | bit, 0)
    theirs = foe & ~taken
    lost, _ = dead_stones(board, me | bit, theirs, 0)
    illegal |= board[0] == CORNERED and lost != 0
    mine = (me | bit) & ~lost
    illegal |= mine == me and theirs == foe
    return (theirs, mine, 1 - side, points, 0, 0, 0), not illegal


@njit(cache=True)
def place_in_square(board, state, bit, shore):
    """Return the state after a placement and whether that is legal."""
    me, foe, side, points, minimal, two_me, two_foe = state
    mine = me | bit
    if group_count(mine, board[2]) > 1:
        two_me = 1
    taken, groups = dead_stones(board, foe, mine, two_foe)
    theirs = foe & ~taken
    incursion = 1 if shore & foe and not shore & me and groups == 1 else 0
    suicide, _ = dead_stones(board, mine, theirs, two_me)
    points += cell_count(taken) * (1 if side else -1)
    legal = suicide == 0 and not (incursion and minimal)
    return (theirs, mine, 1 - side, points, incursion, two_foe, two_me), legal


@njit(cache=True)
def play_special(game, state):
    """Return the state after komi or, in the square games, a hold, and whether that is legal."""
    me, foe, side, points, _, two_me, two_foe = state
    if game < ASLI:
        legal = side == 1 and points > 0 and me != 0
        return (foe, me, 1 - side, points - 1, 0, 0, 0), legal
    legal = points > 0 if side else points < 0
    points += -1 if side else 1
    return (foe, me, 1 - side, points, 0, two_foe, two_me), legal


@njit(cache=True)
def fill_moves(board, state, found):
    """Write the legal moves of a state into an array, each with the state after it.

    :returns: how many numbers were written, `WIDTH` a move.
    """
    game, count, near, _, _ = board
    me, foe = state[0], state[1]
    empty = ((1 << count) - 1) & ~(me | foe)
    written = 0
    for move in range(count + 1):
        if move == count:
            after, legal = play_special(game, state)
        elif not empty >> move & 1:
            continue
        else:
            bit = 1 << move
            _, shore = flood(bit, empty, near)
            if game >= ASLI:
                after, legal = place_in_square(board, state, bit, shore)
            else:
                after, legal = place_in_hexhex(board, state, bit, shore)
        if legal:
            found[written] = move
            for each in range(len(after)):
                found[written + 1 + each] = after[each]
            written += WIDTH
    return written


def legal_moves(board, state):
    """Return the legal moves of a state, each with the state after it."""
    found = array("q", bytes(8 * WIDTH * (board.count + 1)))
    numbers = found[: fill_moves(board, state, found)].tolist()
    return [
        (numbers[at], tuple(numbers[at + 1 : at + WIDTH])) for at in range(0, len(numbers), WIDTH)
    ]


class Search:
    """Search for wins of one colour (0 Black, 1 White) on a board."""

    def __init__(self, board, hero):
        self.board = board
        self.hero = hero
        self.visits = 0
        self.known = {}  # by state: turns within which it is won, turns within which it is not
        self.best = {}  # by depth: the last move that was good there
        self.below = {}  # by state and turns: see `placed_below`
        self.moves = {}  # by state: its legal moves, each with the state after it
        self.forced = {}  # by state and boards so far: see `known`
        self.forced_visits = 0

    def proved(self, state, path):
        """Return whether the colour wins from a state; `path` are the states before it."""
        stood = {each[:3] for each in (*path, state)}
        try:
            if any(self.survives(state, limit, stood) for limit in LIMITS):
                return True
        except UndecidedError:
            if self.board.game != LIFLINA:
                raise
        if self.board.game != LIFLINA:
            return False
        return any(self.forces(state, limit, frozenset(stood)) for limit in LIMITS)

    def wins(self, state, left):
        """Return whether the colour wins within a number of turns, ignoring repetition."""
        won, lost = self.known.get(state, (1000, -1))
        if won <= left or lost >= left:
            return won <= left
        mine = state[2] == self.hero
        if self.board.game == LIFELINE and not state[0]:
            result = not mine
        elif left == 0:
            result = not mine and not self._moves(state, 0)
        else:
            # one good move is enough for the side to move; without a move it loses
            result = (
                any(
                    self.wins(after, left - 1) == mine and self._note(left, move)
                    for move, after in self._moves(state, left)
                )
                == mine
            )
        self.known[state] = (left, lost) if result else (won, left)
        return result

    def survives(self, state, left, stood):
        """Return whether a win found by `wins` holds if no board may recur.

        :param stood: the boards so far, with the side to move.
        """
        if not self.wins(state, left):
            return False
        if self.board.game < ASLI or left == 0:
            return True
        placed = self.placed_below(state, left)
        if placed is not None and not placed & stood:
            return True
        mine = state[2] == self.hero
        for move, after in self._moves(state, left):
            if move < self.board.count and after[:3] in stood:
                if mine or self.board.game == LIFLINA:  # illegal in Liflina, a draw in Asli
                    continue
                return False
            if self.survives(after, left - 1, stood | {after[:3]}) == mine:
                return mine
        return not mine

    def forces(self, state, left, stood):
        """Return whether the colour wins a game of Liflina within some turns by the full rules.

        :param stood: the boards so far, with the side to move; placements must not repeat them.
        """
        key = (state, stood)
        won, lost = self.forced.get(key, (1000, -1))
        if won <= left or lost >= left:
            return won <= left
        self.forced_visits += 1
        if self.forced_visits > MAX_VISITS:
            raise UndecidedError
        mine = state[2] == self.hero
        moves = [
            (move, after)
            for move, after in self._legal_moves(state)
            if move == self.board.count or after[:3] not in stood
        ]
        if not moves:
            result = not mine
        elif left == 0:
            result = False
        else:
            moves.sort(key=lambda entry: len(self._legal_moves(entry[1])))
            good = any(
                self.forces(after, left - 1, stood | {after[:3]}) == mine for _, after in moves
            )
            result = good == mine
        self.forced[key] = (left, lost) if result else (won, left)
        return result

    def placed_below(self, state, left):
        """Return the boards that placements make on the way to a win, with one winning move each.

        The result is None if a board recurs on the way.
        """
        key = (state, left)
        if key not in self.below:
            moves = self._moves(state, left)
            if state[2] == self.hero:
                moves = [each for each in moves if self.wins(each[1], left - 1)][:1]
            found = set()
            for move, after in moves:
                rest = self.placed_below(after, left - 1)
                if rest is None:
                    found = None
                    break
                found |= rest
                if move < self.board.count:
                    found.add(after[:3])
            recurs = found is None or state[:3] in found
            self.below[key] = None if recurs else frozenset(found)
        return self.below[key]

    def _moves(self, state, left):
        self.visits += 1
        if self.visits > MAX_VISITS:
            raise UndecidedError
        first = self.best.get(left)
        return sorted(self._legal_moves(state), key=lambda entry: entry[0] != first)

    def _legal_moves(self, state):
        if state not in self.moves:
            self.moves[state] = legal_moves(self.board, state)
        return self.moves[state]

    def _note(self, left, move):
        self.best[left] = move
        return True
