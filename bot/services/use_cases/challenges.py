"""Use cases of challenges: propose, change the terms, accept, decline, withdraw, expire."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.errors.refusals import CannotChallenge, ChallengeClosed, NoSuchChallenge
from bot.services.steps.challenge_views import shown_challenge
from bot.services.steps.eligibility import (
    find_open_challenges,
    refuse_blocked,
    refuse_others,
)
from bot.services.steps.game_actions import existing_game
from bot.services.steps.game_clocks import has_run_out
from bot.services.steps.game_start import GameStart, begin_game, seated
from bot.services.steps.notification_creation import add_notification, notify_of_challenge
from bot.services.steps.notification_settings import hears_directly
from bot.services.steps.proposals import (
    Proposal,
    announce_challenge,
    chosen_ruleset,
    propose,
    record_challenge_action,
)
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.games.replay_cache import ruleset_of
from bot.services.values.people.rate_limits import Action
from bot.services.values.view_builder import game_view
from bot.services.values.views import (
    Actor,
    ChallengeStatus,
    ChallengeView,
    GameView,
    Location,
    Player,
    Terms,
)
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, games, interactions, lobby
from bot.store.tables.bot_time import bot_time_of
from bot.store.tables.challenges import ChallengeRow
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.terms import terms_of
from bot.words import refusals
from rules.options import Ruleset


class ChallengeService(Service):
    """Use cases of challenges: propose, change the terms, accept, decline, withdraw, expire.

    The methods that answer a challenge share these errors: `NoSuchChallenge` if the person may not
    see it, `NotYourChallenge` if it is for another person, `ChallengeClosed` if it is not open.
    """

    async def propose(
        self,
        actor: Actor,
        opponent: Player | None,
        game_key: str,
        options: Mapping[str, str | int],
        terms: Terms | None = None,
    ) -> ChallengeView:
        """Challenge a person, or everyone if `opponent` is None; the outbox posts its message.

        :raises CannotChallenge: the opponent is the actor, the game has no such options, or a limit
            is reached.
        :raises NotPlayingHere, YouBlocked, MayNotPlay: one of the two is blocked.
        :raises TooFast: too many challenges within a minute.
        """
        if opponent is not None and opponent.user_id == actor.user_id:
            raise CannotChallenge(refusals.NOT_YOURSELF())
        proposal = Proposal(actor, opponent, chosen_ruleset(game_key, options), terms or Terms())
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._propose(proposal)

    async def change_terms(
        self,
        actor: Actor,
        challenge_id: int,
        options: Mapping[str, str | int | None],
        terms: Terms | None = None,
    ) -> ChallengeView:
        """Close a challenge and propose the same game on other terms.

        The challenged player sends a counter-challenge. The challenger's new challenge goes to the
        same opponent, or again to all.

        :param options: the changed options; None removes an option.
        :param terms: terms from the actor's point of view; None keeps the original terms.
        :returns: the new challenge.
        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: see the class.
        :raises CannotChallenge: nothing is changed, the game has no such options, or a limit is
            reached.
        :raises NotPlayingHere, YouBlocked, MayNotPlay: one of the two is blocked.
        :raises TooFast: too many challenges within a minute.
        """
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._change_terms(actor, challenge_id, options, terms)

    async def accept(self, actor: Actor, challenge_id: int) -> GameView:
        """Accept a challenge and start the game.

        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: see the class.
        :raises CannotChallenge: one of the two has reached the limit of games in progress.
        :raises NotPlayingHere, YouBlocked, MayNotPlay: one of the two is blocked.
        :raises TooFast: too many games within a minute.
        """
        self._rates.spend(actor.user_id, Action.GAME)
        return await self._accept(actor, challenge_id)

    @writes
    async def decline(self, tx: Transaction, actor: Actor, challenge_id: int) -> ChallengeView:
        """Decline a challenge and notify the challenger.

        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: see the class.
        """
        return await self._close(tx, actor, challenge_id, ChallengeStatus.DECLINED)

    @writes
    async def withdraw(self, tx: Transaction, actor: Actor, challenge_id: int) -> ChallengeView:
        """Withdraw the actor's own challenge.

        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: see the class.
        """
        return await self._close(tx, actor, challenge_id, ChallengeStatus.WITHDRAWN)

    @reads
    async def get(self, tx: Transaction, challenge_id: int) -> ChallengeView:
        """Return a challenge by its number, whether open or closed.

        :raises NoSuchChallenge: no challenge has that number.
        """
        return await self._view(tx, await _existing(tx, challenge_id))

    @reads
    async def find_open(self, tx: Transaction, user_id: int) -> tuple[ChallengeView, ...]:
        """Return the open challenges of a person: received ones first, then their own.

        Both parts are ordered by expiry. Challenges from blocked people are omitted.
        """
        rows = await find_open_challenges(tx, user_id, self._clock())
        return tuple([await self._view(tx, row) for row in rows])

    @reads
    async def get_original(self, tx: Transaction, challenge: ChallengeView) -> ChallengeView | None:
        """Return the original of a counter-challenge; None for other challenges."""
        if challenge.counters is None:
            return None
        row = await challenges.find(tx, challenge.counters)
        return None if row is None else await self._view(tx, row)

    @reads
    async def get_open(self, tx: Transaction, actor: Actor, challenge_id: int) -> ChallengeView:
        """Return an open challenge whose terms the actor may change.

        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: see the class.
        :raises NotPlayingHere, YouBlocked, MayNotPlay: one of the two is blocked.
        """
        row = await self._open(tx, actor, challenge_id, ChallengeStatus.COUNTERED)
        is_own = actor.user_id == row.challenger_id
        other_id = row.opponent_id if is_own else row.challenger_id
        await refuse_blocked(tx, actor.guild_id, actor.user_id, other_id)
        return await self._view(tx, row)

    @reads
    async def find_expired(self, tx: Transaction, limit: int) -> list[int]:
        """Return the numbers of open challenges past their expiry, the oldest first."""
        now = self._clock()
        return await challenges.find_expired(tx, await bot_time_of(tx, now, now), limit)

    @writes
    async def expire(self, tx: Transaction, challenge_id: int) -> None:
        """Close a challenge if it is open and past its expiry, and notify the challenger."""
        now = self._clock()
        row = await challenges.find(tx, challenge_id)
        if row is None or not await has_run_out(tx, row, now):
            return
        await challenges.close(tx, row.id, ChallengeStatus.EXPIRED)
        await announce_challenge(tx, row, OutboxKind.CHALLENGE_CLOSED, now)
        await notify_of_challenge(tx, NotificationKind.RUN_OUT, row, row.challenger_id, now)

    @writes
    async def postpone_expiry(self, tx: Transaction, challenge_id: int, wait: timedelta) -> None:
        """Set the expiry of a challenge that could not be closed to `wait` from now."""
        now = self._clock()
        await challenges.set_expiry(tx, challenge_id, await bot_time_of(tx, now + wait, now))

    @reads
    async def find_last_size(self, tx: Transaction, user_id: int, game_key: str) -> int | None:
        """Return the board size of a person's latest challenge or lobby offer for a game.

        :returns: None if the person has made no challenge or offer for that game.
        """
        return await lobby.find_last_size(tx, user_id, game_key)

    async def begin(self, tx: Transaction, row: ChallengeRow, actor: Actor) -> int:
        """Accept an open challenge within a transaction; return the number of the game.

        :raises CannotChallenge: one of the two has reached the limit of games in progress.
        :raises NotPlayingHere, YouBlocked, MayNotPlay: one of the two is blocked.
        """
        await refuse_blocked(tx, row.guild_id, actor.user_id, row.challenger_id)
        await self._limits.refuse_game(tx, actor.user_id)
        await self._limits.refuse_game(tx, row.challenger_id, row.challenger_name)
        now = self._clock()
        await announce_challenge(tx, row, OutboxKind.CHALLENGE_CLOSED, now)
        game_id = await begin_game(tx, self._start(row, actor.player), now)
        await challenges.close(tx, row.id, ChallengeStatus.ACCEPTED, game_id=game_id)
        await record_challenge_action(
            tx, actor, "accept", now, challenge_id=row.id, game_id=game_id
        )
        await _tell_challenger(tx, row, game_id, now)
        return game_id

    def _start(self, row: ChallengeRow, accepter: Player) -> GameStart:
        challenger, terms = Player(row.challenger_id, row.challenger_name), terms_of(row)
        return GameStart(
            ruleset_of(row.game_key, row.rules_version, row.options),
            seated(challenger, accepter, terms.begins, self._draw),
            terms,
            Location(row.guild_id, row.channel_id),
            rematch_of=row.rematch_of,
        )

    async def game(self, tx: Transaction, game_id: int) -> GameView:
        """Return the game that began with a challenge, as everyone may see it.

        It is read in the caller's transaction.
        """
        row = await games.find(tx, game_id)
        assert row is not None, "a challenge names an existing game"
        return game_view(row, await self._replay_cache.get(tx, row))

    async def _view(self, tx: Transaction, row: ChallengeRow) -> ChallengeView:
        return await shown_challenge(tx, row, self._clock())

    @writes
    async def _propose(self, tx: Transaction, proposal: Proposal) -> ChallengeView:
        handled = await interactions.find(tx, proposal.actor.interaction_id)
        if handled is not None and handled.challenge_id is not None:
            return await self._view(tx, await _existing(tx, handled.challenge_id))
        return await self._view(tx, await propose(tx, proposal, self._limits, self._clock()))

    @writes
    async def _change_terms(
        self,
        tx: Transaction,
        actor: Actor,
        challenge_id: int,
        options: Mapping[str, str | int | None],
        terms: Terms | None,
    ) -> ChallengeView:
        handled = await interactions.find(tx, actor.interaction_id)
        if handled is not None and handled.challenge_id is not None:
            return await self._view(tx, await _existing(tx, handled.challenge_id))
        row = await self._open(tx, actor, challenge_id, ChallengeStatus.COUNTERED)
        ruleset = chosen_ruleset(row.game_key, {**row.options, **options})
        is_own = actor.user_id == row.challenger_id
        original = (await self._view(tx, row)).terms_seen_by(actor.user_id)
        proposal = _changed(row, actor, ruleset, terms or original)
        if ruleset.options == row.options and proposal.agreed == original:
            raise CannotChallenge(
                refusals.NOTHING_CHANGED_IN_OWN() if is_own else refusals.NOTHING_CHANGED()
            )
        now = self._clock()
        closed = ChallengeStatus.WITHDRAWN if is_own else ChallengeStatus.COUNTERED
        await challenges.close(tx, row.id, closed)
        await announce_challenge(tx, row, OutboxKind.CHALLENGE_CLOSED, now)
        return await self._view(tx, await propose(tx, proposal, self._limits, now))

    @writes
    async def _accept(self, tx: Transaction, actor: Actor, challenge_id: int) -> GameView:
        handled = await interactions.find(tx, actor.interaction_id)
        if handled is not None and handled.game_id is not None:
            return await self.game(tx, handled.game_id)
        row = await self._open(tx, actor, challenge_id, ChallengeStatus.ACCEPTED)
        return await self.game(tx, await self.begin(tx, row, actor))

    async def _close(
        self, tx: Transaction, actor: Actor, challenge_id: int, status: ChallengeStatus
    ) -> ChallengeView:
        if await interactions.find(tx, actor.interaction_id) is None:
            row = await self._open(tx, actor, challenge_id, status)
            now = self._clock()
            await challenges.close(tx, row.id, status)
            await record_challenge_action(tx, actor, status, now, challenge_id=row.id)
            await announce_challenge(tx, row, OutboxKind.CHALLENGE_CLOSED, now)
            if status is ChallengeStatus.DECLINED:
                kind = NotificationKind.DECLINED
                await notify_of_challenge(tx, kind, row, row.challenger_id, now)
        return await self._view(tx, await _existing(tx, challenge_id))

    async def _open(
        self, tx: Transaction, actor: Actor, challenge_id: int, wanted: ChallengeStatus
    ) -> ChallengeRow:
        """Return an open challenge, if the actor may give it a new status.

        :param wanted: the new status, such as accepted or withdrawn.
        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: see the class.
        """
        row = await _existing(tx, challenge_id)
        refuse_others(row, actor, wanted)
        if row.status != ChallengeStatus.OPEN:
            raise ChallengeClosed(row.id, row.status, playing=await _plays(tx, row, actor))
        if await has_run_out(tx, row, self._clock()):
            raise ChallengeClosed(row.id, ChallengeStatus.EXPIRED)
        return row


def _changed(row: ChallengeRow, actor: Actor, ruleset: Ruleset, terms: Terms) -> Proposal:
    """Return the proposal that replaces a challenge whose rules or terms a player changed.

    If the challenged player changed them, the proposal is a counter-challenge to the challenger.
    The changed offer of a rematch counters the offer on the terms of the last game.
    """
    if actor.guild_id is None:  # the other player cannot see the actor's direct messages
        actor = replace(actor, guild_id=row.guild_id, channel_id=row.channel_id)
    if actor.user_id != row.challenger_id:
        challenger = Player(row.challenger_id, row.challenger_name)
        return Proposal(actor, challenger, ruleset, terms, row.id, row.rematch_of)
    opponent = None
    if row.opponent_id is not None:
        assert row.opponent_name is not None, "a stored player has a name"
        opponent = Player(row.opponent_id, row.opponent_name)
    counters = row.id if row.counters is None and row.rematch_of is not None else row.counters
    return Proposal(actor, opponent, ruleset, terms, counters, row.rematch_of)


async def _tell_challenger(tx: Transaction, row: ChallengeRow, game_id: int, now: datetime) -> None:
    """Tell a challenger who is not to move that a rematch in direct messages has begun."""
    challenger = row.challenger_id
    if row.rematch_of is None or not await hears_directly(tx, challenger, row.channel_id, now):
        return
    game = await existing_game(tx, game_id)
    if game.mover != challenger:
        seat = game.players.index(challenger)
        await add_notification(tx, NotificationKind.ACCEPTED, game, seat, now)


async def _plays(tx: Transaction, row: ChallengeRow, actor: Actor) -> bool:
    game = None if row.game_id is None else await games.find(tx, row.game_id)
    return game is not None and game.seat_of(actor.user_id) is not None


async def _existing(tx: Transaction, challenge_id: int) -> ChallengeRow:
    row = await challenges.find(tx, challenge_id)
    if row is None:
        raise NoSuchChallenge(challenge_id)
    return row
