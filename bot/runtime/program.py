"""Start of the bot on Discord, of the bot on the sandbox, or of a task of the operator."""

import argparse
import asyncio
import logging
from contextlib import AsyncExitStack

from bot.config.settings import Settings, load_settings, unknown_settings
from bot.errors.startup import CannotStart, NotNow
from bot.operations.commands import add_tasks, run_task
from bot.operations.logs import set_up_logging
from bot.runtime.lifecycle import run, stop_on_signals, unless_stopped
from bot.runtime.sandbox_mode import run_on_sandbox
from bot.runtime.wiring import open_app, use_api

log = logging.getLogger("bot")


def start(arguments: list[str]) -> int:
    """Run the bot or the task named on the command line; return the exit code.

    :raises CannotStart: with the reason, if it cannot run.
    """
    options = _parser().parse_args(arguments)
    settings = load_settings()
    set_up_logging(settings)
    if options.task is not None:
        return _run_task(settings, options)
    for sentence in unknown_settings():
        log.warning("%s", sentence)
    asyncio.run(serve(settings, open_browser=options.open))
    return 0


async def serve(settings: Settings, *, open_browser: bool) -> None:
    """Run the bot until asked to stop: on Discord with a token, otherwise on the embedded sandbox.

    :raises CannotStart: with the reason, if it cannot run.
    """
    stop = stop_on_signals()
    if settings.discord_token is None:
        await run_on_sandbox(settings, stop, open_browser=open_browser)
        return
    if settings.discord_api is not None:
        use_api(settings.discord_api)
    async with AsyncExitStack() as stack:
        app = await unless_stopped(stack.enter_async_context(open_app(settings)), stop)
        if app is not None:
            await run(app, settings.discord_token.get_secret_value(), stop)


def _run_task(settings: Settings, options: argparse.Namespace) -> int:
    try:
        return run_task(settings, options)
    except NotNow as error:
        # only service managers need the exit code for a restart
        raise CannotStart(error.sentence) from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lifeline-bot", description=__doc__)
    parser.add_argument(
        "--open", action="store_true", help="open the sandbox's page in the browser"
    )
    add_tasks(parser)
    return parser
