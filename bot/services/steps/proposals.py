"""Creation of challenges and of the games they propose."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Unpack

from bot.errors.refusals import CannotChallenge
from bot.services.steps.eligibility import refuse_blocked
from bot.services.steps.game_actions import announce, position_columns
from bot.services.steps.game_clocks import begin_clock
from bot.services.steps.vacation_periods import cover_strict_games
from bot.services.values.clocks.clock import Pace
from bot.services.values.games.played_opening import PlayedOpening
from bot.services.values.games.replay_cache import initial_game, ruleset_of
from bot.services.values.people.limits import Limits
from bot.services.values.ratings.conditions import obstacle_to_rating
from bot.services.values.views import Actor, Begins, Player, Terms
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, games, interactions, outbox, players
from bot.store.tables.challenges import ChallengeRow, NewChallenge
from bot.store.tables.games import GameRow, NewGame
from bot.store.tables.interactions import InteractionRow
from bot.store.tables.outbox_kinds import OutboxKind, Payload
from bot.store.tables.revisions import new_revision
from bot.words import ratings, refusals
from bot.words.translation import translated
from rules.moves import format_move
from rules.options import Game, OptionError, Ruleset
from rules.registry import UnknownGame, find_game
from rules.sentences import short_name


@dataclass(frozen=True, slots=True)
class Proposal:
    """A challenge that is not stored yet.

    :ivar opponent: None for an open challenge.
    :ivar counters: the challenge that this challenge counters with other terms.
    :ivar rematch_of: the game to which this is a rematch.
    :ivar level: level of the engine, if the engine is the opponent.
    :ivar opening: moves with which the game starts; only in practice.
    """

    actor: Actor
    opponent: Player | None
    ruleset: Ruleset
    terms: Terms
    counters: int | None = None
    rematch_of: int | None = None
    level: int | None = None
    opening: PlayedOpening | None = None

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
    row = await store_challenge(tx, proposal, now, now + limits.challenge_life)
    await record_challenge_action(tx, actor, "challenge", now, challenge_id=row.id)
    await announce_challenge(tx, row, OutboxKind.CHALLENGE, now)
    return row


async def store_challenge(
    tx: Transaction, proposal: Proposal, now: datetime, expires_at: datetime
) -> ChallengeRow:
    """Store an open challenge and the names of its players."""
    for player in (proposal.actor.player, proposal.opponent):
        if player is not None:
            await players.remember(tx, player.user_id, player.name, now)
    row = await challenges.find(tx, await challenges.add(tx, _new(proposal, now, expires_at)))
    assert row is not None
    return row


async def begin_game(  # noqa: PLR0913 - what a challenge leaves open
    tx: Transaction,
    row: ChallengeRow,
    accepter: Actor,
    now: datetime,
    *,
    random_seat: int,
    level: int | None = None,
    opening: PlayedOpening | None = None,
    **payload: Unpack[Payload],
) -> int:
    """Start the game of a challenge, announce its first turn, and return its number.

    :param random_seat: the challenger's seat if the terms leave it to chance, 0 or 1.
    :param level: level of the engine, if the engine is the accepter.
    :param opening: moves with which the game starts.
    :param payload: data for the message of the first turn.
    """
    await players.remember(tx, accepter.user_id, accepter.name, now)
    pair = (row.challenger_id, accepter.user_id)
    first = {Begins.CHALLENGER: 0, Begins.OPPONENT: 1, Begins.RANDOM: random_seat}[
        Begins(row.begins)
    ]
    new = _game(row, (pair[first], pair[1 - first]), now)
    if level is not None:
        new = replace(new, engine_seat=1 - first, engine_level=level)
    ruleset = ruleset_of(row.game_key, row.rules_version, row.options)
    game_id = await games.add(tx, new, seat_to_move=initial_game(ruleset).position.seat_to_move)
    stored = await games.find(tx, game_id)
    assert stored is not None
    if opening is not None:
        stored = await _play_opening(tx, stored, opening, now)
    if row.strict:
        await cover_strict_games(tx, pair, now)
    await begin_clock(tx, stored, Pace(row.pace), now, strict=row.strict)
    await announce(tx, stored, OutboxKind.TURN, now, **payload)
    return game_id


async def _play_opening(
    tx: Transaction, row: GameRow, opening: PlayedOpening, now: datetime
) -> GameRow:
    after = opening.replayed
    topology, moves = after.position.topology, after.record.moves
    for ply, (seat, move) in enumerate(zip(opening.seats, moves, strict=True)):
        at_ply = replace(row, ply=ply)
        await games.append(tx, at_ply, seat, [format_move(move, topology)], now)
    revision = new_revision(after.position.ply, row.undone)
    return await games.change(
        tx, row, **position_columns(after), turn_revision=revision, opening_plies=after.position.ply
    )


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
    tx: Transaction, row: ChallengeRow, kind: OutboxKind, now: datetime
) -> None:
    """Add the outbox message that posts or updates a challenge card."""
    new = outbox.NewOutboxMessage(kind, row.guild_id, row.channel_id, now, challenge_id=row.id)
    await outbox.add(tx, new)


def _refuse_rating(proposal: Proposal) -> None:
    obstacle = obstacle_to_rating(proposal.ruleset, proposal.agreed)
    if proposal.agreed.rated and obstacle is not None:
        raise CannotChallenge(ratings.cannot_be_rated(obstacle))


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
        plans=proposal.agreed.plans,
        rated=proposal.agreed.rated,
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
        plans=row.plans,
        created_at=now,
        rated=row.rated,
    )
