"""Who does not begin games with whom, and where not."""

from bot.errors.authority import MayNotPlay, NotPlayingHere, YouBlocked
from bot.store.blocks import PERSON, SERVER
from bot.store.database import Transaction


async def refuse_blocked(
    tx: Transaction, guild_id: int | None, user_id: int, other_id: int | None
) -> None:
    """Refuse that a person begins a game with another, or with anybody, in a server or in private.

    :raises NotPlayingHere: the moderators have blocked the person there.
    :raises YouBlocked: the person has blocked the other one.
    :raises MayNotPlay: the other one may not play, or does not want to; it is not said which.
    """
    if await SERVER.has(tx, guild_id, user_id):
        raise NotPlayingHere
    if other_id is None:
        return
    if await PERSON.has(tx, user_id, other_id):
        raise YouBlocked
    if await SERVER.has(tx, guild_id, other_id) or await PERSON.has(tx, other_id, user_id):
        raise MayNotPlay


async def is_across_block(tx: Transaction, user_id: int, other_id: int) -> bool:
    """Say whether one of two people has blocked the other, so that no news of a challenge helps."""
    return await PERSON.has(tx, user_id, other_id) or await PERSON.has(tx, other_id, user_id)
