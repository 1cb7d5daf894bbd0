"""Players who have left the server of their game: found when their turn is posted, and said once.

The bot does not ask Discord for its members' comings and goings, which would need a privileged
intent.
"""

from collections import OrderedDict
from time import monotonic

from bot.context.app_context import BotClient
from bot.context.discord_errors import DISCORD_ERRORS, UNKNOWN_MEMBER
from bot.context.timeouts import at_most
from bot.services.delivery.outbox_message import OutboxMessage
from bot.services.views import GameView

TIMEOUT = 2.0  # seconds; the turn waits for the answer
GOOD_FOR = 86_400.0  # seconds for which a member is taken to be there still
REMEMBERED = 20_000  # members of servers


class Departures:
    """Asks Discord, once a day for each player, whether the player is still in the server."""

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._notifications = client.context.services.notifications
        self._seen: OrderedDict[tuple[int, int], float] = OrderedDict()

    async def is_news(self, row: OutboxMessage, game: GameView) -> bool:
        """Return whether the message of a turn is to say that its player has left the server."""
        to = game.to_move
        if to is None or to not in game.people or row.user_install:
            return False
        guild = game.location.guild_id
        if guild is None or not await self._has_left(guild, to.user_id):
            return False
        return await self._notifications.mention_departure(row, to.user_id)

    async def _has_left(self, guild_id: int, user_id: int) -> bool:
        member, now = (guild_id, user_id), monotonic()
        if now - self._seen.get(member, -GOOD_FOR) < GOOD_FOR:
            return False
        try:
            async with at_most(self._client, TIMEOUT):
                await self._client.http.get_member(guild_id, user_id)
        except DISCORD_ERRORS as error:
            return getattr(error, "code", None) == UNKNOWN_MEMBER
        self._seen[member] = now
        self._seen.move_to_end(member)
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return False
