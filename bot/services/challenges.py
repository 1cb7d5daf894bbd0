"""Challenges: made, accepted into a game, declined, withdrawn, run out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.errors import CannotChallenge, ChallengeClosed, NoSuchChallenge, NotYourChallenge
from bot.services.limits import Limits
from bot.services.lines import Lines, opening, ruleset_of
from bot.services.showing import challenge_view, game_view
from bot.services.views import Actor, ChallengeStatus, ChallengeView, GameView
from bot.store import challenges, games, interactions, outbox, players
from bot.store.challenges import ChallengeRow, NewChallenge
from bot.store.database import Database, Transaction
from bot.store.games import NewGame
from bot.store.interactions import InteractionRow
from rules.options import OptionError, Ruleset
from rules.registry import UnknownGame, find_game


@dataclass(frozen=True, slots=True)
class Opponent:
    """Who is challenged."""

    user_id: int
    name: str


class ChallengeService:
    """Use cases of a challenge."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime], lines: Lines, limits: Limits
    ) -> None:
        self._database = database
        self._clock = clock
        self._lines = lines
        self._limits = limits

    async def create(
        self,
        actor: Actor,
        opponent_id: int,
        opponent_name: str,
        game_key: str,
        options: Mapping[str, str | int],
        *,
        opponent_is_bot: bool = False,
    ) -> ChallengeView:
        """Challenge somebody; the card is posted through the outbox.

        :raises CannotChallenge: yourself, a bot, options that the game does not have, a limit.
        """
        if opponent_id == actor.user_id:
            raise CannotChallenge("You cannot challenge yourself. Choose somebody else.")
        if opponent_is_bot:
            raise CannotChallenge("Bots do not play. Choose a person.")
        ruleset = _ruleset(game_key, options)
        opponent = Opponent(opponent_id, opponent_name)
        return await self._database.write(self._create, actor, opponent, ruleset)

    async def accept(self, actor: Actor, challenge_id: int) -> GameView:
        """Begin the game: the challenger has seat 0, which moves first.

        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: who, when.
        :raises CannotChallenge: one of the two is playing as many games as allowed.
        """
        return await self._database.write(self._accept, actor, challenge_id)

    async def decline(self, actor: Actor, challenge_id: int) -> ChallengeView:
        """Refuse a challenge that was made to you.

        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: who, when.
        """
        status = ChallengeStatus.DECLINED
        return await self._database.write(self._close, actor, challenge_id, status)

    async def withdraw(self, actor: Actor, challenge_id: int) -> ChallengeView:
        """Take back a challenge that you made.

        :raises NoSuchChallenge, NotYourChallenge, ChallengeClosed: who, when.
        """
        status = ChallengeStatus.WITHDRAWN
        return await self._database.write(self._close, actor, challenge_id, status)

    async def get(self, challenge_id: int) -> ChallengeView:
        """Return a challenge, open or closed.

        :raises NoSuchChallenge: there is none of that number.
        """
        return challenge_view(await self._database.read(_existing, challenge_id))

    async def card_posted(self, challenge_id: int, message_id: int) -> None:
        """Remember the message that is the challenge's card."""
        await self._database.write(challenges.set_message, challenge_id, message_id)

    async def expire_due(self, limit: int = 100) -> int:
        """Close challenges whose time is up; return how many."""
        return await self._database.write(self._expire, limit)

    async def _create(
        self, tx: Transaction, actor: Actor, opponent: Opponent, ruleset: Ruleset
    ) -> ChallengeView:
        handled = await interactions.find(tx, actor.interaction_id)
        if handled is not None and handled.challenge_id is not None:
            return challenge_view(await _existing(tx, handled.challenge_id))
        now = self._clock()
        await self._limits.refuse_challenge(tx, actor.user_id)
        await players.remember(tx, actor.user_id, actor.name, now)
        await players.remember(tx, opponent.user_id, opponent.name, now)
        new = self._new(actor, opponent, ruleset, now)
        row = await _existing(tx, await challenges.add(tx, new))
        await _note(tx, actor, "challenge", row.id, now)
        await _tell(tx, row, "challenge", now)
        return challenge_view(row)

    def _new(
        self, actor: Actor, opponent: Opponent, ruleset: Ruleset, now: datetime
    ) -> NewChallenge:
        return NewChallenge(
            guild_id=actor.guild_id,
            channel_id=actor.channel_id,
            challenger_id=actor.user_id,
            opponent_id=opponent.user_id,
            game_key=ruleset.game,
            rules_version=ruleset.version,
            options=dict(ruleset.options),
            created_at=now,
            expires_at=now + self._limits.challenge_life,
        )

    async def _accept(self, tx: Transaction, actor: Actor, challenge_id: int) -> GameView:
        handled = await interactions.find(tx, actor.interaction_id)
        if handled is not None and handled.game_id is not None:
            return await self._game(tx, handled.game_id)
        row = await self._open(tx, actor, challenge_id, ChallengeStatus.ACCEPTED)
        await self._limits.refuse_game(tx, actor.user_id, "You are")
        await self._limits.refuse_game(tx, row.challenger_id, f"{row.challenger_name} is")
        now = self._clock()
        await players.remember(tx, actor.user_id, actor.name, now)
        game_id = await self._begin(tx, row, actor.user_id, now)
        await challenges.close(tx, row.id, ChallengeStatus.ACCEPTED, game_id=game_id)
        await _note(tx, actor, "accept", row.id, now, game_id=game_id)
        await _tell(tx, row, "challenge_closed", now)
        first_turn = outbox.NewRow("turn", row.guild_id, row.channel_id, now, game_id, ply=0)
        await outbox.add(tx, first_turn)
        return await self._game(tx, game_id)

    async def _begin(
        self, tx: Transaction, row: ChallengeRow, opponent_id: int, now: datetime
    ) -> int:
        ruleset = ruleset_of(row.game_key, row.rules_version, row.options)
        new = NewGame(
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            seat0=row.challenger_id,
            seat1=opponent_id,
            game_key=row.game_key,
            rules_version=row.rules_version,
            options=row.options,
            created_at=now,
        )
        return await games.add(tx, new, seat_to_move=opening(ruleset).position.seat_to_move)

    async def _game(self, tx: Transaction, game_id: int) -> GameView:
        row = await games.find(tx, game_id)
        assert row is not None, "a challenge names an existing game"
        ruleset = ruleset_of(row.game_key, row.rules_version, row.options)
        line = opening(ruleset) if row.ply == 0 else await self._lines.of(tx, row)
        return game_view(row, line)

    async def _close(
        self, tx: Transaction, actor: Actor, challenge_id: int, status: ChallengeStatus
    ) -> ChallengeView:
        if await interactions.find(tx, actor.interaction_id) is None:
            row = await self._open(tx, actor, challenge_id, status)
            now = self._clock()
            await challenges.close(tx, row.id, status)
            await _note(tx, actor, status, row.id, now)
            await _tell(tx, row, "challenge_closed", now)
        return challenge_view(await _existing(tx, challenge_id))

    async def _open(
        self, tx: Transaction, actor: Actor, challenge_id: int, wanted: ChallengeStatus
    ) -> ChallengeRow:
        row = await _existing(tx, challenge_id)
        _refuse_others(row, actor, wanted)
        if row.status != ChallengeStatus.OPEN:
            raise ChallengeClosed(row.id, row.status)
        if row.expires_at <= self._clock():
            raise ChallengeClosed(row.id, ChallengeStatus.EXPIRED)
        return row

    async def _expire(self, tx: Transaction, limit: int) -> int:
        now = self._clock()
        due = await challenges.run_out(tx, now, limit)
        for row in due:
            await challenges.close(tx, row.id, ChallengeStatus.EXPIRED)
            await _tell(tx, row, "challenge_closed", now)
        return len(due)


def _ruleset(game_key: str, options: Mapping[str, str | int]) -> Ruleset:
    try:
        return find_game(game_key).ruleset(dict(options))
    except (UnknownGame, OptionError) as error:
        raise CannotChallenge(str(error)) from None


def _refuse_others(row: ChallengeRow, actor: Actor, wanted: ChallengeStatus) -> None:
    if wanted is ChallengeStatus.WITHDRAWN:
        allowed, whose = actor.user_id == row.challenger_id, row.challenger_name
    elif row.opponent_id is None:
        allowed, whose = actor.user_id != row.challenger_id, "somebody else"
    else:
        allowed, whose = actor.user_id == row.opponent_id, row.opponent_name or "the opponent"
    if not allowed:
        raise NotYourChallenge(row.id, whose)


async def _existing(tx: Transaction, challenge_id: int) -> ChallengeRow:
    row = await challenges.find(tx, challenge_id)
    if row is None:
        raise NoSuchChallenge(challenge_id)
    return row


async def _note(
    tx: Transaction,
    actor: Actor,
    action: str,
    challenge_id: int,
    at: datetime,
    game_id: int | None = None,
) -> None:
    done = InteractionRow(
        actor.interaction_id, actor.user_id, action, at, game_id, challenge_id=challenge_id
    )
    await interactions.note(tx, done)


async def _tell(tx: Transaction, row: ChallengeRow, kind: str, at: datetime) -> None:
    new = outbox.NewRow(kind, row.guild_id, row.channel_id, at, challenge_id=row.id)
    await outbox.add(tx, new)
