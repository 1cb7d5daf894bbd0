"""Blocks: a person blocks a person, or a server's moderators block a member."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Column, Table, delete, insert, select, union

from bot.store.engine.database import Transaction
from bot.store.tables.schema import person_blocks, server_blocks


@dataclass(frozen=True, slots=True)
class BlockList:
    """Table of blocked people by owner.

    The owner of a block is a person, or a server whose moderators have blocked a member.
    """

    table: Table
    owner: Column[Any]
    blocked: Column[Any]

    async def among(
        self, tx: Transaction, owner_id: int | None, ids: Iterable[int]
    ) -> frozenset[int]:
        """Return which of the given ids an owner has blocked; empty if the owner is None."""
        if owner_id is None:
            return frozenset()
        query = select(self.blocked).where(self.owner == owner_id, self.blocked.in_(ids))
        return frozenset((await tx.connection.execute(query)).scalars())

    async def between(self, tx: Transaction, one_id: int, other_id: int) -> frozenset[int]:
        """Return which of two people has blocked the other, as a set of at most two ids."""
        pair = (one_id, other_id)
        query = select(self.owner).where(self.owner.in_(pair), self.blocked.in_(pair))
        return frozenset((await tx.connection.execute(query)).scalars())

    async def across(self, tx: Transaction, user_id: int) -> frozenset[int]:
        """Return the ids of everyone whom a person has blocked or who has blocked that person."""
        either = union(
            select(self.blocked).where(self.owner == user_id),
            select(self.owner).where(self.blocked == user_id),
        )
        return frozenset((await tx.connection.execute(either)).scalars())

    async def add(
        self, tx: Transaction, owner_id: int, blocked_id: int, at: datetime, **values: Any
    ) -> None:
        """Block a person who is not blocked yet.

        :param values: further columns of the table, such as the moderator who blocks a member.
        """
        row = {self.owner.name: owner_id, self.blocked.name: blocked_id, "created_at": at, **values}
        await tx.connection.execute(insert(self.table).values(row))

    async def remove(self, tx: Transaction, owner_id: int, blocked_id: int) -> bool:
        """Unblock a person; return False if the person was not blocked."""
        pair = (self.owner == owner_id, self.blocked == blocked_id)
        return (await tx.connection.execute(delete(self.table).where(*pair))).rowcount == 1

    async def of(self, tx: Transaction, owner_id: int) -> list[int]:
        """Return the ids of the people whom an owner has blocked, in the order of blocking."""
        query = select(self.blocked).where(self.owner == owner_id)
        ordered = query.order_by(self.table.c.created_at, self.blocked)
        return list((await tx.connection.execute(ordered)).scalars())


PERSON = BlockList(person_blocks, person_blocks.c.user_id, person_blocks.c.blocked_id)
SERVER = BlockList(server_blocks, server_blocks.c.guild_id, server_blocks.c.user_id)
