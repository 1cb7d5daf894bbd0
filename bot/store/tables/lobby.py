"""Offers in the lobby, which other people can accept, and the lobby's users in each server."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Select,
    Table,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.store.engine.database import Transaction
from bot.store.tables.games import RUNNING, GameRow
from bot.store.tables.schema import (
    BotTime,
    challenges,
    games,
    lobby_members,
    offers,
    person_blocks,
    players,
    server_blocks,
)
from bot.store.tables.terms import Terms, values_of

OPEN = "open"
FULL = "full"  # has all the games it wants; reopened when one of them ends
MATCHED = "matched"
WITHDRAWN = "withdrawn"
EXPIRED = "expired"
STANDING = (OPEN, FULL)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferRow(Terms):
    """Stored offer of a game in the lobby, with the name of its player.

    :ivar terms: all terms as one text; two offers match if their texts are equal.
    :ivar keep: the number of games that the offer keeps in progress; 0 if it starts one game only.
    :ivar games: the ids of its games in progress.
    """

    id: int
    user_id: int
    guild_id: int | None
    game_key: str
    rules_version: int
    options: dict[str, Any]
    terms: str
    keep: int
    games: list[int]
    status: str
    created_at: datetime
    expires_at: BotTime
    name: str


async def add(tx: Transaction, agreed: Terms, **columns: Any) -> OfferRow:
    """Insert an open offer without games, and return it."""
    values = {**values_of(Terms, agreed), **columns}
    new = insert(offers).values(status=OPEN, games=[], **values).returning(offers.c.id)
    offer_id = (await tx.connection.execute(new)).scalar_one()
    row = await find(tx, offer_id)
    assert row is not None
    return row


async def find(tx: Transaction, offer_id: int) -> OfferRow | None:
    """Return an offer, open or closed; None if it does not exist or was deleted."""
    found = await _found(tx, _offers().where(offers.c.id == offer_id))
    return found[0] if found else None


async def change(tx: Transaction, offer_id: int, **values: Any) -> None:
    """Set columns of an offer, given by name, without a check for concurrent changes."""
    await tx.connection.execute(update(offers).where(offers.c.id == offer_id).values(values))


async def find_standing(tx: Transaction, user_id: int) -> list[OfferRow]:
    """Return a person's offers that are not closed, oldest first."""
    theirs = (offers.c.user_id == user_id, offers.c.status.in_(STANDING))
    return await _found(tx, _offers().where(*theirs).order_by(offers.c.id))


async def is_offered_rated(tx: Transaction, game: GameRow) -> bool:
    """Return whether a game began from an offer of a rated game that one of its players made."""
    rated = (offers.c.user_id.in_(game.players), offers.c.rated)
    started = await tx.connection.execute(select(offers.c.games).where(*rated))
    return any(game.id in ids for ids in started.scalars())


async def find_matching(
    tx: Transaction, user_id: int, guild_id: int | None, terms: str, after: int, limit: int
) -> list[OfferRow]:
    """Return open offers on the given terms that a person may accept, oldest first.

    Offers that `find_open` omits are omitted here as well.

    :param guild_id: the server of the person's own offer; None in a private channel.
    :param terms: the text of all terms, as in the column `terms`.
    :param after: return only offers with larger ids.
    """
    same = (offers.c.terms == terms, offers.c.id > after)
    query = _offers().where(*same, *_is_acceptable(user_id, guild_id))
    return await _found(tx, query.order_by(offers.c.id).limit(limit))


async def find_open(
    tx: Transaction, user_id: int, guild_id: int | None, game_key: str | None, limit: int
) -> list[OfferRow]:
    """Return open offers that a person may accept, by game, oldest first.

    Omitted are the person's own offers, and offers of people whom the person has blocked, who have
    blocked the person, or who have a game with the person in progress. Omitted are also offers by
    people who are blocked in the server, and offers from servers in which the person is blocked.

    :param guild_id: the server in which the person reads the offers; None in a private channel.
    :param game_key: return only offers of this game; None for all games.
    """
    shown = [*_is_acceptable(user_id, guild_id)]
    if game_key is not None:
        shown.append(offers.c.game_key == game_key)
    ordered = _offers().where(*shown).order_by(offers.c.game_key, offers.c.id)
    return await _found(tx, ordered.limit(limit))


async def find_last_size(tx: Transaction, user_id: int, game_key: str) -> int | None:
    """Return the board size of a person's latest offer or challenge for a game, or None."""
    found = [
        (await tx.connection.execute(_latest_options(table, person, user_id, game_key))).first()
        for table, person in ((challenges, challenges.c.challenger_id), (offers, offers.c.user_id))
    ]
    latest = max(filter(None, found), key=lambda row: row.created_at, default=None)
    return None if latest is None else int(latest.options["size"])


def _latest_options(table: Table, person: Column[Any], user_id: int, game_key: str) -> Select[Any]:
    own_rows = (person == user_id, table.c.game_key == game_key)
    newest = table.c.created_at.desc(), table.c.id.desc()
    return select(table.c.options, table.c.created_at).where(*own_rows).order_by(*newest).limit(1)


async def count_open(tx: Transaction, user_id: int, guild_id: int | None) -> dict[str, int]:
    """Return the number of open offers that a person may accept, by game; see `find_open`."""
    query = (
        select(offers.c.game_key, func.count())
        .where(*_is_acceptable(user_id, guild_id))
        .group_by(offers.c.game_key)
    )
    rows = (await tx.connection.execute(query)).all()
    return {str(key): int(number) for key, number in rows}


async def delete_closed(tx: Transaction, before: BotTime) -> int:
    """Delete closed offers that expired before a moment; return their number."""
    old = (offers.c.status.in_((MATCHED, WITHDRAWN, EXPIRED)), offers.c.expires_at < before)
    return (await tx.connection.execute(delete(offers).where(*old))).rowcount


async def remember_member(tx: Transaction, guild_id: int, user_id: int) -> None:
    """Store that a person has used the lobby in a server."""
    row = {"guild_id": guild_id, "user_id": user_id}
    existing = select(lobby_members.c.user_id).where(
        lobby_members.c.guild_id == guild_id, lobby_members.c.user_id == user_id
    )
    if (await tx.connection.execute(existing)).first() is None:
        await tx.connection.execute(insert(lobby_members).values(row))


async def forget_member(tx: Transaction, guild_id: int, user_id: int) -> None:
    """Delete the record that a person has used the lobby in a server, after they have left it."""
    left = (lobby_members.c.guild_id == guild_id, lobby_members.c.user_id == user_id)
    await tx.connection.execute(delete(lobby_members).where(*left))


async def are_playing(tx: Transaction, first: int, second: int) -> bool:
    """Return whether two people have a game with each other in progress."""
    query = select(games.c.id).where(_is_between(first, second)).limit(1)
    return (await tx.connection.execute(query)).first() is not None


async def find_common_servers(tx: Transaction, first: int, second: int) -> list[int]:
    """Return the ids of the servers in which both people have used the lobby."""
    other = lobby_members.alias("other")
    both = and_(other.c.guild_id == lobby_members.c.guild_id, other.c.user_id == second)
    of_first = lobby_members.c.user_id == first
    query = select(lobby_members.c.guild_id).join(other, both).where(of_first)
    ordered = query.order_by(lobby_members.c.guild_id)
    return list((await tx.connection.execute(ordered)).scalars())


def _offers() -> Select[Any]:
    return select(offers, players.c.name).join(players, players.c.id == offers.c.user_id)


def _is_acceptable(user_id: int, guild_id: int | None) -> Sequence[ColumnElement[bool]]:
    blocks = or_(
        and_(person_blocks.c.user_id == user_id, person_blocks.c.blocked_id == offers.c.user_id),
        and_(person_blocks.c.user_id == offers.c.user_id, person_blocks.c.blocked_id == user_id),
    )
    member, server = server_blocks.c.user_id, server_blocks.c.guild_id
    shut_out = or_(
        and_(server == guild_id, member == offers.c.user_id),
        and_(server == offers.c.guild_id, member == user_id),
    )
    return (
        offers.c.status == OPEN,
        offers.c.user_id != user_id,
        ~select(person_blocks.c.user_id).where(blocks).exists(),
        ~select(member).where(shut_out).exists(),
        ~select(games.c.id).where(_is_between(user_id, offers.c.user_id)).exists(),
    )


def _is_between(first: int, second: ColumnElement[int] | int) -> ColumnElement[bool]:
    """Return the SQL condition that a game between two people is in progress."""
    # two conditions, one per index
    return or_(
        and_(games.c.seat0 == first, games.c.status == RUNNING, games.c.seat1 == second),
        and_(games.c.seat1 == first, games.c.status == RUNNING, games.c.seat0 == second),
    )


async def _found(tx: Transaction, query: Select[Any]) -> list[OfferRow]:
    return [OfferRow(**row) for row in (await tx.connection.execute(query)).mappings()]
