"""A person's games: running, finished, and how often one has beaten another."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, case, func, or_, select

from bot.store.engine.database import Transaction
from bot.store.tables.games import FINISHED, RUNNING, GameRow, games_with_names
from bot.store.tables.schema import challenges, games
from bot.store.tables.servers import NOWHERE


async def running_of(tx: Transaction, user_id: int) -> list[GameRow]:
    """Return a person's running games, the longest waiting first."""
    query = games_with_names().where(_plays(user_id), games.c.status == RUNNING)
    rows = await tx.connection.execute(query.order_by(games.c.updated_at, games.c.id))
    return [GameRow(**row) for row in rows.mappings()]


async def waiting_for_engine(
    tx: Transaction, limit: int, begun: Sequence[int] = (), left_out: Collection[int] = ()
) -> list[GameRow]:
    """Return the practice games in which the bot is to move: those begun, the longest waiting.

    Everybody's first comes before anybody's second: many games of one person hide nobody's.

    :param left_out: numbers of games that are not returned.
    """
    # seat by seat, so that the index leads to just these among any number of games
    mine = [and_(games.c.engine_seat == seat, games.c.seat_to_move == seat) for seat in (0, 1)]
    query = games_with_names().where(games.c.status == RUNNING, or_(*mine))
    if left_out:
        query = query.where(games.c.id.not_in(left_out))
    age = games.c.updated_at, games.c.id
    person = case((games.c.engine_seat == 0, games.c.seat1), else_=games.c.seat0)
    location = func.row_number().over(partition_by=person, order_by=age)
    first = (case((games.c.id.in_(begun), 0), else_=1),) if begun else ()
    rows = await tx.connection.execute(query.order_by(*first, location, *age).limit(limit))
    return [GameRow(**row) for row in rows.mappings()]


async def count_running(tx: Transaction, user_id: int) -> int:
    """Return how many games a person is playing."""
    return await _count(tx, _plays(user_id), games.c.status == RUNNING)


async def count_up_to(tx: Transaction, user_id: int, game_id: int) -> int:
    """Return how many games a person has begun until this one, which counts."""
    return await _count(tx, _plays(user_id), games.c.id <= game_id)


async def another_waits(tx: Transaction, user_id: int, game_id: int) -> bool:
    """Say whether a person is to move in a running game other than this one."""
    # one search an index: both seats
    to_move = [
        and_(mine == user_id, games.c.status == RUNNING, games.c.seat_to_move == seat)
        for seat, mine in enumerate((games.c.seat0, games.c.seat1))
    ]
    query = select(games.c.id).where(or_(*to_move), games.c.id != game_id).limit(1)
    return (await tx.connection.execute(query)).first() is not None


@dataclass(frozen=True, slots=True)
class Here:
    """From where somebody looks at the games of others: those of this place are seen."""

    guild_id: int | None
    channel_id: int


async def finished_of(
    tx: Transaction, user_id: int, limit: int, offset: int, here: Here | None = None
) -> list[GameRow]:
    """Return some of a person's finished games, the last finished first; None sees all."""
    query = games_with_names().where(*_finished(user_id, here))
    ordered = query.order_by(games.c.updated_at.desc(), games.c.id.desc())
    rows = await tx.connection.execute(ordered.limit(limit).offset(offset))
    return [GameRow(**row) for row in rows.mappings()]


async def count_finished(tx: Transaction, user_id: int, here: Here | None = None) -> int:
    """Return how many games a person has finished, as far as they are seen."""
    return await _count(tx, *_finished(user_id, here))


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games somebody has won, lost and drawn in one game."""

    game_key: str
    won: int
    lost: int
    drawn: int


async def tally_of(
    tx: Transaction, user_id: int, no_result: Collection[str], here: Here | None = None
) -> list[Tally]:
    """Count a person's finished games by kind, the most played first, as far as they are seen.

    Practice does not count.

    :param no_result: the endings that do not count.
    """
    is_drawn = games.c.winner_seat.is_(None)
    is_won = or_(
        and_(games.c.seat0 == user_id, games.c.winner_seat == 0),
        and_(games.c.seat1 == user_id, games.c.winner_seat == 1),
    )
    total = func.count()
    won, drawn = total.filter(is_won), total.filter(is_drawn)
    counted = or_(~is_drawn, games.c.ending.not_in(no_result)), games.c.engine_seat.is_(None)
    query = select(games.c.game_key, won, total - won - drawn, drawn)
    grouped = query.where(*_finished(user_id, here), *counted).group_by(games.c.game_key)
    rows = await tx.connection.execute(grouped.order_by(total.desc(), games.c.game_key))
    return [Tally(*row) for row in rows]


async def played_in_thread(tx: Transaction, channel_id: int) -> list[GameRow]:
    """Return the games of a thread: running ones first, then the last finished; else none.

    A thread has the number of the card under which it was opened; a game wanted again is played
    in the thread of the first one, by the same people.
    """
    played = challenges.join(games, challenges.c.game_id == games.c.id)
    seats = select(games.c.seat0, games.c.seat1).select_from(played)
    opened = seats.where(challenges.c.message_id == channel_id)
    people = (await tx.connection.execute(opened)).first()
    if people is None:
        return []
    theirs = and_(games.c.seat0.in_(people), games.c.seat1.in_(people))
    query = games_with_names().where(theirs, games.c.channel_id == channel_id)
    running_first = (games.c.status == RUNNING).desc(), games.c.updated_at.desc(), games.c.id.desc()
    rows = await tx.connection.execute(query.order_by(*running_first))
    return [GameRow(**row) for row in rows.mappings()]


async def wins(
    tx: Transaction, first: int, second: int, game_key: str, no_result: Collection[str]
) -> tuple[int, int, int]:
    """Return how often the first has beaten the second in a game, the second the first, neither.

    :param no_result: the endings that do not count.
    """
    pair = or_(
        and_(games.c.seat0 == first, games.c.seat1 == second),
        and_(games.c.seat0 == second, games.c.seat1 == first),
    )
    query = select(games.c.seat0, games.c.winner_seat, func.count())
    counted = or_(games.c.winner_seat.is_not(None), games.c.ending.not_in(no_result))
    over = query.where(pair, counted, games.c.status == FINISHED, games.c.game_key == game_key)
    score = {0: 0, 1: 0, None: 0}
    grouped = over.group_by(games.c.seat0, games.c.winner_seat)
    for seat0, winner_seat, number in (await tx.connection.execute(grouped)).all():
        exchanged = winner_seat is not None and seat0 != first
        score[1 - winner_seat if exchanged else winner_seat] += number
    return score[0], score[1], score[None]


async def _count(tx: Transaction, *conditions: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(games).where(*conditions)
    return (await tx.connection.execute(query)).scalar_one()


def _finished(user_id: int, here: Here | None) -> Iterator[ColumnElement[bool]]:
    yield _plays(user_id)
    yield games.c.status == FINISHED
    if here is None:
        return
    # as `is_visible_from` does (bot/services/games/visibility.py)
    if here.guild_id is not None:
        yield games.c.guild_id == here.guild_id
    else:
        yield games.c.guild_id.is_(None)
        yield and_(games.c.channel_id == here.channel_id, games.c.channel_id != NOWHERE)


def _plays(user_id: int) -> ColumnElement[bool]:
    return or_(games.c.seat0 == user_id, games.c.seat1 == user_id)
