"""Goals of tutorial tasks: functions that judge a legal placement."""

from functools import lru_cache

from bot.learning.move_effects import DangerOverlay, removed_by
from bot.learning.tasks import MissedGoal
from bot.words.escaping import joined
from rules.moves import Place, format_move
from rules.position import Position


def any_legal_move(_before: Position, _after: Position) -> MissedGoal | None:
    """Accept every legal placement."""
    return None


def captures(before: Position, after: Position) -> MissedGoal | None:
    """Require that the placement captures an enemy group."""
    taken, _ = removed_by(before, after)
    if taken:
        return None
    return MissedGoal(f"{_played(after)} is allowed, but it takes nothing.", after)


def saves_groups(before: Position, after: Position) -> MissedGoal | None:
    """Require that the next enemy stone cannot capture any group of the player."""
    dangers = after.in_danger(before.to_move)
    if not dangers:
        return None
    worst = dangers[0]
    group, cells = (after.topology.labels(mask) for mask in (worst.group, worst.cells))
    is_one, enemy = len(group) == 1, before.to_move.other.label
    stones = f"stone on {group[0]} is" if is_one else f"stones on {joined(group)} are"
    them, any_of = "it" if is_one else "them", " or ".join(cells)
    sentence = f"The {stones} still in danger: {enemy} takes {them} with {any_of}."
    return MissedGoal(sentence, after, (DangerOverlay(dangers),))


def loses_nothing(before: Position, after: Position) -> MissedGoal | None:
    """Require that the player loses no stone."""
    _, lost = removed_by(before, after)
    if not lost:
        return None
    count = lost.bit_count()
    sentence = (
        f"{_played(after)} joins your groups into one that sees no friend: you lose {count} stones "
        "of your own. That is allowed in Lifeline, but rarely wise."
    )
    return MissedGoal(sentence, after)


def wins_by_force(before: Position, after: Position) -> MissedGoal | None:
    """Require a forced win, found by exhaustive search; only for boards that are nearly full."""
    reply = _winning_reply(after)
    if reply is None:
        return None
    enemy, answer = before.to_move.other.label, format_move(reply, after.topology).upper()
    sentence = f"After {_played(after)}, {enemy} answers {answer} and makes the last placement."
    return MissedGoal(sentence, after.play(reply))


@lru_cache(maxsize=64)
def _winning_reply(position: Position) -> Place | None:
    """Return a placement that wins by force, or None; searches all continuations."""
    for move in position.legal_moves():
        if isinstance(move, Place) and _lost(position.play(move)):
            return move
    return None


@lru_cache(maxsize=10_000)
def _lost(position: Position) -> bool:
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner is position.to_move.other
    return all(not _lost(position.play(move)) for move in position.legal_moves())


def _played(after: Position) -> str:
    last = after.last_turn
    assert last is not None, "a placement has just been made"
    return format_move(last.moves[-1], after.topology).upper()
