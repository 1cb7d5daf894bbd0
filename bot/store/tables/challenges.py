"""Challenges: invitations to games, open until accepted, declined, withdrawn or expired."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Select, and_, delete, func, insert, or_, select, update

from bot.store.engine.database import LostRace, Transaction
from bot.store.tables.schema import BotTime, challenges, outbox, players
from bot.store.tables.terms import Terms, values_of


class ChallengeStatus(StrEnum):
    """Status of a challenge: open, or how it was closed. Messages show the value."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    COUNTERED = "countered"


OPEN = ChallengeStatus.OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeColumns(Terms):
    """Columns that the row of a challenge and its view have in common.

    :ivar game_id: set once the challenge is accepted.
    :ivar counters: the challenge that this challenge counters with other terms; for a rematch,
        perhaps the challenger's own first offer.
    :ivar rematch_of: the game to which this is a rematch.
    """

    id: int
    message_id: int | None
    created_at: datetime
    game_id: int | None
    counters: int | None = None
    rematch_of: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeRow(ChallengeColumns):
    """Stored challenge with the names of the challenger and the opponent."""

    guild_id: int | None
    channel_id: int
    challenger_id: int
    opponent_id: int | None
    game_key: str
    rules_version: int
    options: dict[str, str | int]
    status: str
    expires_at: BotTime
    challenger_name: str
    opponent_name: str | None


async def add(tx: Transaction, terms: Terms, **columns: Any) -> int:
    """Insert an open challenge and return its id.

    :param columns: the columns that `terms` does not give; without `opponent_id`, the challenge is
        open to everyone.
    """
    values = {**values_of(Terms, terms), **columns, "status": OPEN}
    made = insert(challenges).values(values).returning(challenges.c.id)
    return int((await tx.connection.execute(made)).scalar_one())


async def find(tx: Transaction, challenge_id: int) -> ChallengeRow | None:
    """Return a challenge; None if it does not exist or was deleted."""
    return await _one(tx, _challenges().where(challenges.c.id == challenge_id))


async def find_rematch(tx: Transaction, game_id: int) -> ChallengeRow | None:
    """Return the latest open challenge to a rematch of a game, or None."""
    wanted = (challenges.c.rematch_of == game_id, challenges.c.status == OPEN)
    return await _one(tx, _challenges().where(*wanted).order_by(challenges.c.id.desc()).limit(1))


async def close(tx: Transaction, challenge_id: int, status: str, **values: Any) -> None:
    """Close an open challenge by giving it a status other than OPEN.

    :param values: further columns to change, such as `game_id`.
    :raises LostRace: the challenge was closed since it was read.
    """
    still_open = (challenges.c.id == challenge_id, challenges.c.status == OPEN)
    closed = update(challenges).where(*still_open).values(status=status, **values)
    if (await tx.connection.execute(closed)).rowcount != 1:
        raise LostRace(f"challenge {challenge_id}")


async def delete_before(tx: Transaction, moment: BotTime, limit: int, kept: Collection[int]) -> int:
    """Delete closed challenges without a game that expired before a moment.

    The newest challenge always remains. Otherwise SQLite would reuse its id, and the buttons of an
    old card would affect other people's challenge.

    :param kept: ids of challenges named in undelivered notifications.
    :returns: the number of deleted challenges, at most `limit`.
    """
    newest = select(func.max(challenges.c.id)).scalar_subquery()
    has_message = select(outbox.c.id).where(outbox.c.challenge_id == challenges.c.id).exists()
    query = select(challenges.c.id).where(
        challenges.c.game_id.is_(None),
        challenges.c.status != OPEN,
        challenges.c.expires_at < moment,
        challenges.c.id < newest,
        challenges.c.id.not_in(kept),
        ~has_message,
    )
    old = (await tx.connection.execute(query.limit(limit))).scalars().all()
    if old:
        await tx.connection.execute(delete(challenges).where(challenges.c.id.in_(old)))
    return len(old)


async def set_message(tx: Transaction, challenge_id: int, message_id: int) -> None:
    """Store the id of the posted message that shows the card of a challenge."""
    posted = update(challenges).where(challenges.c.id == challenge_id)
    await tx.connection.execute(posted.values(message_id=message_id))


async def set_channel(tx: Transaction, challenge_id: int, channel_id: int) -> None:
    """Move a challenge to another channel of its server."""
    moved = update(challenges).where(challenges.c.id == challenge_id)
    await tx.connection.execute(moved.values(channel_id=channel_id))


async def count_open(tx: Transaction, challenger_id: int) -> int:
    """Return the number of open challenges by a person."""
    query = select(func.count()).select_from(challenges)
    own_rows = (challenges.c.challenger_id == challenger_id, challenges.c.status == OPEN)
    return (await tx.connection.execute(query.where(*own_rows))).scalar_one()


async def find_open_by(tx: Transaction, challenger_id: int) -> list[ChallengeRow]:
    """Return the open challenges by a person, oldest first."""
    own_rows = (challenges.c.challenger_id == challenger_id, challenges.c.status == OPEN)
    return await _found(tx, _challenges().where(*own_rows).order_by(challenges.c.id))


async def find_expired(tx: Transaction, bot_now: BotTime, limit: int) -> list[int]:
    """Return the ids of open challenges that have expired, in order of expiry."""
    due = (challenges.c.status == OPEN, challenges.c.expires_at <= bot_now)
    query = select(challenges.c.id).where(*due).order_by(challenges.c.expires_at).limit(limit)
    return list((await tx.connection.execute(query)).scalars())


async def set_expiry(tx: Transaction, challenge_id: int, until: BotTime) -> None:
    """Set when a challenge expires; do nothing if it is no longer open."""
    still_open = (challenges.c.id == challenge_id, challenges.c.status == OPEN)
    await tx.connection.execute(update(challenges).where(*still_open).values(expires_at=until))


async def next_expiry(tx: Transaction) -> BotTime | None:
    """Return when the next open challenge expires, or None without open challenges."""
    query = select(challenges.c.expires_at).where(challenges.c.status == OPEN)
    first = query.order_by(challenges.c.expires_at).limit(1)
    moment: BotTime | None = (await tx.connection.execute(first)).scalar_one_or_none()
    return moment


def _challenges() -> Select[Any]:
    challenger, opponent = players.alias("challenger"), players.alias("opponent")
    names = (challenger.c.name.label("challenger_name"), opponent.c.name.label("opponent_name"))
    return (
        select(challenges, *names)
        .join(challenger, challenger.c.id == challenges.c.challenger_id)
        .outerjoin(opponent, opponent.c.id == challenges.c.opponent_id)
    )


async def find_card_message(tx: Transaction, game_id: int) -> int | None:
    """Return the id of the message that shows the challenge card of a game; None without one."""
    query = select(challenges.c.message_id).where(challenges.c.game_id == game_id)
    message_id: int | None = (await tx.connection.execute(query)).scalar_one_or_none()
    return message_id


async def find_by_game(tx: Transaction, game_id: int) -> ChallengeRow | None:
    """Return the challenge from which a game started; None for practice and lobby games."""
    return await _one(tx, _challenges().where(challenges.c.game_id == game_id))


async def find_by_thread(
    tx: Transaction, thread_id: int, people: tuple[int, int]
) -> ChallengeRow | None:
    """Return the challenge whose card is the first message of a thread.

    :param people: the two possible challengers.
    :returns: None if the thread did not begin with a challenge card of one of these people.
    """
    # Discord gives a thread the id of its first message; the challengers make this use an index
    theirs = (challenges.c.challenger_id.in_(people), challenges.c.message_id == thread_id)
    return await _one(tx, _challenges().where(*theirs).limit(1))


async def find_open_with(tx: Transaction, user_id: int) -> list[ChallengeRow]:
    """Return the open challenges that a person has made or received, oldest first."""
    # two conditions, one per index
    theirs = or_(
        and_(challenges.c.challenger_id == user_id, challenges.c.status == OPEN),
        and_(challenges.c.opponent_id == user_id, challenges.c.status == OPEN),
    )
    return await _found(tx, _challenges().where(theirs).order_by(challenges.c.id))


async def _one(tx: Transaction, query: Select[Any]) -> ChallengeRow | None:
    row = (await tx.connection.execute(query)).mappings().one_or_none()
    return None if row is None else ChallengeRow(**row)


async def _found(tx: Transaction, query: Select[Any]) -> list[ChallengeRow]:
    return [ChallengeRow(**row) for row in (await tx.connection.execute(query)).mappings()]
