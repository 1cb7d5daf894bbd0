"""The current schema, the same on SQLite and PostgreSQL; `migrations/` upgrades older databases.

Options and plies define a game. The other columns of `games` serve lists and checks, which can thus
avoid replaying the game. Rows name seats (0 and 1), never colours, so that a swap changes no row.
"""

from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    TypeDecorator,
    false,
    text,
    true,
)
from sqlalchemy.engine import Dialect

from bot.store.tables.terms import GameTerms, Pace, Terms

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Moment(TypeDecorator[datetime]):
    """Column type of a point in time: an aware datetime, stored as microseconds since 1970 UTC."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        del dialect
        return None if value is None else (value - EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        del dialect
        return None if value is None else EPOCH + timedelta(microseconds=value)


class Choice(TypeDecorator[StrEnum]):
    """Column type of a member of an enumeration, stored as its value."""

    impl = String
    cache_ok = True

    def __init__(self, kind: type[StrEnum]) -> None:
        super().__init__(20)
        self.kind = kind

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        del dialect
        return None if value is None else str(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> StrEnum | None:
        del dialect
        return None if value is None else self.kind(value)


class RulingKind(StrEnum):
    """Kind of an organiser's action in a league."""

    STARTED = "started"
    POSTPONED = "postponed"
    REMOVED = "removed"
    ANNULLED = "annulled"
    ENDED = "ended"


def columns_of(terms: type[GameTerms]) -> tuple[Column[Any], ...]:
    """Return a column for each field of a class of terms, with the field's default value."""
    return tuple(_column_of(each.name, each.default) for each in fields(terms))


def _column_of(name: str, usual: Any) -> Column[Any]:
    kind = type(usual)
    if kind is bool:
        return Column(name, Boolean, nullable=False, server_default=true() if usual else false())
    if issubclass(kind, StrEnum):
        return Column(name, Choice(kind), nullable=False, server_default=str(usual))
    of = SmallInteger if kind is int else Text
    return Column(name, of, nullable=False, server_default=str(usual))


@dataclass(frozen=True, slots=True, order=True)
class BotTime:
    """Moment in the bot's own time (see `bot_time.py`), which can only be stored and compared.

    :ivar reading: the reading of a clock that stops while the bot is down.
    """

    reading: datetime

    def after(self, span: timedelta) -> "BotTime":
        """Return the moment that comes a span of the bot's own time after this one."""
        return BotTime(self.reading + span)


class BotMoment(TypeDecorator[BotTime]):
    """Column type of a `BotTime`, stored as microseconds since 1970 UTC."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: BotTime | None, dialect: Dialect) -> int | None:
        del dialect
        return None if value is None else (value.reading - EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> BotTime | None:
        del dialect
        return None if value is None else BotTime(EPOCH + timedelta(microseconds=value))


# SQLite assigns ids only to a column whose type is exactly INTEGER
RowId = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

meta = Table(
    "meta",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    # what the person chose, by name; see bot/services/values/people/personal_settings.py
    Column("settings", JSON, nullable=False),
    # the locale that Discord last reported
    Column("locale", String(20)),
    # when Discord last refused a direct message, unless one arrived since
    Column("dm_refused_at", Moment),
    Column("created_at", Moment, nullable=False),
)

_IS_REMATCH = text("rematch_of IS NOT NULL")
# games that people have won, with captures
_HAS_CUT = text("winner_seat IS NOT NULL AND engine_seat IS NULL AND largest_cut IS NOT NULL")
_IN_SERIES = text("series_of IS NOT NULL")
_HAS_ENDED = text("status = 'finished' AND engine_seat IS NULL")

games = Table(
    "games",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("seat0", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("seat1", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("game_key", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("ply", Integer, nullable=False),
    # the number of undos, so that (id, undone, ply) identifies a position for ever
    Column("undone", Integer, nullable=False),
    # the revision of the start of the current turn: see bot/store/tables/revisions.py
    Column("turn_revision", BigInteger, nullable=False, server_default="0"),
    Column("turn", Integer, nullable=False),
    Column("seat_to_move", SmallInteger),
    Column("status", String(20), nullable=False),
    Column("winner_seat", SmallInteger),
    Column("ending", String(40)),
    Column("turn_message_id", BigInteger),
    Column("created_at", Moment, nullable=False),
    # the last change visible to both players; half a turn does not change it
    Column("updated_at", Moment, nullable=False),
    *columns_of(GameTerms),
    # the seat that requests an undo, and the plies that would remain
    Column("undo_seat", SmallInteger),
    Column("undo_to_ply", Integer),
    # the seat that requests an end without a result, and whether the request was declined
    Column("end_seat", SmallInteger),
    Column("end_declined", Boolean, nullable=False, server_default=false()),
    # in a practice game, the seat and the level of the engine
    Column("engine_seat", SmallInteger),
    Column("engine_level", SmallInteger),
    # the plies after each seat's last turn, except a planned turn or an only legal turn
    Column("by_hand0", Integer),
    Column("by_hand1", Integer),
    # the number of plies of another game with which a practice game starts
    Column("opening_plies", Integer, nullable=False, server_default="0"),
    # the game of which this is a rematch
    Column("rematch_of", BigInteger),
    # the first game of its series; NULL in the first one itself
    Column("series_of", BigInteger),
    # the seat of the player who has not been shown the position since an undo
    Column("undo_unseen_by", SmallInteger),
    # the most stones of the opponent that a turn took, the seat that played it, and the number of
    # plies after it; NULL before the first capture
    Column("largest_cut", SmallInteger),
    Column("cut_seat", SmallInteger),
    Column("cut_ply", Integer),
    Index(None, "engine_seat", "status", "seat_to_move"),
    Index(None, "guild_id", "largest_cut", sqlite_where=_HAS_CUT, postgresql_where=_HAS_CUT),
    Index(
        "ix_games_ended",
        "guild_id",
        "updated_at",
        sqlite_where=_HAS_ENDED,
        postgresql_where=_HAS_ENDED,
    ),
    Index(None, "rematch_of", sqlite_where=_IS_REMATCH, postgresql_where=_IS_REMATCH),
    Index(None, "series_of", sqlite_where=_IN_SERIES, postgresql_where=_IN_SERIES),
    Index(None, "seat0", "status", "updated_at"),
    Index(None, "seat1", "status", "updated_at"),
    Index(None, "channel_id"),
)

plies = Table(
    "plies",
    metadata,
    Column("game_id", RowId, ForeignKey("games.id"), primary_key=True),
    # the number of plies before this one
    Column("ply", Integer, primary_key=True),
    Column("seat", SmallInteger, nullable=False),
    Column("move", String(40), nullable=False),
    Column("played_at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("challenger_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("opponent_id", BigInteger, ForeignKey("players.id")),
    Column("game_key", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("status", String(20), nullable=False),
    Column("message_id", BigInteger),
    Column("game_id", BigInteger, ForeignKey("games.id")),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", BotMoment, nullable=False),
    *columns_of(Terms),
    # the challenge that this one counters; no foreign key, because it may be deleted earlier
    Column("counters", BigInteger),
    # the game of which this is a rematch
    Column("rematch_of", BigInteger),
    Index(None, "rematch_of"),
    Index(None, "game_id"),
    Index(None, "message_id"),
    Index(None, "challenger_id", "status"),
    Index(None, "opponent_id", "status"),
    Index(None, "status", "expires_at"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", RowId, primary_key=True),
    # messages of one stream ("game:12", "challenge:7") are delivered in the order of their ids
    Column("stream", String(64), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("game_id", BigInteger, ForeignKey("games.id")),
    Column("challenge_id", BigInteger, ForeignKey("challenges.id")),
    Column("ply", Integer),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("payload", JSON, nullable=False),
    Column("status", String(20), nullable=False),
    Column("attempts", Integer, nullable=False),
    # when the message may be taken; while it is being sent, the end of its worker's lease
    Column("due_at", Moment, nullable=False),
    Column("message_id", BigInteger),
    # of a turn that is not over, with a mark for the line that asks for a move; of the puzzle of
    # the day, its board, if it has no picture
    Column("text", Text),
    Column("error", Text),
    Column("created_at", Moment, nullable=False),
    Column("closed_at", Moment),
    # the recipient of a notification
    Column("user_id", BigInteger),
    Index(None, "status", "due_at"),
    Index(None, "stream", "status"),
    # the foreign keys search them when a challenge or a game is deleted
    Index(None, "challenge_id"),
    Index(None, "game_id"),
    Index(None, "user_id"),
    # ids are never reused, because a worker may still report about a deleted row
    sqlite_autoincrement=True,
)

interactions = Table(
    "interactions",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("action", String(40), nullable=False),
    Column("game_id", BigInteger),
    Column("challenge_id", BigInteger),
    Column("from_ply", Integer),
    Column("to_ply", Integer),
    Column("handled_at", Moment, nullable=False),
    Index(None, "handled_at"),
    Index(None, "user_id"),
)


class Span(TypeDecorator[timedelta]):
    """Column type of a duration: a timedelta, stored as microseconds."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:
        del dialect
        return None if value is None else value // timedelta(microseconds=1)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> timedelta | None:
        del dialect
        return None if value is None else timedelta(microseconds=value)


_IS_RUNNING = text("since IS NOT NULL")

# a game without a clock has no row
clocks = Table(
    "clocks",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("pace", Choice(Pace), nullable=False),
    Column("strict", Boolean, nullable=False),
    Column("left0", Span, nullable=False),
    Column("left1", Span, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    # the moment from which the time of `seat` counts; NULL while the clocks are stopped
    Column("since", BotMoment),
    # the turns, by the revisions of their starts, in which the player declined an automatic
    # vacation and in which the player was reminded
    Column("no_vacation_at", BigInteger),
    Column("reminded_at", BigInteger),
    # when the opponent last used "Remind"
    Column("nudged_at", Moment),
    # the longest time for the present or next turn of each seat; NULL without a limit
    Column("turn0", Span),
    Column("turn1", Span),
    Column("version", Integer, nullable=False),
    # after an outage the boards with a running clock are updated, in the order of their games
    Index(None, "game_id", sqlite_where=_IS_RUNNING, postgresql_where=_IS_RUNNING),
)

# `subject` is the id of a game, person or server, depending on the kind
deadlines = Table(
    "deadlines",
    metadata,
    Column("kind", String(20), primary_key=True),
    Column("subject", BigInteger, primary_key=True, autoincrement=False),
    # when it is due: in wall time or in the bot's own time, depending on the kind
    Column("due_at", Moment),
    Column("bot_due_at", BotMoment),
    Index(None, "due_at"),
    Index(None, "bot_due_at"),
    Index(None, "subject"),
)

vacations = Table(
    "vacations",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("user_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("starts_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    # the clocks of strict games are stopped until then, because their vacation days are limited
    Column("strict_ends_at", Moment, nullable=False),
    Column("automatic", Boolean, nullable=False),
    Index(None, "user_id", "ends_at"),
)

# the delivery state of each turn's notification
notifications = Table(
    "turn_notifications",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    # identifies the position: see bot/store/tables/revisions.py
    Column("revision", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("state", String(20), nullable=False),
    Column("changed_at", Moment, nullable=False),
    Index(None, "user_id", "state"),
    Index(None, "changed_at"),
)

mutes = Table(
    "mutes",
    metadata,
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
)


# no foreign key on `blocked_id`, because a blocked person need not be a known player
person_blocks = Table(
    "person_blocks",
    metadata,
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("created_at", Moment, nullable=False),
)

server_blocks = Table(
    "server_blocks",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    # the moderator who made the block
    Column("by_id", BigInteger, nullable=False, index=True),
    Column("created_at", Moment, nullable=False),
)


_IS_UNFINISHED = text("content IS NULL")

reviews = Table(
    "reviews",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("wanted_at", Moment, nullable=False),
    Column("attempts", Integer, nullable=False),
    # the engine's result as JSON; NULL until it has finished
    Column("content", JSON(none_as_null=True)),
    # queried every few seconds, while finished reviews are many and large
    Index(None, "wanted_at", sqlite_where=_IS_UNFINISHED, postgresql_where=_IS_UNFINISHED),
)


# the place where a person left the try-board of a game
try_boards = Table(
    "try_boards",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    # the revision of the game at that time
    Column("revision", BigInteger, nullable=False),
    # the displayed node, or 0 for the game's own position after `ply` moves
    Column("node", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    # the last node of the line that Forward follows; 0 without one
    Column("tip", Integer, nullable=False),
    # whether the picture is rotated by 180 degrees
    Column("flipped", Boolean, nullable=False),
    # whether everyone who may see the finished game sees the lines
    Column("published", Boolean, nullable=False),
    Index(None, "user_id"),
)

_IS_PLANNED = text("planned_at IS NOT NULL")

# moves tried on a try-board, as a flat tree: see bot/services/values/try_board/tree.py
try_nodes = Table(
    "try_nodes",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("node", Integer, primary_key=True, autoincrement=False),
    # the node of the previous move, or 0 if that move belongs to the game
    Column("parent", Integer, nullable=False),
    # the number of moves before this one, and the key of the position before it
    Column("ply", Integer, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("move", String(40), nullable=False),
    # when the move was planned as a reply; NULL for a move that was only tried
    Column("planned_at", Moment),
    # "good" or "bad"
    Column("mark", String(4)),
    Column("note", Text, nullable=False),
    Index(None, "user_id"),
    # queried in every turn, while few nodes are planned
    Index(None, "game_id", sqlite_where=_IS_PLANNED, postgresql_where=_IS_PLANNED),
)

# the moves that a person has seen of a game whose board they opened; no foreign key on `user_id`,
# because a person who only watches need not be a known player
last_looks = Table(
    "last_looks",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    # the number of moves in the complete turns that the board showed
    Column("ply", Integer, nullable=False),
    Column("looked_at", Moment, nullable=False, index=True),
)


# spectators who are notified of the turns and the end of a game
watchers = Table(
    "watchers",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("since", Moment, nullable=False),
    Index(None, "user_id"),
)

# spectators' guesses of the present turn of a game; no foreign key on `user_id`, as in `last_looks`
guesses = Table(
    "guesses",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    # the number of moves before the turn
    Column("ply", Integer, nullable=False),
    Column("move", String(40), nullable=False),
)


servers = Table(
    "servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    # when the bot was removed; NULL while it is a member
    Column("left_at", Moment),
    # games finished between people, counted until the managers are invited to /setup
    Column("finished", SmallInteger, nullable=False, server_default="0"),
)


# a league of a server; its seasons follow one another
leagues = Table(
    "leagues",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game_key", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    # the length of a season
    Column("weeks", SmallInteger, nullable=False),
    # the manager who opened it
    Column("by_id", BigInteger, nullable=False, index=True),
    Column("opened_at", Moment, nullable=False),
    Index(None, "guild_id"),
)

# people who play in the next season, unless they are silent
league_members = Table(
    "league_members",
    metadata,
    Column(
        "league_id", BigInteger, ForeignKey("leagues.id"), primary_key=True, autoincrement=False
    ),
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    # when they last said that they play: by joining, or in answer to the question
    Column("confirmed_at", Moment, nullable=False),
    # when they were last asked whether they still play, after games lost on time
    Column("asked_at", Moment),
    Index(None, "user_id"),
)

# nothing of a season's state is stored but its dates: tables follow from the games
league_seasons = Table(
    "league_seasons",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("league_id", BigInteger, ForeignKey("leagues.id"), nullable=False),
    # counted from 1 in each league
    Column("number", Integer, nullable=False),
    # the planned start, then the real one
    Column("starts_at", BotMoment, nullable=False),
    # NULL while people register
    Column("begun_at", Moment),
    # when its last game ended
    Column("ended_at", Moment),
    # the message with which people join
    Column("message_id", BigInteger),
    Index(None, "league_id", "number", unique=True),
)

# players of a season by group, in the order in which it began; group 1 is the highest
league_places = Table(
    "league_places",
    metadata,
    Column(
        "season_id",
        BigInteger,
        ForeignKey("league_seasons.id"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("group_number", SmallInteger, primary_key=True, autoincrement=False),
    Column("number", SmallInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, ForeignKey("players.id"), nullable=False),
    # when they left the season, so that games resigned then count as not finished
    Column("left_at", Moment),
    Index(None, "user_id"),
)

# two players of a group, by their numbers in it; the first has seat 0
league_pairings = Table(
    "league_pairings",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("season_id", BigInteger, ForeignKey("league_seasons.id"), nullable=False),
    Column("group_number", SmallInteger, nullable=False),
    Column("first", SmallInteger, nullable=False),
    Column("second", SmallInteger, nullable=False),
    # NULL until the game begins
    Column("game_id", BigInteger, ForeignKey("games.id")),
    Index(None, "game_id", unique=True),
    Index(None, "season_id", "group_number"),
)

# what organisers did, for everyone to see
league_rulings = Table(
    "league_rulings",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("league_id", BigInteger, ForeignKey("leagues.id"), nullable=False),
    # the season in which it was done
    Column("season_id", BigInteger, ForeignKey("league_seasons.id"), nullable=False),
    Column("kind", Choice(RulingKind), nullable=False),
    Column("by_id", BigInteger, nullable=False, index=True),
    Column("at", Moment, nullable=False),
    # the removed person
    Column("user_id", BigInteger, index=True),
    # the game whose result was annulled
    Column("game_id", BigInteger, ForeignKey("games.id"), index=True),
    Index(None, "league_id"),
)


# channels where the bot is only user-installed; in all others it posts as a member
user_install_channels = Table(
    "user_install_channels",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger),
    # the day of the last use; channels unused for long are deleted
    Column("since", Moment, nullable=False),
)

# Discord accepts a token for 15 minutes and only for responses; rows are deleted soon after
interaction_tokens = Table(
    "interaction_tokens",
    metadata,
    Column("interaction_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False, index=True),
    # the public message whose control was used, which the token may edit
    Column("message_id", BigInteger),
    Column("token", Text, nullable=False),
    Column("expires_at", Moment, nullable=False),
    # the number of messages that may still be sent
    Column("uses_left", SmallInteger, nullable=False),
    # the ids of messages sent with the token, which it can edit
    Column("sent", JSON, nullable=False, server_default="[]"),
    # the practice game that the private answer to the interaction shows
    Column("game_id", BigInteger, index=True),
    # whether that answer uses Components V2, which an edit cannot change
    Column("wide", Boolean, nullable=False, server_default=false()),
)


# current rating of each person, and of each level of the engine (`user_id` is minus the level)
ratings = Table(
    "ratings",
    metadata,
    Column("game_key", String(40), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("value", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    # the number of rated games
    Column("games", Integer, nullable=False),
    # the end of the last rated game; NULL before the first
    Column("changed_at", Moment),
    # time until which the player is on the leaderboard; NULL for hidden or unlisted players
    Column("listed_until", Moment),
    Column("hidden", Boolean, nullable=False),
    # contains all columns that a page of the leaderboard and a rank need
    Index(None, "game_key", "value", "listed_until", "user_id"),
    Index(None, "user_id"),
)

# one row per rated player of each finished game that both agreed to rate; changed only by a
# recomputation. The ids give the order in which games were rated.
rating_events = Table(
    "rating_events",
    metadata,
    Column("id", RowId, primary_key=True),
    # no foreign key, because the event of a deleted game remains until ratings are recomputed
    Column("game_id", BigInteger, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("game_key", String(40), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    # reason why the rating changed or not: see bot/services/values/ratings/conditions.py
    Column("reason", String(20), nullable=False),
    # 1 for a win, 0.5 for a draw, 0 for a loss
    Column("score", Float(53), nullable=False),
    Column("at", Moment, nullable=False),
    # the time since the player's last rated game, during which the rating aged
    Column("idle", Span, nullable=False),
    # the stored rating before the game, and the opponent's rating, aged
    Column("old_value", Float(53), nullable=False),
    Column("old_deviation", Float(53), nullable=False),
    Column("old_volatility", Float(53), nullable=False),
    Column("opponent_value", Float(53), nullable=False),
    Column("opponent_deviation", Float(53), nullable=False),
    Column("new_value", Float(53), nullable=False),
    Column("new_deviation", Float(53), nullable=False),
    Column("new_volatility", Float(53), nullable=False),
    # a game is rated once
    Index(None, "game_id", "seat", unique=True),
    Index(None, "user_id", "id"),
    sqlite_autoincrement=True,
)

# people who have played rated games in a server, for its leaderboard
rated_members = Table(
    "rated_members",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game_key", String(40), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Index(None, "user_id"),
)


offers = Table(
    "offers",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("user_id", BigInteger, ForeignKey("players.id"), nullable=False),
    # the server where it was posted; NULL for direct messages and user installs
    Column("guild_id", BigInteger),
    Column("game_key", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    *columns_of(Terms),
    # all terms in one text: two offers match if their texts are equal
    Column("terms", String(200), nullable=False),
    # the number of games to keep in progress; 0 for one game, after which the offer is closed
    Column("keep", SmallInteger, nullable=False),
    # the ids of its games in progress
    Column("games", JSON, nullable=False),
    Column("status", String(20), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", BotMoment, nullable=False),
    Index(None, "terms", "status", "id"),
    Index(None, "status", "game_key", "id"),
    Index(None, "user_id", "status"),
    # ids are never reused, because a menu may still hold the id of a deleted row
    sqlite_autoincrement=True,
)

# people who have used the lobby in a server, so that two of them can play there
lobby_members = Table(
    "lobby_members",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Index(None, "user_id"),
)

# a player reports the opponent of a game to the operator
reports = Table(
    "reports",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("game_id", BigInteger, ForeignKey("games.id"), nullable=False),
    Column("reporter_id", BigInteger, ForeignKey("players.id"), nullable=False),
    # a value of `ReportReason`
    Column("reason", String(20), nullable=False),
    Column("created_at", Moment, nullable=False),
    # not unique, because two deleted players who reported their game share an id
    Index(None, "reporter_id", "game_id"),
    Index(None, "game_id"),
)


# the first attempt of each person at each puzzle they were shown; repeats are not stored
puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    # the number of the puzzle, see `sparring.puzzles.puzzle.Puzzle.number`
    Column("puzzle", BigInteger, primary_key=True, autoincrement=False),
    # the distinct wrong turns in order, as "step:turn" separated by spaces, and their number
    Column("tried", Text, nullable=False),
    Column("wrong", SmallInteger, nullable=False),
    # NULL while the attempt is in progress
    Column("solved", Boolean),
    # 1 for a good puzzle, -1 for a bad one
    Column("vote", SmallInteger),
    Column("shown_at", Moment, nullable=False),
    Column("ended_at", Moment),
)

# people's puzzle ratings
puzzle_solvers = Table(
    "puzzle_solvers",
    metadata,
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("value", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    # the number of rated attempts
    Column("attempts", Integer, nullable=False),
    Column("changed_at", Moment),
)

# ratings of puzzles from attempts, and votes; no row before the first attempt or vote
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", BigInteger, primary_key=True, autoincrement=False),
    Column("value", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("likes", Integer, nullable=False),
    Column("dislikes", Integer, nullable=False),
)

# puzzles from a person's own turning points; the attempts are in `puzzle_attempts`
mistakes = Table(
    "mistakes",
    metadata,
    # the puzzle's number is the id plus a constant, see bot/services/values/puzzles/own.py
    Column("id", RowId, primary_key=True),
    Column("user_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("game_id", BigInteger, ForeignKey("games.id"), nullable=False),
    # the number of moves before the mistake
    Column("ply", Integer, nullable=False),
    # a line of text, see `sparring.puzzles.puzzle.from_line`
    Column("puzzle", Text, nullable=False),
    # the attempts that failed, and when the puzzle comes next; NULL once it is solved
    Column("failures", SmallInteger, nullable=False, server_default="0"),
    Column("due_at", Moment),
    # a turn of a game is a puzzle once
    Index(None, "game_id", "user_id", "ply", unique=True),
    Index(None, "user_id", "due_at"),
    # ids are never reused, because a button may still hold the id of a deleted row
    sqlite_autoincrement=True,
)


# the puzzle of the day; a day is the ordinal of a date (`datetime.date.toordinal`) in the time zone
# of the server

# a server without a row gets no puzzle of the day
daily_channels = Table(
    "daily_channels",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("hour", SmallInteger, nullable=False),
    Column("zone", String(64), nullable=False),
    # the manager who chose the channel
    Column("by_id", BigInteger, nullable=False, index=True),
)

# the same puzzle for all servers on that day, drawn when the first server needs it
daily_puzzles = Table(
    "daily_puzzles",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("puzzle", BigInteger, nullable=False),
)

# one message per server and day
daily_posts = Table(
    "daily_posts",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    # NULL until Discord has it
    Column("message_id", BigInteger),
    Column("added_at", Moment, nullable=False),
    Index(None, "day"),
)

# people who pressed Solve in a server; the results are in `puzzle_attempts`
daily_entries = Table(
    "daily_entries",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Index(None, "user_id", "day"),
    Index(None, "day"),
)

# streaks of days on which a person solved the puzzle of the day
daily_streaks = Table(
    "daily_streaks",
    metadata,
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("length", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    # the last day with a result
    Column("last_day", Integer, nullable=False),
)

# a server without a row gets no weekly news
week_channels = Table(
    "week_channels",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("zone", String(64), nullable=False),
    # the manager who switched the news on
    Column("by_id", BigInteger, nullable=False, index=True),
)
