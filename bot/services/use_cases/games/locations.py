"""Use cases of game locations: threads, deleted channels, fallback locations."""

from dataclasses import replace

from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.views import GameView, Location
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, game_lists, games, outbox
from bot.store.tables.challenges import ChallengeRow
from bot.store.tables.games import FINISHED, GameRow
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind
from bot.store.tables.payloads import Turn


class LocationService(Service):
    """Use cases of game locations: move a game, forget deleted channels, find a fallback."""

    @writes
    async def move(self, tx: Transaction, game_id: int, location: Location) -> None:
        """Move a game to another channel or thread."""
        await games.set_location(tx, game_id, location.guild_id, location.channel_id)

    async def forget_channel(self, channel_id: int) -> None:
        """Remove the stored links to games' messages in a deleted channel or thread."""
        for game_id in await self._database.read(games.find_shown_in, channel_id):
            await self.forget_message(game_id, channel_id)

    @writes
    async def forget_message(self, tx: Transaction, game_id: int, channel_id: int) -> None:
        """Remove a game's link to its message in a deleted channel, unless the game has left it."""
        await games.clear_message(tx, game_id, channel_id)

    @reads
    async def get_parent(self, tx: Transaction, game_id: int) -> Location | None:
        """Return the parent channel of a game's thread; None if it has no thread."""
        game = await games.find(tx, game_id)
        origin = None if game is None else await _thread_challenge(tx, game, game.channel_id)
        return None if origin is None else Location(origin.guild_id, origin.channel_id)

    @reads
    async def get_card(self, tx: Transaction, game_id: int) -> int | None:
        """Return the message id of a game's challenge card; None if the card was never posted."""
        return await challenges.find_card_message(tx, game_id)

    @reads
    async def has_ended_in_thread(self, tx: Transaction, game: GameView) -> bool:
        """Return whether a game of the same two players has ended in this game's thread.

        The ended game is `game` itself, or an earlier game of which `game` is a rematch. A practice
        game that is shown in a thread shares it with no other game.
        """
        if game.practice is not None:
            return game.result is not None and not game.is_private
        seats = {player.user_id for player in game.seats}
        in_thread = await game_lists.find_in_thread(tx, game.location.channel_id)
        return any(each.status == FINISHED and seats == set(each.players) for each in in_thread)

    @writes
    async def move_to_next_best(self, tx: Transaction, row: OutboxMessage) -> bool:
        """Move an undeliverable outbox message, and its game, to the parent channel of its thread.

        That is the channel of the challenge card below which the thread was opened, for this game
        or an earlier game of the two players. Pings move with the game. If the thread failed before
        the game's first message, the game gets no other thread, because that would fail too.

        :returns: whether the message has a new location. A lobby game without a parent channel
            moves to direct messages.
        """
        if row.kind == OutboxKind.CHALLENGE:
            return await self._move_challenge(tx, row)
        game = None if row.game_id is None else await games.find(tx, row.game_id)
        if game is None:
            return False
        origin = await _thread_challenge(tx, game, game.channel_id)
        if origin is not None:
            await games.set_location(tx, game.id, origin.guild_id, origin.channel_id)
            if game.turn_message_id is None:
                await _forgo_thread(tx, row)
        # a notification may have been stored before the game moved
        left = None
        if row.user_id is not None:
            left = await _thread_challenge(tx, game, row.location.channel_id)
        if left is not None:
            await outbox.change(tx, row, channel_id=left.channel_id)
        if (
            origin is None
            and left is None
            and isinstance(row.payload, Turn)
            and row.payload.matched
        ):
            # strangers from the lobby may have no other channel in common
            await games.set_location(tx, game.id, None, NO_CHANNEL)
            await outbox.change(tx, row, guild_id=None, channel_id=NO_CHANNEL)
            return True
        return origin is not None or left is not None

    async def _move_challenge(self, tx: Transaction, row: OutboxMessage) -> bool:
        """Move a rematch's challenge to the thread's parent channel; return False without one."""
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


async def _thread_challenge(tx: Transaction, game: GameRow, thread_id: int) -> ChallengeRow | None:
    """Return the challenge between a game's two players from whose message a thread was opened.

    :returns: None if the thread was not opened from such a message.
    """
    return await challenges.find_by_thread(tx, thread_id, game.players)


async def _forgo_thread(tx: Transaction, row: OutboxMessage) -> None:
    """Store that the outbox must not open a thread for a game's first message."""
    payload = await outbox.find_payload(tx, row, Turn)
    if payload is not None:
        await outbox.change_payload(tx, row, replace(payload, no_thread=True))
