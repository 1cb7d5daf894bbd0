"""Use cases that show ratings: a person's profile and a game's leaderboard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.errors.refusals import CannotChallenge
from bot.services.steps.league_tables import championships
from bot.services.steps.proposals import chosen_ruleset
from bot.services.steps.rating_changes import is_hidden, standing_of
from bot.services.steps.reliability import public_reliability, reliability_of
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads
from bot.services.values.people.reliability import Reliability
from bot.services.values.ratings.glicko2 import Rating, expected_score
from bot.services.values.ratings.standings import LISTED_DEVIATION
from bot.services.values.view_builder import NO_RESULT, TIMED_OUT
from bot.services.values.views import Actor, Player
from bot.store.engine.database import Transaction
from bot.store.tables import games_with_people, ratings
from bot.store.tables.games_with_people import Counted, Totals
from bot.store.tables.ratings import RatingRow
from bot.words import even_out as words
from bot.words.games import sized_game
from rules.registry import find_game
from sparring.even_komi import komi_for, measured_boards

MOST_EVENTS = 2000
"""Number of recent rated games in a curve."""

MOST_GAMES = 1000
"""Number of recent games with people in a profile."""

LEADERS = 20
FAVOURITES = 3


@dataclass(frozen=True, slots=True)
class ShownRating:
    """Rating to display; its deviation (uncertainty) includes the time since the last game.

    :ivar level: the engine level with the nearest rating; None while a rating is uncertain.
    """

    game_key: str
    value: float
    deviation: float
    games: int
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """Ratings of a person, and statistics of their last games with people, rated or not.

    :ivar hidden: whether the person hides the profile; all other fields are empty then.
    :ivar curve: rating and deviation after each rated game of the most played game, in order.
    :ivar results: numbers of wins, losses and draws; None if the person has played no game.
    :ivar favourites: the most played kinds as (game key, board size, number of games).
    :ivar streak: the number of last games won in a row; `best_streak` is the longest.
    :ivar championships: the number of seasons of leagues that the person won.
    :ivar against_viewer: results against the viewer; None without games between them.
    """

    hidden: bool = False
    ratings: tuple[ShownRating, ...] = ()
    curve: tuple[tuple[float, float], ...] = ()
    results: Totals | None = None
    favourites: tuple[tuple[str, int, int], ...] = ()
    streak: int = 0
    best_streak: int = 0
    against_viewer: Totals | None = None
    reliability: Reliability | None = None
    championships: int = 0


@dataclass(frozen=True, slots=True)
class Leader:
    """Player on the leaderboard; `rank` starts at 1 and is the same for equal ratings."""

    rank: int
    player: Player
    rating: ShownRating


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Leaderboard of one kind of game: the top players, and the viewer's own rank.

    :ivar own: the viewer's rating, None before the first rated game.
    :ivar own_rank: the viewer's rank by that rating; 0 without a rating.
    :ivar is_listed: whether the viewer is on the leaderboard.
    """

    game_key: str
    leaders: tuple[Leader, ...]
    own: ShownRating | None = None
    own_rank: int = 0
    is_listed: bool = False


@dataclass(frozen=True, slots=True)
class EvenGame:
    """Komi that evens out two ratings; the weaker player has Black.

    :ivar weaker_first: whether the weaker player is the challenger.
    :ivar expected: the stronger player's expected score on even terms, from 0.5 to 1.
    :ivar share: Black's share of the games between equal players at this komi, from 0 to 1.
    """

    komi: int
    weaker_first: bool
    expected: float
    share: float


class RatingService(Service):
    """Use cases that show ratings: profile, reliability, leaderboard, and an even komi."""

    @reads
    async def profile(self, tx: Transaction, actor: Actor, user_id: int) -> Profile:
        """Return a person's profile; it is empty for others if the person hides it."""
        if user_id != actor.user_id and await is_hidden(tx, user_id):
            return Profile(hidden=True)
        shown = await self._with_curve(tx, user_id)
        last = Counted(user_id, NO_RESULT, MOST_GAMES)
        results = await games_with_people.totals(tx, last, TIMED_OUT)
        if not results.games:
            return shown
        against = await games_with_people.totals(tx, last, TIMED_OUT, actor.user_id)
        now, best = await games_with_people.streaks(tx, last)
        return replace(
            shown,
            results=results,
            favourites=tuple(await games_with_people.favourites(tx, last, FAVOURITES)),
            streak=now,
            best_streak=best,
            against_viewer=against if against.games else None,
            reliability=await reliability_of(tx, user_id),
            championships=await championships(tx, user_id),
        )

    @reads
    async def reliability(self, tx: Transaction, user_id: int) -> Reliability | None:
        """Return a person's reliability; None if they hide it or have played too few games."""
        return await public_reliability(tx, user_id)

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

    @reads
    async def even_out(
        self,
        tx: Transaction,
        actor: Actor,
        opponent: Player,
        game_key: str,
        options: Mapping[str, str | int],
    ) -> EvenGame:
        """Return the komi with which a game between two people is about even.

        :raises CannotChallenge: the game has no such options, no even komi has been measured for
            the board, or a rating is missing or hidden.
        """
        size = int(chosen_ruleset(game_key, options).options["size"])
        if komi_for(game_key, size, 1 / 2) is None:
            raise CannotChallenge(words.not_measured(_measured()))
        own, other = [
            await self._rating_to_compare(tx, each, game_key) for each in (actor.player, opponent)
        ]
        expected = expected_score(own, other)
        stronger = max(expected, 1 - expected)
        found = komi_for(game_key, size, stronger)
        assert found is not None, "the board is measured"
        return EvenGame(found[0], expected < 1 / 2, stronger, found[1])

    async def _rating_to_compare(self, tx: Transaction, player: Player, game_key: str) -> Rating:
        rows = [row for row in await ratings.find_of(tx, player.user_id) if row.games]
        row = next((each for each in rows if each.game_key == game_key), None)
        # their own komi would tell a person's rating to the other one
        if row is None or await is_hidden(tx, player.user_id):
            raise CannotChallenge(words.no_rating(player.name, find_game(game_key).name))
        return standing_of(row).rating_at(self._clock())

    async def _with_curve(self, tx: Transaction, user_id: int) -> Profile:
        """Return a profile that holds only the ratings and their curve."""
        rows = [row for row in await ratings.find_of(tx, user_id) if row.games]
        if not rows:
            return Profile()
        events = await ratings.find_played(tx, user_id, rows[0].game_key, MOST_EVENTS)
        shown = [await self._with_level(tx, row) for row in rows]
        return Profile(ratings=tuple(shown), curve=tuple(events))

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


def _measured() -> list[str]:
    return [sized_game(find_game(key).name, size) for key, size in measured_boards()]
