"""A move delivered to two processes at the same moment is played once."""

import asyncio
import json
import os
import sys
import time
from pathlib import Path

import pytest

from bot.errors.refusals import PlayerError

pytestmark = pytest.mark.both_databases

ROOT = Path(__file__).parents[3]
ROUNDS = [10, pytest.param(200, marks=[pytest.mark.drill, pytest.mark.timeout(900)])]
ANN, MOVE = 101, "a1 c3"
# source of the other process, which plays a given move at a given moment
WORKER = """
import asyncio, json, sys, time

from bot.errors.refusals import PlayerError
from bot.services import build_services
from bot.services.values.views import Actor
from bot.store.engine.database import Database
from bot.config.system_clock import now


async def play(services, order):
    await asyncio.sleep(order["at"] - time.time())
    actor = Actor(order["user"], "Ann", order["interaction"], 7, 5)
    try:
        played = await services.games.play(actor, order["game"], order["text"], revision=0)
    except PlayerError as refusal:
        return type(refusal).__name__
    return "again" if played.repeated else "played"


async def main():
    database = Database(sys.argv[1], busy_seconds=10)
    services = build_services(database, now)
    await services.outbox.counts()
    print("ready", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        print(await play(services, json.loads(line)), flush=True)
    await database.close()


asyncio.run(main())
"""


async def play_here(world, moment, game, interaction):
    """Play the move in this process; return what the other process prints."""
    actor = world.act(ANN, interaction=interaction)
    await asyncio.sleep(moment - time.time())
    try:
        played = await world.games.play(actor, game, MOVE, revision=0)
    except PlayerError as refusal:
        return type(refusal).__name__
    return "again" if played.repeated else "played"


@pytest.fixture
async def send(world, database_url):
    """Send a move to another process and this one at once; return the outputs of both."""
    world.several = True
    worker = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        WORKER,
        database_url,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert await worker.stdout.readline() == b"ready\n"

    async def order(game, interactions):
        moment = time.time() + 0.02
        there, here = interactions
        what = {"at": moment, "user": ANN, "interaction": there, "game": game, "text": MOVE}
        worker.stdin.write(json.dumps(what).encode() + b"\n")
        output = await play_here(world, moment, game, here)
        return sorted([output, (await worker.stdout.readline()).decode().strip()])

    yield order
    worker.stdin.close()
    await worker.wait()


@pytest.mark.parametrize("rounds", ROUNDS)
async def test_a_move_sent_to_two_processes_at_once_is_played_once(world, send, rounds):
    for _ in range(rounds):
        await deliver_one_interaction_twice(world, send)
        await press_twice(world, send)


async def deliver_one_interaction_twice(world, send):
    game, interaction = await world.game(), next(world.numbers)
    assert await send(game, (interaction, interaction)) == ["again", "played"]
    assert (await world.games.get(game)).position.ply == 2
    await world.games.resign(world.act(ANN), game)
    await world.posted()


async def press_twice(world, send):
    game = await world.game()
    outputs = await send(game, (next(world.numbers), next(world.numbers)))
    assert outputs in (["StaleButton", "played"], ["NotYourTurn", "played"])
    await world.games.resign(world.act(ANN), game)
    assert [ply for kind, ply in await world.posted() if kind == "turn"] == [0, 2]
