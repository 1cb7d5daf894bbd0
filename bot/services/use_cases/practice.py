"""Use cases of practice games: one player against the engine."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.errors.refusals import GameRunning, NotPractice
from bot.errors.storage import CannotReplay
from bot.services.steps.eligibility import refuse_blocked
from bot.services.steps.game_actions import (
    add_outbox_message,
    allowed_seat,
    at_turn_start,
    existing_game,
    record_game_action,
)
from bot.services.steps.game_start import GameStart, begin_game, seated
from bot.services.steps.proposals import chosen_ruleset
from bot.services.steps.visibility import seat_in
from bot.services.use_cases.games.games import GameService
from bot.services.use_cases.service import Service, ServiceDependencies
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.clock import Pace
from bot.services.values.games.played_opening import PlayedOpening
from bot.services.values.people.rate_limits import Action
from bot.services.values.view_builder import game_view
from bot.services.values.views import (
    Actor,
    Begins,
    GameView,
    Location,
    MovePlayed,
    Player,
    Practice,
    Terms,
)
from bot.store.engine.database import Transaction
from bot.store.tables import game_lists, games, interactions
from bot.store.tables.games import GameRow
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind
from bot.store.tables.payloads import Turn
from rules.moves import Move, format_move
from rules.options import Ruleset

PRIVATE = Location(None, NO_CHANNEL)  # only the player sees a practice game
WITHOUT_SEARCH = 2  # the strongest level without compiled code, so that it is ready at once
BITS_OF_REVISION = 32
# terms that need an opponent: practice has no clock, and undo is always free
WITHOUT_OPPONENT: Mapping[str, Any] = {
    "undo": True,
    "plans": True,
    "rated": False,
    "pace": Pace.NONE,
    "strict": False,
    "series": 1,
}


@dataclass(frozen=True, slots=True)
class EngineTurn:
    """Practice game in which the engine is to move, from the engine's point of view."""

    game: GameView
    level: int
    engine: Player


@dataclass(frozen=True, slots=True)
class PracticeRequest:
    """Request for a practice game.

    :ivar opening: moves with which the game starts.
    :ivar rematch_of: the game to which this is a rematch.
    """

    actor: Actor
    engine: Player
    level: int
    ruleset: Ruleset
    terms: Terms
    opening: PlayedOpening | None = None
    rematch_of: int | None = None


class PracticeService(Service):
    """Use cases of practice games: begin, play the engine's turn, show in a thread."""

    def __init__(self, dependencies: ServiceDependencies, games: GameService) -> None:
        super().__init__(dependencies)
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
        """Start a practice game at once. It has no clock, and every undo is immediate.

        :param engine: the bot's own user.
        :param terms: the terms; those that need a human opponent are ignored.
        :raises CannotChallenge: the game has no such options, or too many games are in progress.
        :raises NotPlayingHere, TooFast: the person is blocked, or starts games too fast.
        """
        ruleset = chosen_ruleset(game_key, options)
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._begin(PracticeRequest(actor, engine, level, ruleset, terms or Terms()))

    async def begin_first(
        self,
        actor: Actor,
        engine: Player,
        level: int,
        game_key: str,
        options: Mapping[str, str | int],
    ) -> GameView:
        """Start a practice game in which the person moves first, or return such a game.

        A game without moves is returned, if it is the same game at the same level.

        :raises CannotChallenge, NotPlayingHere, TooFast: see `begin`.
        """
        ruleset = chosen_ruleset(game_key, options)
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._begin_once(PracticeRequest(actor, engine, level, ruleset, Terms()))

    async def play_on(
        self, actor: Actor, engine: Player, level: int, game: GameView, opening: PlayedOpening
    ) -> GameView:
        """Start a practice game from a position of a finished game, with the person to move.

        If the person already has such a game at that level without further moves, it is returned
        instead.

        :param opening: the moves up to that position.
        :raises GameRunning: the game is not over, or it is decided at that position.
        :raises CannotChallenge, NotPlayingHere, TooFast: see `begin`.
        """
        position = opening.replayed.position
        if game.result is None or position.outcome() is not None:
            raise GameRunning(game.id)
        begins = Begins.OPPONENT if position.seat_to_move else Begins.CHALLENGER
        request = PracticeRequest(actor, engine, level, game.ruleset, Terms(begins), opening)
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._begin_once(request)

    @reads
    async def find_waiting(
        self,
        tx: Transaction,
        limit: int,
        begun: Sequence[int] = (),
        left_out: Collection[int] = (),
    ) -> tuple[list[EngineTurn], list[CannotReplay]]:
        """Return games in which the engine is to move.

        Games in `begun` come first, then one game of each player, then further games.

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
        """Play the engine's turn in a practice game; a repeated call plays nothing again.

        :raises StaleButton, NotYourTurn, GameOver, NoSuchGame: the game has changed since.
        :raises RefusedMove: the rules forbid a move.
        """
        game = turn.game
        text = " ".join(format_move(move, game.position.topology) for move in moves)
        return await self._games.play(_engine_actor(turn), game.id, text, revision=game.revision)

    @reads
    async def get_own(self, tx: Transaction, actor: Actor, game_id: int) -> GameView:
        """Return a practice game in progress for its player, for features that only practice has.

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
    async def get_finished(self, tx: Transaction, actor: Actor, game_id: int) -> GameView:
        """Return a finished practice game for its player.

        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises GameRunning: the game is not over.
        :raises NotPractice: the opponent is a person.
        """
        row = await existing_game(tx, game_id)
        seat_in(row, actor)
        if row.engine_seat is None:
            raise NotPractice(row.id)
        if row.status == games.RUNNING:
            raise GameRunning(row.id)
        return game_view(row, await self._replay_cache.get(tx, row), actor.user_id)

    @writes
    async def show_in(
        self, tx: Transaction, actor: Actor, game_id: int, place: Location
    ) -> GameView:
        """Continue private practice in a thread, where others see it; once shown, it stays there.

        :raises NoSuchGame, NotYourGame, GameOver, NotPractice: see `get_own`.
        """
        game = await self.get_own.within(tx, actor, game_id)
        if not game.is_private:
            return game
        await games.set_location(tx, game_id, place.guild_id, place.channel_id)
        row = await existing_game(tx, game_id)
        replayed = await self._replay_cache.get(tx, row)
        await add_outbox_message(
            tx, at_turn_start(row, replayed), OutboxKind.TURN, self._clock(), Turn()
        )
        return game_view(row, replayed, actor.user_id)

    @reads
    async def find_last_size(self, tx: Transaction, user_id: int, game_key: str) -> int | None:
        """Return the board size of a person's latest practice of a game; None before the first."""
        return await game_lists.find_last_practice_size(tx, user_id, game_key)

    @reads
    async def find_last_level(self, tx: Transaction, user_id: int) -> int | None:
        """Return the level of a person's latest practice game; None before the first."""
        return await game_lists.find_last_level(tx, user_id)

    async def begin_within(self, tx: Transaction, request: PracticeRequest) -> GameView:
        """Start a practice game in the caller's transaction.

        :raises CannotChallenge: the person has too many games in progress.
        :raises NotPlayingHere: the moderators of the server have blocked the person.
        """
        actor, now = request.actor, self._clock()
        await refuse_blocked(tx, actor.guild_id, actor.user_id, None)
        await self._limits.refuse_game(tx, actor.user_id)
        game_id = await begin_game(tx, self._start(request), now)
        await record_game_action(tx, actor, "practise", game_id, now)
        return await self._game(tx, game_id)

    def _start(self, request: PracticeRequest) -> GameStart:
        actor, engine = request.actor, request.engine
        seats = seated(actor.player, engine, request.terms.begins, self._draw)
        return GameStart(
            request.ruleset,
            seats,
            replace(request.terms, **WITHOUT_OPPONENT),
            PRIVATE,
            Practice(seats.index(engine), request.level),
            request.opening,
            request.rematch_of,
        )

    @writes
    async def _begin(self, tx: Transaction, request: PracticeRequest) -> GameView:
        handled = await interactions.find(tx, request.actor.interaction_id)
        if handled is not None and handled.game_id is not None:
            return await self._game(tx, handled.game_id)
        return await self.begin_within(tx, request)

    @writes
    async def _begin_once(self, tx: Transaction, request: PracticeRequest) -> GameView:
        """Start a practice game, or return the person's equal game in which no one has moved yet.

        An equal game has the same rules, level and opening.
        """
        moves = () if request.opening is None else request.opening.replayed.record.moves
        for row in await game_lists.find_running(tx, request.actor.user_id):
            if (row.engine_level, row.ply) != (request.level, len(moves)):
                continue
            record = (await self._replay_cache.get(tx, row)).record
            if (record.ruleset, record.moves) == (request.ruleset, moves):
                return await self._game(tx, row.id)
        return await self.begin_within(tx, request)

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
