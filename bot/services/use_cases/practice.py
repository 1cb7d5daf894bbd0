"""Use cases of practice games: one player against the engine."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.errors.refusals import GameRunning, NotPractice
from bot.errors.storage import CannotReplay
from bot.services.steps.eligibility import refuse_blocked
from bot.services.steps.game_actions import allowed_seat, existing_game
from bot.services.steps.proposals import (
    Proposal,
    begin_game,
    chosen_ruleset,
    record_challenge_action,
    store_challenge,
)
from bot.services.use_cases.dependencies import ServiceDependencies
from bot.services.use_cases.games.games import GameService
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.games.played_opening import PlayedOpening
from bot.services.values.people.rate_limits import Action
from bot.services.values.view_builder import game_view
from bot.services.values.views import (
    Actor,
    Begins,
    ChallengeStatus,
    GameView,
    MovePlayed,
    Player,
    Terms,
)
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, game_lists, interactions
from bot.store.tables.games import GameRow
from rules.moves import Move, format_move

WITHOUT_SEARCH = 2  # the strongest level without compiled code, so that it is ready at once
BITS_OF_REVISION = 32


@dataclass(frozen=True, slots=True)
class EngineTurn:
    """Practice game in which the engine is to move, from the engine's point of view."""

    game: GameView
    level: int
    engine: Player


class PracticeService:
    """Use cases of practice games that differ from other games."""

    def __init__(self, dependencies: ServiceDependencies, games: GameService) -> None:
        self._database = dependencies.database
        self._clock = dependencies.clock
        self._replay_cache = dependencies.replay_cache
        self._limits = dependencies.limits
        self._rates = dependencies.rates
        self._draw = dependencies.draw
        self._games = games

    async def begin(
        self,
        actor: Actor,
        engine: Player,
        level: int,
        game_key: str,
        options: Mapping[str, str | int],
        terms: Terms | None = None,
    ) -> GameView:
        """Start a practice game at once. It has no clock, and undo is always free.

        :param engine: the bot's own user.
        :param terms: only the choice of the first player counts.
        :raises CannotChallenge: the game has no such options, or too many games are in progress.
        :raises NotPlayingHere, TooFast: the person is blocked, or starts games too fast.
        """
        wanted = Terms() if terms is None else Terms(terms.begins)
        ruleset = chosen_ruleset(game_key, options)
        proposal = Proposal(actor, engine, ruleset, wanted, level=level)
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._begin(proposal)

    async def begin_first(
        self,
        actor: Actor,
        engine: Player,
        level: int,
        game_key: str,
        options: Mapping[str, str | int],
    ) -> GameView:
        """Start a practice game in which the person moves first, or return one without a move.

        :raises CannotChallenge, NotPlayingHere, TooFast: see `begin`.
        """
        ruleset = chosen_ruleset(game_key, options)
        proposal = Proposal(actor, engine, ruleset, Terms(Begins.CHALLENGER), level=level)
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._begin_once(proposal)

    async def play_on(
        self, actor: Actor, engine: Player, level: int, game: GameView, opening: PlayedOpening
    ) -> GameView:
        """Start a practice game with the moves of a finished game, or return one at that position.

        The person is to move.

        :raises GameRunning: the game is not over.
        :raises CannotChallenge, NotPlayingHere, TooFast: see `begin`.
        """
        position = opening.replayed.position
        if game.result is None or position.outcome() is not None:
            raise GameRunning(game.id)
        begins = Begins.OPPONENT if position.seat_to_move else Begins.CHALLENGER
        proposal = Proposal(
            actor, engine, game.ruleset, Terms(begins), level=level, opening=opening
        )
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._begin_once(proposal)

    @reads
    async def find_waiting(
        self,
        tx: Transaction,
        limit: int,
        begun: Sequence[int] = (),
        left_out: Collection[int] = (),
    ) -> tuple[list[EngineTurn], list[CannotReplay]]:
        """Return games in which the engine is to move.

        Games in `begun` come first, then one game per player, then second games.

        :param begun: numbers of games that the engine is already computing.
        :param left_out: numbers of games to skip; they do not count towards the limit.
        :returns: the games, and an error for each game that cannot be replayed.
        """
        turns, failures = list[EngineTurn](), list[CannotReplay]()
        for row in await game_lists.find_waiting_for_engine(tx, limit, begun, left_out):
            try:
                turns.append(await self._turn(tx, row))
            except CannotReplay as failure:
                failures.append(failure)
        return turns, failures

    async def play(self, turn: EngineTurn, moves: tuple[Move, ...]) -> MovePlayed:
        """Play the engine's turn once, even if called again.

        :raises StaleButton, NotYourTurn, GameOver, NoSuchGame: the game has changed since.
        :raises RefusedMove: the rules forbid a move.
        """
        game = turn.game
        text = " ".join(format_move(move, game.position.topology) for move in moves)
        return await self._games.play(_engine_actor(turn), game.id, text, revision=game.revision)

    @reads
    async def get_own(self, tx: Transaction, actor: Actor, game_id: int) -> GameView:
        """Return a practice game in progress for its player, for features of practice only.

        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises GameOver: the game is over.
        :raises NotPractice: the opponent is a person.
        """
        row = await existing_game(tx, game_id)
        allowed_seat(row, actor, None)
        if row.engine_seat is None:
            raise NotPractice(row.id)
        return game_view(row, await self._replay_cache.get(tx, row), actor.user_id)

    @reads
    async def find_last_level(self, tx: Transaction, user_id: int) -> int | None:
        """Return the level of a person's latest practice game; None without one."""
        return await game_lists.find_last_level(tx, user_id)

    async def begin_within(self, tx: Transaction, proposal: Proposal) -> GameView:
        """Start a practice game within a transaction, as a challenge that is accepted at once."""
        actor, engine, now = proposal.actor, proposal.opponent, self._clock()
        assert engine is not None, "the opponent in practice is the engine"
        await refuse_blocked(tx, actor.guild_id, actor.user_id, None)
        await self._limits.refuse_game(tx, actor.user_id)
        row = await store_challenge(tx, proposal, now, now + self._limits.challenge_life)
        accepter = replace(actor, user_id=engine.user_id, name=engine.name)
        game_id = await begin_game(
            tx,
            row,
            accepter,
            now,
            random_seat=self._draw(2),
            level=proposal.level,
            opening=proposal.opening,
        )
        await challenges.close(tx, row.id, ChallengeStatus.ACCEPTED, game_id=game_id)
        await record_challenge_action(
            tx, actor, "practise", now, challenge_id=row.id, game_id=game_id
        )
        return await self._game(tx, game_id)

    @writes
    async def _begin(self, tx: Transaction, proposal: Proposal) -> GameView:
        handled = await interactions.find(tx, proposal.actor.interaction_id)
        if handled is not None and handled.game_id is not None:
            return await self._game(tx, handled.game_id)
        return await self.begin_within(tx, proposal)

    @writes
    async def _begin_once(self, tx: Transaction, proposal: Proposal) -> GameView:
        """Start a practice game, or return one in progress that has no further moves."""
        start = None if proposal.opening is None else proposal.opening.replayed.record
        for row in await game_lists.find_running(tx, proposal.actor.user_id):
            if row.engine_seat is None:
                continue
            if start is None:
                begun = row.turn == 1
            else:
                record = (await self._replay_cache.get(tx, row)).record
                begun = (record.ruleset, record.moves) == (start.ruleset, start.moves)
            if begun:
                return await self._game(tx, row.id)
        return await self.begin_within(tx, proposal)

    async def _game(self, tx: Transaction, game_id: int) -> GameView:
        row = await existing_game(tx, game_id)
        return game_view(row, await self._replay_cache.get(tx, row))

    async def _turn(self, tx: Transaction, row: GameRow) -> EngineTurn:
        assert row.engine_seat is not None, "the query asks for practice games"
        engine_id = row.players[row.engine_seat]
        game = game_view(row, await self._replay_cache.get(tx, row), engine_id)
        assert game.practice is not None
        return EngineTurn(game, game.practice.level, game.seats[game.practice.seat])


def _engine_actor(turn: EngineTurn) -> Actor:
    """Return the engine as an actor.

    Its moves have no Discord interaction. A negative interaction id, which Discord never uses,
    identifies the turn, so that a repeated call is recognised.
    """
    game, location = turn.game, turn.game.location
    interaction_id = -((game.id << BITS_OF_REVISION) | game.revision)
    engine = turn.engine
    return Actor(
        engine.user_id, engine.name, interaction_id, location.guild_id, location.channel_id
    )
