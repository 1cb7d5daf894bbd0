"""Try-boards: a person's private board in a game, the moves tried on it, and its last state."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, bindparam, delete, func, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.games import FINISHED, RUNNING
from bot.store.tables.schema import games, try_boards, try_nodes


@dataclass(frozen=True, slots=True)
class TryNode:
    """Move that a person tried in a game.

    :ivar parent: the node of the previous move, or 0 if that move belongs to the game.
    :ivar ply: the number of moves before this one.
    :ivar position: the key of the position before the move; see `position_key` in
        `bot.services.values.try_board.tree`.
    :ivar planned_at: when the move was planned as a reply, None if it was only tried.
    :ivar mark: "good", "bad" or None.
    """

    node: int
    parent: int
    ply: int
    position: int
    move: str
    planned_at: datetime | None = None
    mark: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class TryBoardRow:
    """State in which a person left the try-board of a game; see the columns in `schema`."""

    revision: int
    node: int
    ply: int
    tip: int
    flipped: bool = False
    published: bool = False


# built once, because every turn or press runs them and building takes as long as executing
_FIND_BOARD = select(*(try_boards.c[name] for name in TryBoardRow.__slots__)).where(
    try_boards.c.game_id == bindparam("game"), try_boards.c.user_id == bindparam("person")
)
_FIND_NODES = (
    select(*(try_nodes.c[name] for name in TryNode.__slots__))
    .where(try_nodes.c.game_id == bindparam("game"), try_nodes.c.user_id == bindparam("person"))
    .order_by(try_nodes.c.node)
)
_FIND_PLANNED = (
    select(try_nodes.c.user_id, *(try_nodes.c[name] for name in TryNode.__slots__))
    .where(try_nodes.c.game_id == bindparam("game"), try_nodes.c.planned_at.is_not(None))
    .order_by(try_nodes.c.node)
)


async def find_board(tx: Transaction, game_id: int, user_id: int) -> TryBoardRow | None:
    """Return the state in which a person left the try-board of a game; None if never used."""
    key = {"game": game_id, "person": user_id}
    row = (await tx.connection.execute(_FIND_BOARD, key)).mappings().one_or_none()
    return None if row is None else TryBoardRow(**row)


async def find_nodes(tx: Transaction, game_id: int, user_id: int) -> list[TryNode]:
    """Return all moves that a person tried in a game, by ascending node."""
    key = {"game": game_id, "person": user_id}
    # by position, because reading 500 nodes as mappings takes three times as long
    return [TryNode(*row) for row in await tx.connection.execute(_FIND_NODES, key)]


async def find_planned(tx: Transaction, game_id: int) -> dict[int, list[TryNode]]:
    """Return the planned moves of a game by the user id of their owner."""
    found: dict[int, list[TryNode]] = {}
    for user_id, *values in await tx.connection.execute(_FIND_PLANNED, {"game": game_id}):
        found.setdefault(user_id, []).append(TryNode(*values))
    return found


async def games_with_plans(tx: Transaction, user_id: int) -> dict[int, int]:
    """Return how many moves a person tried in each game in progress where they planned a move.

    :returns: the numbers, which include moves that are not planned, by ascending game id.
    """
    tried = select(try_nodes.c.game_id, func.count().label("number")).join(games)
    own_nodes = tried.where(try_nodes.c.user_id == user_id, games.c.status == RUNNING)
    planned = own_nodes.group_by(try_nodes.c.game_id).having(func.count(try_nodes.c.planned_at) > 0)
    rows = await tx.connection.execute(planned.order_by(try_nodes.c.game_id))
    return {row.game_id: row.number for row in rows}


async def nodes_of_games(
    tx: Transaction, user_id: int, game_ids: Collection[int]
) -> dict[int, list[TryNode]]:
    """Return all moves that a person tried in several games, by game id."""
    columns = [try_nodes.c[name] for name in TryNode.__slots__]
    tried = (try_nodes.c.user_id == user_id, try_nodes.c.game_id.in_(game_ids))
    query = select(try_nodes.c.game_id, *columns).where(*tried)
    found: dict[int, list[TryNode]] = {}
    ordered = query.order_by(try_nodes.c.game_id, try_nodes.c.node)
    for game_id, *values in await tx.connection.execute(ordered):
        found.setdefault(game_id, []).append(TryNode(*values))
    return found


async def find_published(tx: Transaction, game_id: int) -> dict[int, list[TryNode]]:
    """Return the moves on published try-boards of a game, by the user id of their owner."""
    published = (try_boards.c.game_id == game_id, try_boards.c.published)
    query = select(try_boards.c.user_id).where(*published)
    owners = list((await tx.connection.execute(query)).scalars())
    return {user_id: await find_nodes(tx, game_id, user_id) for user_id in owners}


async def unpublish(tx: Transaction, game_id: int, user_id: int | None = None) -> None:
    """Make the try-boards of a game private again; with a user id, only that person's."""
    which = [try_boards.c.game_id == game_id, try_boards.c.published]
    if user_id is not None:
        which.append(try_boards.c.user_id == user_id)
    await tx.connection.execute(update(try_boards).where(*which).values(published=False))


async def keep_board(tx: Transaction, game_id: int, user_id: int, board: TryBoardRow) -> None:
    """Store the state in which a person left the try-board of a game."""
    this_board = _of(try_boards, game_id, user_id)
    stored = await tx.connection.execute(update(try_boards).where(this_board).values(asdict(board)))
    if not stored.rowcount:
        ids = {"game_id": game_id, "user_id": user_id}
        await tx.connection.execute(insert(try_boards).values(ids | asdict(board)))


async def add_nodes(
    tx: Transaction, game_id: int, user_id: int, nodes: Collection[TryNode]
) -> None:
    """Insert moves that a person tried in a game; `nodes` must not be empty."""
    ids = {"game_id": game_id, "user_id": user_id}
    await tx.connection.execute(insert(try_nodes), [ids | asdict(node) for node in nodes])


async def change_nodes(
    tx: Transaction, game_id: int, user_id: int, nodes: Collection[int], **values: Any
) -> None:
    """Change columns of a person's tried moves, given by their nodes."""
    if not nodes:
        return
    own_nodes = (_of(try_nodes, game_id, user_id), try_nodes.c.node.in_(nodes))
    await tx.connection.execute(update(try_nodes).where(*own_nodes).values(values))


async def drop_plans(tx: Transaction, game_id: int) -> None:
    """Make all planned moves of a game moves that were only tried."""
    planned = (try_nodes.c.game_id == game_id, try_nodes.c.planned_at.is_not(None))
    await tx.connection.execute(update(try_nodes).where(*planned).values(planned_at=None))


async def remove_nodes(tx: Transaction, game_id: int, user_id: int, nodes: Collection[int]) -> None:
    """Delete moves that a person tried in a game, given by their nodes."""
    own_nodes = (_of(try_nodes, game_id, user_id), try_nodes.c.node.in_(nodes))
    await tx.connection.execute(delete(try_nodes).where(*own_nodes))


async def people_with_lines_after(tx: Transaction, game_id: int, ply: int) -> list[int]:
    """Return the ids of people who tried moves that branch off late from a game.

    :param ply: only moves tried in a position of the game after more than `ply` moves count.
    """
    late = (try_nodes.c.game_id == game_id, try_nodes.c.parent == 0, try_nodes.c.ply > ply)
    query = select(try_nodes.c.user_id).where(*late).distinct().order_by(try_nodes.c.user_id)
    return list((await tx.connection.execute(query)).scalars())


async def delete_ended_before(tx: Transaction, moment: datetime, limit: int) -> int:
    """Delete the try-boards of up to `limit` games that ended before a moment.

    :returns: the number of games whose boards were deleted.
    """
    over = (games.c.status == FINISHED, games.c.updated_at < moment)
    query = select(try_boards.c.game_id).distinct().join(games).where(*over).limit(limit)
    ended = list((await tx.connection.execute(query)).scalars())
    for table in (try_nodes, try_boards):
        await tx.connection.execute(delete(table).where(table.c.game_id.in_(ended)))
    return len(ended)


def _of(table: Any, game_id: int, user_id: int) -> ColumnElement[bool]:
    own_rows: ColumnElement[bool] = (table.c.game_id == game_id) & (table.c.user_id == user_id)
    return own_rows
