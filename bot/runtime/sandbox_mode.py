"""Sandbox mode: the bot on an embedded stand-in for Discord, with three people in one channel."""

import asyncio
import logging
import tempfile
import webbrowser
from pathlib import Path

from bot.config.settings import Settings
from bot.errors.startup import CannotStart
from bot.runtime.lifecycle import run
from bot.runtime.wiring import open_app, use_api
from sandbox import Channel, Permission, Person, Sandbox

log = logging.getLogger(__name__)

GREETING = """
The bot runs on a stand-in for Discord on this machine. Open these pages side by side:

  as {first.name}: {first_page}
  as {second.name}: {second_page}
  as {manager.name}, who manages the server (/setup, /moderate): {manager_page}

Begin as {first.name}: /challenge opponent:{second.name} size:4
Stop with Ctrl+C. Games played here are not kept."""
# Two people read this message, so it names the one who has to type.
HINT = "As **{0}**, type `/challenge` and choose **{1}**; then open the page as {1} and accept."
PORT_TAKEN = "Port {} of this machine is in use. Set SANDBOX_PORT to another one, or 0 for any."


async def run_on_sandbox(settings: Settings, stop: asyncio.Event, *, open_browser: bool) -> None:
    """Run the bot against the sandbox until asked to stop.

    :raises CannotStart: if the port is in use.
    """
    discord = Sandbox(bot_name="Lifeline")
    await _listen(discord, settings.sandbox_port)
    try:
        use_api(discord.api_base)
        with tempfile.TemporaryDirectory(prefix="lifeline-") as folder:
            await _show(discord, open_browser=open_browser)
            async with open_app(_in_folder(settings, Path(folder))) as app:
                await run(app, discord.application.token, stop)
    finally:
        await discord.stop()


async def _show(discord: Sandbox, *, open_browser: bool) -> None:
    channel, first, second, manager = _people(discord)
    discord.page.hint = HINT.format(first.name, second.name)
    first_page = discord.page_url(first, channel)
    second_page = discord.page_url(second, channel)
    greeting = GREETING.format(
        first=first,
        second=second,
        manager=manager,
        first_page=first_page,
        second_page=second_page,
        manager_page=discord.page_url(manager, channel),
    )
    print(greeting, flush=True)  # noqa: T201 - for the person at the terminal
    if open_browser:
        await asyncio.to_thread(webbrowser.open, first_page)


async def _listen(discord: Sandbox, port: int) -> None:
    try:
        await discord.start(port=port)
    except OSError:
        raise CannotStart(PORT_TAKEN.format(port)) from None


def _people(discord: Sandbox) -> tuple[Channel, Person, Person, Person]:
    guild = discord.create_guild("The club")
    channel = guild.create_text_channel("games")
    first, second = guild.add_member("Ann"), guild.add_member("Ben")
    # lets people try direct messages where the bot is only user-installed
    discord.install(first)
    discord.direct_channel(first, second)
    managers = guild.create_role("Managers", Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES)
    return channel, first, second, guild.add_member("Mia", managers)


def _in_folder(settings: Settings, folder: Path) -> Settings:
    games = {"database_url": f"sqlite+aiosqlite:///{folder}/games.db", "backup_dir": folder}
    return settings.model_copy(update=games)
