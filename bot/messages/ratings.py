"""Lines of result messages about changed ratings."""

from collections.abc import Sequence

from bot.services.values.ratings.conditions import RatingReason
from bot.services.values.views import GameView, RatingChange
from bot.words import ratings
from bot.words.escaping import escape


def rating_lines(game: GameView, changes: Sequence[RatingChange]) -> list[str]:
    """Return the line about the ratings in a result, in a list; an empty list for an unrated game.

    :param changes: by seat; empty for an unrated game.
    """
    if len(changes) != len(game.seats):
        return []
    names = [escape(player.name) for player in game.seats]
    reason = RatingReason(changes[0].reason)
    if reason is RatingReason.SHORT:
        return [ratings.TOO_SHORT()]
    if reason is RatingReason.REMOVED:
        return [ratings.REMOVED()]
    if reason is RatingReason.REPEATED_TIME:
        return [ratings.repeated_time(names[0 if changes[0].score == 0 else 1])]
    hiding = [name for name, each in zip(names, changes, strict=True) if each.hidden]
    if hiding:
        return [ratings.hidden(hiding[0]) if len(hiding) == 1 else ratings.BOTH_HIDDEN()]
    return [_moved(names, changes)]


def _moved(names: Sequence[str], changes: Sequence[RatingChange]) -> str:
    numbers = [each.numbers for each in changes if each.numbers is not None]
    moved = [
        ratings.Change(name, each.old, each.new, each.deviation)
        for name, each in zip(names, numbers, strict=True)
    ]
    winner = next((seat for seat, each in enumerate(changes) if each.score == 1), None)
    if winner is None:
        return ratings.moved_by_draw(moved[0], moved[1], numbers[0].expected)
    return ratings.moved(moved[winner], moved[1 - winner], numbers[winner].expected)
