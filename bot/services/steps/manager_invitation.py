"""Invitation of a server's managers to its settings, with the result of its third game."""

from bot.services.values.view_builder import NO_RESULT
from bot.store.engine.database import Transaction
from bot.store.tables import daily, key_values, servers
from bot.store.tables.games import GameRow

INVITED_AFTER = 3  # finished games


async def invites_managers(tx: Transaction, game: GameRow) -> bool:
    """Count a finished game; return whether its result invites the managers of its server.

    They are invited once, with the third game that counts, unless they have used /setup before.
    Practice games and games without a result do not count.
    """
    if game.guild_id is None or game.engine_seat is not None or game.ending in NO_RESULT:
        return False
    if await servers.count_finished(tx, game.guild_id, INVITED_AFTER) != INVITED_AFTER:
        return False
    stored = await key_values.read(tx, key_values.of_guild(game.guild_id))
    return stored is None and await daily.find_channel(tx, game.guild_id) is None
