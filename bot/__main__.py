"""`python -m bot`: run the bot on Discord, or without a token on the sandbox, to try it."""

import argparse
import asyncio
import logging
import os
import signal
import sys
from contextlib import AsyncExitStack

from bot.errors import CannotStart, NotNow
from bot.host.hosting import add_tasks, do_task
from bot.running import run, stop_on_signals, unless_stopped
from bot.settings import Settings, load_settings, without_meaning
from bot.telemetry.logs import set_up_logging
from bot.trying import try_it
from bot.wiring import assembled, use_api

log = logging.getLogger("bot")

# exit codes; whoever restarts the program does so after the second only (docs/hosting.md)
BAD_SETTINGS = 2
NOT_NOW = os.EX_TEMPFAIL
STOPPED = 128 + signal.SIGINT  # as shells say it of whoever leaves by Ctrl+C
INTERRUPTED = "Interrupted: what was asked for is done whole or not at all. Ask again to be sure."


def main(arguments: list[str] | None = None) -> int:
    """Run until asked to stop; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        settings = load_settings()
        set_up_logging(settings)
        if options.task is not None:
            return do_task(settings, options)
        for sentence in without_meaning():
            log.warning("%s", sentence)
        asyncio.run(serve(settings, open_browser=options.open))
    except CannotStart as error:
        print(error.sentence, file=sys.stderr)  # noqa: T201 - for whoever runs the program
        # nobody repeats a task by itself: its exit code is that of all that cannot be done
        may_pass = options.task is None and isinstance(error, NotNow)
        return NOT_NOW if may_pass else BAD_SETTINGS
    except KeyboardInterrupt:
        print(INTERRUPTED, file=sys.stderr)  # noqa: T201 - for whoever pressed the keys
        return STOPPED
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lifeline-bot", description=__doc__)
    parser.add_argument(
        "--open", action="store_true", help="open the sandbox's page in the browser"
    )
    add_tasks(parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
