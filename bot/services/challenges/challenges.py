"""Challenges: made, answered, changed, withdrawn, run out; and the wish to play again."""

from collections.abc import Mapping
from datetime import timedelta

from bot.errors import CannotChallenge, ChallengeClosed, NoSuchChallenge
from bot.services.challenges.eligibility import open_with, refuse_blocked, refuse_others
from bot.services.challenges.proposals import (
    Proposal,
    begin,
    chosen,
    note,
    propose,
    tell,
    terms_seen_by_answerer,
)
from bot.services.clocks.game_clocks import has_run_out
from bot.services.dependencies import Parts
from bot.services.notifications.creation import notify_challenger
from bot.services.notifications.kinds import NotificationKind
from bot.services.people.rate_limits import Action
from bot.services.view_builder import challenge_view, game_view
from bot.services.views import Actor, ChallengeStatus, ChallengeView, GameView, Player, Terms
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, games, interactions, outages
from bot.store.tables.challenges import ChallengeRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.words import refusals


class ChallengeService:
    """Use cases of a challenge."""

    def __init__(self, parts: Parts) -> None:
        self._database = parts.database
        self._clock = parts.clock
        self._lines = parts.lines
        self._limits = parts.limits
        self._rates = parts.rates
        self._draw = parts.draw

    async def propose(
        self,
        actor: Actor,
        opponent: Player | None,
        game_key: str,
        options: Mapping[str, str | int],
        terms: Terms | None = None,
    ) -> ChallengeView:
        """Challenge somebody, or with None whoever accepts first; the outbox posts the card.

        :raises CannotChallenge: yourself, options that the game does not have, a limit.
        :raises NotPlayingHere, YouBlocked, MayNotPlay, TooFast: blocked; too many in a minute.
        """
        if opponent is not None and opponent.user_id == actor.user_id:
            raise CannotChallenge(refusals.NOT_YOURSELF)
        proposal = Proposal(actor, opponent, chosen(game_key, options), terms or Terms())
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._database.write(self._create, proposal)

    async def change_terms(
        self,
        actor: Actor,
        challenge_id: int,
        options: Mapping[str, str | int | None],
        terms: Terms | None = None,
    ) -> ChallengeView:
        """Answer a challenge with one of other terms, which goes back to its maker.

        :param options: those that are other ones; None unsets what was chosen.
        :param terms: as the answerer sees them; None leaves them as they are.
        :returns: the new challenge; the old one is closed.
        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: unknown, another's, closed.
        :raises CannotChallenge: nothing is other, options that the game does not have, a limit.
        :raises NotPlayingHere, YouBlocked, MayNotPlay, TooFast: blocked; too many in a minute.
        """
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._database.write(self._change_terms, actor, challenge_id, options, terms)

    async def accept(self, actor: Actor, challenge_id: int) -> GameView:
        """Begin the game; who has seat 0, which moves first, is in the terms.

        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: unknown, another's, closed.
        :raises CannotChallenge: one of the two is playing as many games as allowed.
        :raises NotPlayingHere, YouBlocked, MayNotPlay, TooFast: blocked; too many in a minute.
        """
        self._rates.spend(actor.user_id, Action.GAME)
        return await self._database.write(self._accept, actor, challenge_id)

    async def decline(self, actor: Actor, challenge_id: int) -> ChallengeView:
        """Refuse a challenge that was made to you; its maker is told by a letter.

        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: unknown, another's, closed.
        """
        status = ChallengeStatus.DECLINED
        return await self._database.write(self._close, actor, challenge_id, status)

    async def withdraw(self, actor: Actor, challenge_id: int) -> ChallengeView:
        """Take back a challenge that you made.

        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: unknown, another's, closed.
        """
        status = ChallengeStatus.WITHDRAWN
        return await self._database.write(self._close, actor, challenge_id, status)

    async def get(self, challenge_id: int) -> ChallengeView:
        """Return a challenge, open or closed.

        :raises NoSuchChallenge: there is none of that number.
        """
        return challenge_view(await self._database.read(_existing, challenge_id))

    async def open_with(self, user_id: int) -> tuple[ChallengeView, ...]:
        """List the open challenges of a person: those that wait for the person come first.

        In both parts first those that run out soonest; without what a block keeps from the person.
        """
        rows = await self._database.read(open_with, user_id, self._clock())
        return tuple(challenge_view(row) for row in rows)

    async def answered(self, challenge: ChallengeView) -> ChallengeView | None:
        """Return the challenge that this one answers with other terms, if it does."""
        if challenge.counters is None:
            return None
        row = await self._database.read(challenges.find, challenge.counters)
        return None if row is None else challenge_view(row)

    async def answerable(self, actor: Actor, challenge_id: int) -> ChallengeView:
        """Return an open challenge for the person whom it names, who may answer it.

        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: unknown, another's, closed.
        :raises NotPlayingHere, YouBlocked, MayNotPlay: blocked.
        """
        return challenge_view(await self._database.read(self._answerable, actor, challenge_id))

    async def run_out(self, limit: int) -> list[int]:
        """Return the numbers of open challenges whose time is up, the oldest first."""
        return await self._database.read(self._run_out, limit)

    async def expire(self, challenge_id: int) -> None:
        """Close a challenge whose time is up, and notify its maker."""
        await self._database.write(self._expire, challenge_id)

    async def put_off(self, challenge_id: int, wait: timedelta) -> None:
        """Let an open challenge run out later, because it could not be closed."""
        await self._database.write(challenges.set_expiry, challenge_id, self._clock() + wait)

    async def _create(self, tx: Transaction, proposal: Proposal) -> ChallengeView:
        handled = await interactions.find(tx, proposal.actor.interaction_id)
        if handled is not None and handled.challenge_id is not None:
            return challenge_view(await _existing(tx, handled.challenge_id))
        return challenge_view(await propose(tx, proposal, self._limits, self._clock()))

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
            return challenge_view(await _existing(tx, handled.challenge_id))
        row = await self._open(tx, actor, challenge_id, ChallengeStatus.COUNTERED)
        ruleset = chosen(row.game_key, {**row.options, **options})
        back_to = Player(row.challenger_id, row.challenger_name)
        was = terms_seen_by_answerer(row)
        proposal = Proposal(actor, back_to, ruleset, terms or was, counters=row.id)
        if ruleset.options == row.options and proposal.agreed == was:
            raise CannotChallenge(refusals.NOTHING_CHANGED)
        now = self._clock()
        await challenges.close(tx, row.id, ChallengeStatus.COUNTERED)
        await tell(tx, row, OutboxKind.CHALLENGE_CLOSED, now)
        return challenge_view(await propose(tx, proposal, self._limits, now))

    async def _answerable(self, tx: Transaction, actor: Actor, challenge_id: int) -> ChallengeRow:
        row = await self._open(tx, actor, challenge_id, ChallengeStatus.COUNTERED)
        await refuse_blocked(tx, actor.guild_id, actor.user_id, row.challenger_id)
        return row

    async def _accept(self, tx: Transaction, actor: Actor, challenge_id: int) -> GameView:
        handled = await interactions.find(tx, actor.interaction_id)
        if handled is not None and handled.game_id is not None:
            return await self.game(tx, handled.game_id)
        row = await self._open(tx, actor, challenge_id, ChallengeStatus.ACCEPTED)
        return await self.game(tx, await self.begin(tx, row, actor))

    async def begin(self, tx: Transaction, row: ChallengeRow, actor: Actor) -> int:
        """Accept an open challenge within a use case; return the game's number.

        :raises CannotChallenge: one of the two is playing as many games as allowed.
        """
        await refuse_blocked(tx, row.guild_id, actor.user_id, row.challenger_id)
        await self._limits.refuse_game(tx, actor.user_id, refusals.YOU_ARE)
        challenger = refusals.somebody_is(row.challenger_name)
        await self._limits.refuse_game(tx, row.challenger_id, challenger)
        now = self._clock()
        await tell(tx, row, OutboxKind.CHALLENGE_CLOSED, now)
        game_id = await begin(tx, row, actor, now, lot=self._draw(2))
        await challenges.close(tx, row.id, ChallengeStatus.ACCEPTED, game_id=game_id)
        await note(tx, actor, "accept", now, challenge_id=row.id, game_id=game_id)
        return game_id

    async def game(self, tx: Transaction, game_id: int) -> GameView:
        """Show the game of a challenge within a use case."""
        row = await games.find(tx, game_id)
        assert row is not None, "a challenge names an existing game"
        return game_view(row, await self._lines.of(tx, row))

    async def _close(
        self, tx: Transaction, actor: Actor, challenge_id: int, status: ChallengeStatus
    ) -> ChallengeView:
        if await interactions.find(tx, actor.interaction_id) is None:
            row = await self._open(tx, actor, challenge_id, status)
            now = self._clock()
            await challenges.close(tx, row.id, status)
            await note(tx, actor, status, now, challenge_id=row.id)
            await tell(tx, row, OutboxKind.CHALLENGE_CLOSED, now)
            if status is ChallengeStatus.DECLINED:
                await notify_challenger(tx, NotificationKind.DECLINED, row, now)
        return challenge_view(await _existing(tx, challenge_id))

    async def _open(
        self, tx: Transaction, actor: Actor, challenge_id: int, wanted: ChallengeStatus
    ) -> ChallengeRow:
        row = await _existing(tx, challenge_id)
        refuse_others(row, actor, wanted)
        if row.status != ChallengeStatus.OPEN:
            raise ChallengeClosed(row.id, row.status, playing=await _plays(tx, row, actor))
        if await has_run_out(tx, row, self._clock()):
            raise ChallengeClosed(row.id, ChallengeStatus.EXPIRED)
        return row

    async def _run_out(self, tx: Transaction, limit: int) -> list[int]:
        if await outages.read(tx):
            return []  # their time may be longer
        return await challenges.find_expired(tx, self._clock(), limit)

    async def _expire(self, tx: Transaction, challenge_id: int) -> None:
        now = self._clock()
        row = await challenges.find(tx, challenge_id)
        if row is None or not await has_run_out(tx, row, now):
            return
        await challenges.close(tx, row.id, ChallengeStatus.EXPIRED)
        await tell(tx, row, OutboxKind.CHALLENGE_CLOSED, now)
        await notify_challenger(tx, NotificationKind.RUN_OUT, row, now)


async def _plays(tx: Transaction, row: ChallengeRow, actor: Actor) -> bool:
    game = None if row.game_id is None else await games.find(tx, row.game_id)
    return game is not None and game.seat_of(actor.user_id) is not None


async def _existing(tx: Transaction, challenge_id: int) -> ChallengeRow:
    row = await challenges.find(tx, challenge_id)
    if row is None:
        raise NoSuchChallenge(challenge_id)
    return row
