"""Blocks between people, which prevent new games with each other. Games in progress continue."""

from bot.errors.permissions import CannotBlock
from bot.services.steps.eligibility import refuse_blocked
from bot.services.steps.game_actions import record_once
from bot.services.steps.standing_offers import match_offers
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import players
from bot.store.tables.blocks import PERSON
from bot.words import refusals

MOST = 500  # blocks of one person, and of one server


class BlockService(Service):
    """Use cases of blocks between people: block, unblock, list, refuse a blocked person."""

    @writes
    async def block(self, tx: Transaction, actor: Actor, user_id: int) -> None:
        """Block a person; do nothing if they are already blocked.

        :raises CannotBlock: the person is the actor, or the actor has blocked too many people.
        """
        if user_id == actor.user_id:
            raise CannotBlock(refusals.NO_BLOCK_OF_YOURSELF())
        already = await PERSON.of(tx, actor.user_id)
        if user_id in already:
            return
        refuse_too_many_blocks(already)
        now = self._clock()
        await players.remember(tx, actor.user_id, actor.name, now)
        await PERSON.add(tx, actor.user_id, user_id, now)

    @writes
    async def unblock(self, tx: Transaction, actor: Actor, user_id: int) -> None:
        """Unblock a person; lobby offers of the two can match again.

        :raises CannotBlock: the person is not blocked.
        """
        now = self._clock()
        if not await record_once(tx, actor, "unblock", now):
            return
        if not await PERSON.remove(tx, actor.user_id, user_id):
            raise CannotBlock(refusals.NOT_BLOCKED())
        await match_offers(tx, actor.user_id, now)

    @reads
    async def find_blocked(self, tx: Transaction, user_id: int) -> list[int]:
        """Return the ids of the people blocked by a person, oldest block first."""
        return await PERSON.of(tx, user_id)

    @reads
    async def refuse(self, tx: Transaction, actor: Actor, other_id: int | None = None) -> None:
        """Refuse an actor who is blocked here; call it before a form for a new game opens.

        :param other_id: the opponent, if known.
        :raises NotPlayingHere, YouBlocked, MayNotPlay: see `refuse_blocked`.
        """
        await refuse_blocked(tx, actor.guild_id, actor.user_id, other_id)


def refuse_too_many_blocks(already: list[int]) -> None:
    """Refuse another block if the list of blocked people has reached the limit.

    :raises CannotBlock: the limit is reached.
    """
    if len(already) >= MOST:
        raise CannotBlock(refusals.many_blocked(MOST))
