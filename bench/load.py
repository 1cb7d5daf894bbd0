"""Benchmark of many games at once inside Discord's rate limits: pictures, refusals, old messages.

`BENCH_SECONDS=120` is the drill of docs/performance.md.
"""

import asyncio
import logging
import os
import random
import time
from dataclasses import dataclass, field
from statistics import median, quantiles

from bench.figures import note
from bench.live_games import LiveGame, separate_server
from sandbox import Message
from sandbox.client.find import labels_of
from testbed.games import random_turn

GAMES = 60
SECONDS = int(os.environ.get("BENCH_SECONDS", "30"))
LOOK = 0.1  # seconds between looks at old messages
PATIENCE = 60.0  # seconds for the last messages


@dataclass
class Load:
    """Seconds from each move to its response and to its picture, and until old messages closed."""

    answered: list[float] = field(default_factory=list)
    posted: list[float] = field(default_factory=list)
    closed: list[float] = field(default_factory=list)
    open: dict[int, tuple[Message, float]] = field(default_factory=dict)


def main() -> None:
    """Play all games at once for `SECONDS`; print latencies, refusals and late closings."""
    logging.disable(logging.WARNING)
    asyncio.run(_measure())


async def _measure() -> None:
    load = Load()
    async with separate_server() as server:
        games = [
            await server.begin(f"table-{n}", (f"Ann{n}", f"Ben{n}"), size=7) for n in range(GAMES)
        ]
        entries = server.discord.requests.entries
        before = len(entries)
        watching = asyncio.create_task(_watch(load))
        until = time.perf_counter() + SECONDS
        await asyncio.gather(*(_play(game, load, until) for game in games))
        async with asyncio.timeout(PATIENCE):
            while load.open:  # noqa: ASYNC110 - the sandbox does not tell of closings
                await asyncio.sleep(LOOK)
        watching.cancel()
        statuses = [each.status for each in list(entries)[before:]]
        made, refused = len(statuses), statuses.count(429)
    p99 = quantiles(load.answered, n=100)[98]
    print(
        f"{GAMES} games for {SECONDS} s: {len(load.posted)} turns, {made} requests, {refused} "
        f"refused; answered p99 {p99:.2f} s; posted median {median(load.posted):.2f} s, "
        f"at most {max(load.posted):.2f} s; closed after {max(load.closed):.1f} s at most"
    )
    note("a move of 60 games at once, answered p99", p99, "s")
    note("a move of 60 games at once, posted median", median(load.posted), "s")
    note("refused requests of a thousand", 1000 * refused / made, "requests")
    note("closing of an old message, the latest", max(load.closed), "s")


async def _play(game: LiveGame, load: Load, until: float) -> None:
    rng, turn = random.Random(game.game_id), 1
    message = await game.turn(turn)
    while time.perf_counter() < until:
        view = await game.server.services.games.get(game.game_id)
        if view.to_move is None:
            return
        turn += 1
        pressed = time.perf_counter()
        text, person = random_turn(view.position, rng), game.people[view.to_move.name]
        await person.slash("move", cell=text, game=str(game.game_id))
        load.answered.append(time.perf_counter() - pressed)
        following = await game.turn(turn)
        load.posted.append(time.perf_counter() - pressed)
        load.open[message.id] = (message, time.perf_counter())
        message = following


async def _watch(load: Load) -> None:
    """Note when old messages lose their controls."""
    while True:
        for message, since in list(load.open.values()):
            if not labels_of(message):
                load.closed.append(time.perf_counter() - since)
                del load.open[message.id]
        await asyncio.sleep(LOOK)
