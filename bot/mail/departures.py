"""Players who have left the server of their game: found when their turn is posted, and said once.

The bot does not ask Discord for its members' comings and goings, which would need a privileged
intent.
"""

from collections import OrderedDict
from time import monotonic

from bot.desk import DeskClient
from bot.patience import at_most
from bot.services.rows import OutboxRow
from bot.services.views import GameView
from bot.trouble import DISCORD_TROUBLE, UNKNOWN_MEMBER

PATIENCE = 2.0  # seconds; the turn waits for the answer
GOOD_FOR = 86_400.0  # seconds for which a member is taken to be there still
REMEMBERED = 20_000  # members of servers


class Departures:
    """Asks Discord, once a day for each player, whether the player is still in the server."""

    def __init__(self, client: DeskClient) -> None:
        self._client = client
        self._notices = client.desk.services.notices
        self._seen: OrderedDict[tuple[int, int], float] = OrderedDict()

    async def is_news(self, row: OutboxRow, game: GameView) -> bool:
        """Return whether the message of a turn is to say that its player has left the server."""
        to = game.to_move
        if to is None or to not in game.people or row.outside:
            return False
        guild = game.place.guild_id
        if guild is None or not await self._has_left(guild, to.user_id):
            return False
        return await self._notices.say_left(row, to.user_id)

    async def _has_left(self, guild_id: int, user_id: int) -> bool:
        member, now = (guild_id, user_id), monotonic()
        if now - self._seen.get(member, -GOOD_FOR) < GOOD_FOR:
            return False
        try:
            async with at_most(self._client, PATIENCE):
                await self._client.http.get_member(guild_id, user_id)
        except DISCORD_TROUBLE as trouble:
            return getattr(trouble, "code", None) == UNKNOWN_MEMBER
        self._seen[member] = now
        self._seen.move_to_end(member)
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return False
