"""Who does not begin games with whom, and where not; who may answer which challenge."""

from datetime import datetime

from bot.errors import NoSuchChallenge, NotYourChallenge
from bot.errors.permissions import MayNotPlay, NotPlayingHere, YouBlocked
from bot.services.clocks.game_clocks import has_run_out
from bot.services.games.visibility import is_here
from bot.services.views import Actor, ChallengeStatus
from bot.store.engine.database import Transaction
from bot.store.tables import challenges
from bot.store.tables.blocks import PERSON, SERVER
from bot.store.tables.challenges import ChallengeRow
from bot.words import refusals


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


async def open_with(tx: Transaction, user_id: int, now: datetime) -> list[ChallengeRow]:
    """Return the challenges that wait for a person, then those of the person; the soonest first.

    What others ask across a block cannot be accepted, and is left out.
    """
    rows = await challenges.find_open_with(tx, user_id)
    still = [row for row in rows if not await has_run_out(tx, row, now)]
    shown = [
        row
        for row in still
        if row.challenger_id == user_id or not await is_across_block(tx, user_id, row.challenger_id)
    ]
    return sorted(shown, key=lambda row: (row.challenger_id == user_id, row.expires_at, row.id))


def refuse_others(row: ChallengeRow, actor: Actor, wanted: ChallengeStatus) -> None:
    """Refuse whoever may not give a challenge the status that is wanted.

    :raises NotYourChallenge: for somebody who may only see it.
    :raises NoSuchChallenge: for anybody else.
    """
    if actor.user_id not in {row.challenger_id, row.opponent_id} and not is_here(row, actor):
        raise NoSuchChallenge(row.id)
    if wanted is ChallengeStatus.WITHDRAWN:
        allowed, whose = actor.user_id == row.challenger_id, row.challenger_name
    elif row.opponent_id is not None:
        whose = row.opponent_name or refusals.THE_OPPONENT
        allowed = actor.user_id == row.opponent_id
    elif wanted is ChallengeStatus.ACCEPTED:
        allowed, whose = actor.user_id != row.challenger_id, refusals.SOMEBODY_ELSE
    else:
        allowed, whose = False, refusals.WHOM_IT_NAMES
    if not allowed:
        is_own, is_for = (actor.user_id == each for each in (row.challenger_id, row.opponent_id))
        raise NotYourChallenge(row.id, whose, is_own=is_own, is_for=is_for)
