"""State that decides how the player to move is notified of a turn, read by one query."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, bindparam, case, exists, false, select

from bot.store.engine.database import Transaction
from bot.store.tables.games import GAMES_WITH_NAMES, RUNNING, GameRow, game_from
from bot.store.tables.revisions import PLIES_APART
from bot.store.tables.schema import (
    clocks,
    games,
    mutes,
    notifications,
    players,
    user_install_channels,
    vacations,
)


@dataclass(frozen=True, slots=True)
class TurnCircumstances:
    """Game, with the state that decides how the player to move is notified.

    :ivar notified: the state of this turn's notification, None if it has none yet.
    :ivar settings: the stored settings of the player.
    :ivar dm_refused_at: when Discord last refused a direct message to the player.
    :ivar vacation_until: the end of the player's current vacation; None without one, if the bot
        began it automatically, or if the clock of the game runs nevertheless.
    :ivar muted: whether the player has muted the game.
    :ivar user_install: whether the bot can only respond to interactions in the channel.
    """

    game: GameRow
    notified: str | None
    settings: dict[str, str]
    dm_refused_at: datetime | None
    vacation_until: datetime | None
    muted: bool
    user_install: bool


_PLAYER = case(
    (and_(games.c.status == RUNNING, games.c.seat_to_move == 0), games.c.seat0),
    (and_(games.c.status == RUNNING, games.c.seat_to_move == 1), games.c.seat1),
)
# the same as `revision_of` in bot/store/tables/revisions.py
_REVISION = case(
    (games.c.turn_revision % PLIES_APART == games.c.ply, games.c.turn_revision),
    else_=games.c.undone * PLIES_APART + games.c.ply,
)
_CLOCK_RUNS = (
    exists().where(clocks.c.game_id == games.c.id, clocks.c.since.is_not(None)).correlate(games)
)
_MOVER = players.alias("mover")
# built once, because building takes longer than running
_FIND = (
    GAMES_WITH_NAMES.add_columns(
        notifications.c.state.label("notified"),
        _MOVER.c.settings,
        _MOVER.c.dm_refused_at,
        select(vacations.c.ends_at)
        .where(
            vacations.c.user_id == _PLAYER,
            vacations.c.ends_at > bindparam("now"),
            vacations.c.automatic.is_(false()),
            ~_CLOCK_RUNS,
        )
        .order_by(vacations.c.id)
        .limit(1)
        .scalar_subquery()
        .label("vacation_until"),
        exists().where(mutes.c.user_id == _PLAYER, mutes.c.game_id == games.c.id).label("muted"),
        exists()
        .where(user_install_channels.c.channel_id == games.c.channel_id)
        .label("user_install"),
    )
    .outerjoin(
        notifications,
        and_(notifications.c.game_id == games.c.id, notifications.c.revision == _REVISION),
    )
    .outerjoin(_MOVER, _MOVER.c.id == _PLAYER)
    .where(games.c.id == bindparam("game"))
)


async def find(tx: Transaction, game_id: int, now: datetime) -> TurnCircumstances | None:
    """Return the state that decides how a turn is notified; None if the game does not exist."""
    result = await tx.connection.execute(_FIND, {"game": game_id, "now": now})
    found = result.mappings().one_or_none()
    if found is None:
        return None
    return TurnCircumstances(
        game=game_from(found),
        notified=found["notified"],
        settings=found["settings"] or {},
        dm_refused_at=found["dm_refused_at"],
        vacation_until=found["vacation_until"],
        muted=bool(found["muted"]),
        user_install=bool(found["user_install"]),
    )
