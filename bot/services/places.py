"""Where a game is played can change: into its own thread, and on to the next best place."""

from bot.services.rows import OutboxRow
from bot.services.views import GameView, Place
from bot.store import challenges, games, lists, outbox
from bot.store.challenges import ChallengeRow
from bot.store.database import Database, Transaction
from bot.store.games import FINISHED, GameRow
from bot.store.kinds import RowKind


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

        A game leaves its thread for the channel of the challenge under which that was opened, its
        own or that of an earlier game of the two, and letters follow it; so does the card of a
        rematch. False when there is no other place. A game whose own thread broke before its first
        message stays: a new thread would be the same.
        """
        return await self._database.write(self._next_best, row)

    async def _next_best(self, tx: Transaction, row: OutboxRow) -> bool:
        if row.kind == RowKind.CHALLENGE:
            return await self._challenge_leaves(tx, row)
        game = None if row.game_id is None else await games.find(tx, row.game_id)
        if game is None:
            return False
        origin = await _opened(tx, game, game.channel_id)
        if origin is not None:
            if game.turn_message_id is None and origin.game_id == game.id:
                return False
            await games.set_place(tx, game.id, origin.guild_id, origin.channel_id)
        # a letter may have been written before
        left = None if row.user_id is None else await _opened(tx, game, row.place.channel_id)
        if left is not None:
            await outbox.change(tx, row, channel_id=left.channel_id)
        return origin is not None or left is not None

    async def _challenge_leaves(self, tx: Transaction, row: OutboxRow) -> bool:
        """Let the card of a rematch be posted where the thread was opened."""
        challenge = await challenges.find(tx, row.challenge_id or 0)
        if challenge is None:
            return False
        people = (challenge.challenger_id, challenge.opponent_id or challenge.challenger_id)
        origin = await challenges.opened(tx, row.place.channel_id, people)
        if origin is None:
            return False
        await challenges.set_channel(tx, challenge.id, origin.channel_id)
        await outbox.change(tx, row, channel_id=origin.channel_id)
        return True

    async def _has_ended_in_thread(self, tx: Transaction, game: GameView) -> bool:
        seats = {player.user_id for player in game.seats}
        there = await lists.played_in_thread(tx, game.place.channel_id)
        return any(each.status == FINISHED and seats == set(each.players) for each in there)

    async def _move(self, tx: Transaction, game_id: int, place: Place) -> None:
        await games.set_place(tx, game_id, place.guild_id, place.channel_id)


async def _opened(tx: Transaction, game: GameRow, thread_id: int) -> ChallengeRow | None:
    """Return the challenge under which a thread was opened, if it was one of these players."""
    return await challenges.opened(tx, thread_id, game.players)
