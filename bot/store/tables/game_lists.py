"""Lists and counts of games: a person's games in progress and finished games, results, totals."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, and_, bindparam, case, func, or_, select, union

from bot.store.engine.database import Transaction
from bot.store.tables.games import FINISHED, GAMES_WITH_NAMES, RUNNING, GameRow
from bot.store.tables.outbox_kinds import NO_CHANNEL, Location
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import challenges, games, players


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A person's game in progress: its channel, and whether the person is to move."""

    id: int
    channel_id: int
    my_turn: bool


def _plays(user_id: int) -> ColumnElement[bool]:
    return or_(games.c.seat0 == user_id, games.c.seat1 == user_id)


# Statements needed in every turn are built once, because building takes longer than running.
_USER: Any = bindparam("user", type_=BigInteger)
# two conditions, one for each seat's index
_RUNS = [and_(seat == _USER, games.c.status == RUNNING) for seat in (games.c.seat0, games.c.seat1)]
_IS_TO_MOVE = or_(*(runs & (games.c.seat_to_move == seat) for seat, runs in enumerate(_RUNS)))
# not the column itself, because the planner would walk all games by id to find the first
_ID = games.c.id + 0
_SETTINGS_AND_GAMES = (
    select(
        players.c.settings,
        players.c.locale,
        *(games.c.id, games.c.channel_id, _IS_TO_MOVE.label("my_turn")),
    )
    .outerjoin(games, or_(*_RUNS))
    .where(players.c.id == _USER)
    .order_by(games.c.id)
)
_FIND_RUNNING = GAMES_WITH_NAMES.where(_plays(_USER), games.c.status == RUNNING).order_by(
    games.c.updated_at, games.c.id
)


async def find_running(tx: Transaction, user_id: int) -> list[GameRow]:
    """Return a person's games in progress, least recently changed first."""
    rows = await tx.connection.execute(_FIND_RUNNING, {"user": user_id})
    return [GameRow(**row) for row in rows.mappings()]


async def find_waiting_for_engine(
    tx: Transaction, limit: int, begun: Sequence[int] = (), left_out: Collection[int] = ()
) -> list[GameRow]:
    """Return practice games in which the engine is to move, longest waiting first.

    Each person's first game comes before any person's second game, so that one person's many games
    do not delay other people's games.

    :param begun: ids of games whose engine turn is in progress; they come before all others.
    :param left_out: ids of games to omit.
    """
    # one condition per seat, so that the index finds exactly these games
    engine_moves = [
        and_(games.c.engine_seat == seat, games.c.seat_to_move == seat) for seat in (0, 1)
    ]
    query = GAMES_WITH_NAMES.where(games.c.status == RUNNING, or_(*engine_moves))
    if left_out:
        query = query.where(games.c.id.not_in(left_out))
    age = games.c.updated_at, games.c.id
    person = case((games.c.engine_seat == 0, games.c.seat1), else_=games.c.seat0)
    rank = func.row_number().over(partition_by=person, order_by=age)
    first = (case((games.c.id.in_(begun), 0), else_=1),) if begun else ()
    rows = await tx.connection.execute(query.order_by(*first, rank, *age).limit(limit))
    return [GameRow(**row) for row in rows.mappings()]


async def find_last_level(tx: Transaction, user_id: int) -> int | None:
    """Return the level of a person's latest practice game; None before the first one."""
    latest = select(games.c.engine_level).where(_plays(user_id), games.c.engine_level.is_not(None))
    return await tx.connection.scalar(latest.order_by(_ID.desc()).limit(1))


async def find_last_practice_size(tx: Transaction, user_id: int, game_key: str) -> int | None:
    """Return the board size of a person's last practice game of one kind; None before the first."""
    practised = (_plays(user_id), games.c.engine_level.is_not(None), games.c.game_key == game_key)
    options = await tx.connection.scalar(
        select(games.c.options).where(*practised).order_by(_ID.desc()).limit(1)
    )
    return None if options is None else int(options["size"])


async def count_running(tx: Transaction, user_id: int) -> int:
    """Return the number of a person's games in progress."""
    return await _count(tx, _plays(user_id), games.c.status == RUNNING)


async def count_earlier_games(
    tx: Transaction, user_id: int, game_id: int, *, practice: bool, turns: int
) -> int:
    """Return how many games a person began before a given game.

    Games that started with moves of another game do not count.

    :param practice: True counts only games with the bot, False only games with people.
    :param turns: the number of complete turns that a game must have to count.
    """
    kind = games.c.engine_seat.is_not(None) if practice else games.c.engine_seat.is_(None)
    full_games = games.c.opening_plies == 0, games.c.turn > turns
    return await _count(tx, _plays(user_id), games.c.id < game_id, kind, *full_games)


async def settings_and_games(
    tx: Transaction, user_id: int
) -> tuple[dict[str, Any], str | None, tuple[OwnGame, ...]]:
    """Return a person's settings, their locale, and their games in progress by ascending number.

    All are empty, or None, for an unknown person.
    """
    rows = (await tx.connection.execute(_SETTINGS_AND_GAMES, {"user": user_id})).all()
    own = [OwnGame(row.id, row.channel_id, row.my_turn) for row in rows if row.id is not None]
    return (dict(rows[0].settings), rows[0].locale, tuple(own)) if rows else ({}, None, ())


async def find_finished(
    tx: Transaction, user_id: int, limit: int, offset: int, seen_from: Location | None = None
) -> list[GameRow]:
    """Return a page of a person's finished games, most recent first.

    :param seen_from: the location from which the games must be visible; None returns all.
    """
    query = GAMES_WITH_NAMES.where(*_finished(user_id, seen_from))
    ordered = query.order_by(games.c.updated_at.desc(), games.c.id.desc())
    rows = await tx.connection.execute(ordered.limit(limit).offset(offset))
    return [GameRow(**row) for row in rows.mappings()]


async def count_finished(tx: Transaction, user_id: int, seen_from: Location | None = None) -> int:
    """Return the number of a person's finished games visible from a location; None counts all."""
    return await _count(tx, *_finished(user_id, seen_from))


@dataclass(frozen=True, slots=True)
class Tally:
    """Person's results in one kind of game: the numbers of wins, losses and draws."""

    game_key: str
    won: int
    lost: int
    drawn: int


async def count_results(
    tx: Transaction, user_id: int, no_result: Collection[str], seen_from: Location | None = None
) -> list[Tally]:
    """Return a person's numbers of wins, losses and draws by kind of game, most played first.

    Practice games do not count.

    :param no_result: endings that do not count.
    :param seen_from: the location from which the games must be visible; None counts all.
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
    grouped = query.where(*_finished(user_id, seen_from), *counted).group_by(games.c.game_key)
    rows = await tx.connection.execute(grouped.order_by(total.desc(), games.c.game_key))
    return [Tally(*row) for row in rows]


async def find_in_thread(tx: Transaction, channel_id: int) -> list[GameRow]:
    """Return the games of a game's thread, including rematches; empty for other channels.

    Games in progress precede finished ones; each group is sorted by latest change. A challenge card
    above the thread, whose id the thread shares, gives the two players. Practice has no card, but
    is never shown outside a thread of its own.
    """
    if channel_id == NO_CHANNEL:  # private practice
        return []
    accepted = challenges.join(games, challenges.c.game_id == games.c.id)
    seats = select(games.c.seat0, games.c.seat1).select_from(accepted)
    opened = seats.where(challenges.c.message_id == channel_id)
    people = (await tx.connection.execute(opened)).first()
    of_thread: ColumnElement[bool] = games.c.engine_seat.is_not(None)
    if people is not None:
        of_thread = or_(of_thread, and_(games.c.seat0.in_(people), games.c.seat1.in_(people)))
    query = GAMES_WITH_NAMES.where(games.c.channel_id == channel_id, of_thread)
    running_first = (games.c.status == RUNNING).desc(), games.c.updated_at.desc(), games.c.id.desc()
    rows = await tx.connection.execute(query.order_by(*running_first))
    return [GameRow(**row) for row in rows.mappings()]


async def count_wins(
    tx: Transaction, first: int, second: int, game_key: str, no_result: Collection[str]
) -> tuple[int, int, int]:
    """Return (wins of `first`, wins of `second`, draws) of two people in one kind of game.

    Games that started with moves of another game do not count.

    :param no_result: endings that do not count.
    """
    pair = or_(
        and_(games.c.seat0 == first, games.c.seat1 == second),
        and_(games.c.seat0 == second, games.c.seat1 == first),
    )
    query = select(games.c.seat0, games.c.winner_seat, func.count())
    counted = or_(games.c.winner_seat.is_not(None), games.c.ending.not_in(no_result))
    whole = games.c.game_key == game_key, games.c.opening_plies == 0
    over = query.where(pair, counted, games.c.status == FINISHED, *whole)
    score = {0: 0, 1: 0, None: 0}
    grouped = over.group_by(games.c.seat0, games.c.winner_seat)
    for seat0, winner_seat, number in (await tx.connection.execute(grouped)).all():
        exchanged = winner_seat is not None and seat0 != first
        score[1 - winner_seat if exchanged else winner_seat] += number
    return score[0], score[1], score[None]


async def have_finished(
    tx: Transaction, first: int, second: int, no_result: Collection[str]
) -> bool:
    """Return whether two people have finished a game with each other.

    :param no_result: endings that do not count.
    """
    pair = or_(
        and_(games.c.seat0 == first, games.c.status == FINISHED, games.c.seat1 == second),
        and_(games.c.seat0 == second, games.c.status == FINISHED, games.c.seat1 == first),
    )
    query = select(games.c.id).where(pair, games.c.ending.not_in(no_result)).limit(1)
    return (await tx.connection.execute(query)).first() is not None


async def find_largest_cuts(
    tx: Transaction, guild_id: int, other_than: int, limit: int
) -> list[int]:
    """Return the largest cut of each of a server's won games between people, largest first.

    A cut is the number of the opponent's stones that one turn took. At most `limit` are returned.

    :param other_than: the id of a game to leave out.
    """
    # the conditions of a partial index
    won = games.c.winner_seat.is_not(None), games.c.engine_seat.is_(None)
    has_cut = games.c.guild_id == guild_id, games.c.largest_cut.is_not(None)
    query = select(games.c.largest_cut).where(*has_cut, *won, games.c.id != other_than)
    ordered = query.order_by(games.c.largest_cut.desc()).limit(limit)
    return list((await tx.connection.execute(ordered)).scalars())


async def _count(tx: Transaction, *conditions: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(games).where(*conditions)
    return (await tx.connection.execute(query)).scalar_one()


def _finished(user_id: int, seen_from: Location | None) -> Iterator[ColumnElement[bool]]:
    yield _plays(user_id)
    yield games.c.status == FINISHED
    if seen_from is None:
        return
    # the same rule as `is_visible_from` in bot/services/steps/visibility.py
    if seen_from.guild_id is not None:
        yield games.c.guild_id == seen_from.guild_id
    else:
        yield games.c.guild_id.is_(None)
        yield and_(games.c.channel_id == seen_from.channel_id, games.c.channel_id != NO_CHANNEL)


async def count_totals(tx: Transaction) -> tuple[int, int, int]:
    """Return the numbers of human players, games in progress and finished games."""
    engines = union(
        select(games.c.seat0).where(games.c.engine_seat == 0),
        select(games.c.seat1).where(games.c.engine_seat == 1),
    )
    are_people = players.c.id != DELETED_USER_ID, players.c.id.not_in(engines)
    counted = select(func.count()).select_from(players).where(*are_people)
    people: int = (await tx.connection.execute(counted)).scalar_one()
    by_status = select(games.c.status, func.count()).group_by(games.c.status)
    found = {str(status): int(number) for status, number in await tx.connection.execute(by_status)}
    return people, found.get(RUNNING, 0), found.get(FINISHED, 0)
