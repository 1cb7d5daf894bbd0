"""Run the bot on Discord, or without a token on the sandbox, to try it; or do a host's task."""

import argparse
import asyncio
import logging
from contextlib import AsyncExitStack

from bot.config.settings import Settings, load_settings, without_meaning
from bot.errors import CannotStart, NotNow
from bot.operations.commands import add_tasks, do_task
from bot.operations.logs import set_up_logging
from bot.runtime.lifecycle import run, stop_on_signals, unless_stopped
from bot.runtime.sandbox_mode import try_it
from bot.runtime.wiring import assembled, use_api

log = logging.getLogger("bot")


def start(arguments: list[str]) -> int:
    """Do what the command line asks for; returns the exit code.

    :raises CannotStart: it cannot be done; the sentence says why.
    """
    options = _parser().parse_args(arguments)
    settings = load_settings()
    set_up_logging(settings)
    if options.task is not None:
        return _once(settings, options)
    for sentence in without_meaning():
        log.warning("%s", sentence)
    asyncio.run(serve(settings, open_browser=options.open))
    return 0


async def serve(settings: Settings, *, open_browser: bool) -> None:
    """Run on Discord if there is a token, else on the embedded sandbox."""
    stop = stop_on_signals()
    if settings.discord_token is None:
        await try_it(settings, stop, open_browser=open_browser)
        return
    if settings.discord_api is not None:
        use_api(settings.discord_api)
    async with AsyncExitStack() as stack:
        app = await unless_stopped(stack.enter_async_context(assembled(settings)), stop)
        if app is not None:
            await run(app, settings.discord_token.get_secret_value(), stop)


def _once(settings: Settings, options: argparse.Namespace) -> int:
    try:
        return do_task(settings, options)
    except NotNow as error:
        # nobody repeats a task by itself: its exit code is that of all that cannot be done
        raise CannotStart(error.sentence) from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lifeline-bot", description=__doc__)
    parser.add_argument(
        "--open", action="store_true", help="open the sandbox's page in the browser"
    )
    add_tasks(parser)
    return parser
