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

from typing import NamedTuple

LIFELINE, CORNERED, ASLI, LIFLINA = range(4)
CODES = {"lifeline": LIFELINE, "cornered": CORNERED, "asli": ASLI, "liflina": LIFLINA}
PRIME = 67  # the powers of two have different remainders
INDEX = tuple(next((k for k in range(66) if pow(2, k, PRIME) == r), 0) for r in range(PRIME))
LIMITS = (3, 6, 10, 16, 34)  # turns, tried one after the other
MAX_VISITS = 40_000  # of all searches of one puzzle for one colour, and again by `forces`


class UndecidedError(Exception):
    """The search needs more than `MAX_VISITS` visits."""


class Board(NamedTuple):
    """Board of one game; `rays` has the cells in each direction from a cell (Liflina)."""

    game: int
    count: int
    full: int
    near: tuple[int, ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]


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


def group_count(stones, near):
    count = 0
    while stones:
        group, _ = flood(stones & -stones, stones, near)
        stones &= ~group
        count += 1
    return count


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


def has_line(group, mine, occupied, rays):
    """Return whether a straight run of empty points leads to the edge or a stone of the colour."""
    while group:
        low = group & -group
        group ^= low
        for ray in rays[INDEX[low % PRIME]]:
            for steps, beyond in enumerate(ray):
                if occupied >> beyond & 1:
                    if steps and mine >> beyond & 1:
                        return True
                    break
            else:
                if ray:
                    return True
    return False


def dead_stones(board, mine, other, ever_two):
    """Return the stones of the dead groups of `mine`, and the number of these groups."""
    game, near, dead, groups = board.game, board.near, 0, 0
    if game == CORNERED and not other:
        return dead, groups
    if game == ASLI and not ever_two and group_count(mine, near) == 1:
        return dead, groups
    left = mine
    while left:
        group, _ = flood(left & -left, mine, near)
        left &= ~group
        if game == LIFLINA:
            alive = has_line(group, mine, mine | other, board.rays)
        else:
            alive = sees_another(group, mine, board.full & ~(mine | other), near)
        if not alive:
            dead |= group
            groups += 1
    return dead, groups


def play(board, state, move):
    """Return the state after a move; None if the move is illegal."""
    me, foe = state[:2]
    if move == board.count:
        return play_special(board.game, state)
    bit = 1 << move
    empty = board.full & ~(me | foe)
    if not empty & bit:
        return None
    _, shore = flood(bit, empty, board.near)
    return (place_in_square if board.game >= ASLI else place_in_hexhex)(board, state, bit, shore)


def place_in_hexhex(board, state, bit, shore):
    me, foe, side, points = state[:4]
    if board.game == CORNERED and not shore & me:
        return None
    taken, _ = dead_stones(board, foe, me | bit, 0)
    theirs = foe & ~taken
    lost, _ = dead_stones(board, me | bit, theirs, 0)
    if board.game == CORNERED and lost:
        return None
    mine = (me | bit) & ~lost
    unchanged = mine == me and theirs == foe
    return None if unchanged else (theirs, mine, 1 - side, points, 0, 0, 0)


def place_in_square(board, state, bit, shore):
    me, foe, side, points, minimal, two_me, two_foe = state
    mine = me | bit
    if group_count(mine, board.near) > 1:
        two_me = 1
    taken, groups = dead_stones(board, foe, mine, two_foe)
    theirs = foe & ~taken
    incursion = int(bool(shore & foe) and not shore & me and groups == 1)
    if dead_stones(board, mine, theirs, two_me)[0] or (incursion and minimal):
        return None
    points += taken.bit_count() * (1 if side else -1)
    return theirs, mine, 1 - side, points, incursion, two_foe, two_me


def play_special(game, state):
    """Return the state after komi in the hexhex games, or after a hold in the others."""
    me, foe, side, points, _, two_me, two_foe = state
    if game < ASLI:
        legal = side == 1 and points > 0 and me != 0
        return (foe, me, 1 - side, points - 1, 0, 0, 0) if legal else None
    legal = points > 0 if side else points < 0
    points += -1 if side else 1
    return (foe, me, 1 - side, points, 0, two_foe, two_me) if legal else None


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
            each = ((move, play(self.board, state, move)) for move in range(self.board.count + 1))
            self.moves[state] = [(move, after) for move, after in each if after is not None]
        return self.moves[state]

    def _note(self, left, move):
        self.best[left] = move
        return True
