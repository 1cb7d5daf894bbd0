"""Reasons of hints: facts that the rules prove about a turn, else what the search expects."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Final

from bot.learning import move_effects as effects
from bot.words import practice
from renderer.phrases import all_of
from renderer.words import colour_name
from rules.colour import Colour
from rules.moves import Hold, Komi, Move, Place, format_move
from rules.position import Danger, Phase, Position
from rules.topology import Bitboard, Topology
from sparring.review import Advice


@dataclass(frozen=True, slots=True)
class Reasons:
    """Reasons for a suggested turn, as sentences.

    `plan` has the moves that the search expects after that turn, which the picture shows.
    """

    sentences: tuple[str, ...]
    plan: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class _Turn:
    """Suggested turn: the positions before and after it."""

    before: Position
    after: Position

    @property
    def mover(self) -> Colour:
        return self.before.to_move

    @property
    def enemy(self) -> str:
        return colour_name(self.mover.other)

    def names(self, groups: Iterable[Bitboard]) -> list[str]:
        """Return a name for each group: the name of its first cell, such as `E6`."""
        return [self.before.topology.labels(group)[0] for group in groups]


def reasons_for(position: Position, advice: Advice, *, searched: bool) -> Reasons:
    """Return the reasons for a suggested turn, which is legal at `position`.

    :param searched: whether a search chose the turn; if so, and if nothing is proved about the
        turn, the reasons say what the search expects.
    """
    seen = seen_reason(position, advice.moves) if position.phase is Phase.PLAY else ""
    wins = seen == practice.WINS()
    if not wins and len(list(islice(position.legal_moves(), 2))) == 1:
        seen = practice.ONLY_MOVE()
    sentences = [practice.LOST()] if advice.lost else []
    sentences += [seen] if seen else []
    sentences += [practice.WINS_BY_FORCE()] if advice.won and not wins else []
    if sentences:
        return Reasons(tuple(sentences))
    if searched:
        return _reasons_of_search(position, advice)
    safe = practice.safe(colour_name(position.to_move.other))
    return Reasons((safe,) if _is_safe(position, advice) else ())


def _is_safe(position: Position, advice: Advice) -> bool:
    """Return whether no enemy stone can take a group of the player after a suggested turn."""
    played = position.phase is Phase.PLAY and _are_places(advice.moves)
    return played and not _after(position, advice.moves).in_danger(position.to_move)


def _reasons_of_search(position: Position, advice: Advice) -> Reasons:
    if position.swap_follows:
        return Reasons((practice.EVEN(),))
    if isinstance(advice.moves[0], Hold | Komi):
        return Reasons((practice.PASSES(),))
    if not _are_places(advice.moves):
        return Reasons(())
    planned = told = tuple(_tell_plan(position, advice))
    if position.phase is Phase.PLAY and position.in_danger(position.to_move.other):
        told = (practice.NO_CAPTURE(), *told)
    return Reasons(told or (practice.NO_REASON(),), advice.plan if planned else ())


def _are_places(moves: Iterable[Move]) -> bool:
    return all(isinstance(move, Place) for move in moves)


def _tell_plan(position: Position, advice: Advice) -> Iterator[str]:
    """Yield a sentence about the turns that the search expects, and a fact about the last one.

    Nothing is yielded unless the search expects `PLANNED_TURNS` turns.
    """
    after = _after(position, advice.moves)
    turns = [(after, turn) for after, turn in _turns(after, advice.plan)]
    if len(turns) != PLANNED_TURNS:
        return
    (_, reply), (there, then) = turns
    enemy = colour_name(position.to_move.other)
    yield practice.plan(enemy, *(_named(turn, position.topology) for turn in (reply, then)))
    if seen := seen_reason(there, then):
        yield seen


PLANNED_TURNS: Final = 2  # the answer and the turn after it


def _turns(
    position: Position, moves: Iterable[Move]
) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """Split a sequence of moves into turns; yield the position before each turn, and its moves."""
    plies: list[tuple[Position, Move]] = []
    for move in moves:
        plies.append((position, move))
        position = position.play(move)
    for _, turn in groupby(plies, key=lambda ply: ply[0].turn):
        whole = list(turn)
        yield whole[0][0], tuple(move for _, move in whole)


def _after(position: Position, moves: Iterable[Move]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def _named(moves: Iterable[Move], topology: Topology) -> str:
    return all_of([_name(move, topology) for move in moves])


def _name(move: Move, topology: Topology) -> str:
    """Return a move as people read it: E6, Hold, Komi."""
    text = format_move(move, topology)
    return text.upper() if isinstance(move, Place) else text.capitalize()


def seen_reason(position: Position, moves: tuple[Move, ...]) -> str:
    """Return the strongest reason for a turn that is evident on the board; "" if none is.

    Such a reason is a fact about the positions before and after the turn, such as a capture.
    """
    turn = _Turn(position, _after(position, moves))
    return next(filter(None, (reason(turn) for reason in _REASONS)), "")


def _wins(turn: _Turn) -> str:
    outcome = effects.outcome_of(turn.before, turn.after)
    return practice.WINS() if outcome is not None and outcome.winner is turn.mover else ""


def _takes(turn: _Turn) -> str:
    taken, _ = effects.removed_by(turn.before, turn.after)
    return practice.takes(taken.bit_count()) if taken else ""


def _saves(turn: _Turn) -> str:
    saved = effects.saved_by(turn.before, turn.after)
    if not saved:
        return ""
    danger = _largest(turn.before.in_danger(turn.mover), saved)
    return practice.saves(*_described(danger, turn.before.topology), turn.enemy)


def _threatens(turn: _Turn) -> str:
    threatened = effects.threatened_by(turn.before, turn.after)
    if not threatened:
        return ""
    danger = _largest(turn.after.in_danger(turn.mover.other), threatened)
    return practice.threatens(*_described(danger, turn.before.topology))


def _cuts(turn: _Turn) -> str:
    cut = effects.cut_by(turn.before, turn.after, turn.mover.other)
    return practice.cuts(*turn.names(cut)) if cut else ""


def _gains(turn: _Turn) -> str:
    free = effects.free_moves_by(turn.before, turn.after)
    return practice.gains(turn.before.topology.labels(free)) if free else ""


def _keeps_apart(turn: _Turn) -> str:
    worst = effects.joins_elsewhere(turn.before, turn.after)
    if worst is None:
        return ""
    cell, lost = worst
    return practice.keeps_apart(turn.before.topology.label(cell), lost.bit_count())


def _keeps_in_sight(turn: _Turn) -> str:
    kept = turn.names(effects.kept_in_sight_by(turn.before, turn.after))
    return practice.keeps_in_sight(kept[0], kept[1], turn.enemy) if kept else ""


def _closes(turn: _Turn) -> str:
    closed = effects.closed_by(turn.before, turn.after, turn.mover)
    return practice.closes(closed.bit_count()) if closed else ""


def _keeps_open(turn: _Turn) -> str:
    kept = effects.kept_open_by(turn.before, turn.after)
    return practice.keeps_open(kept.bit_count(), turn.enemy) if kept else ""


def _second_friend(turn: _Turn) -> str:
    found = effects.second_friend_by(turn.before, turn.after)
    return practice.second_friend(*turn.names(found)) if found else ""


def _starts_second(turn: _Turn) -> str:
    group = effects.second_group_by(turn.before, turn.after)
    return practice.starts_second(*turn.names([group])) if group else ""


def _joins(turn: _Turn) -> str:
    joined = effects.joined_by(turn.before, turn.after)
    return practice.joins(*turn.names(joined)) if joined else ""


def _counts(turn: _Turn) -> str:
    left = effects.free_moves_left(turn.before)
    return practice.free_moves(*left, turn.enemy) if left else ""


_REASONS: tuple[Callable[[_Turn], str], ...] = (
    _wins,
    _takes,
    _saves,
    _threatens,
    _cuts,
    _gains,
    _keeps_apart,
    _keeps_in_sight,
    _closes,
    _keeps_open,
    _second_friend,
    _starts_second,
    _joins,
    _counts,
)


def _largest(dangers: Iterable[Danger], among: Bitboard) -> Danger:
    """Return the danger to the group with the most stones in the mask `among`."""
    return max(dangers, key=lambda danger: (danger.group & among).bit_count())


def _described(danger: Danger, topology: Topology) -> tuple[int, str, str]:
    """Return a group's size, one of its cells, and a cell at which an enemy stone can take it."""
    stones, cuts = (topology.labels(mask) for mask in (danger.group, danger.cells))
    return len(stones), stones[0], cuts[0]
