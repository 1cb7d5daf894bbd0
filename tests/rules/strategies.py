"""Hypothesis strategies for arbitrary positions, and symmetries of boards and colours."""

from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from rules.registry import GAMES
from tests.rules.oracle_adapter import PROGRAMS, OraclePosition

SQUARE = [game.key for game in GAMES if game.shape == "square"]
SIZES = {game.key: (2, 6) if game.key in SQUARE else (3, 5) for game in GAMES}
SIZES["cornered"] = (3, 4)  # its oracle is slower


@dataclass(frozen=True)
class GeneratedPosition:
    """Generated position, as the arguments of `setup`."""

    key: str
    options: dict[str, Any]
    state: dict[str, Any]

    def build_with(self, implementation):
        return implementation.at(self.key, self.options, **self.state)


def without_dead(state):
    """Remove dead groups until every group is alive, so that the position can occur in play."""
    while True:
        kept = {"black": state.black, "white": state.white}
        for colour in kept:
            for group in dead_groups(state, colour):
                kept[colour] -= group
        if kept["black"] == state.black and kept["white"] == state.white:
            return state
        state = replace(state, **kept)


def dead_groups(state, colour):
    if isinstance(state, PROGRAMS["lifeline"]):
        return state.board.dead_by_region(state.stones(colour), state.black, state.white)
    if isinstance(state, PROGRAMS["cornered"]):
        return state.cornered(colour)
    return state.dead(colour)


@st.composite
def generated_positions(draw, key):
    """Draw a position in the phase PLAY, with the rest of the game's state."""
    options: dict[str, Any] = {"size": draw(st.integers(*SIZES[key]))}
    state: dict[str, Any] = {"to_move": draw(st.sampled_from(["black", "white"]))}
    if key == "cornered":
        options["start"] = draw(st.sampled_from(["none", "twelve-star"]))
        # The oracle tries out every turn of two placements, so the board must be small.
        options["size"] = 3 if options["start"] == "twelve-star" else options["size"]
    if key in SQUARE:
        prison = draw(st.integers(-2, 2))
        state["prison"] = (max(prison, 0), max(-prison, 0))
        state["minimal_incursion"] = draw(st.booleans())
    else:
        state["komi"] = draw(st.integers(0, 2))
    board = PROGRAMS[key].at(options["size"], [], [], "black").board
    names = sorted(board.by_name)
    crowd = draw(st.sampled_from(["..XO", ".XO", ".XXOO"]))
    marks = draw(st.lists(st.sampled_from(crowd), min_size=len(names), max_size=len(names)))
    stones = {
        "black": [name for name, mark in zip(names, marks, strict=True) if mark == "X"],
        "white": [name for name, mark in zip(names, marks, strict=True) if mark == "O"],
    }
    if key == "asli":
        had = [len(board.pieces(board.read(stones[colour]))) > 1 for colour in stones]
        state["ever_two_groups"] = tuple(draw(st.booleans()) or two for two in had)
    alive = without_dead(OraclePosition.at(key, options, **stones, **state).state)
    state |= {"black": sorted(board.write(alive.black)), "white": sorted(board.write(alive.white))}
    return GeneratedPosition(key, options, state)


def exchange_colours(position: GeneratedPosition) -> GeneratedPosition:
    """Return the position with the colours exchanged."""
    other = {"black": "white", "white": "black"}
    state = dict(position.state)
    state |= {"black": state["white"], "white": state["black"], "to_move": other[state["to_move"]]}
    for pair in {"prison", "ever_two_groups"} & set(state):
        state[pair] = state[pair][::-1]
    return replace(position, state=state)


def exchange_summary_colours(shown):
    """Return the summary of a position with the colours exchanged."""
    other = {"black": "white", "white": "black"}
    return shown | {
        "black": shown["white"],
        "white": shown["black"],
        "to_move": other[shown["to_move"]],
        "prison": -shown["prison"],
        "ever_two": shown["ever_two"][::-1],
        "seat": 1 - shown["seat"],
    }


def board_symmetries(key, size):
    """Return every rotation and reflection of a board as a map from name to name."""
    board = PROGRAMS[key].at(size, [], [], "black").board
    if key in SQUARE:
        turn, mirror = (lambda c, r: (size - 1 - r, c)), (lambda c, r: (r, c))
        turns = 4
    else:
        turn, mirror = (lambda q, r: (-r, q + r)), (lambda q, r: (r, q))
        turns = 6
    maps = []
    for count in range(turns):
        for mirrored in (False, True):
            images = {}
            for cell, name in board.names.items():
                image = mirror(*cell) if mirrored else cell
                for _ in range(count):
                    image = turn(*image)
                images[name] = board.names[image]
            maps.append(images)
    return maps
