"""Writing a challenge down, and beginning the game that it proposes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from bot.errors import CannotChallenge
from bot.services.challenges.eligibility import refuse_blocked
from bot.services.clocks.clock import Pace
from bot.services.clocks.game_clocks import begin_clock
from bot.services.clocks.vacation_periods import cover_strict_games
from bot.services.games.actions import announce
from bot.services.games.replay_cache import opening, ruleset_of
from bot.services.people.limits import Limits
from bot.services.views import Actor, Begins, Player, Terms
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, games, interactions, outbox, players
from bot.store.tables.challenges import ChallengeRow, NewChallenge
from bot.store.tables.games import NewGame
from bot.store.tables.interactions import InteractionRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.words import refusals
from rules.options import OptionError, Ruleset
from rules.registry import UnknownGame, find_game


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed to whom; `counters` and `rematch_of` say what it answers.

    `level`: the opponent is the bot itself, at that level.
    """

    actor: Actor
    opponent: Player | None
    ruleset: Ruleset
    terms: Terms
    counters: int | None = None
    rematch_of: int | None = None
    level: int | None = None

    @property
    def agreed(self) -> Terms:
        """The terms as they are stored: without a clock, none is strict."""
        return replace(self.terms, strict=self.terms.strict and self.terms.pace is not Pace.NONE)


def terms_seen_by_answerer(row: ChallengeRow) -> Terms:
    """Return the terms of a challenge as they are when its opponent proposes the same."""
    return Terms(Begins(row.begins).turned, row.undo, Pace(row.pace), row.strict)


def chosen(game_key: str, options: Mapping[str, object]) -> Ruleset:
    """Return the ruleset of a player's choices.

    :raises CannotChallenge: no game has them.
    """
    try:
        game = find_game(game_key)
    except UnknownGame as error:
        raise CannotChallenge(str(error)) from None
    try:
        return game.offer(options)
    except OptionError as error:
        # whoever has named no game need not know which one is meant
        raise CannotChallenge(refusals.in_game(game.name, str(error))) from None


async def propose(
    tx: Transaction, proposal: Proposal, limits: Limits, now: datetime
) -> ChallengeRow:
    """Store an open challenge and have its card posted.

    :raises CannotChallenge: the challenger has as many challenges or games as allowed.
    :raises NotPlayingHere, YouBlocked, MayNotPlay: somebody is blocked.
    """
    actor = proposal.actor
    opponent_id = None if proposal.opponent is None else proposal.opponent.user_id
    await refuse_blocked(tx, actor.guild_id, actor.user_id, opponent_id)
    await limits.refuse_challenge(tx, actor.user_id)
    row = await write_down(tx, proposal, now, now + limits.challenge_life)
    await note(tx, actor, "challenge", now, challenge_id=row.id)
    await tell(tx, row, OutboxKind.CHALLENGE, now)
    return row


async def write_down(
    tx: Transaction, proposal: Proposal, now: datetime, expires_at: datetime
) -> ChallengeRow:
    """Store an open challenge, and the people whom it names."""
    for player in (proposal.actor.player, proposal.opponent):
        if player is not None:
            await players.remember(tx, player.user_id, player.name, now)
    row = await challenges.find(tx, await challenges.add(tx, _new(proposal, now, expires_at)))
    assert row is not None
    return row


async def begin(
    tx: Transaction,
    row: ChallengeRow,
    accepter: Actor,
    now: datetime,
    *,
    lot: int,
    level: int | None = None,
) -> int:
    """Begin the game of a challenge, tell of its first turn, and return its number.

    :param lot: 0 or 1, which decides where the terms leave it to chance.
    :param level: that of the bot, if it is the accepter itself.
    """
    await players.remember(tx, accepter.user_id, accepter.name, now)
    pair = (row.challenger_id, accepter.user_id)
    first = {Begins.CHALLENGER: 0, Begins.OPPONENT: 1, Begins.LOT: lot}[Begins(row.begins)]
    new = _game(row, (pair[first], pair[1 - first]), now)
    if level is not None:
        new = replace(new, engine_seat=1 - first, engine_level=level)
    ruleset = ruleset_of(row.game_key, row.rules_version, row.options)
    game_id = await games.add(tx, new, seat_to_move=opening(ruleset).position.seat_to_move)
    stored = await games.find(tx, game_id)
    assert stored is not None
    if row.strict:
        await cover_strict_games(tx, pair, now)
    await begin_clock(tx, stored, Pace(row.pace), now, strict=row.strict)
    await announce(tx, stored, OutboxKind.TURN, now)
    return game_id


async def note(
    tx: Transaction,
    actor: Actor,
    action: str,
    now: datetime,
    *,
    challenge_id: int,
    game_id: int | None = None,
) -> None:
    """Store what an interaction did with a challenge."""
    done = InteractionRow(
        actor.interaction_id, actor.user_id, action, now, game_id, challenge_id=challenge_id
    )
    await interactions.add(tx, done)


async def tell(tx: Transaction, row: ChallengeRow, kind: OutboxKind, now: datetime) -> None:
    """Add the outbox row that posts a challenge's card, or changes it."""
    new = outbox.NewOutboxMessage(kind, row.guild_id, row.channel_id, now, challenge_id=row.id)
    await outbox.add(tx, new)


def _new(proposal: Proposal, now: datetime, expires_at: datetime) -> NewChallenge:
    return NewChallenge(
        guild_id=proposal.actor.guild_id,
        channel_id=proposal.actor.channel_id,
        challenger_id=proposal.actor.user_id,
        opponent_id=None if proposal.opponent is None else proposal.opponent.user_id,
        game_key=proposal.ruleset.game,
        rules_version=proposal.ruleset.version,
        options=dict(proposal.ruleset.options),
        created_at=now,
        expires_at=expires_at,
        begins=proposal.agreed.begins,
        undo=proposal.agreed.undo,
        pace=proposal.agreed.pace,
        strict=proposal.agreed.strict,
        counters=proposal.counters,
        rematch_of=proposal.rematch_of,
    )


def _game(row: ChallengeRow, seats: tuple[int, int], now: datetime) -> NewGame:
    return NewGame(
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        seat0=seats[0],
        seat1=seats[1],
        game_key=row.game_key,
        rules_version=row.rules_version,
        options=row.options,
        undo=row.undo,
        created_at=now,
    )
