"""Checks of blocks and roles when a person challenges another or responds to a challenge."""

from datetime import datetime

from bot.errors.permissions import MayNotPlay, NotPlayingHere, YouBlocked
from bot.errors.refusals import NoSuchChallenge, NotYourChallenge
from bot.services.steps.game_clocks import has_run_out
from bot.services.steps.visibility import is_visible_from
from bot.services.values.views import Actor, ChallengeStatus
from bot.store.engine.database import Transaction
from bot.store.tables import challenges
from bot.store.tables.blocks import PERSON, SERVER
from bot.store.tables.challenges import ChallengeRow


async def refuse_blocked(
    tx: Transaction, guild_id: int | None, user_id: int, other_id: int | None
) -> None:
    """Refuse a new game between two players if one has blocked the other.

    :param guild_id: the server of the game, None in a private channel.
    :param other_id: the opponent, None for an open challenge.
    :raises NotPlayingHere: the moderators of the server have blocked the person.
    :raises YouBlocked: the person has blocked the opponent.
    :raises MayNotPlay: the opponent is blocked in the server or has blocked the person. The error
        is the same for both, so that people cannot learn who has blocked them.
    """
    people = (user_id,) if other_id is None else (user_id, other_id)
    barred = await SERVER.among(tx, guild_id, people)
    if user_id in barred:
        raise NotPlayingHere
    if other_id is None:
        return
    blockers = await PERSON.between(tx, user_id, other_id)
    if user_id in blockers:
        raise YouBlocked
    if other_id in barred | blockers:
        raise MayNotPlay


async def is_across_block(tx: Transaction, user_id: int, other_id: int) -> bool:
    """Return whether one of two people has blocked the other."""
    return bool(await PERSON.between(tx, user_id, other_id))


async def find_open_challenges(tx: Transaction, user_id: int, now: datetime) -> list[ChallengeRow]:
    """Return a person's open challenges, received ones first, each part ordered by expiry.

    Challenges across a block cannot be accepted and are omitted.
    """
    rows = await challenges.find_open_with(tx, user_id)
    current = [row for row in rows if not await has_run_out(tx, row, now)]
    received = any(row.challenger_id != user_id for row in current)
    blocked = await PERSON.across(tx, user_id) if received else frozenset[int]()
    shown = [row for row in current if row.challenger_id not in blocked]
    return sorted(shown, key=lambda row: (row.challenger_id == user_id, row.expires_at, row.id))


def refuse_others(row: ChallengeRow, actor: Actor, wanted: ChallengeStatus) -> None:
    """Refuse a person who may not give a challenge a status, such as accepted or withdrawn.

    :raises NotYourChallenge: the person may only see the challenge.
    :raises NoSuchChallenge: the person may not see the challenge.
    """
    if actor.user_id not in {row.challenger_id, row.opponent_id} and not is_visible_from(
        row, actor
    ):
        raise NoSuchChallenge(row.id)
    whose: str | None = None
    if wanted is ChallengeStatus.WITHDRAWN:
        allowed, whose = actor.user_id == row.challenger_id, row.challenger_name
    elif wanted is ChallengeStatus.COUNTERED and actor.user_id == row.challenger_id:
        allowed = True
    elif row.opponent_id is not None:
        whose = row.opponent_name
        allowed = actor.user_id == row.opponent_id
    elif wanted is ChallengeStatus.ACCEPTED:
        allowed = actor.user_id != row.challenger_id
    else:
        allowed = False
    if not allowed:
        is_own, is_for = (actor.user_id == each for each in (row.challenger_id, row.opponent_id))
        raise NotYourChallenge(row.id, whose, is_own=is_own, is_for=is_for)
