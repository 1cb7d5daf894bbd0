"""Static evaluation of levels 1 and 2, against a second computation from cells and stones."""

import random
from types import SimpleNamespace

import pytest

from rules.colour import Colour
from rules.moves import Hold, Komi, Place, Swap
from rules.position import Phase
from rules.registry import GAMES
from rules.topology import bits
from sparring.evaluation import evaluate_danger, evaluate_move, is_blunder, progress


def touched(position, cell):
    """Return the colours of the stones around an empty region, given by one of its cells."""
    around, found, waiting = position.topology.neighbours, set(), [cell]
    colours = set()
    while waiting:
        one = waiting.pop()
        if one in found:
            continue
        stone = {c for c in (0, 1) if position.stones[c] >> one & 1}
        colours |= stone
        if not stone:
            found.add(one)
            waiting += bits(around[one])
    return colours


def own_cells(position, colour):
    empty = [
        c for c in range(len(position.topology)) if not any(s >> c & 1 for s in position.stones)
    ]
    return sum(touched(position, each) == {colour} for each in empty)


def lost(position, after, move, colour):
    """Return the number of stones of a colour that a move takes from the board."""
    placed = isinstance(move, Place) and colour == position.to_move
    return position.stones[colour].bit_count() + placed - after.stones[colour].bit_count()


def worth(position, after, move):
    """Return the value of a move and the reasons for it."""
    mover, enemy = position.to_move, position.to_move.other
    if outcome := after.outcome():
        return {None: 0, mover: 1000, enemy: -1000}[outcome.winner], ["end"]
    taken, given = (lost(position, after, move, each) for each in (enemy, mover))
    reasons = ["taken"] * taken + ["given"] * given
    reasons += ["own cell"] * own_cells(after, mover) + ["their cell"] * own_cells(after, enemy)
    if isinstance(move, Hold | Komi):
        reasons.append("pass")
    if isinstance(move, Place):
        if touched(position, move.cell) == {mover}:
            reasons.append("filling")
        if position.topology.neighbours[move.cell] & position.stones[enemy]:
            reasons.append("contact")
    if position.game != "liflina" and after.ply > 2 and len(after.board.groups[mover]) < 2:
        reasons.append("single group")
    values = {"taken": 1, "given": -2, "own cell": 0.25, "their cell": -0.25, "pass": -0.4}
    values |= {"filling": -0.8, "contact": 0.3, "single group": -6}
    return sum(map(values.get, reasons)), reasons


def evaluated(game):
    """Yield positions of random games, each with several of its moves."""
    rng = random.Random(9)
    options = [{"size": 5}]
    if game.shape == "hexhex":
        options = [{"size": 3, "start": each} for each in game.option("start").choices]
    for each in options:
        position = game.start(game.ruleset(each))
        while position.outcome() is None:
            moves = list(position.legal_moves())
            if position.phase in (Phase.SETUP, Phase.PLAY):
                for move in rng.sample(moves, min(2, len(moves))):
                    if not isinstance(move, Swap):
                        yield position, move
            position = position.play(rng.choice(moves))


SEEN = {
    "lifeline": {"single group", "given", "blunder", "pass", "filling"},
    "cornered": {"filling"},
    "asli": {"single group", "pass", "filling"},
    "liflina": {"pass", "filling"},
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_move_is_judged_by_what_it_takes_encloses_costs_and_endangers(game):
    seen = {"end", "taken", "own cell", "their cell", "contact", "danger", *SEEN.get(game.key, ())}
    for position, move in evaluated(game):
        after, mover = position.play(move), position.to_move
        value, reasons = worth(position, after, move)
        assert evaluate_move(position, move) == pytest.approx(value), reasons
        outcome, winner = after.outcome(), after.outcome() and after.outcome().winner
        taken, given = (lost(position, after, move, each) for each in (mover.other, mover))
        is_loss = winner is mover.other if outcome else given > 0 and not taken
        assert is_blunder(position, move) is is_loss
        assert progress(position, move) == (winner is mover, max(0, taken - given))
        in_danger = 0
        if after.phase is Phase.PLAY and not outcome:
            in_danger = sum(one.group.bit_count() for one in after.in_danger(mover))
        assert evaluate_danger(position, move) == in_danger / 2
        seen -= {*reasons, is_loss and "blunder", in_danger and "danger"}
    assert seen == set()


@pytest.mark.parametrize("mover", Colour)
def test_a_move_that_ends_the_game_is_judged_by_its_result(mover):
    def ending(winner):
        after = SimpleNamespace(outcome=lambda: SimpleNamespace(winner=winner), taken=(0, 0))
        return SimpleNamespace(to_move=mover, play=lambda _move: after, taken=(0, 0))

    values = [evaluate_move(ending(each), Hold()) for each in (mover, None, mover.other)]
    assert values == [1000, 0, -1000]
    blunders = [is_blunder(ending(each), Hold()) for each in (mover, None, mover.other)]
    assert blunders == [False, False, True]
    won = [progress(ending(each), Hold()) for each in (mover, None, mover.other)]
    assert won == [(True, 0), (False, 0), (False, 0)]
