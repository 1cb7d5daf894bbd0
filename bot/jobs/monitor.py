"""HTTP server for the operator, with `/healthz` and `/metrics`; measures the event loop's delay."""

import asyncio
import logging
import math
from collections.abc import Iterator

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.context.app_context import AppContext, BotClient
from bot.errors.storage import StorageError
from bot.operations.metrics import Metrics

log = logging.getLogger(__name__)

SAMPLE_INTERVAL = 0.25  # seconds between measurements of the event loop
PORT_RETRY = 60.0  # seconds before another attempt to listen on a port that is in use
DATABASE_TIMEOUT = 2.0  # seconds that the health check allows the database
FAILING = 503
PRACTICE_UP = {"ok": 1.0, "off": math.nan}


async def run(client: BotClient) -> None:
    """Serve `/healthz` and `/metrics` until cancelled; without MONITOR_PORT, only wait."""
    context = client.context
    monitor_address = context.operator.monitor_address
    if monitor_address is None:
        await asyncio.Event().wait()
        return
    runner = web.AppRunner(application(client), access_log=None)
    await runner.setup()
    try:
        await _listen(runner, *monitor_address)
        await measure_loop_delay(context.metrics)
    finally:
        await runner.cleanup()


async def measure_loop_delay(metrics: Metrics) -> None:
    """Measure how late the event loop wakes a sleeping task, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        wanted = loop.time() + SAMPLE_INTERVAL
        await asyncio.sleep(SAMPLE_INTERVAL)
        metrics.loop_delay.observe(max(0.0, loop.time() - wanted))


async def _listen(runner: web.AppRunner, address: str, port: int) -> None:
    while True:
        try:
            await web.TCPSite(runner, address, port).start()
        except OSError as error:
            log.error("MONITOR_PORT %d cannot be opened: %s", port, error.strerror)  # noqa: TRY400 - the text is enough
            await asyncio.sleep(PORT_RETRY)
        else:
            log.info("serving /healthz and /metrics at http://%s:%d", address, port)
            return


def application(client: BotClient) -> web.Application:
    """Return the web application with `/healthz` and `/metrics`."""

    async def healthz(_request: web.Request) -> web.Response:
        context = client.context
        parts = {"database": await database_state(context), "gateway": gateway_state(client)}
        healthy = all(state == "ok" for state in parts.values())
        # a failing engine is no reason to restart the bot: all other games continue
        status = "ok" if healthy else "failing"
        page = {"status": status, **parts, "practice": practice_state(context)}
        return web.json_response(page, status=200 if healthy else FAILING)

    async def metrics(_request: web.Request) -> web.Response:
        context = client.context
        metrics = context.metrics
        update_gateway(client)
        metrics.practice_up.set(PRACTICE_UP.get(practice_state(context), 0.0))
        await update_backlog(context)
        metrics.copy_age.set(
            await context.services.maintenance.get_backup_age(context.backups.folder)
        )
        page = generate_latest(metrics.registry)
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE_LATEST})

    pages = web.Application()
    pages.add_routes([web.get("/healthz", healthz), web.get("/metrics", metrics)])
    return pages


def gateway_state(client: BotClient) -> str:
    """Return "ok", "not ready", or the shards whose sessions Discord has not confirmed."""
    if not client.is_ready():
        return "not ready"
    down = [number for number, _, is_up in _shards(client) if not is_up]
    return f"shards down: {', '.join(map(str, down))}" if down else "ok"


async def database_state(context: AppContext) -> str:
    """Return "ok" if the database can be read and written, else the reason why it cannot.

    The reason is the type of the error, or "no answer" after `DATABASE_TIMEOUT`.
    """
    try:
        async with asyncio.timeout(DATABASE_TIMEOUT):
            await context.services.outbox.next_due()
    except StorageError as error:
        return type(error).__name__
    except TimeoutError:
        return "no answer"
    # a read-only database answers queries, but heartbeats fail
    heartbeat_error = context.services.deadlines.error
    return "ok" if heartbeat_error is None else type(heartbeat_error).__name__


def practice_state(context: AppContext) -> str:
    """Return the state of practice games for `/healthz`: "ok", "off" or the engine's error."""
    engine = context.engine
    return "off" if engine is None else engine.error or "ok"


def update_gateway(client: BotClient) -> None:
    """Update the metrics of the number of servers and of the state of each shard."""
    metrics = client.context.metrics
    metrics.servers.set(len(client.guilds))
    # discord.py does not list shards that have never been connected: they are down
    for number in client.shard_ids or range(client.shard_count or 0):
        metrics.gateway_up.labels(number).set(False)
    for number, latency, is_up in _shards(client):
        metrics.gateway_up.labels(number).set(is_up)
        metrics.gateway_latency.labels(number).set(latency)


async def update_backlog(context: AppContext) -> None:
    """Set the metrics of the outbox and deadlines; clear these metrics if the database fails."""
    services, metrics = context.services, context.metrics
    gauges = (metrics.outbox_age, metrics.overdue, metrics.overdue_age)
    try:
        async with asyncio.timeout(DATABASE_TIMEOUT):
            backlog, late = (
                await services.outbox.backlog(),
                await services.deadlines.count_overdue(),
            )
    except (StorageError, TimeoutError):
        metrics.outbox.clear()
        for gauge in gauges:
            gauge.set(math.nan)
        return
    for status, number in backlog.rows.items():
        metrics.outbox.labels(status).set(number)
    figures = (backlog.age.total_seconds(), late.count, late.longest.total_seconds())
    for gauge, figure in zip(gauges, figures, strict=True):
        gauge.set(figure)


def _shards(client: BotClient) -> Iterator[tuple[int, float, bool]]:
    """Yield each shard of this process: number, latency in seconds, whether it receives events."""
    for number, shard in client.shards.items():
        is_connected = math.isfinite(shard.latency) and not shard.is_closed()
        yield number, shard.latency, is_connected and client.sessions.is_confirmed(number)
