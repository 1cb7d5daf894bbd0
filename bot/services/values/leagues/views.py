"""Views of leagues: frozen values that services return."""

from dataclasses import dataclass
from datetime import datetime

from bot.services.values.leagues.groups import Movement
from bot.services.values.leagues.table import LeagueGame, Line
from bot.services.values.views import GameSummary, Location, Player
from bot.store.tables.schema import RulingKind
from rules.options import Ruleset


@dataclass(frozen=True, slots=True)
class LeagueView:
    """League: its location, its ruleset, and the length of a season in weeks.

    :ivar is_ending: whether an organiser has decided that no further season follows.
    """

    id: int
    location: Location
    ruleset: Ruleset
    weeks: int
    is_ending: bool


@dataclass(frozen=True, slots=True)
class SeasonView:
    """Season with its dates in wall time.

    :ivar begins: the planned or the real start.
    :ivar ends: the latest time at which the last game ends.
    """

    id: int
    number: int
    begins: datetime
    ends: datetime
    has_begun: bool
    has_ended: bool

    @property
    def is_running(self) -> bool:
        return self.has_begun and not self.has_ended


@dataclass(frozen=True, slots=True)
class CardView:
    """Message with which people join a season.

    :ivar members: the number of people who have joined so far.
    :ivar before: the season before, which is still in progress; None between seasons.
    """

    league: LeagueView
    season: SeasonView
    members: int
    before: SeasonView | None


@dataclass(frozen=True, slots=True)
class TableRow:
    """Row of a group's table: the player, their results, and their movement to the next season.

    :ivar has_left: whether the player left during the season.
    """

    player: Player
    line: Line
    movement: Movement
    has_left: bool


@dataclass(frozen=True, slots=True)
class RulingView:
    """Action of an organiser; `player` is the removed person, `game_id` the annulled game."""

    kind: RulingKind
    at: datetime
    player: Player | None
    game_id: int | None


@dataclass(frozen=True, slots=True)
class TableView:
    """Group of a season with its table, best player first.

    :ivar group: the number of the group, from 1 for the highest; the season has `groups` groups.
    :ivar games: the games by the numbers of their players, without annulled ones.
    :ivar next_begins: when the next season begins; None before its registration opens, and in a
        league that ends.
    """

    league: LeagueView
    season: SeasonView
    group: int
    groups: int
    rows: tuple[TableRow, ...]
    games: tuple[LeagueGame, ...]
    rulings: tuple[RulingView, ...]
    next_begins: datetime | None

    @property
    def champions(self) -> tuple[Player, ...]:
        """The players at the first place of the highest group of a season that is over."""
        if self.group != 1 or not self.season.has_ended:
            return ()
        return tuple(each.player for each in self.rows if each.line.place == 1)


@dataclass(frozen=True, slots=True)
class OwnGame:
    """Finished game of a group, whose result an organiser may annul."""

    game_id: int
    first: Player
    second: Player


@dataclass(frozen=True, slots=True)
class OrganiserPage:
    """Actions that an organiser can take in a league.

    :ivar group: the group of `people` and `games`.
    :ivar number: the number of the season for which people register, 0 without such a season.
    :ivar start: the planned start of that season, in seconds of the bot's own time; 0 without a
        season.
    :ivar running: the number of the season in progress; 0 between seasons.
    :ivar may_start: whether that season can be started or postponed now.
    :ivar people: the people who can be removed; `games` can be annulled.
    """

    league: LeagueView
    group: int
    number: int
    start: int
    running: int
    may_start: bool
    people: tuple[Player, ...]
    games: tuple[OwnGame, ...]


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """League as one person sees it.

    :ivar upcoming: the season for which people register; None if the league ends.
    :ivar running: the season in progress; None between seasons.
    :ivar table: the person's group, or else the highest, in the season in progress or the last one;
        None before the first season.
    :ivar games: the person's games of the season in progress, the most urgent first.
    :ivar is_in: whether the person plays in the next season.
    :ivar is_member: whether the person has joined the league, even if they are blocked here.
    :ivar is_asked: whether the bot has asked the person if they still play, without an answer yet.
    :ivar others: the person's other leagues, and those of the server.
    :ivar champions: winners of the last seasons as (season number, players), newest first.
    :ivar reader: the user id of the person.
    :ivar is_here: whether the person reads the page in the league's server, where people join.
    :ivar is_playing: whether the person plays in the season in progress.
    """

    league: LeagueView
    upcoming: SeasonView | None
    running: SeasonView | None
    table: TableView | None
    games: tuple[GameSummary, ...]
    members: int
    is_in: bool
    is_member: bool
    is_asked: bool
    is_organiser: bool
    others: tuple[LeagueView, ...]
    champions: tuple[tuple[int, tuple[Player, ...]], ...]
    is_here: bool
    is_playing: bool
    reader: int
