"""Detection of players who have left the server of their game, when their turn is posted.

The bot does not subscribe to the member events of Discord, which need a privileged intent.
"""

from collections import OrderedDict
from time import monotonic

from bot.context.app_context import BotClient
from bot.context.discord_errors import DISCORD_ERRORS, UNKNOWN_MEMBER
from bot.context.timeouts import at_most
from bot.services.values.views import GameView
from bot.store.tables.outbox import OutboxMessage

TIMEOUT = 2.0  # seconds; the turn message waits for the lookup
CACHE_SECONDS = 86_400.0  # time before a member is looked up again
CACHE_SIZE = 20_000  # cached members


class DepartedPlayers:
    """Cache of server members, each looked up at most once a day."""

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._notifications = client.context.services.notifications
        self._seen: OrderedDict[tuple[int, int], float] = OrderedDict()

    async def must_announce(self, outbox_message: OutboxMessage, game: GameView) -> bool:
        """Return whether a turn message must mention that the player to move has left the server.

        Each departure is announced once.
        """
        to_move = game.to_move
        if to_move is None or to_move not in game.people or outbox_message.user_install:
            return False
        guild_id = game.location.guild_id
        if guild_id is None or not await self._has_left(guild_id, to_move.user_id):
            return False
        return await self._notifications.mention_departure(outbox_message, to_move.user_id)

    async def find_departed(self, game: GameView) -> tuple[int, ...]:
        """Return the ids of the players who have left the server of a game."""
        guild_id = game.location.guild_id
        if guild_id is None:
            return ()
        ids = [player.user_id for player in game.people]
        return tuple([each for each in ids if await self._has_left(guild_id, each)])

    async def _has_left(self, guild_id: int, user_id: int) -> bool:
        member, now = (guild_id, user_id), monotonic()
        if now - self._seen.get(member, -CACHE_SECONDS) < CACHE_SECONDS:
            return False
        try:
            async with at_most(self._client, TIMEOUT):
                await self._client.http.get_member(guild_id, user_id)
        except DISCORD_ERRORS as error:
            return getattr(error, "code", None) == UNKNOWN_MEMBER
        self._seen[member] = now
        self._seen.move_to_end(member)
        if len(self._seen) > CACHE_SIZE:
            self._seen.popitem(last=False)
        return False
