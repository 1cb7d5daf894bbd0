"""Who does not begin games with whom, and where not; games that are running go on."""

from collections.abc import Callable
from datetime import datetime

from bot.errors.authority import CannotBlock
from bot.services.steps.acting import is_first
from bot.services.steps.inviting import refuse_blocked
from bot.services.views import Actor
from bot.store import players
from bot.store.blocks import PERSON
from bot.store.database import Database, Transaction
from bot.texts import why_not

MOST = 500  # people whom one person or one server may block


class BlockService:
    """Use cases of one person blocking another's challenges."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def block(self, actor: Actor, user_id: int) -> None:
        """Have nothing to do with a person's challenges any more; who is blocked stays so.

        :raises CannotBlock: yourself, or too many.
        """
        await self._database.write(self._block, actor, user_id)

    async def unblock(self, actor: Actor, user_id: int) -> None:
        """Let a person challenge you again.

        :raises CannotBlock: the person is not blocked.
        """
        await self._database.write(self._unblock, actor, user_id)

    async def blocked(self, user_id: int) -> list[int]:
        """Return whom a person has blocked, the first one first."""
        return await self._database.read(PERSON.of, user_id)

    async def refuse(self, actor: Actor, other_id: int | None = None) -> None:
        """Refuse who may begin no game here with another, or with anybody: before a form for it.

        :raises NotPlayingHere, YouBlocked, MayNotPlay: as a challenge would be.
        """
        guild_id, user_id = actor.guild_id, actor.user_id
        await self._database.read(refuse_blocked, guild_id, user_id, other_id)

    async def _block(self, tx: Transaction, actor: Actor, user_id: int) -> None:
        if user_id == actor.user_id:
            raise CannotBlock(why_not.NO_BLOCK_OF_YOURSELF)
        already = await PERSON.of(tx, actor.user_id)
        if user_id in already:
            return
        refuse_more(already)
        now = self._clock()
        await players.remember(tx, actor.user_id, actor.name, now)
        await PERSON.add(tx, actor.user_id, user_id, now)

    async def _unblock(self, tx: Transaction, actor: Actor, user_id: int) -> None:
        if not await is_first(tx, actor, "unblock", self._clock()):
            return
        if not await PERSON.remove(tx, actor.user_id, user_id):
            raise CannotBlock(why_not.NOT_BLOCKED)


def refuse_more(already: list[int]) -> None:
    """Refuse one more block.

    :raises CannotBlock: there are as many as allowed.
    """
    if len(already) >= MOST:
        raise CannotBlock(why_not.many_blocked(MOST))
