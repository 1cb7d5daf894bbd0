"""Use cases that show ratings: a person's profile and a game's leaderboard."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.services.steps.rating_changes import is_hidden, standing_of
from bot.services.use_cases.transactions import reads
from bot.services.values.ratings.glicko2 import Rating
from bot.services.values.ratings.standings import LISTED_DEVIATION
from bot.services.values.views import Actor, Player
from bot.store.engine.database import Database, Transaction
from bot.store.tables import ratings
from bot.store.tables.ratings import PlayedEvent, RatingRow

MOST_EVENTS = 2000
"""Number of recent rated games in a profile."""

LEADERS = 20
FAVOURITES = 3


@dataclass(frozen=True, slots=True)
class ShownRating:
    """Displayed rating, aged to the present.

    :ivar level: the engine level with the nearest rating; None while a rating is uncertain.
    """

    game_key: str
    value: float
    deviation: float
    games: int
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Results:
    """Numbers of rated games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Profile:
    """Rated games of a person that the viewer may see.

    :ivar hidden: the person hides their ratings; all other fields are empty.
    :ivar curve: rating and range after each rated game of the most played game, in order.
    :ivar favourites: the most played games and sizes, with the number of games.
    :ivar streak: the number of last rated games won in a row; `best_streak` is the longest ever.
    :ivar against_viewer: results against the viewer; None without games between them.
    """

    hidden: bool = False
    ratings: tuple[ShownRating, ...] = ()
    curve: tuple[tuple[float, float], ...] = ()
    results: Results = Results()
    favourites: tuple[tuple[str, int, int], ...] = ()
    streak: int = 0
    best_streak: int = 0
    against_viewer: Results | None = None


@dataclass(frozen=True, slots=True)
class Leader:
    """Row of the leaderboard; `rank` starts at 1 and is the same for equal ratings."""

    rank: int
    player: Player
    rating: ShownRating


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The leaderboard of one game.

    :ivar own: the viewer's rating, None before the first rated game.
    :ivar own_rank: the viewer's rank by that rating.
    :ivar is_listed: whether the viewer is on the leaderboard.
    """

    game_key: str
    leaders: tuple[Leader, ...]
    own: ShownRating | None = None
    own_rank: int = 0
    is_listed: bool = False


class RatingService:
    """Use cases that show ratings."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    @reads
    async def profile(self, tx: Transaction, actor: Actor, user_id: int) -> Profile:
        """Return the profile of a person, based only on rated games."""
        if user_id != actor.user_id and await is_hidden(tx, user_id):
            return Profile(hidden=True)
        rows = [row for row in await ratings.find_of(tx, user_id) if row.games]
        if not rows:
            return Profile()
        events = await ratings.find_played(tx, user_id, MOST_EVENTS)
        shown = [await self._with_level(tx, row) for row in rows]
        with_viewer = [each for each in events if each.opponent_id == actor.user_id]
        sizes = Counter((each.game_key, each.size) for each in events).most_common(FAVOURITES)
        now, best = _streaks(events)
        return Profile(
            ratings=tuple(shown),
            curve=tuple(
                (each.value, each.deviation)
                for each in events
                if each.game_key == rows[0].game_key and each.counts
            ),
            results=_results(events),
            favourites=tuple((key, size, number) for (key, size), number in sizes),
            streak=now,
            best_streak=best,
            against_viewer=_results(with_viewer) if with_viewer else None,
        )

    @reads
    async def leaderboard(
        self, tx: Transaction, actor: Actor, game_key: str, guild_id: int | None = None
    ) -> Leaderboard:
        """Return the top players of a game by rating, and the viewer's rank.

        :param guild_id: only players of rated games in this server; None means everyone.
        """
        now = self._clock()
        found = await ratings.find_ranked(tx, game_key, now, LEADERS, guild_id)
        first = [each.row.value for each in found]
        leaders = tuple(
            Leader(first.index(each.row.value) + 1, Player(each.user_id, each.name), shown)
            for each in found
            for shown in (self._shown(each.row),)
        )
        rows = [row for row in await ratings.find_of(tx, actor.user_id) if row.games]
        own = next((row for row in rows if row.game_key == game_key), None)
        if own is None:
            return Leaderboard(game_key, leaders)
        is_listed = own.listed_until is not None and own.listed_until > now
        if guild_id is not None and is_listed:
            is_listed = await ratings.is_member(tx, guild_id, game_key, actor.user_id)
        rank = await ratings.count_above(tx, own, now, guild_id) + 1
        return Leaderboard(game_key, leaders, self._shown(own), rank, is_listed)

    async def _with_level(self, tx: Transaction, row: RatingRow) -> ShownRating:
        levels = await ratings.find_levels(tx, row.game_key)
        return self._shown(row, levels)

    def _shown(self, row: RatingRow, levels: Sequence[RatingRow] = ()) -> ShownRating:
        rating = standing_of(row).rating_at(self._clock())
        return ShownRating(
            row.game_key, rating.value, rating.deviation, row.games, _nearest(rating, levels)
        )


def _nearest(rating: Rating, levels: Sequence[RatingRow]) -> int | None:
    sure = [row for row in levels if row.deviation < LISTED_DEVIATION]
    if rating.deviation >= LISTED_DEVIATION or not sure:
        return None
    return -min(sure, key=lambda row: abs(row.value - rating.value)).user_id


def _results(events: Sequence[PlayedEvent]) -> Results:
    scores = Counter(each.score for each in events)
    return Results(scores[1.0], scores[0.5], scores[0.0])


def _streaks(events: Sequence[PlayedEvent]) -> tuple[int, int]:
    now = best = 0
    for each in events:
        now = now + 1 if each.score == 1 else 0
        best = max(best, now)
    return now, best
