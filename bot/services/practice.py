"""Practice: games of one person against the bot itself. Who chooses its moves is not known here."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.errors import CannotReplay
from bot.errors.practice import NotPractice
from bot.services.deeds import Played
from bot.services.games import GameService
from bot.services.parts import Parts
from bot.services.rates import Deed
from bot.services.showing import game_view
from bot.services.steps.acting import allowed_seat, existing_game
from bot.services.steps.inviting import refuse_blocked
from bot.services.steps.proposals import Proposal, begin, chosen, note, write_down
from bot.services.views import Actor, ChallengeStatus, GameView, Player, Terms
from bot.store import challenges, interactions, lists
from bot.store.database import Transaction
from bot.store.games import GameRow
from bot.texts import why_not
from rules.moves import Move, format_move

# the deeds of the bot itself have no interaction: they get numbers that Discord never gives
BITS_OF_STAMP = 32


@dataclass(frozen=True, slots=True)
class PartnerTurn:
    """A practice game in which the bot is to move; `game` as the bot sees it."""

    game: GameView
    level: int
    partner: Player


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
        partner: Player,
        level: int,
        game_key: str,
        options: Mapping[str, str | int],
        terms: Terms | None = None,
    ) -> GameView:
        """Begin a practice game at once; `partner` is the bot itself.

        It has no clock, and moves may be taken back freely, whatever the terms say.

        :raises CannotChallenge: options that the game does not have, or too many games.
        :raises NotPlayingHere, TooFast: blocked; too many in a minute.
        """
        wanted = Terms() if terms is None else Terms(terms.begins)
        proposal = Proposal(actor, partner, chosen(game_key, options), wanted, level=level)
        self._rates.spend(actor.user_id, Deed.CHALLENGE)
        return await self._database.write(self._begin, proposal)

    async def waiting(
        self, limit: int, begun: Sequence[int] = (), left_out: Collection[int] = ()
    ) -> tuple[list[PartnerTurn], list[CannotReplay]]:
        """Return games in which the bot is to move: those begun, everybody's first, the second.

        A game that cannot be replayed is returned as an error and stops no other.

        :param begun: numbers of games that are thought about already: no newcomer displaces them.
        :param left_out: numbers of games that are not returned and do not count.
        """
        return await self._database.read(self._waiting, limit, begun, left_out)

    async def play(self, turn: PartnerTurn, moves: tuple[Move, ...]) -> Played:
        """Make the bot's turn, if the game is still as it was; asked twice, it is made once.

        :raises StaleButton, NotYourTurn, GameOver, NoSuchGame: the game has moved on.
        :raises RefusedMove: the rules forbid a move.
        """
        game = turn.game
        text = " ".join(format_move(move, game.position.topology) for move in moves)
        return await self._games.play(_deed_of(turn), game.id, text, stamp=game.stamp)

    async def own(self, actor: Actor, game_id: int) -> GameView:
        """Return a running practice game for its player, for help that others do not get.

        :raises NoSuchGame, NotYourGame, GameOver: unknown, another's, ended.
        :raises NotPractice: it is a game against somebody.
        """
        return await self._database.read(self._own, actor, game_id)

    async def begin_within(self, tx: Transaction, proposal: Proposal) -> GameView:
        """Begin a practice game within a use case: a challenge that is accepted at once."""
        actor, partner, now = proposal.actor, proposal.opponent, self._clock()
        assert partner is not None, "practice is with the bot"
        await refuse_blocked(tx, actor.guild_id, actor.user_id, None)
        await self._limits.refuse_game(tx, actor.user_id, why_not.YOU_ARE)
        row = await write_down(tx, proposal, now, now + self._limits.challenge_life)
        accepter = replace(actor, user_id=partner.user_id, name=partner.name)
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
    ) -> tuple[list[PartnerTurn], list[CannotReplay]]:
        turns, failures = list[PartnerTurn](), list[CannotReplay]()
        for row in await lists.waiting_for_partner(tx, limit, begun, left_out):
            try:
                turns.append(await self._turn(tx, row))
            except CannotReplay as failure:
                failures.append(failure)
        return turns, failures

    async def _turn(self, tx: Transaction, row: GameRow) -> PartnerTurn:
        assert row.partner_seat is not None, "the query asks for practice games"
        partner_id = row.players[row.partner_seat]
        game = game_view(row, await self._lines.of(tx, row), partner_id)
        assert game.practice is not None
        return PartnerTurn(game, game.practice.level, game.seats[game.practice.seat])

    async def _own(self, tx: Transaction, actor: Actor, game_id: int) -> GameView:
        row = await existing_game(tx, game_id)
        allowed_seat(row, actor, None)
        if row.partner_seat is None:
            raise NotPractice(row.id)
        return game_view(row, await self._lines.of(tx, row), actor.user_id)


def _deed_of(turn: PartnerTurn) -> Actor:
    game, place = turn.game, turn.game.place
    number = -((game.id << BITS_OF_STAMP) | game.stamp)
    return Actor(turn.partner.user_id, turn.partner.name, number, place.guild_id, place.channel_id)
