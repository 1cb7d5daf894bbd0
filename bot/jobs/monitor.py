"""HTTP pages for the operator, `/healthz` and `/metrics`, and a measure of the event loop."""

import asyncio
import logging
import math
from collections.abc import Iterator

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.context.app_context import BotClient
from bot.errors import StorageError
from bot.operations.metrics import Metrics

log = logging.getLogger(__name__)

BEAT = 0.25  # seconds between looks at the event loop
AGAIN = 60.0  # seconds before another try at a port that is taken


async def run(client: BotClient) -> None:
    """Work until cancelled."""
    watch = client.context.host.watch
    if watch is None:
        await asyncio.Event().wait()
        return
    runner = web.AppRunner(application(client), access_log=None)
    await runner.setup()
    try:
        await _listen(runner, *watch)
        await feel_pulse(client.context.metrics)
    finally:
        await runner.cleanup()


async def feel_pulse(metrics: Metrics) -> None:
    """Measure, again and again, how much too late the event loop wakes us."""
    loop = asyncio.get_running_loop()
    while True:
        wanted = loop.time() + BEAT
        await asyncio.sleep(BEAT)
        metrics.loop_delay.observe(max(0.0, loop.time() - wanted))


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


DATABASE_TIMEOUT = 2.0  # seconds for a database that is well
FAILING = 503
PRACTICE_UP = {"ok": 1.0, "off": math.nan}


def application(client: BotClient) -> web.Application:
    """Return the pages `/healthz` and `/metrics`."""

    async def healthz(_request: web.Request) -> web.Response:
        found = {"database": await database_state(client), "gateway": gateway_state(client)}
        well = all(state == "ok" for state in found.values())
        # without practice all other games go on: no reason to start the bot again
        told = {"status": "ok" if well else "failing", **found, "practice": practice_state(client)}
        return web.json_response(told, status=200 if well else FAILING)

    async def metrics(_request: web.Request) -> web.Response:
        metrics = client.context.metrics
        read_gateway(client, metrics)
        metrics.practice_up.set(PRACTICE_UP.get(practice_state(client), 0.0))
        await read_database(client, metrics)
        await read_copies(client, metrics)
        page = generate_latest(metrics.registry)
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE_LATEST})

    pages = web.Application()
    pages.add_routes([web.get("/healthz", healthz), web.get("/metrics", metrics)])
    return pages


def gateway_state(client: BotClient) -> str:
    """Say whether every shard of this process is connected."""
    if not client.is_ready():
        return "not ready"
    down = [number for number, _, is_up in _shards(client) if not is_up]
    return f"shards down: {', '.join(map(str, down))}" if down else "ok"


async def database_state(client: BotClient) -> str:
    """Say whether the database answers, and keeps what it is given."""
    try:
        async with asyncio.timeout(DATABASE_TIMEOUT):
            await client.context.services.outbox.next_due()
    except StorageError as error:
        return type(error).__name__
    except TimeoutError:
        return "no answer"
    # one that can only be read answers, too
    unkept = client.context.services.deadlines.error
    return "ok" if unkept is None else type(unkept).__name__


def practice_state(client: BotClient) -> str:
    """Say whether the process that plays for the bot is well; till it is asked it need not run."""
    engine = client.context.engine
    return "off" if engine is None else engine.error or "ok"


def read_gateway(client: BotClient, metrics: Metrics) -> None:
    """Note how the connections to Discord are."""
    metrics.servers.set(len(client.guilds))
    # a shard that has never been connected is down, too: discord.py does not know it yet
    for number in client.shard_ids or range(client.shard_count or 0):
        metrics.gateway_up.labels(number).set(False)
    for number, latency, is_up in _shards(client):
        metrics.gateway_up.labels(number).set(is_up)
        metrics.gateway_latency.labels(number).set(latency)


async def read_database(client: BotClient, metrics: Metrics) -> None:
    """Note what waits; while the database does not answer, nothing is known: NaN, or no figure."""
    services = client.context.services
    measured = (metrics.outbox_age, metrics.overdue, metrics.overdue_age)
    try:
        async with asyncio.timeout(DATABASE_TIMEOUT):
            backlog, late = await services.outbox.backlog(), await services.deadlines.late()
    except (StorageError, TimeoutError):
        metrics.outbox.clear()
        for each in measured:
            each.set(math.nan)
        return
    for status, number in backlog.rows.items():
        metrics.outbox.labels(status).set(number)
    figures = (backlog.age.total_seconds(), late.count, late.longest.total_seconds())
    for each, figure in zip(measured, figures, strict=True):
        each.set(figure)


async def read_copies(client: BotClient, metrics: Metrics) -> None:
    """Note how old the newest copy of the database is."""
    metrics.copy_age.set(
        await client.context.services.maintenance.copy_age(client.context.backups.folder)
    )


def _shards(client: BotClient) -> Iterator[tuple[int, float, bool]]:
    """Yield number, latency in seconds, and whether it is connected, of each shard here."""
    for number, shard in client.shards.items():
        known = math.isfinite(shard.latency)
        yield number, shard.latency, known and not shard.is_closed()
