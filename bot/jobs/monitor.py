"""Lets the host look at the bot from outside, if a port is set, and measures the event loop."""

import asyncio
import logging

from aiohttp import web

from bot.context.app_context import DeskClient
from bot.jobs.monitor_pages import application
from bot.operations.metrics import Gauges

log = logging.getLogger(__name__)

BEAT = 0.25  # seconds between looks at the event loop
AGAIN = 60.0  # seconds before another try at a port that is taken


async def run(client: DeskClient) -> None:
    """Work until cancelled."""
    watch = client.desk.host.watch
    if watch is None:
        await asyncio.Event().wait()
        return
    runner = web.AppRunner(application(client), access_log=None)
    await runner.setup()
    try:
        await _listen(runner, *watch)
        await feel_pulse(client.desk.gauges)
    finally:
        await runner.cleanup()


async def feel_pulse(gauges: Gauges) -> None:
    """Measure, again and again, how much too late the event loop wakes us."""
    loop = asyncio.get_running_loop()
    while True:
        wanted = loop.time() + BEAT
        await asyncio.sleep(BEAT)
        gauges.loop_delay.observe(max(0.0, loop.time() - wanted))


async def _listen(runner: web.AppRunner, address: str, port: int) -> None:
    while True:
        try:
            await web.TCPSite(runner, address, port).start()
        except OSError as error:
            log.error("MONITOR_PORT %d cannot be opened: %s", port, error.strerror)  # noqa: TRY400 - the sentence says it all
            await asyncio.sleep(AGAIN)
        else:
            log.info("http://%s:%d has /healthz and /metrics", address, port)
            return
