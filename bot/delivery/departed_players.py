"""Detection of players who have left the server of their game, when their turn is posted."""

from collections.abc import Iterable

from bot.context.app_context import BotClient
from bot.context.discord_errors import DISCORD_ERRORS, UNKNOWN_MEMBER
from bot.context.recent_members import RecentMembers
from bot.context.timeouts import at_most
from bot.services.values.notifications.notification import WaitingGame
from bot.services.values.views import GameView, Location
from bot.store.tables.outbox import OutboxMessage

TIMEOUT = 2.0  # seconds; the turn message waits for the lookup


class DepartedPlayers:
    """Lookup of players who have left the server of their game.

    A member who was found in a server is not looked up there again within the hour. While requests
    wait for Discord's limit, members who have used the bot in the server within the hour are not
    looked up either, because the lookups would take half of the requests.
    """

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._notifications = client.context.services.notifications
        self._looked_up = RecentMembers()

    async def has_left(
        self,
        outbox_message: OutboxMessage,
        location: Location,
        user_id: int,
        *,
        again: bool = False,
    ) -> bool:
        """Return whether a person has left the server of a location; False without a server.

        :param again: whether to look up even a member who was seen there within the hour.
        """
        if outbox_message.user_install or location.guild_id is None:
            return False
        return await self._has_left(location.guild_id, user_id, again=again)

    async def has_mover_left(self, outbox_message: OutboxMessage, game: GameView) -> bool:
        """Return whether the player to move has left the game's server; False for the bot."""
        to_move = game.to_move
        if to_move is None or to_move not in game.people:
            return False
        return await self.has_left(outbox_message, game.location, to_move.user_id)

    async def tell_challenger(self, outbox_message: OutboxMessage, game: GameView) -> None:
        """Notify a challenger who has left the server that the game has begun.

        Nothing is sent to a challenger who is to move.
        """
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

    async def find_left_servers(self, user_id: int, games: Iterable[WaitingGame]) -> set[int]:
        """Return the ids of the servers that a person has left, among the servers of these games.

        Each server is looked up at most once.
        """
        servers = {game.location.guild_id for game in games}
        return {
            each for each in servers if each is not None and await self._has_left(each, user_id)
        }

    async def _has_left(self, guild_id: int, user_id: int, *, again: bool = False) -> bool:
        if not again and self._is_known(guild_id, user_id):
            return False
        try:
            async with at_most(self._client, TIMEOUT):
                await self._client.http.get_member(guild_id, user_id)
        except DISCORD_ERRORS as error:
            has_left = getattr(error, "code", None) == UNKNOWN_MEMBER
            if has_left:
                self._looked_up.remove(guild_id, user_id)
                self._client.context.active_members.remove(guild_id, user_id)
            return has_left
        self._looked_up.add(guild_id, user_id)
        return False

    def _is_known(self, guild_id: int, user_id: int) -> bool:
        if self._looked_up.has(guild_id, user_id):
            return True
        context = self._client.context
        return not context.request_limit.has_room() and context.active_members.has(
            guild_id, user_id
        )
