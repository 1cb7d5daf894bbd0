"""Line of a result about the series of its game."""

from bot.services.values.views import GameView, SeriesScore, SeriesState
from bot.words import series as words
from bot.words.escaping import escape

_SENTENCES = {
    SeriesState.GOES_ON: words.goes_on,
    SeriesState.DECIDED: words.decided,
    SeriesState.STOPPED: words.stopped,
}


def series_lines(game: GameView, score: SeriesScore | None) -> list[str]:
    """Return the line of a result about the score of its series; no line for a single game."""
    if score is None:
        return []
    most, fewest = max(score.points), min(score.points)
    leader = escape(game.seats[score.points.index(most)].name)
    return [_SENTENCES[score.state](score.length, leader, most, fewest)]
