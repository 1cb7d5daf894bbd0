"""Use case of last looks: the number of moves that a person has seen of a game."""

import logging

from bot.errors.storage import StorageError
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.views import GameView
from bot.store.engine.database import Transaction
from bot.store.tables import games, last_looks

log = logging.getLogger(__name__)


class LastLookService(Service):
    """Use cases of last looks: how many moves of a game each person has already seen."""

    async def record(self, user_id: int, game: GameView) -> int | None:
        """Record that a person sees a game now; return how many of its moves they had seen before.

        A turn that the person played by hand counts as seen; a turn that the bot played for them
        does not.

        :returns: None if the person has neither looked at the game nor played in it before.
        """
        looked, played = await self._seen(game.id, user_id)
        await self.see_undo(user_id, game)
        before = max((each for each in (looked, played) if each is not None), default=None)
        if before != game.turn_ply:
            try:
                await self._note(game.id, user_id, game.turn_ply)
            except StorageError as error:  # a failure must not prevent the board from being shown
                log.warning("a look at game %d was not stored: %s", game.id, error)
        return before

    async def see_undo(self, user_id: int, game: GameView) -> None:
        """Record that a player has been shown the position after an undo."""
        seat = game.undo_unseen_by
        if seat is None or seat != game.seat_of(user_id):
            return
        try:
            await self._see_undo(game.id, seat, game.undone)
        except StorageError as error:  # see `record`
            log.warning("a look at game %d was not stored: %s", game.id, error)

    @writes
    async def _see_undo(self, tx: Transaction, game_id: int, seat: int, undone: int) -> None:
        await games.mark_undo_seen(tx, game_id, seat, undone)

    @reads
    async def _seen(
        self, tx: Transaction, game_id: int, user_id: int
    ) -> tuple[int | None, int | None]:
        return await last_looks.find(tx, game_id, user_id)

    @writes
    async def _note(self, tx: Transaction, game_id: int, user_id: int, ply: int) -> None:
        await last_looks.put(tx, game_id, user_id, ply, self._clock())
