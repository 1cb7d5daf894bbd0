"""Deletion of a server's data, thirty days after the bot was removed from it."""

from datetime import datetime

from bot.services.steps.game_end import end_game
from bot.services.values.clocks.due_dates import LEAGUE_DUE, Due
from bot.services.values.view_builder import SERVER_GONE
from bot.services.values.views import ChallengeStatus
from bot.store.engine.database import Transaction
from bot.store.tables import deadlines, leagues, servers
from bot.store.tables.deadlines import Deadline

BATCH = 100  # games closed in one transaction


async def purge(tx: Transaction, deadline: Deadline, now: datetime) -> None:
    """Delete a server from every table, unless the bot was added to it again.

    A server with many games in progress takes several transactions; each schedules the next.
    """
    guild_id = deadline.subject
    left_at = await servers.left_at(tx, guild_id)
    if left_at is None:
        return
    running = await servers.find_running_games(tx, guild_id, left_at, BATCH)
    for game in running:
        await end_game(tx, game, SERVER_GONE, None, now)
    if len(running) == BATCH:
        await deadlines.put(tx, Due.PURGE, guild_id, now)
        return
    await deadlines.replace(tx, (Due.DAILY, Due.WEEK), guild_id, {})
    for season_id in await leagues.erase_server(tx, guild_id):
        await deadlines.replace(tx, LEAGUE_DUE, season_id, {})
    await servers.erase(tx, guild_id, left_at, ChallengeStatus.EXPIRED)
