"""Statistics of a person's finished games with people, for profiles.

Each query finds a person's last games by an index and returns few rows, because building a row for
each game would block the event loop. Each statement is built only once, because building it takes
longer than running it.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import (
    BigInteger,
    Select,
    Subquery,
    and_,
    bindparam,
    case,
    func,
    literal,
    or_,
    select,
    type_coerce,
    union_all,
)

from bot.store.engine.database import Transaction
from bot.store.tables.games import FINISHED
from bot.store.tables.schema import Span, games, plies


@dataclass(frozen=True, slots=True)
class Counted:
    """Selection of the games that count: a person's last games with a result.

    :ivar no_result: endings without a result.
    :ivar limit: the largest number of games that count.
    """

    user_id: int
    no_result: Collection[str]
    limit: int


@dataclass(frozen=True, slots=True)
class Totals:
    """Numbers of games by result, and the extremes among them.

    :ivar late: the number of games lost on time.
    :ivar turns: the number of turns of the longest game.
    :ivar cut: the most stones that one turn of the person took. Games in which a turn of the
        opponent took more do not count.
    """

    games: int
    won: int
    drawn: int
    late: int
    turns: int
    cut: int

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn


async def totals(
    tx: Transaction, counted: Counted, late: str, opponent_id: int | None = None
) -> Totals:
    """Return the numbers of a person's games by result, and their extremes.

    :param late: the ending of a game that was lost on time.
    :param opponent_id: count only the games against this person.
    """
    query = _TOTALS if opponent_id is None else _TOTALS_AGAINST
    values = {**_values(counted), "late": late}
    if opponent_id is not None:
        values["opponent"] = opponent_id
    return Totals(*(await tx.connection.execute(query, values)).one())


async def favourites(tx: Transaction, counted: Counted, most: int) -> list[tuple[str, int, int]]:
    """Return a person's most played kinds of game as (game key, board size, number of games).

    :param most: the largest number of kinds to return.
    """
    rows = await tx.connection.execute(_FAVOURITES, {**_values(counted), "most": most})
    return [(key, size, number) for key, size, number in rows]


async def streaks(tx: Transaction, counted: Counted) -> tuple[int, int]:
    """Return the lengths, in games, of a person's present and longest streak of wins."""
    row = (await tx.connection.execute(_STREAKS, _values(counted))).first()
    return (0, 0) if row is None else (int(row[0]), int(row[1]))


async def usual_answer(tx: Transaction, counted: Counted) -> timedelta | None:
    """Return the median time from the end of the opponent's turn to a person's first stone.

    :returns: None if the person has answered no turn.
    """
    time: timedelta | None = await tx.connection.scalar(_ANSWER, _values(counted))
    return time


def _values(counted: Counted) -> dict[str, Any]:
    return {**asdict(counted), "no_result": list(counted.no_result)}


def _last_games(*names: str) -> Subquery:
    """Return the subquery of a person's games that count, with the person's seat and the opponent.

    :param names: further columns of `games` to select.
    """
    columns = [games.c[name] for name in ("id", "updated_at", "winner_seat", *names)]
    is_counted = (
        games.c.status == FINISHED,
        games.c.engine_seat.is_(None),
        or_(
            games.c.winner_seat.is_not(None),
            games.c.ending.not_in(bindparam("no_result", expanding=True)),
        ),
    )
    seats, limit = (games.c.seat0, games.c.seat1), bindparam("limit", type_=BigInteger)
    # one part per seat, so that the index finds the last games in order
    sides = [
        select(*columns, literal(seat).label("seat"), opponent.label("opponent_id"))
        .where(mine == bindparam("user_id", type_=BigInteger), *is_counted)
        .order_by(games.c.updated_at.desc())
        .limit(limit)
        .subquery()
        for seat, (mine, opponent) in enumerate((seats, seats[::-1]))
    ]
    both = union_all(*(select(side) for side in sides)).subquery()
    last = select(both).order_by(both.c.updated_at.desc(), both.c.id.desc())
    return last.limit(limit).subquery()


def _totals() -> tuple[Select[Any], Select[Any]]:
    of = _last_games("ending", "turn", "largest_cut", "cut_seat").c
    is_late = and_(of.ending == bindparam("late"), of.winner_seat != of.seat)
    query = select(
        func.count(),
        func.count().filter(of.winner_seat == of.seat),
        func.count().filter(of.winner_seat.is_(None)),
        func.count().filter(is_late),
        func.coalesce(func.max(of.turn) - 1, 0),  # the turn after the end
        func.coalesce(func.max(case((of.cut_seat == of.seat, of.largest_cut))), 0),
    )
    opponent = bindparam("opponent", type_=BigInteger)
    return query, query.where(of.opponent_id == opponent)


def _favourites() -> Select[Any]:
    of, number = _last_games("game_key", "options").c, func.count()
    size = of.options["size"].as_integer().label("size")
    # grouped by place, because PostgreSQL takes equal expressions with parameters for different
    query = select(of.game_key, size, number).group_by(of.game_key, size)
    most = bindparam("most", type_=BigInteger)
    return query.order_by(number.desc(), of.game_key, size).limit(most)


def _streaks() -> Select[Any]:
    of = _last_games().c
    is_won = case((of.winner_seat == of.seat, 1), else_=0)
    # games of one streak have the same number of other games before them
    before = func.sum(1 - is_won).over(order_by=(of.updated_at, of.id))
    each = select(is_won.label("won"), before.label("before")).subquery().c
    won = func.sum(each.won).label("won")
    runs = select(each.before, won).group_by(each.before).subquery().c
    longest = func.max(runs.won).over()
    return select(runs.won, longest).order_by(runs.before.desc()).limit(1)


def _answer() -> Select[Any]:
    of = _last_games()
    in_game: Any = {"partition_by": plies.c.game_id, "order_by": plies.c.ply}
    played = type_coerce(plies.c.played_at, BigInteger)
    each = (
        select(
            plies.c.seat,
            of.c.seat.label("mine"),
            func.lag(plies.c.seat).over(**in_game).label("before"),
            (played - func.lag(played).over(**in_game)).label("time"),
        )
        .join(of, of.c.id == plies.c.game_id)
        .subquery()
        .c
    )
    half = func.ntile(2).over(order_by=each.time).label("half")
    is_answer = and_(each.seat == each.mine, each.before != each.seat)
    answers = select(each.time, half).where(is_answer).subquery().c
    return select(type_coerce(func.max(answers.time), Span)).where(answers.half == 1)


_TOTALS, _TOTALS_AGAINST = _totals()
_FAVOURITES = _favourites()
_STREAKS = _streaks()
_ANSWER = _answer()
