"""Sentences that explain to players why a game is over, from the effects of its last turn."""

from collections.abc import Mapping

from rules.moves import Place
from rules.position import Colour, Position
from rules.reasons import ReasonKind
from rules.registry import find_game
from rules.sentences import Sentence
from rules.topology import bits
from rules.values import CutLifeline, Ending, LastTurn

# Reasons why a stone on a cell would leave a dead group of the mover, perhaps the stone alone.
DEADLY = {
    ReasonKind.NOTHING_CHANGES,
    ReasonKind.NO_FRIEND_IN_REGION,
    ReasonKind.OWN_GROUP_DIES,
}


def why_over(position: Position, winner: str, loser: str) -> Sentence:
    """Return the sentence that explains why the rules ended the game, but not who won.

    :param winner: the name or colour of the winner; a draw needs no names.
    :param loser: the name or colour of the loser.
    :raises ValueError: the game is not over.
    """
    outcome = position.outcome()
    if outcome is None:
        raise ValueError("the game is not over")
    match outcome.ending:
        case Ending.REPETITION:
            return outcome.ending.sentence
        case Ending.NO_STONES:
            return _no_stones(position, winner, loser)
        case Ending.NO_MOVES:
            return _no_moves(position, winner, loser)


def decisive_cuts(position: Position) -> tuple[CutLifeline, ...]:
    """Return the cut lifelines of the groups that the player to move lost in the last turn.

    A lifeline between two captured groups is returned once.
    """
    turn = position.last_turn
    lost = turn.removed[position.to_move] if turn else 0
    found: dict[frozenset[int], CutLifeline] = {}
    for cut in turn.cuts if turn else ():
        if cut.link.group & lost:
            found.setdefault(frozenset({cut.link.group, cut.link.friend}), cut)
    return tuple(found.values())


def _no_stones(position: Position, winner: str, loser: str) -> Sentence:
    turn, cuts = position.last_turn, decisive_cuts(position)
    assert turn is not None, "a game cannot end before its first turn"
    has_komi = position.komi > 0 and position.to_move is Colour.WHITE
    if len(cuts) == 1:
        cell = position.topology.label(cuts[0].cell)
        if has_komi:
            return Sentence(
                "{cell} cut {loser}'s last lifeline. Without a stone, {loser} can't spend komi.",
                cell=cell,
                loser=loser,
            )
        return Sentence(
            "{cell} cut {loser}'s last lifeline. {winner} placed the last stone.",
            cell=cell,
            loser=loser,
            winner=winner,
        )
    if turn.removed[position.to_move]:
        cell = _last_cell(position, turn)
        if has_komi:
            return Sentence(
                "{cell} took {loser}'s last stones. Without a stone, {loser} can't spend komi.",
                cell=cell,
                loser=loser,
            )
        return Sentence(
            "{cell} took {loser}'s last stones. {winner} placed the last stone.",
            cell=cell,
            loser=loser,
            winner=winner,
        )
    if not turn.placed:  # the winner has spent komi
        return Sentence(
            "{loser} lost every stone on their own turn. {winner} moved last.",
            loser=loser,
            winner=winner,
        )
    return Sentence(
        "{loser} lost every stone on their own turn. {winner} placed the last stone.",
        loser=loser,
        winner=winner,
    )


def _no_moves(position: Position, winner: str, loser: str) -> Sentence:
    names = {"winner": winner, "loser": loser}
    has_prison = find_game(position.game).has_prison
    turn, deadly = position.last_turn, _is_every_cell_deadly(position)
    has_stones = bool(position.stones[position.to_move])
    if deadly and has_prison and not has_stones and turn and turn.removed[position.to_move]:
        return Sentence(
            "{cell} took {loser}'s last stones. A lone new stone would die, and {loser} has no "
            "prisoner to remove.",
            cell=_last_cell(position, turn),
            loser=loser,
        )
    if has_prison and deadly:
        return Sentence(
            "A stone on any empty point would cost {loser} a group, and {loser} has no prisoner "
            "to remove. {winner} moved last.",
            **names,
        )
    if has_prison:
        return Sentence(
            "{loser} can't place a stone and has no prisoner to remove. {winner} moved last.",
            **names,
        )
    return _no_placement(names, deadly=deadly, placed=turn is None or bool(turn.placed))


def _no_placement(names: Mapping[str, str], *, deadly: bool, placed: bool) -> Sentence:
    """Return why a game without prisons is over for a loser who can't place a stone.

    :param names: the names of `winner` and `loser`.
    :param deadly: the result of `_is_every_cell_deadly`.
    :param placed: whether the winner's last turn placed a stone; else it spent komi.
    """
    if deadly and not placed:
        return Sentence(
            "A stone on any empty cell would cost {loser} a group, so {loser} can't place one. "
            "{winner} moved last.",
            **names,
        )
    if deadly:
        return Sentence(
            "A stone on any empty cell would cost {loser} a group, so {loser} can't place one. "
            "{winner} placed the last stone.",
            **names,
        )
    return Sentence("{loser} can't place a stone. {winner} moved last.", **names)


def _is_every_cell_deadly(position: Position) -> bool:
    """Return whether, on every empty cell, a stone would leave a dead group of its own colour.

    False if the board has no empty cell.
    """
    reasons = position.why_each_illegal(map(Place, bits(position.board.empty)))
    return bool(position.board.empty) and all(each and each.kind in DEADLY for each in reasons)


def _last_cell(position: Position, turn: LastTurn) -> str:
    """Return the display name of the cell on which a turn placed its last stone."""
    cells = [move.cell for move in turn.moves if isinstance(move, Place)]
    return position.topology.label(cells[-1])
