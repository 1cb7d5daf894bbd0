"""Detection of players who have left the server of their game, when their turn is posted.

The bot does not subscribe to the member events of Discord, which need a privileged intent.
"""

from collections import OrderedDict
from time import monotonic

from bot.context.app_context import BotClient
from bot.context.discord_errors import DISCORD_ERRORS, UNKNOWN_MEMBER
from bot.context.timeouts import at_most
from bot.services.values.views import GameView, Location
from bot.store.tables.outbox import OutboxMessage

TIMEOUT = 2.0  # seconds; the turn message waits for the lookup
CACHE_SECONDS = 3_600.0  # time before a member is looked up again
CACHE_SIZE = 20_000  # cached members


class DepartedPlayers:
    """Cache of server members, each looked up at most once an hour."""

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._notifications = client.context.services.notifications
        self._seen: OrderedDict[tuple[int, int], float] = OrderedDict()

    async def has_left(
        self,
        outbox_message: OutboxMessage,
        location: Location,
        user_id: int,
        *,
        again: bool = False,
    ) -> bool:
        """Return whether a person has left the server of a location; False without a server.

        :param again: whether to look up a member who was there lately.
        """
        if outbox_message.user_install or location.guild_id is None:
            return False
        return await self._has_left(location.guild_id, user_id, again=again)

    async def has_mover_left(self, outbox_message: OutboxMessage, game: GameView) -> bool:
        """Return whether the player to move has left the server of the game."""
        to_move = game.to_move
        if to_move is None or to_move not in game.people:
            return False
        return await self.has_left(outbox_message, game.location, to_move.user_id)

    async def tell_challenger(self, outbox_message: OutboxMessage, game: GameView) -> None:
        """Tell a challenger who has left the server that a game has begun without their turn."""
        challenger = await self._notifications.find_challenger(game.id)
        mover = None if game.to_move is None else game.to_move.user_id
        if challenger is None or challenger == mover:
            return
        if await self.has_left(outbox_message, game.location, challenger):
            await self._notifications.notify_accepted(outbox_message, challenger)

    async def find_departed(self, game: GameView) -> tuple[int, ...]:
        """Return the ids of the players who have left the server of a game."""
        guild_id = game.location.guild_id
        if guild_id is None:
            return ()
        ids = [player.user_id for player in game.people]
        return tuple([each for each in ids if await self._has_left(guild_id, each)])

    async def _has_left(self, guild_id: int, user_id: int, *, again: bool = False) -> bool:
        member, now = (guild_id, user_id), monotonic()
        if not again and now - self._seen.get(member, -CACHE_SECONDS) < CACHE_SECONDS:
            return False
        try:
            async with at_most(self._client, TIMEOUT):
                await self._client.http.get_member(guild_id, user_id)
        except DISCORD_ERRORS as error:
            has_left = getattr(error, "code", None) == UNKNOWN_MEMBER
            if has_left:
                self._seen.pop(member, None)
            return has_left
        self._seen[member] = now
        self._seen.move_to_end(member)
        if len(self._seen) > CACHE_SIZE:
            self._seen.popitem(last=False)
        return False
