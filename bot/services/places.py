"""Where a game is played can change: into its own thread, and on to the next best place."""

from bot.services.outbox import OutboxRow
from bot.services.views import GameView, Place
from bot.store import challenges, games, lists, outbox
from bot.store.database import Database, Transaction


class PlaceService:
    """Use cases of a game's place."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def move(self, game_id: int, place: Place) -> None:
        """Let a game go on in another channel or thread."""
        await self._database.write(self._move, game_id, place)

    async def card(self, game_id: int) -> int | None:
        """Return the message of the challenge from which a game came, if it was posted."""
        return await self._database.read(challenges.card_of, game_id)

    async def has_ended_in_thread(self, game: GameView) -> bool:
        """Say whether a game is played in a thread that is its players', and one has ended there.

        That one may be the game itself, or an earlier one that they play again.
        """
        return await self._database.read(self._has_ended_in_thread, game)

    async def next_best(self, row: OutboxRow) -> bool:
        """Find another place for what a row tells, after its place has taken nothing.

        A game leaves its thread for the channel of its challenge, and letters follow it; False
        when there is no other place. A game whose thread broke before its first message stays: a
        new thread would be the same.
        """
        return await self._database.write(self._next_best, row)

    async def _next_best(self, tx: Transaction, row: OutboxRow) -> bool:
        game = None if row.game_id is None else await games.find(tx, row.game_id)
        origin = None if game is None else await challenges.origin(tx, game.id)
        if game is None or origin is None or game.turn_message_id is None:
            return False
        leaves = game.channel_id == origin.message_id
        if leaves:
            await games.set_place(tx, game.id, origin.guild_id, origin.channel_id)
        follows = row.user_id is not None and row.place.channel_id == origin.message_id
        if follows:
            await outbox.change(tx, row.id, channel_id=origin.channel_id)
        return leaves or follows

    async def _has_ended_in_thread(self, tx: Transaction, game: GameView) -> bool:
        # a thread was opened for one game: if both have finished it, they played each other
        for player in game.seats:
            there = await lists.finished_in_thread(tx, player.user_id, game.place.channel_id)
            if there is None:
                return False
        return True

    async def _move(self, tx: Transaction, game_id: int, place: Place) -> None:
        await games.set_place(tx, game_id, place.guild_id, place.channel_id)
