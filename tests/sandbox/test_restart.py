"""Killing and restarting a bot in a separate process; sharding."""

import asyncio
import signal
import sys
from contextlib import asynccontextmanager

import discord
import pytest

from sandbox import InteractionFailed, Sandbox, Settings

PROGRAM = """
import discord, sys, yarl
from discord import app_commands

api, cdn, gateway, token = sys.argv[1:]
discord.http.Route.BASE, discord.asset.Asset.BASE = api, cdn
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)

class Bot(discord.AutoShardedClient):
    async def setup_hook(self):
        await tree.sync()

    async def on_interaction(self, interaction):
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_message("clicked " + interaction.data["custom_id"])

bot = Bot(intents=discord.Intents(guilds=True))
tree = app_commands.CommandTree(bot)

@tree.command(description="Hello")
async def hello(interaction: discord.Interaction):
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Go", custom_id="go:1"))
    await interaction.response.send_message("hello", view=view)

bot.run(token, log_handler=None)
"""


@asynccontextmanager
async def process(made):
    bases = (made.api_base, made.cdn_base, made.gateway_url)
    running = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "ignore", "-c", PROGRAM, *bases, made.application.token
    )
    try:
        await made.wait_until(lambda: made.is_bot_connected and bool(made.application.commands))
        yield running
    finally:
        if running.returncode is None:
            running.send_signal(signal.SIGKILL)
        await running.wait()


async def test_a_killed_bot_comes_back_and_old_buttons_work(sandbox, place):
    async with process(sandbox) as running:
        message = await place.ann.slash("hello", channel=place.channel)
        running.send_signal(signal.SIGKILL)
        await sandbox.wait_until(lambda: not sandbox.is_bot_connected)
        with pytest.raises(InteractionFailed):
            await place.ben.click(message, "Go")
    async with process(sandbox):
        answer = await place.ben.click(message, "Go")
    assert answer.content == "clicked go:1"
    assert sandbox.refusals == []


async def test_two_shards_of_discord_py_share_the_guilds(new_bot, running):
    settings = Settings(rate_limits=False, shards=2)
    async with Sandbox(settings=settings) as made:
        guilds = [made.create_guild(f"Guild {n}") for n in range(6)]
        bot = new_bot()

        @bot.tree.command(description="Which shard")
        async def shard(interaction: discord.Interaction):
            await interaction.response.send_message(str(interaction.guild.shard_id))

        async with running(made, bot):
            assert sorted(bot.shards) == [0, 1]
            for guild in guilds:
                ann = guild.add_member("Ann")
                channel = guild.create_text_channel("games")
                answer = await ann.slash("shard", channel=channel)
                assert answer.content == str((guild.id >> 22) % 2)
