"""Creation of challenges, and the outbox messages and records that go with it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from bot.errors.refusals import CannotChallenge
from bot.services.steps.eligibility import refuse_blocked
from bot.services.steps.notification_creation import notify_of_challenge
from bot.services.steps.notification_settings import hears_directly
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.limits import Limits
from bot.services.values.ratings.conditions import obstacle_to_rating
from bot.services.values.views import Actor, Player, Terms
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, interactions, outbox, players
from bot.store.tables.bot_time import bot_time_of
from bot.store.tables.challenges import ChallengeRow
from bot.store.tables.interactions import InteractionRow
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind
from bot.store.tables.payloads import NO_DATA, Announcement, Payload
from bot.store.tables.schema import BotTime
from bot.words import ratings, refusals
from bot.words.translation import translated
from rules.options import Game, OptionError, Ruleset
from rules.registry import UnknownGame, find_game
from rules.sentences import short_name


@dataclass(frozen=True, slots=True)
class Proposal:
    """A challenge that is not stored yet.

    :ivar opponent: None for an open challenge.
    :ivar counters: the challenge that this challenge counters with other terms; for a rematch,
        perhaps the challenger's own first offer.
    :ivar rematch_of: the game to which this is a rematch.
    """

    actor: Actor
    opponent: Player | None
    ruleset: Ruleset
    terms: Terms
    counters: int | None = None
    rematch_of: int | None = None

    @property
    def agreed(self) -> Terms:
        """The terms to store: a game without a clock is never strict."""
        return replace(self.terms, strict=self.terms.strict and self.terms.pace is not Pace.NONE)


def chosen_ruleset(game_key: str, options: Mapping[str, object]) -> Ruleset:
    """Return the ruleset for a player's choice of game and options.

    :raises CannotChallenge: the game or an option does not exist.
    """
    try:
        game = find_game(game_key)
    except UnknownGame as error:
        raise CannotChallenge(translated(error.args[0])) from None
    if "start" in options and all(each.name != "start" for each in game.options):
        raise CannotChallenge(refusals.one_opening(game.name))
    try:
        return game.offer(_values(game, options))
    except OptionError as error:
        # names the game, because the player may have left it at the default
        raise CannotChallenge(refusals.in_game(game.name, translated(error.args[0]))) from None


def _values(game: Game, options: Mapping[str, object]) -> dict[str, object]:
    """Return the options, with choices typed in the reader's language replaced by their values."""
    meant = {
        (option.name, shown.casefold()): value
        for option in game.options
        for value, label in zip(option.choices, map(translated, option.labels), strict=True)
        for shown in (label, short_name(label))
    }
    return {
        name: meant.get((name, str(typed).casefold()), typed) for name, typed in options.items()
    }


async def propose(
    tx: Transaction, proposal: Proposal, limits: Limits, now: datetime
) -> ChallengeRow:
    """Store an open challenge and the outbox message for its card.

    :raises CannotChallenge: the challenger has reached the limit of open challenges or games, or
        the game cannot be rated on these terms.
    :raises NotPlayingHere, YouBlocked, MayNotPlay: one of the two is blocked.
    """
    actor = proposal.actor
    opponent_id = None if proposal.opponent is None else proposal.opponent.user_id
    _refuse_rating(proposal)
    await refuse_blocked(tx, actor.guild_id, actor.user_id, opponent_id)
    await limits.refuse_challenge(tx, actor.user_id)
    for player in (actor.player, proposal.opponent):
        if player is not None:
            await players.remember(tx, player.user_id, player.name, now)
    expires_at = await bot_time_of(tx, now + limits.challenge_life, now)
    row = await _store(tx, proposal, now, expires_at)
    await record_challenge_action(tx, actor, "challenge", now, challenge_id=row.id)
    held = await _write_to_opponent(tx, row, now)
    await announce_challenge(tx, row, OutboxKind.CHALLENGE, now, Announcement(held=held))
    return row


async def _write_to_opponent(tx: Transaction, row: ChallengeRow, now: datetime) -> tuple[int, ...]:
    """Add the notification of a rematch in a user-install channel, if the opponent wants it.

    The card may wait for the next interaction there, because a rematch is also offered elsewhere.

    :returns: the opponent if notified, whom the card must not ping.
    """
    opponent, channel_id = row.opponent_id, row.channel_id
    if row.rematch_of is None or opponent is None or channel_id == NO_CHANNEL:
        return ()
    if not await hears_directly(tx, opponent, channel_id, now):
        return ()
    await notify_of_challenge(tx, NotificationKind.CHALLENGED, row, opponent, now)
    return (opponent,)


async def record_challenge_action(
    tx: Transaction,
    actor: Actor,
    action: str,
    now: datetime,
    *,
    challenge_id: int,
    game_id: int | None = None,
) -> None:
    """Record the interaction that created or responded to a challenge."""
    done = InteractionRow(
        actor.interaction_id, actor.user_id, action, now, game_id, challenge_id=challenge_id
    )
    await interactions.add(tx, done)


async def announce_challenge(
    tx: Transaction,
    row: ChallengeRow,
    kind: OutboxKind,
    now: datetime,
    payload: Payload = NO_DATA,
) -> None:
    """Add the outbox message that posts or updates a challenge card."""
    where = (row.guild_id, row.channel_id)
    new = outbox.NewOutboxMessage(kind, *where, now, challenge_id=row.id, payload=payload)
    await outbox.add(tx, new)


def _refuse_rating(proposal: Proposal) -> None:
    obstacle = obstacle_to_rating(proposal.ruleset, proposal.agreed)
    if proposal.agreed.rated and obstacle is not None:
        raise CannotChallenge(ratings.cannot_be_rated(obstacle))


async def _store(
    tx: Transaction, proposal: Proposal, now: datetime, expires_at: BotTime
) -> ChallengeRow:
    actor, opponent = proposal.actor, proposal.opponent
    challenge_id = await challenges.add(
        tx,
        proposal.agreed,
        guild_id=actor.guild_id,
        channel_id=actor.channel_id,
        challenger_id=actor.user_id,
        opponent_id=None if opponent is None else opponent.user_id,
        game_key=proposal.ruleset.game,
        rules_version=proposal.ruleset.version,
        options=dict(proposal.ruleset.options),
        created_at=now,
        expires_at=expires_at,
        counters=proposal.counters,
        rematch_of=proposal.rematch_of,
    )
    row = await challenges.find(tx, challenge_id)
    assert row is not None, "it has just been added"
    return row
