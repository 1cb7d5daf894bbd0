"""What belonged to a server that the bot was removed from goes, when its time has come."""

from datetime import datetime

from bot.services.clocks.due_dates import Due
from bot.services.clocks.game_clocks import update_clock
from bot.services.view_builder import SERVER_GONE
from bot.services.views import ChallengeStatus
from bot.store.engine.database import Transaction
from bot.store.tables import deadlines, games, servers
from bot.store.tables.deadlines import Deadline
from bot.store.tables.games import GameRow

BATCH = 100  # games closed in one transaction


async def purge(tx: Transaction, deadline: Deadline, now: datetime) -> None:
    """Take a server out of every table, unless the bot is there again."""
    guild_id = deadline.subject
    left_at = await servers.left_at(tx, guild_id)
    if left_at is None:
        return
    running = await servers.find_running_games(tx, guild_id, left_at, BATCH)
    for game in running:
        await _close(tx, game, now)
    if len(running) == BATCH:
        await deadlines.put(tx, Due.PURGE, guild_id, now)
        return
    await servers.erase(tx, guild_id, left_at, ChallengeStatus.EXPIRED)


async def _close(tx: Transaction, game: GameRow, now: datetime) -> None:
    # there is no place left where its result could be posted
    after = await games.finish(tx, game, SERVER_GONE, None, now)
    await update_clock(tx, game, after, now)
