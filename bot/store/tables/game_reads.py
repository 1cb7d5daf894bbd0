"""Queries that read a game together with its clock, or with all data that an action needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, bindparam, exists, null, or_, select

from bot.store.engine.database import Transaction
from bot.store.tables import outages
from bot.store.tables.clocks import CLOCK_COLUMNS, ClockRow, corrected
from bot.store.tables.deadlines import PLANS
from bot.store.tables.games import GAMES_WITH_NAMES, GameRow
from bot.store.tables.interactions import InteractionRow
from bot.store.tables.key_values import HEARTBEAT
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import (
    clocks,
    deadlines,
    games,
    interactions,
    meta,
    try_nodes,
    vacations,
)
from bot.store.tables.vacations import VacationRow

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class ActionState:
    """Data that a person's action in a game depends on.

    :ivar handled: the effect of this interaction, if it was handled before.
    :ivar vacation: the person's current vacation.
    :ivar heartbeat: the stored heartbeat of the bot.
    :ivar has_plans: whether a player has planned a reply in this game.
    :ivar plans_left: whether a chain of replies is not finished.
    """

    game: GameRow
    clock: ClockRow | None
    handled: InteractionRow | None
    vacation: VacationRow | None
    heartbeat: str | None
    has_plans: bool
    plans_left: bool


def _columns(table: Any, row: type) -> list[ColumnElement[Any]]:
    return [table.c[name] for name in row.__slots__]  # type: ignore[attr-defined]


def _for_action(*, may_be_handled: bool) -> Select[Any]:
    handled = _columns(interactions, InteractionRow)
    query = _WITH_CLOCK.add_columns(
        *(handled if may_be_handled else [null() for _ in handled]),
        *_columns(vacations, VacationRow),
        select(meta.c.value).where(meta.c.key == HEARTBEAT).scalar_subquery(),
        exists().where(try_nodes.c.game_id == games.c.id, try_nodes.c.planned_at.is_not(None)),
        exists().where(deadlines.c.subject == games.c.id, deadlines.c.kind == PLANS),
    )
    if may_be_handled:
        same = interactions.c.id == bindparam("interaction")
        query = query.outerjoin(interactions, same)
    on_vacation = (vacations.c.user_id == bindparam("actor")) & (
        vacations.c.ends_at > bindparam("now")
    )
    return query.outerjoin(vacations, on_vacation).order_by(vacations.c.id).limit(1)


# built once, because building takes longer than running
_WITH_CLOCK = (
    GAMES_WITH_NAMES.add_columns(*CLOCK_COLUMNS, outages.pending_subquery())
    .outerjoin(clocks, clocks.c.game_id == games.c.id)
    .where(games.c.id == bindparam("game"))
)
_FOR_ACTION = _for_action(may_be_handled=True)
_FOR_NEW_ACTION = _for_action(may_be_handled=False)


def _is_first() -> ColumnElement[bool]:
    """Return whether a human player of a game has no earlier game of its kind, such as Asli."""
    earlier = games.alias("earlier")
    firsts = []
    for number, seat in enumerate((games.c.seat0, games.c.seat1)):
        plays = or_(earlier.c.seat0 == seat, earlier.c.seat1 == seat)
        same_kind = earlier.c.game_key == games.c.game_key
        began = exists().where(plays, same_kind, earlier.c.id < games.c.id)
        is_person = games.c.engine_seat.is_distinct_from(number) & (seat != DELETED_USER_ID)
        firsts.append(is_person & ~began)
    return or_(*firsts)


_TO_SHOW = _WITH_CLOCK.add_columns(_is_first())


class _Parts:
    """Columns of a row, split into the tables from which they were read."""

    def __init__(self, row: Sequence[Any]) -> None:
        self._row = row
        self._taken = 0

    def take(self, row: type[R]) -> R | None:
        """Return the part from one table; None if the table has no row."""
        values = self.values(len(row.__slots__))  # type: ignore[attr-defined]
        return None if values[0] is None else row(*values)

    def values(self, number: int) -> Sequence[Any]:
        """Return the next values."""
        start, self._taken = self._taken, self._taken + number
        return self._row[start : self._taken]

    def game(self) -> GameRow:
        """Return the game, which always has a row."""
        found = self.take(GameRow)
        assert found is not None, "the query begins with the games"
        return found

    def clock(self) -> ClockRow | None:
        """Return the clock, with the unfinished outages excluded."""
        row, (stored,) = self.take(ClockRow), self.values(1)
        return None if row is None else corrected(row, stored)


async def find_to_show(
    tx: Transaction, game_id: int
) -> tuple[GameRow, ClockRow | None, bool] | None:
    """Return a game, its clock, and whether it is the first game of one of its players.

    The result is None if the game does not exist.
    """
    row = (await tx.connection.execute(_TO_SHOW, {"game": game_id})).one_or_none()
    if row is None:
        return None
    parts = _Parts(row)
    return parts.game(), parts.clock(), bool(parts.values(1)[0])


async def find_for_action(
    tx: Transaction, game_id: int, actor_id: int, interaction_id: int, now: datetime
) -> ActionState | None:
    """Load the data that a person's action in a game depends on; None without such a game.

    The first run on PostgreSQL assumes that the interaction is new; see `interactions.find`.
    """
    about = {"game": game_id, "actor": actor_id, "now": now}
    query = _FOR_NEW_ACTION
    if tx.may_assume:
        tx.has_assumed = True
    else:
        query, about = _FOR_ACTION, about | {"interaction": interaction_id}
    row = (await tx.connection.execute(query, about)).one_or_none()
    if row is None:
        return None
    parts = _Parts(row)
    game, clock = parts.game(), parts.clock()
    handled, vacation = parts.take(InteractionRow), parts.take(VacationRow)
    heartbeat, has_plans, plans_left = parts.values(3)
    return ActionState(game, clock, handled, vacation, heartbeat, bool(has_plans), bool(plans_left))
