"""Queries that read a game together with its clock, or with all data that an action needs."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, bindparam, exists, or_

from bot.store.engine.database import Transaction
from bot.store.tables.bot_time import heartbeat_subquery
from bot.store.tables.clocks import CLOCK, ClockRow
from bot.store.tables.deadlines import PLANS
from bot.store.tables.games import GAMES_WITH_NAMES, GameRow, game_from
from bot.store.tables.interactions import InteractionRow
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.row_parts import RowPart, columns_of
from bot.store.tables.schema import (
    clocks,
    deadlines,
    games,
    guesses,
    interactions,
    try_nodes,
    vacations,
    watchers,
)
from bot.store.tables.vacations import VacationRow


@dataclass(frozen=True, slots=True)
class ActionState:
    """Data that a person's action in a game depends on.

    :ivar handled: the effect of this interaction, if it was handled before.
    :ivar vacation: the person's current vacation; None if they are not on vacation.
    :ivar has_plans: whether a player has planned a reply in this game.
    :ivar plans_left: whether a chain of planned turns has begun in this game and has not ended yet.
    :ivar is_watched: whether a spectator watches the game.
    :ivar has_guesses: whether a spectator has guessed the turn.
    """

    game: GameRow
    clock: ClockRow | None
    handled: InteractionRow | None
    vacation: VacationRow | None
    has_plans: bool
    plans_left: bool
    is_watched: bool
    has_guesses: bool


def _for_action(*, may_be_handled: bool) -> Select[Any]:
    is_planned = try_nodes.c.game_id == games.c.id, try_nodes.c.planned_at.is_not(None)
    is_left = deadlines.c.subject == games.c.id, deadlines.c.kind == PLANS
    query = _WITH_CLOCK.add_columns(
        *_VACATION.columns,
        exists().where(*is_planned).label("has_plans"),
        exists().where(*is_left).label("plans_left"),
        exists().where(watchers.c.game_id == games.c.id).label("is_watched"),
        exists().where(guesses.c.game_id == games.c.id).label("has_guesses"),
    )
    if may_be_handled:
        same = interactions.c.id == bindparam("interaction")
        query = query.add_columns(*_HANDLED.columns).outerjoin(interactions, same)
    on_vacation = (vacations.c.user_id == bindparam("actor")) & (
        vacations.c.ends_at > bindparam("now")
    )
    return query.outerjoin(vacations, on_vacation).order_by(vacations.c.id).limit(1)


_HANDLED = RowPart(InteractionRow, columns_of(InteractionRow, interactions))
_VACATION = RowPart(VacationRow, columns_of(VacationRow, vacations))
# built once, because building takes longer than running
_WITH_CLOCK = (
    GAMES_WITH_NAMES.add_columns(*CLOCK.columns, heartbeat_subquery().label("heartbeat"))
    .outerjoin(clocks, clocks.c.game_id == games.c.id)
    .where(games.c.id == bindparam("game"))
)
_FOR_ACTION = _for_action(may_be_handled=True)
_FOR_NEW_ACTION = _for_action(may_be_handled=False)


def _is_first() -> ColumnElement[bool]:
    """Return the SQL condition that a game is a human player's first game of its kind."""
    earlier = games.alias("earlier")
    firsts = []
    for number, seat in enumerate((games.c.seat0, games.c.seat1)):
        plays = or_(earlier.c.seat0 == seat, earlier.c.seat1 == seat)
        same_kind = earlier.c.game_key == games.c.game_key
        began = exists().where(plays, same_kind, earlier.c.id < games.c.id)
        is_person = games.c.engine_seat.is_distinct_from(number) & (seat != DELETED_USER_ID)
        firsts.append(is_person & ~began)
    return or_(*firsts)


_TO_SHOW = _WITH_CLOCK.add_columns(_is_first().label("is_first"))


def _clock_of(tx: Transaction, found: RowMapping) -> ClockRow | None:
    """Return the clock in a query's row, None without one; set `tx.heartbeat` from the same row."""
    tx.heartbeat = found["heartbeat"]
    return CLOCK.read(found)


async def find_to_show(
    tx: Transaction, game_id: int
) -> tuple[GameRow, ClockRow | None, bool] | None:
    """Return a game, its clock, and whether it is the first of its kind for one of its players.

    The result is None if the game does not exist.
    """
    result = await tx.connection.execute(_TO_SHOW, {"game": game_id})
    found = result.mappings().one_or_none()
    if found is None:
        return None
    return game_from(found), _clock_of(tx, found), bool(found["is_first"])


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
    found = (await tx.connection.execute(query, about)).mappings().one_or_none()
    if found is None:
        return None
    return ActionState(
        game=game_from(found),
        clock=_clock_of(tx, found),
        handled=_HANDLED.read(found) if query is _FOR_ACTION else None,
        vacation=_VACATION.read(found),
        has_plans=bool(found["has_plans"]),
        plans_left=bool(found["plans_left"]),
        is_watched=bool(found["is_watched"]),
        has_guesses=bool(found["has_guesses"]),
    )
