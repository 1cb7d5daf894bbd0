"""Score of a series of games between two players, after one of its games. Pure."""

from collections.abc import Sequence

from bot.services.values.view_builder import NO_RESULT, TIMED_OUT
from bot.services.values.views import SeriesScore, SeriesState
from bot.store.tables.games import SeriesGame


def series_score(games: Sequence[SeriesGame], length: int) -> SeriesScore:
    """Return the score of a series after the last of these games, by seat of that game.

    The players exchange seats after each game.

    :param games: the games of the series in order, up to a finished one.
    """
    points = [0.0, 0.0]
    for before, game in enumerate(reversed(games)):
        for seat, score in enumerate(_scores(game)):
            points[seat ^ (before & 1)] += score
    first, second = points
    return SeriesScore(length, (first, second), _state(games, length, points))


def _scores(game: SeriesGame) -> tuple[float, float]:
    if game.ending in NO_RESULT:
        return 0.0, 0.0
    if game.winner_seat is None:
        return 0.5, 0.5
    return (1.0, 0.0) if game.winner_seat == 0 else (0.0, 1.0)


def _state(games: Sequence[SeriesGame], length: int, points: Sequence[float]) -> SeriesState:
    if games[-1].ending in NO_RESULT:
        return SeriesState.STOPPED
    left = length - len(games)
    if left <= 0 or abs(points[0] - points[1]) > left:
        return SeriesState.DECIDED
    return SeriesState.STOPPED if _is_absent(games[-2:]) else SeriesState.GOES_ON


def _is_absent(last: Sequence[SeriesGame]) -> bool:
    """Return whether the same player has lost the last two games on time."""
    if [each.ending for each in last] != [TIMED_OUT, TIMED_OUT]:
        return False
    # with the roles exchanged, the same player has lost if another seat has won
    return last[0].winner_seat != last[1].winner_seat
