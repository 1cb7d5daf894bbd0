"""Benchmark of 1,000 leagues whose last games end at the same moment: time until all tables.

The sandbox keeps Discord's rate limits. BENCH_LEAGUES=100 in the environment sets another number.
"""

import asyncio
import os
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench import NO_USER_LIMITS
from bench.figures import note
from bot.config.settings import Settings
from bot.runtime.app import App
from bot.runtime.wiring import open_app, use_api
from bot.services.steps.game_start import GameStart, begin_game
from bot.services.steps.league_ends import open_registration
from bot.services.steps.league_seasons import TERMS
from bot.services.values.clocks.due_dates import BotDue
from bot.services.values.leagues.pairings import pairings
from bot.services.values.leagues.season import BREAK
from bot.services.values.view_builder import RESIGNED
from bot.services.values.views import Location, Player
from bot.store.engine.database import Database, Transaction
from bot.store.tables import clocks, deadlines, games, leagues, players
from bot.store.tables.bot_time import bot_time_of
from rules.registry import find_game
from sandbox import Channel, Sandbox
from sandbox.guild import GuildHandle
from testbed.connected_bot import connected

LEAGUES = int(os.environ.get("BENCH_LEAGUES", "1000"))
PEOPLE = 4  # of each league
POLL = 0.25  # seconds
LIMIT = 600.0  # seconds
LEAD = timedelta(seconds=25)  # longer than the deadline loop sleeps
MONTH = timedelta(days=28)
RULESET = find_game("lifeline").ruleset({"size": 4})
OVER = "is over.**"


def main() -> None:
    """Print the seconds until all leagues have their tables, and the CPU time."""
    asyncio.run(measure())


async def measure() -> None:
    """Measure and print how long all tables take after every season's last game is lost on time."""
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(validate=False) as discord:
            use_api(discord.api_base)
            guilds = [discord.create_guild(f"Club {number}") for number in range(LEAGUES)]
            clubs = [(each.create_text_channel("league"), members_of(each)) for each in guilds]
            url = f"sqlite+aiosqlite:///{Path(folder) / 'games.db'}"
            settings = Settings(database_url=url, backup_dir=Path(folder), **NO_USER_LIMITS)
            async with open_app(settings) as app:
                database = Database(url)
                last = [await database.write(play, *club) for club in clubs]
                async with connected(app, discord, within=120):
                    await all_sent(app)  # the board of the last game, and the card
                    due = datetime.now(UTC) + LEAD
                    await database.write(make_due, last, due)
                    await asyncio.sleep((due - datetime.now(UTC)).total_seconds())
                    begun, cpu = time.perf_counter(), time.process_time()
                    await all_over([channel for channel, _ in clubs])
                    seconds = time.perf_counter() - begun
                    used = time.process_time() - cpu
                    await all_sent(app)
                    rest = time.perf_counter() - begun
                await database.close()
    late = sum(entry.status == 429 for entry in discord.requests.entries)
    print(
        f"{LEAGUES} leagues: {seconds:.0f} s until the last table [120], "
        f"{rest:.0f} s until the last edit, {late} refused for speed; "
        f"{used:.0f} CPU-s with the sandbox"
    )
    note(f"{LEAGUES} leagues, the last table", seconds, "s")
    note(f"{LEAGUES} leagues, refused for speed", late, "requests")


def members_of(guild: GuildHandle) -> list[Player]:
    """Add the players of a league to a server as members, and return them."""
    added = [guild.add_member(f"P{number}") for number in range(1, PEOPLE + 1)]
    return [Player(each.id, each.name) for each in added]


async def play(tx: Transaction, channel: Channel, people: list[Player]) -> int:
    """Store a league whose season has one game left; return the number of that game."""
    now, guild_id = datetime.now(UTC), channel.guild_id
    assert guild_id is not None, "the channel belongs to a server"
    for player in people:
        await players.remember(tx, player.user_id, player.name, now)
    league_id = await leagues.add(
        tx,
        guild_id=guild_id,
        channel_id=channel.id,
        game_key=RULESET.game,
        rules_version=RULESET.version,
        options=dict(RULESET.options),
        weeks=8,
        by_id=people[0].user_id,
        opened_at=now - MONTH,
    )
    league = await leagues.find(tx, league_id)
    assert league is not None, "it has just been added"
    begun = await bot_time_of(tx, now - MONTH, now)
    season_id = await leagues.add_season(tx, league_id, 1, begun)
    season = await leagues.find_season(tx, season_id)
    assert season is not None, "it has just been added"
    await leagues.change_season(tx, season, begun_at=now - MONTH)
    ids = [each.user_id for each in people]
    await leagues.add_groups(tx, season_id, [ids], {PEOPLE: pairings(PEOPLE)})
    *over, last = await leagues.find_unmade(tx, season_id, 100)
    for each in over:
        game_id = await games.add(
            tx,
            TERMS,
            created_at=now - MONTH,
            guild_id=guild_id,
            channel_id=channel.id,
            seat0=ids[each.first],
            seat1=ids[each.second],
            seat_to_move=0,
            game_key=RULESET.game,
            rules_version=RULESET.version,
            options=dict(RULESET.options),
        )
        await leagues.set_game(tx, each, game_id)
        game = await games.find(tx, game_id)
        assert game is not None, "it has just been added"
        await games.finish(tx, game, RESIGNED, each.first % 2, now)
    pair = (people[last.first], people[last.second])
    start = GameStart(RULESET, pair, TERMS, Location(guild_id, channel.id), total=MONTH)
    last_id = await begin_game(tx, start, now)
    await leagues.set_game(tx, last, last_id)
    planned = await bot_time_of(tx, now + BREAK, now)
    await open_registration(tx, league, 2, planned, now)
    return last_id


async def make_due(tx: Transaction, last: list[int], due: datetime) -> None:
    """Let the clock of the player to move run out in all last games at the same moment."""
    falls = await bot_time_of(tx, due, datetime.now(UTC))
    for game_id in last:
        clock = await clocks.find(tx, game_id)
        assert clock is not None, "a league game has a clock"
        assert clock.since is not None, "it runs"
        left = falls.reading - clock.since.reading
        await clocks.change(tx, clock, left0=left, left1=left)
        await deadlines.put(tx, BotDue.FALL, game_id, falls)


def is_over(channel: Channel) -> bool:
    """Return whether a channel has the table that is posted at a season's end."""
    return any(OVER in each.content for each in channel.messages.values())


async def all_sent(app: App) -> None:
    """Wait until the bot's outbox is empty.

    :raises TimeoutError: it takes too long.
    """
    async with asyncio.timeout(LIMIT):
        while await app.context.services.outbox.next_due() is not None:  # noqa: ASYNC110 - polls as a host would
            await asyncio.sleep(POLL)


async def all_over(channels: list[Channel]) -> None:
    """Wait until every channel has the table of the season's end.

    :raises TimeoutError: it takes too long.
    """
    async with asyncio.timeout(LIMIT):
        while not all(is_over(each) for each in channels):  # noqa: ASYNC110 - the sandbox does not tell
            await asyncio.sleep(POLL)
