"""Where a game is played can change: into its own thread, and on to the next best place."""

from bot.services.views import GameView, Location
from bot.store.engine.database import Database, Transaction
from bot.store.tables import challenges, game_lists, games, outbox
from bot.store.tables.challenges import ChallengeRow
from bot.store.tables.games import FINISHED, GameRow
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import OutboxKind


class LocationService:
    """Use cases of a game's place."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def move(self, game_id: int, location: Location) -> None:
        """Let a game go on in another channel or thread."""
        await self._database.write(self._move, game_id, location)

    async def channel_deleted(self, channel_id: int) -> None:
        """Note that a channel was deleted: links to messages there lead nowhere."""
        for game_id in await self._database.read(games.find_shown_in, channel_id):
            await self.lost(game_id, channel_id)

    async def thread_deleted(self, thread_id: int) -> None:
        """Note that a thread was deleted, which may be one that the bot opened for a game."""
        for game in await self._database.read(game_lists.find_in_thread, thread_id):
            await self.lost(game.id, thread_id)

    async def lost(self, game_id: int, channel_id: int) -> None:
        """Note that the place of a game was deleted, unless it is played elsewhere by now."""
        await self._database.write(games.clear_message, game_id, channel_id)

    async def origin(self, game_id: int) -> Location | None:
        """Return the channel where the thread of a game was opened; None if it has no thread."""
        return await self._database.read(self._origin, game_id)

    async def card(self, game_id: int) -> int | None:
        """Return the message of the challenge from which a game came, if it was posted."""
        return await self._database.read(challenges.find_card_message, game_id)

    async def has_ended_in_thread(self, game: GameView) -> bool:
        """Say whether a game is played in a thread that is its players', and one has ended there.

        That one may be the game itself, or an earlier one that they play again.
        """
        return await self._database.read(self._has_ended_in_thread, game)

    async def next_best(self, row: OutboxMessage) -> bool:
        """Find another place for what a row tells, after its place has taken nothing.

        A game leaves its thread for the channel of the challenge under which that was opened, its
        own or that of an earlier game of the two, and letters follow it; so does the card of a
        rematch. False when there is no other place. A game whose thread broke before its first
        message gets no other thread: a new one would be the same.
        """
        return await self._database.write(self._next_best, row)

    async def _next_best(self, tx: Transaction, row: OutboxMessage) -> bool:
        if row.kind == OutboxKind.CHALLENGE:
            return await self._challenge_leaves(tx, row)
        game = None if row.game_id is None else await games.find(tx, row.game_id)
        if game is None:
            return False
        origin = await _opened(tx, game, game.channel_id)
        if origin is not None:
            await games.set_location(tx, game.id, origin.guild_id, origin.channel_id)
            if game.turn_message_id is None:
                carried = await outbox.payload_of(tx, row)
                await outbox.change(tx, row, payload={**carried, "no_thread": True})
        # a letter may have been written before
        left = None if row.user_id is None else await _opened(tx, game, row.location.channel_id)
        if left is not None:
            await outbox.change(tx, row, channel_id=left.channel_id)
        return origin is not None or left is not None

    async def _origin(self, tx: Transaction, game_id: int) -> Location | None:
        game = await games.find(tx, game_id)
        origin = None if game is None else await _opened(tx, game, game.channel_id)
        return None if origin is None else Location(origin.guild_id, origin.channel_id)

    async def _challenge_leaves(self, tx: Transaction, row: OutboxMessage) -> bool:
        """Let the card of a rematch be posted where the thread was opened."""
        challenge = await challenges.find(tx, row.challenge_id or 0)
        if challenge is None:
            return False
        people = (challenge.challenger_id, challenge.opponent_id or challenge.challenger_id)
        origin = await challenges.find_by_thread(tx, row.location.channel_id, people)
        if origin is None:
            return False
        await challenges.set_channel(tx, challenge.id, origin.channel_id)
        await outbox.change(tx, row, channel_id=origin.channel_id)
        return True

    async def _has_ended_in_thread(self, tx: Transaction, game: GameView) -> bool:
        seats = {player.user_id for player in game.seats}
        there = await game_lists.find_in_thread(tx, game.location.channel_id)
        return any(each.status == FINISHED and seats == set(each.players) for each in there)

    async def _move(self, tx: Transaction, game_id: int, location: Location) -> None:
        await games.set_location(tx, game_id, location.guild_id, location.channel_id)


async def _opened(tx: Transaction, game: GameRow, thread_id: int) -> ChallengeRow | None:
    """Return the challenge under which a thread was opened, if it was one of these players."""
    return await challenges.find_by_thread(tx, thread_id, game.players)
