"""What the host can ask of a running bot: is it well, and the figures for Prometheus."""

import asyncio
import math
from collections.abc import Iterator

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.desk import DeskClient
from bot.errors import StoreTrouble
from bot.telemetry.gauges import Gauges

DATABASE_PATIENCE = 2.0  # seconds for a database that is well
FAILING = 503
PRACTICE_UP = {"ok": 1.0, "off": math.nan}


def application(client: DeskClient) -> web.Application:
    """Return the pages `/healthz` and `/metrics`."""

    async def healthz(_request: web.Request) -> web.Response:
        found = {"database": await database_state(client), "gateway": gateway_state(client)}
        well = all(state == "ok" for state in found.values())
        # without practice all other games go on: no reason to start the bot again
        told = {"status": "ok" if well else "failing", **found, "practice": practice_state(client)}
        return web.json_response(told, status=200 if well else FAILING)

    async def metrics(_request: web.Request) -> web.Response:
        gauges = client.desk.gauges
        read_gateway(client, gauges)
        gauges.practice_up.set(PRACTICE_UP.get(practice_state(client), 0.0))
        await read_database(client, gauges)
        await read_copies(client, gauges)
        page = generate_latest(gauges.registry)
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE_LATEST})

    pages = web.Application()
    pages.add_routes([web.get("/healthz", healthz), web.get("/metrics", metrics)])
    return pages


def gateway_state(client: DeskClient) -> str:
    """Say whether every shard of this process is connected."""
    if not client.is_ready():
        return "not ready"
    down = [number for number, _, is_up in _shards(client) if not is_up]
    return f"shards down: {', '.join(map(str, down))}" if down else "ok"


async def database_state(client: DeskClient) -> str:
    """Say whether the database answers, and keeps what it is given."""
    try:
        async with asyncio.timeout(DATABASE_PATIENCE):
            await client.desk.services.outbox.next_due()
    except StoreTrouble as trouble:
        return type(trouble).__name__
    except TimeoutError:
        return "no answer"
    # one that can only be read answers, too
    unkept = client.desk.services.deadlines.trouble
    return "ok" if unkept is None else type(unkept).__name__


def practice_state(client: DeskClient) -> str:
    """Say whether the process that plays for the bot is well; till it is asked it need not run."""
    partner = client.desk.partner
    return "off" if partner is None else partner.error or "ok"


def read_gateway(client: DeskClient, gauges: Gauges) -> None:
    """Note how the connections to Discord are."""
    gauges.servers.set(len(client.guilds))
    # a shard that has never been connected is down, too: discord.py does not know it yet
    for number in client.shard_ids or range(client.shard_count or 0):
        gauges.gateway_up.labels(number).set(False)
    for number, latency, is_up in _shards(client):
        gauges.gateway_up.labels(number).set(is_up)
        gauges.gateway_latency.labels(number).set(latency)


async def read_database(client: DeskClient, gauges: Gauges) -> None:
    """Note what waits; while the database does not answer, nothing is known: NaN, or no figure."""
    services = client.desk.services
    measured = (gauges.outbox_age, gauges.overdue, gauges.overdue_age)
    try:
        async with asyncio.timeout(DATABASE_PATIENCE):
            backlog, late = await services.outbox.backlog(), await services.deadlines.late()
    except (StoreTrouble, TimeoutError):
        gauges.outbox.clear()
        for each in measured:
            each.set(math.nan)
        return
    for status, number in backlog.rows.items():
        gauges.outbox.labels(status).set(number)
    figures = (backlog.age.total_seconds(), late.count, late.longest.total_seconds())
    for each, figure in zip(measured, figures, strict=True):
        each.set(figure)


async def read_copies(client: DeskClient, gauges: Gauges) -> None:
    """Note how old the newest copy of the database is."""
    gauges.copy_age.set(await client.desk.services.upkeep.copy_age(client.desk.backups.folder))


def _shards(client: DeskClient) -> Iterator[tuple[int, float, bool]]:
    """Yield number, latency in seconds, and whether it is connected, of each shard here."""
    for number, shard in client.shards.items():
        known = math.isfinite(shard.latency)
        yield number, shard.latency, known and not shard.is_closed()
