"""Practice: games of one person against the bot itself. Who chooses its moves is not known here."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.errors import CannotReplay, NotPractice
from bot.services.challenges.eligibility import refuse_blocked
from bot.services.challenges.proposals import Proposal, begin, chosen, note, write_down
from bot.services.dependencies import Parts
from bot.services.games.action_results import Played
from bot.services.games.actions import allowed_seat, existing_game
from bot.services.games.games import GameService
from bot.services.people.rate_limits import Action
from bot.services.view_builder import game_view
from bot.services.views import Actor, ChallengeStatus, GameView, Player, Terms
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, game_lists, interactions
from bot.store.tables.games import GameRow
from bot.words import refusals
from rules.moves import Move, format_move

# the deeds of the bot itself have no interaction: they get numbers that Discord never gives
WITHOUT_SEARCH = 2  # the strongest level that needs no compiled code, so it is ready at once
BITS_OF_REVISION = 32


@dataclass(frozen=True, slots=True)
class EngineTurn:
    """A practice game in which the bot is to move; `game` as the bot sees it."""

    game: GameView
    level: int
    engine: Player


class PracticeService:
    """Use cases of practice games; everything else about them is as in other games."""

    def __init__(self, parts: Parts, games: GameService) -> None:
        self._database = parts.database
        self._clock = parts.clock
        self._lines = parts.lines
        self._limits = parts.limits
        self._rates = parts.rates
        self._draw = parts.draw
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
        """Begin a practice game at once; `engine` is the bot itself.

        It has no clock, and moves may be taken back freely, whatever the terms say.

        :raises CannotChallenge: options that the game does not have, or too many games.
        :raises NotPlayingHere, TooFast: blocked; too many in a minute.
        """
        wanted = Terms() if terms is None else Terms(terms.begins)
        proposal = Proposal(actor, engine, chosen(game_key, options), wanted, level=level)
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._database.write(self._begin, proposal)

    async def waiting(
        self, limit: int, begun: Sequence[int] = (), left_out: Collection[int] = ()
    ) -> tuple[list[EngineTurn], list[CannotReplay]]:
        """Return games in which the bot is to move: those begun, everybody's first, the second.

        A game that cannot be replayed is returned as an error and stops no other.

        :param begun: numbers of games that are thought about already: no newcomer displaces them.
        :param left_out: numbers of games that are not returned and do not count.
        """
        return await self._database.read(self._waiting, limit, begun, left_out)

    async def play(self, turn: EngineTurn, moves: tuple[Move, ...]) -> Played:
        """Make the bot's turn, if the game is still as it was; asked twice, it is made once.

        :raises StaleButton, NotYourTurn, GameOver, NoSuchGame: the game has moved on.
        :raises RefusedMove: the rules forbid a move.
        """
        game = turn.game
        text = " ".join(format_move(move, game.position.topology) for move in moves)
        return await self._games.play(_action_of(turn), game.id, text, revision=game.revision)

    async def own(self, actor: Actor, game_id: int) -> GameView:
        """Return a running practice game for its player, for help that others do not get.

        :raises NoSuchGame, NotYourGame, GameOver: unknown, another's, ended.
        :raises NotPractice: it is a game against somebody.
        """
        return await self._database.read(self._own, actor, game_id)

    async def begin_within(self, tx: Transaction, proposal: Proposal) -> GameView:
        """Begin a practice game within a use case: a challenge that is accepted at once."""
        actor, engine, now = proposal.actor, proposal.opponent, self._clock()
        assert engine is not None, "practice is with the bot"
        await refuse_blocked(tx, actor.guild_id, actor.user_id, None)
        await self._limits.refuse_game(tx, actor.user_id, refusals.YOU_ARE)
        row = await write_down(tx, proposal, now, now + self._limits.challenge_life)
        accepter = replace(actor, user_id=engine.user_id, name=engine.name)
        lot = self._draw(2)
        game_id = await begin(tx, row, accepter, now, lot=lot, level=proposal.level)
        await challenges.close(tx, row.id, ChallengeStatus.ACCEPTED, game_id=game_id)
        await note(tx, actor, "practise", now, challenge_id=row.id, game_id=game_id)
        return await self._game(tx, game_id)

    async def _begin(self, tx: Transaction, proposal: Proposal) -> GameView:
        handled = await interactions.find(tx, proposal.actor.interaction_id)
        if handled is not None and handled.game_id is not None:
            return await self._game(tx, handled.game_id)
        return await self.begin_within(tx, proposal)

    async def _game(self, tx: Transaction, game_id: int) -> GameView:
        row = await existing_game(tx, game_id)
        return game_view(row, await self._lines.of(tx, row))

    async def _waiting(
        self, tx: Transaction, limit: int, begun: Sequence[int], left_out: Collection[int]
    ) -> tuple[list[EngineTurn], list[CannotReplay]]:
        turns, failures = list[EngineTurn](), list[CannotReplay]()
        for row in await game_lists.waiting_for_engine(tx, limit, begun, left_out):
            try:
                turns.append(await self._turn(tx, row))
            except CannotReplay as failure:
                failures.append(failure)
        return turns, failures

    async def _turn(self, tx: Transaction, row: GameRow) -> EngineTurn:
        assert row.engine_seat is not None, "the query asks for practice games"
        engine_id = row.players[row.engine_seat]
        game = game_view(row, await self._lines.of(tx, row), engine_id)
        assert game.practice is not None
        return EngineTurn(game, game.practice.level, game.seats[game.practice.seat])

    async def _own(self, tx: Transaction, actor: Actor, game_id: int) -> GameView:
        row = await existing_game(tx, game_id)
        allowed_seat(row, actor, None)
        if row.engine_seat is None:
            raise NotPractice(row.id)
        return game_view(row, await self._lines.of(tx, row), actor.user_id)


def _action_of(turn: EngineTurn) -> Actor:
    game, location = turn.game, turn.game.location
    number = -((game.id << BITS_OF_REVISION) | game.revision)
    return Actor(
        turn.engine.user_id, turn.engine.name, number, location.guild_id, location.channel_id
    )
