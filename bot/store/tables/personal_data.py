"""Where a person's id or words may stand, and what becomes of them when the person wants to go.

Every column of the schema is in TRACES, WORDS or IMPERSONAL; a test refuses one that is in none.
"""

from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    RowMapping,
    Select,
    Table,
    and_,
    delete,
    func,
    or_,
    select,
    union,
    update,
)

from bot.store.engine.database import Transaction
from bot.store.tables.outbox import DEAD, DROPPED, SENT
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import (
    challenges,
    deadlines,
    games,
    interactions,
    mutes,
    notification_settings,
    notifications,
    outbox,
    person_blocks,
    players,
    plies,
    server_blocks,
    vacations,
)


class Shown(StrEnum):
    """Which part of a row is shown to the person whose id is in a column of it."""

    ALL = "the row; the id also to other people who see the row"
    OWN = "the row; the id to that person only"
    NOTHING = "neither the row nor the id"


class Erasure(StrEnum):
    """What becomes of an id."""

    ROW_GOES = "the whole row is deleted"
    DELETED_USER_ID = "the deleted player stands in its place"


@dataclass(frozen=True, slots=True)
class PersonalColumn:
    """A column with people's ids."""

    column: Column[Any]
    fate: Erasure
    shown: Shown = Shown.ALL


# the row of the person itself goes last: others refer to it
PERSONAL_COLUMNS = (
    PersonalColumn(games.c.seat0, Erasure.DELETED_USER_ID),
    PersonalColumn(games.c.seat1, Erasure.DELETED_USER_ID),
    PersonalColumn(challenges.c.challenger_id, Erasure.DELETED_USER_ID),
    PersonalColumn(challenges.c.opponent_id, Erasure.DELETED_USER_ID),
    PersonalColumn(outbox.c.user_id, Erasure.ROW_GOES),
    PersonalColumn(interactions.c.user_id, Erasure.ROW_GOES),
    PersonalColumn(vacations.c.user_id, Erasure.ROW_GOES),
    PersonalColumn(notifications.c.user_id, Erasure.ROW_GOES),
    PersonalColumn(notification_settings.c.user_id, Erasure.ROW_GOES),
    PersonalColumn(mutes.c.user_id, Erasure.ROW_GOES),
    PersonalColumn(person_blocks.c.user_id, Erasure.ROW_GOES),
    # a blocked person learns nothing of it
    PersonalColumn(person_blocks.c.blocked_id, Erasure.ROW_GOES, Shown.NOTHING),
    PersonalColumn(server_blocks.c.user_id, Erasure.ROW_GOES),
    # moderators see what they did; the blocked member does not see which moderator it was
    PersonalColumn(server_blocks.c.by_id, Erasure.DELETED_USER_ID, Shown.OWN),
    # of the kinds that are about people
    PersonalColumn(deadlines.c.subject, Erasure.ROW_GOES),
    PersonalColumn(players.c.id, Erasure.ROW_GOES),
)
# what may hold names, or ids among other things: gone with the row, or emptied by `_silence`
FREE_TEXT_COLUMNS = (
    players.c.name,
    players.c.settings,
    outbox.c.stream,
    outbox.c.payload,  # ids (PEOPLE) and moves; names are looked up at the moment of sending
    outbox.c.error,
)
PERSON_KEYS = ("who", "held")  # the keys of a payload whose values are ids of people
ROWS_AT_ONCE = 100  # rows
CLOSED = (SENT, DEAD, DROPPED)  # what nobody will be told any more
# by themselves these say nothing about anybody
IMPERSONAL_COLUMNS: Mapping[str, str] = {
    "meta": "key value",
    "players": "created_at",
    "games": "id guild_id channel_id game_key rules_version options ply undone turn_revision turn "
    "seat_to_move status winner_seat ending turn_message_id created_at updated_at undo undo_seat "
    "undo_to_ply engine_seat engine_level",
    "plies": "game_id ply seat move played_at",
    "challenges": "id guild_id channel_id game_key rules_version options status message_id game_id "
    "created_at expires_at begins undo counters rematch_of pace strict",
    "outbox": "id kind game_id challenge_id ply guild_id channel_id status attempts due_at "
    "message_id created_at closed_at",
    "interactions": "id action game_id challenge_id from_ply to_ply handled_at",
    "clocks": "game_id pace strict left0 left1 seat since no_vacation_at reminded_at nudged_at "
    "version",
    "deadlines": "kind due_at",
    "vacations": "id starts_at ends_at strict_ends_at automatic",
    "turn_notifications": "game_id revision state changed_at",
    "notification_settings": "way quiet_from quiet_to digest_at zone reminders dm_refused_at",
    "mutes": "game_id",
    "person_blocks": "created_at",
    "server_blocks": "guild_id created_at",
    "reviews": "game_id wanted_at attempts found",
    "servers": "guild_id left_at",
    "user_install_channels": "channel_id guild_id since",
    # a token is Discord's, good for a quarter of an hour, and its row goes soon after
    "interaction_tokens": "interaction_id channel_id message_id token expires_at left sent",
}


async def count_rows(tx: Transaction, user_id: int, due: Collection[str]) -> dict[str, int]:
    """Return in how many rows of each table a person stands, as far as the person may know.

    :param due: the kinds of deadlines that are about people.
    """
    return {
        table.name: (
            await tx.connection.execute(select(func.count()).select_from(table).where(mine))
        ).scalar_one()
        for table, mine in _shown(user_id, due)
    }


async def export_rows(
    tx: Transaction, user_id: int, due: Collection[str]
) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each table in which a person stands, as far as the person may know."""
    never = {trace.column for trace in PERSONAL_COLUMNS if trace.shown is Shown.NOTHING}
    own = [trace.column for trace in PERSONAL_COLUMNS if trace.shown is Shown.OWN]
    found: dict[str, list[dict[str, Any]]] = {}
    for table, mine in _shown(user_id, due):
        columns = [column for column in table.c if column not in never]
        of_others = [column.name for column in own if column.table is table]
        query = select(*columns).where(mine).order_by(*table.primary_key.columns)
        found[table.name] = [
            {
                name: value
                for name, value in row.items()
                if name not in of_others or value == user_id
            }
            async for row in _stream(tx, query)
        ]
    return found


async def export_moves(tx: Transaction, user_id: int) -> dict[int, list[str]]:
    """Return the moves of every game of a person, by game."""
    query = select(plies.c.game_id, plies.c.move).where(plies.c.game_id.in_(_games_of(user_id)))
    found: dict[int, list[str]] = {}
    async for row in _stream(tx, query.order_by(plies.c.game_id, plies.c.ply)):
        found.setdefault(row["game_id"], []).append(row["move"])
    return found


async def erase(tx: Transaction, user_id: int, due: Collection[str]) -> None:
    """Take a person out of every table; games keep their moves under the deleted player.

    Running games and open challenges have to be ended before.
    """
    await _erase_from_messages(tx, user_id)
    for trace in PERSONAL_COLUMNS:
        here = _is(trace.column, user_id, due)
        table = trace.column.table
        if trace.fate is Erasure.DELETED_USER_ID:
            put = update(table).where(here).values({trace.column: DELETED_USER_ID})
            await tx.connection.execute(put)
        else:
            await tx.connection.execute(delete(table).where(here))


def _shown(user_id: int, due: Collection[str]) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    conditions: dict[Table, list[ColumnElement[bool]]] = {}
    for trace in PERSONAL_COLUMNS:
        if trace.shown is not Shown.NOTHING:
            mine = _is(trace.column, user_id, due)
            conditions.setdefault(trace.column.table, []).append(mine)
    for table, ways in conditions.items():
        yield table, or_(*ways)


async def _stream(tx: Transaction, query: Select[Any]) -> AsyncIterator[RowMapping]:
    # thousands of rows made at once would keep everybody else waiting
    async with tx.connection.stream(query) as result:
        async for part in result.mappings().partitions(ROWS_AT_ONCE):
            for row in part:
                yield row


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


async def _erase_from_messages(tx: Transaction, user_id: int) -> None:
    """Take the person's id and name out of messages to other people, sent or not."""
    theirs = _games_of(user_id)
    # letters to opponents tell of turns and times in games that are over now
    notifications = (outbox.c.game_id.in_(theirs), outbox.c.user_id.is_not(None))
    await tx.connection.execute(delete(outbox).where(*notifications))
    proposed = select(challenges.c.id).where(
        or_(challenges.c.challenger_id == user_id, challenges.c.opponent_id == user_id)
    )
    posted = or_(outbox.c.game_id.in_(theirs), outbox.c.challenge_id.in_(proposed))
    # letters about several games: vacations and digests; only opponents get such about the person
    to_opponents = and_(outbox.c.game_id.is_(None), outbox.c.user_id.in_(_opponents_of(user_id)))
    emptied = update(outbox).where(posted, outbox.c.status.in_(CLOSED)).values(payload={})
    await tx.connection.execute(emptied)
    about = or_(posted, to_opponents)
    await tx.connection.execute(update(outbox).where(about).values(error=None))
    query = select(outbox.c.id, outbox.c.payload).where(about)
    for row_id, payload in (await tx.connection.execute(query)).all():
        left = _without(payload, user_id)
        if left != payload:
            one = update(outbox).where(outbox.c.id == row_id)
            await tx.connection.execute(one.values(payload=left))


def _without(payload: Mapping[str, Any], user_id: int) -> dict[str, Any]:
    """Return a payload without the id of a person."""
    left = dict(payload)
    for key in PERSON_KEYS:
        value = payload.get(key)
        if isinstance(value, list):
            left[key] = [each for each in value if each != user_id]
        elif value == user_id:
            left[key] = DELETED_USER_ID
    return left
