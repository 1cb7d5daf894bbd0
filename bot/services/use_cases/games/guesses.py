"""Use cases of spectators who guess the next turn of a game."""

from bot.errors.refusals import Refusal, StaleButton
from bot.services.steps.eligibility import refuse_blocked
from bot.services.steps.game_actions import existing_game, refuse_over, refuse_stale
from bot.services.steps.visibility import refuse_outsiders
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.games.typed_turns import example_turn, placements
from bot.services.values.view_builder import game_view
from bot.services.values.views import Actor, GameView
from bot.store.engine.database import Transaction
from bot.store.tables import guesses
from bot.store.tables.blocks import PERSON
from bot.store.tables.games import GameRow
from bot.words import watching as words


class GuessService(Service):
    """Use cases of spectators who guess a player's next turn.

    Guesses are secret until the message of that turn tells how many were right. Guessing shows the
    public board, so that no guess depends on the hidden first stone of a turn.
    """

    @reads
    async def open(
        self, tx: Transaction, actor: Actor, game_id: int, *, revision: int | None
    ) -> tuple[GameView, str | None]:
        """Return a game in which a person may guess the next turn.

        :param revision: `GameView.revision` when the control was made; None accepts any.
        :returns: the public view of the game, and the cell that the person has guessed, or None.
        :raises NoSuchGame: no game has that number, or the person may not see it.
        :raises GameOver, StaleButton: the game is over, or has changed since.
        :raises NotPlayingHere: the moderators of the server have blocked the person.
        :raises Refusal: the person may not guess in this game, or the game takes no guesses.
        """
        game = await self._guessable(tx, actor, game_id, revision)
        return game, await guesses.find(tx, game_id, actor.user_id, game.position.ply)

    async def guess(
        self, actor: Actor, game_id: int, cell: str, *, revision: int | None
    ) -> GameView:
        """Store the cell where a person expects a stone in the next turn, and return the game.

        :param revision: `GameView.revision` when the control was made; None accepts any.
        :raises PlayerError: see `open`; also `StaleButton` if no stone can be placed on the cell.
        """
        if game_id not in self._replay_cache:  # a long replay would block other writers
            await self.open(actor, game_id, revision=revision)
        return await self._guess(actor, game_id, cell, revision)

    @writes
    async def _guess(
        self, tx: Transaction, actor: Actor, game_id: int, cell: str, revision: int | None
    ) -> GameView:
        game = await self._guessable(tx, actor, game_id, revision)
        if len(placements(game.position, cell)) != 1:
            raise StaleButton(game_id)
        await guesses.put(tx, game_id, actor.user_id, game.position.ply, cell)
        return game

    async def _guessable(
        self, tx: Transaction, actor: Actor, game_id: int, revision: int | None
    ) -> GameView:
        row = await existing_game(tx, game_id)
        refuse_outsiders(row, actor)
        _refuse(row, actor.user_id)
        # half a turn is hidden, so it must not make the control stale
        refuse_stale(row, revision, within_turn=True)
        await refuse_blocked(tx, row.guild_id, actor.user_id, None)
        if await PERSON.across(tx, actor.user_id) & set(row.players):
            raise Refusal(words.MAY_NOT_GUESS())
        game = game_view(row, await self._replay_cache.get(tx, row))
        if not example_turn(game.position):
            raise Refusal(words.NOTHING_TO_GUESS())
        return game


def _refuse(row: GameRow, user_id: int) -> None:
    if row.engine_seat is not None or row.guild_id is None:
        raise Refusal(words.NO_GUESSES())
    if row.seat_of(user_id) is not None:
        raise Refusal(words.OWN_TURNS())
    refuse_over(row)
