"""Personal data: the columns that contain it, its export, and its erasure on request.

Every column of the schema is listed in PERSONAL_COLUMNS, FREE_TEXT_COLUMNS or IMPERSONAL_COLUMNS. A
test refuses unlisted columns.
"""

from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    ColumnElement,
    RowMapping,
    Select,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    func,
    literal,
    or_,
    select,
    tuple_,
    union,
    update,
)

from bot.store.engine.database import Transaction
from bot.store.tables.bot_time import to_wall_time
from bot.store.tables.notification_kinds import NotificationKind, Trait
from bot.store.tables.outbox import DEAD, DROPPED, SENT
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import (
    BotTime,
    challenges,
    clocks,
    daily_channels,
    daily_entries,
    daily_streaks,
    deadlines,
    games,
    guesses,
    interactions,
    last_looks,
    league_members,
    league_places,
    league_rulings,
    leagues,
    lobby_members,
    mistakes,
    mutes,
    notifications,
    offers,
    outbox,
    person_blocks,
    players,
    plies,
    puzzle_attempts,
    puzzle_solvers,
    rated_members,
    rating_events,
    ratings,
    reports,
    server_blocks,
    try_boards,
    try_nodes,
    vacations,
    watchers,
    week_channels,
)


class Disclosure(StrEnum):
    """Rule for what the data export shows of a row with a person's id, and to whom."""

    ALL = "the row; the id also to other people who see the row"
    OWN = "the row; the id to that person only"
    NOTHING = "neither the row nor the id"


class Erasure(StrEnum):
    """Way of erasing a person's id from a column."""

    DELETE_ROW = "the whole row is deleted"
    REPLACE_ID = "the id of the deleted player replaces it"


@dataclass(frozen=True, slots=True)
class PersonalColumn:
    """Column that holds ids of people, with the rules for erasing and for exporting them."""

    column: Column[Any]
    erasure: Erasure
    disclosure: Disclosure = Disclosure.ALL


# the row in `players` is deleted last, because the others refer to it
PERSONAL_COLUMNS = (
    PersonalColumn(games.c.seat0, Erasure.REPLACE_ID),
    PersonalColumn(games.c.seat1, Erasure.REPLACE_ID),
    PersonalColumn(challenges.c.challenger_id, Erasure.REPLACE_ID),
    PersonalColumn(challenges.c.opponent_id, Erasure.REPLACE_ID),
    PersonalColumn(outbox.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(interactions.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(vacations.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(notifications.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(mutes.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(person_blocks.c.user_id, Erasure.DELETE_ROW),
    # blocks are not disclosed to the blocked person
    PersonalColumn(person_blocks.c.blocked_id, Erasure.DELETE_ROW, Disclosure.NOTHING),
    PersonalColumn(server_blocks.c.user_id, Erasure.DELETE_ROW),
    # moderators see their own blocks; a blocked member does not see the moderator
    PersonalColumn(server_blocks.c.by_id, Erasure.REPLACE_ID, Disclosure.OWN),
    PersonalColumn(try_boards.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(try_nodes.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(last_looks.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(watchers.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(guesses.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(ratings.c.user_id, Erasure.DELETE_ROW),
    # the opponents' ratings were computed from it
    PersonalColumn(rating_events.c.user_id, Erasure.REPLACE_ID),
    PersonalColumn(rated_members.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(puzzle_attempts.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(puzzle_solvers.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(mistakes.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(offers.c.user_id, Erasure.DELETE_ROW),
    # the reported person is the opponent in the game
    PersonalColumn(reports.c.reporter_id, Erasure.REPLACE_ID, Disclosure.OWN),
    PersonalColumn(lobby_members.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(daily_entries.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(daily_streaks.c.user_id, Erasure.DELETE_ROW),
    # the server keeps its puzzle and news; the manager is no longer notified when they stop
    PersonalColumn(daily_channels.c.by_id, Erasure.REPLACE_ID, Disclosure.OWN),
    PersonalColumn(week_channels.c.by_id, Erasure.REPLACE_ID, Disclosure.OWN),
    # the league continues; its tables show a deleted player
    PersonalColumn(leagues.c.by_id, Erasure.REPLACE_ID, Disclosure.OWN),
    PersonalColumn(league_members.c.user_id, Erasure.DELETE_ROW),
    PersonalColumn(league_places.c.user_id, Erasure.REPLACE_ID),
    PersonalColumn(league_rulings.c.by_id, Erasure.REPLACE_ID, Disclosure.OWN),
    PersonalColumn(league_rulings.c.user_id, Erasure.REPLACE_ID),
    # applies to deadlines whose subject is a person
    PersonalColumn(deadlines.c.subject, Erasure.DELETE_ROW),
    PersonalColumn(players.c.id, Erasure.DELETE_ROW),
)
# columns that may hold names or ids: deleted with their row, or cleared by `_erase_from_messages`
FREE_TEXT_COLUMNS = (
    players.c.name,
    players.c.settings,
    outbox.c.stream,
    outbox.c.payload,  # ids (PERSON_KEYS) and moves; names are looked up at the time of sending
    outbox.c.text,  # names
    outbox.c.error,
    try_nodes.c.note,
)
# never exported: the opponent may hide their ratings
OF_OPPONENTS = (rating_events.c.opponent_value, rating_events.c.opponent_deviation)
PERSON_KEYS = ("who", "held")  # payload keys whose values are ids of people
ROWS_AT_ONCE = 100  # rows read at a time
CLOSED = (SENT, DEAD, DROPPED)
AFTER_END = frozenset(kind for kind in NotificationKind if kind.has(Trait.AFTER_END))
_PAYLOAD = cast(outbox.c.payload, Text)
_REWRITE = (
    update(outbox)
    .where(outbox.c.id == bindparam("of"))
    .values(payload=bindparam("left", type_=JSON), text=bindparam("kept"), error=None)
)
# columns that cannot identify a person on their own
IMPERSONAL_COLUMNS: Mapping[str, str] = {
    "meta": "key value",
    "players": "locale dm_refused_at created_at",
    "games": "id guild_id channel_id game_key rules_version options ply undone turn_revision turn "
    "seat_to_move status winner_seat ending turn_message_id created_at updated_at undo undo_seat "
    "undo_to_ply end_seat end_declined engine_seat engine_level plans rated by_hand0 by_hand1 "
    "opening_plies rematch_of series series_of undo_unseen_by largest_cut cut_seat cut_ply",
    "last_looks": "game_id ply looked_at",
    "watchers": "game_id since",
    "guesses": "game_id ply move",
    "plies": "game_id ply seat move played_at",
    "challenges": "id guild_id channel_id game_key rules_version options status message_id game_id "
    "created_at expires_at begins undo counters rematch_of pace strict plans rated "
    "series",
    "outbox": "id kind game_id challenge_id ply guild_id channel_id status attempts due_at "
    "message_id created_at closed_at",
    "interactions": "id action game_id challenge_id from_ply to_ply handled_at",
    "clocks": "game_id pace strict left0 left1 seat since no_vacation_at reminded_at nudged_at "
    "turn0 turn1 version",
    "deadlines": "kind due_at bot_due_at",
    "vacations": "id starts_at ends_at strict_ends_at automatic",
    "turn_notifications": "game_id revision state changed_at",
    "mutes": "game_id",
    "person_blocks": "created_at",
    "server_blocks": "guild_id created_at",
    "reviews": "game_id wanted_at attempts content",
    "try_boards": "game_id revision node ply tip flipped published",
    "try_nodes": "game_id node parent ply position move planned_at mark",
    "ratings": "game_key value deviation volatility games changed_at listed_until hidden",
    "rating_events": "id game_id seat game_key reason score at idle old_value old_deviation "
    "old_volatility opponent_value opponent_deviation new_value new_deviation new_volatility",
    "rated_members": "guild_id game_key",
    "puzzle_attempts": "puzzle tried wrong solved vote shown_at ended_at",
    "puzzle_solvers": "value deviation volatility attempts changed_at",
    "mistakes": "id game_id ply puzzle failures due_at",
    "puzzle_ratings": "puzzle value deviation volatility attempts likes dislikes",
    "offers": "id guild_id game_key rules_version options undo plans rated series begins "
    "pace strict terms keep games status created_at expires_at",
    "lobby_members": "guild_id",
    "reports": "id game_id reason created_at",
    "daily_channels": "guild_id channel_id hour zone",
    "daily_puzzles": "day puzzle",
    "daily_posts": "guild_id day channel_id message_id added_at",
    "daily_entries": "guild_id day",
    "daily_streaks": "length longest last_day",
    "week_channels": "guild_id channel_id zone",
    "leagues": "id guild_id channel_id game_key rules_version options weeks opened_at",
    "league_members": "league_id confirmed_at asked_at",
    "league_seasons": "id league_id number starts_at begun_at ended_at message_id",
    "league_places": "season_id group_number number left_at",
    "league_pairings": "id season_id group_number first second game_id",
    "league_rulings": "id league_id season_id kind at game_id",
    "servers": "guild_id left_at finished",
    "user_install_channels": "channel_id guild_id since",
    # Discord accepts a token for 15 minutes, and its row is deleted soon after
    "interaction_tokens": "interaction_id channel_id message_id token expires_at uses_left sent "
    "game_id wide",
}


async def count_rows(tx: Transaction, user_id: int, due: Collection[str]) -> dict[str, int]:
    """Return, by table, the number of rows that the export of a person's data shows.

    :param due: the kinds of deadlines whose subject is a person.
    """
    return {
        table.name: (
            await tx.connection.execute(select(func.count()).select_from(table).where(own_rows))
        ).scalar_one()
        for table, own_rows in _disclosed(user_id, due)
    }


async def export_rows(
    tx: Transaction, user_id: int, due: Collection[str], downtime: timedelta
) -> dict[str, list[dict[str, Any]]]:
    """Return the rows about a person by table, without undisclosed rows and other people's ids.

    :param due: the kinds of deadlines whose subject is a person.
    :param downtime: the total downtime of the bot until now; all moments are in wall time.
    """
    undisclosed = {
        *OF_OPPONENTS,
        deadlines.c.bot_due_at,  # not used by deadlines of people
        *(each.column for each in PERSONAL_COLUMNS if each.disclosure is Disclosure.NOTHING),
    }
    own = [each.column for each in PERSONAL_COLUMNS if each.disclosure is Disclosure.OWN]
    found: dict[str, list[dict[str, Any]]] = {}
    for table, own_rows in _disclosed(user_id, due):
        columns = [column for column in table.c if column not in undisclosed]
        own_only = [column.name for column in own if column.table is table]
        query = select(*columns).where(own_rows).order_by(*table.primary_key.columns)
        found[table.name] = [
            {
                name: value
                for name, value in _in_wall_time(row, downtime).items()
                if name not in own_only or value == user_id
            }
            async for row in _stream(tx, query)
        ]
    return found


async def export_moves(tx: Transaction, user_id: int) -> dict[int, list[tuple[str, datetime]]]:
    """Return the moves of each of a person's games with their times, by game id."""
    columns = (plies.c.game_id, plies.c.move, plies.c.played_at)
    query = select(*columns).where(plies.c.game_id.in_(_games_of(user_id)))
    found: dict[int, list[tuple[str, datetime]]] = {}
    async for row in _stream(tx, query.order_by(plies.c.game_id, plies.c.ply)):
        found.setdefault(row["game_id"], []).append((row["move"], row["played_at"]))
    return found


async def export_clocks(
    tx: Transaction, user_id: int, downtime: timedelta
) -> dict[int, dict[str, Any]]:
    """Return the clocks of a person's games, by game id.

    :param downtime: the total downtime of the bot until now; all moments are in wall time.
    """
    columns = [column for column in clocks.c if column is not clocks.c.version]
    query = select(*columns).where(clocks.c.game_id.in_(_games_of(user_id)))
    return {row["game_id"]: _in_wall_time(row, downtime) async for row in _stream(tx, query)}


async def find_messages(tx: Transaction, user_id: int) -> list[int]:
    """Return the ids of outbox messages to other people that may name a person."""
    proposed = select(challenges.c.id).where(
        or_(challenges.c.challenger_id == user_id, challenges.c.opponent_id == user_id)
    )
    is_filled = or_(
        outbox.c.user_id.is_not(None),
        _PAYLOAD != "{}",
        outbox.c.text.is_not(None),
        outbox.c.error.is_not(None),
    )
    may_name = or_(_PAYLOAD.contains(str(user_id)), outbox.c.error.is_not(None))
    found: set[int] = set()
    group = literal("league:") + cast(league_places.c.season_id, Text) + literal(":")
    own_groups = select(group + cast(league_places.c.group_number, Text)).where(
        league_places.c.user_id == user_id
    )
    # four queries, one per index
    for condition in (
        and_(outbox.c.game_id.in_(_games_of(user_id)), is_filled),
        and_(outbox.c.challenge_id.in_(proposed), is_filled),
        # vacations and digests cover several games; only opponents receive them about this person
        and_(outbox.c.user_id.in_(_opponents_of(user_id)), outbox.c.game_id.is_(None), may_name),
        and_(outbox.c.stream.in_(own_groups), may_name),
    ):
        query = select(outbox.c.id).where(condition)
        found |= {row["id"] async for row in _stream(tx, query)}
    return sorted(found)


async def erase_from_messages(tx: Transaction, user_id: int, ids: Collection[int]) -> None:
    """Erase a person from outbox messages to other people, sent or not.

    Notifications about a game in progress are deleted; other messages lose the person's id and all
    names.

    :param ids: the ids of the messages; see `find_messages`.
    """
    query = select(outbox).where(outbox.c.id.in_(ids))
    rows = (await tx.connection.execute(query)).mappings().all()
    # notifications to opponents about turns and clocks, because these games are over now
    obsolete = [
        row["id"]
        for row in rows
        if None not in (row["game_id"], row["user_id"]) and row["kind"] not in AFTER_END
    ]
    await tx.connection.execute(delete(outbox).where(outbox.c.id.in_(obsolete)))
    changed = [
        {
            "of": row["id"],
            "left": _left_of_payload(row, user_id),
            "kept": _left_of_text(row["text"]),
        }
        for row in rows
        if row["id"] not in obsolete
    ]
    if changed:
        await tx.connection.execute(_REWRITE, changed)


async def erase_some(tx: Transaction, user_id: int, most: int) -> bool:
    """Delete a batch of the rows that `erase` would delete; return whether there may be more.

    :param most: the largest number of rows in the batch.
    """
    left = most
    for each in PERSONAL_COLUMNS:
        table = each.column.table
        if each.erasure is Erasure.DELETE_ROW and table not in {deadlines, players} and left > 0:
            keys = table.primary_key.columns
            some = tuple_(*keys).in_(select(*keys).where(each.column == user_id).limit(left))
            left -= (await tx.connection.execute(delete(table).where(some))).rowcount
    return left == 0


async def erase(tx: Transaction, user_id: int, due: Collection[str]) -> None:
    """Erase a person from every table; their games keep the moves, played by "deleted player".

    The caller must first end their games in progress and open challenges.

    :param due: the kinds of deadlines whose subject is a person.
    """
    await erase_from_messages(tx, user_id, await find_messages(tx, user_id))
    for each in PERSONAL_COLUMNS:
        is_theirs = _is(each.column, user_id, due)
        table = each.column.table
        if each.erasure is Erasure.REPLACE_ID:
            replace_id = update(table).where(is_theirs).values({each.column: DELETED_USER_ID})
            await tx.connection.execute(replace_id)
        else:
            await tx.connection.execute(delete(table).where(is_theirs))


def _disclosed(user_id: int, due: Collection[str]) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    conditions: dict[Table, list[ColumnElement[bool]]] = {}
    for each in PERSONAL_COLUMNS:
        if each.disclosure is not Disclosure.NOTHING:
            own_rows = _is(each.column, user_id, due)
            conditions.setdefault(each.column.table, []).append(own_rows)
    for table, alternatives in conditions.items():
        yield table, or_(*alternatives)


async def _stream(tx: Transaction, query: Select[Any]) -> AsyncIterator[RowMapping]:
    # building thousands of rows at once would block the event loop
    async with tx.connection.stream(query) as result:
        async for part in result.mappings().partitions(ROWS_AT_ONCE):
            for row in part:
                yield row


def _in_wall_time(row: RowMapping, downtime: timedelta) -> dict[str, Any]:
    return {
        name: to_wall_time(value, downtime) if isinstance(value, BotTime) else value
        for name, value in row.items()
    }


def _games_of(user_id: int) -> Select[int]:
    return select(games.c.id).where(or_(games.c.seat0 == user_id, games.c.seat1 == user_id))


def _is(column: Column[Any], user_id: int, due: Collection[str]) -> ColumnElement[bool]:
    if column is deadlines.c.subject:
        return and_(column == user_id, deadlines.c.kind.in_(due))
    return column == user_id


def _opponents_of(user_id: int) -> Select[int]:
    first = select(games.c.seat1).where(games.c.seat0 == user_id)
    second = select(games.c.seat0).where(games.c.seat1 == user_id)
    return select(union(first, second).subquery().c[0])


def _left_of_payload(row: RowMapping, user_id: int) -> dict[str, Any]:
    is_posted = row["user_id"] is None
    return {} if is_posted and row["status"] in CLOSED else _without(row["payload"], user_id)


def _left_of_text(text: str | None) -> str | None:
    """Return a stored text without the lines that may contain names; None if no line is left.

    The lines that stay are single characters, used as marks, and small print (`-# …`).
    """
    lines = [] if text is None else text.split("\n")
    return "\n".join(each for each in lines if len(each) == 1 or each.startswith("-# ")) or None


def _without(payload: Mapping[str, Any], user_id: int) -> dict[str, Any]:
    """Return a copy of a payload without the id of a person."""
    left = dict(payload)
    for key in PERSON_KEYS:
        value = payload.get(key)
        if isinstance(value, list):
            left[key] = [each for each in value if each != user_id]
        elif value == user_id:
            left[key] = DELETED_USER_ID
    return left
