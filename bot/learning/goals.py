"""Goals of tutorial tasks: functions that return why a legal placement misses the goal, or None."""

from functools import lru_cache

from bot.learning.move_effects import DangerOverlay, removed_by
from bot.learning.tasks import Goal, MissedGoal
from bot.words.translation import plural, text
from renderer.overlays.lifelines import Lifelines
from renderer.phrases import all_of, one_of
from renderer.words import colour_name
from rules.moves import Place, format_move, parse_move
from rules.position import Position


def any_legal_move(_before: Position, _after: Position) -> MissedGoal | None:
    """Return None, because every legal placement reaches this goal."""
    return None


def captures(before: Position, after: Position) -> MissedGoal | None:
    """Return None if a placement captures stones, else the reason, with the enemy's lifelines."""
    taken, _ = removed_by(before, after)
    if taken:
        return None
    sentence = text(
        "{enemy} still has another path, so you take nothing. The line shows that path: if it's "
        "thick, one stone can cut it.",
        enemy=colour_name(before.to_move.other),
    )
    return MissedGoal(sentence, after, (Lifelines(before.to_move.other, warnings=False),))


def captures_from_inside(before: Position, after: Position) -> MissedGoal | None:
    """Return None if a placement captures stones, else a reason without marks on the board.

    It suits incursions: stones placed in an area that only enemy stones border.
    """
    taken, _ = removed_by(before, after)
    return None if taken else MissedGoal(text("That move takes nothing."), after)


def saves_groups(before: Position, after: Position) -> MissedGoal | None:
    """Return None if no single enemy stone can capture a group of the player, else the reason."""
    dangers = after.in_danger(before.to_move)
    if not dangers:
        return None
    group, cells = (after.topology.labels(mask) for mask in (dangers[0].group, dangers[0].cells))
    sentence = plural(
        "The stone on {group} is still in danger: {enemy} can take it with {cells}.",
        "The stones on {group} are still in danger: {enemy} can take them with {cells}.",
        len(group),
        group=all_of(group),
        enemy=colour_name(before.to_move.other),
        cells=one_of(cells),
    )
    return MissedGoal(sentence, after, (DangerOverlay(dangers),))


def loses_nothing(before: Position, after: Position) -> MissedGoal | None:
    """Return None if a placement loses none of the player's own stones, else the reason."""
    _, lost = removed_by(before, after)
    if not lost:
        return None
    sentence = plural(
        "Your groups are now joined into one that sees no friend, so you lose {count} stone.",
        "Your groups are now joined into one that sees no friend, so you lose {count} stones.",
        lost.bit_count(),
    )
    return MissedGoal(sentence, after)


def wins_by_force(before: Position, after: Position) -> MissedGoal | None:
    """Return None if a placement wins by force, else the reason.

    It searches all continuations, so use it only for nearly full boards.
    """
    reply = _winning_reply(after)
    if reply is None:
        return None
    player, enemy = before.to_move, colour_name(before.to_move.other)
    _, lost = removed_by(before, after)
    if lost and not after.stones[player]:
        sentence = plural(
            "You lose your only stone. A new stone would see no friend, so {enemy} wins.",
            "You lose all {count} of your stones. A new stone would see no friend, so {enemy} "
            "wins.",
            lost.bit_count(),
            enemy=enemy,
        )
        return MissedGoal(sentence, after)
    cell = format_move(reply, after.topology).upper()
    sentence = text(
        "{enemy} answers with {cell} and places the last stone.", enemy=enemy, cell=cell
    )
    return MissedGoal(sentence, after.play(reply))


def wins_as_proved(**replies: str) -> Goal:
    """Return the goal of a task whose only right turn is proved to win.

    :param replies: for each wrong turn in notation, the opponent's reply that is proved to win.
    """

    def judge(_before: Position, after: Position) -> MissedGoal | None:
        assert after.last_turn is not None, "a turn has just been played"
        reply = replies.get(format_move(after.last_turn.moves[0], after.topology))
        if reply is None:
            return None
        sentence = text(
            "{enemy} answers with {cell} and wins.",
            enemy=colour_name(after.to_move),
            cell=reply.upper(),
        )
        return MissedGoal(sentence, after.play(parse_move(reply, after.topology)))

    return judge


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
