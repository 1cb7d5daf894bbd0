"""Fleet drill: processes on one PostgreSQL are killed in turn, and no move is lost or repeated."""

import asyncio
import os
import random
import tempfile
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.config import system_clock
from bot.services.steps.game_clocks import present_clock
from bot.services.use_cases.operations.doctor import examine
from bot.services.values.clocks.clock import Pace, started
from bot.store.engine.database import Database
from bot.store.tables import clocks
from bot.store.tables.schema import plies
from rules.moves import format_move
from rules.record import positions
from sandbox import Sandbox, Settings
from testbed.crowd import Crowd
from testbed.fleet import Fleet

pytestmark = pytest.mark.postgresql
GAMES = int(os.environ.get("FLEET_GAMES", "2000"))
SETTLED = 120.0  # seconds without progress; the lease of a killed process expires within a minute


@dataclass(frozen=True)
class Size:
    """Size of a drill: games, turns of each, concurrent people; kills, and seconds before each.

    `lease`: seconds after which messages of a dead process become due again; None keeps the
    default.
    """

    shards: tuple[str, ...]
    games: int
    turns: int
    at_once: int
    pause: float
    kills: int = 100_000
    lease: float | None = None


DRILLS = [
    pytest.param(Size(("0-1", "2-3"), 12, 3, 6, 0.5, kills=2, lease=8), id="small"),
    pytest.param(
        Size(("0-1", "2-3"), GAMES, 2, 24, 5.0),
        id="two",
        marks=[pytest.mark.drill, pytest.mark.timeout(3600)],
    ),
    pytest.param(
        Size(("0", "1", "2", "3"), GAMES, 2, 24, 5.0),
        id="four",
        marks=[pytest.mark.drill, pytest.mark.timeout(3600)],
    ),
]


@pytest.fixture
async def discord():
    """Sandbox with four shards, and more than three seconds to respond on a busy machine."""
    patient = Settings(shards=4, rate_limits=False, answer_within=10.0)
    async with Sandbox(settings=patient, validate=False) as made:
        yield made


@pytest.fixture
def folder():
    """Folder outside pytest's, which other test runs would remove during a long drill."""
    with tempfile.TemporaryDirectory(prefix="lifeline-fleet-") as name:
        yield Path(name)


@pytest.fixture
async def crowd(discord, database_url):
    database = Database(database_url)
    yield Crowd(discord, database, random.Random(9))
    await database.close()


@pytest.mark.parametrize("size", DRILLS)
async def test_no_move_is_lost_or_posted_twice_when_processes_are_killed(
    discord, crowd, database_url, folder, size
):
    fleet = Fleet(discord, database_url, folder, size.shards, size.lease, pictures=False)
    await crowd.gather(size.games)
    print(f"\n{len(crowd.games)} games have begun", flush=True)  # noqa: T201
    await fleet.start()
    killing = asyncio.create_task(fleet.kill_repeatedly(size.pause, size.kills, random.Random(3)))
    try:
        await crowd.play(size.turns, size.at_once)
        assert await crowd.settled(SETTLED, left=size.at_once), await crowd.services.outbox.counts()
        if killing.done():
            await killing  # raises its exception
        killing.cancel()
        assert await crowd.settled(SETTLED), await crowd.services.outbox.counts()
    finally:
        killing.cancel()
        await fleet.stop()

    told = await check(crowd)
    print(f"\n{len(size.shards)} processes, {fleet.restarts} killed: {told}")  # noqa: T201
    assert fleet.restarts > 0


async def test_a_second_process_for_a_shard_stops_with_an_error_message(
    discord, database_url, folder
):
    fleet = Fleet(discord, database_url, folder, ("0-3", "2"), lease=2)
    try:
        fleet.begin(0)
        await fleet.complete()
        second = fleet.begin(1)
        async with asyncio.timeout(60):
            assert await second.wait() == 2
    finally:
        await fleet.stop()
    assert "Another process" not in (folder / "bot-0.log").read_text()
    *_, said = (folder / "bot-1.log").read_text().splitlines()
    assert said.startswith("Shard 2 of 4 is served by another process of this bot. Stop that one")


async def check(crowd):
    """Compare every game with acknowledgements and messages, and its clock with its moves."""
    assert (await examine(crowd.database)).problems == ()
    seen = pictures(crowd)
    turns = 0
    for seats in crowd.games:
        game = await crowd.services.games.get(seats.game_id)
        ends = [0, *ends_of_turns(game)]
        turns += len(ends) - 1
        assert sorted(seen[game.id]) == ends
        assert await crowd.database.read(clock_of, game.id) == await clock_by_moves(crowd, game)
    heard(crowd, await records(crowd))
    assert {"dead", "waiting", "sending"} & set(await crowd.services.outbox.counts()) == set()
    return f"{len(crowd.games)} games, {turns} turns, {crowd.unanswered} answers lost"


def pictures(crowd):
    """Return the plies of posted pictures by game, with duplicates."""
    found = {seats.game_id: [] for seats in crowd.games}
    for channel in {seats.channel.id: seats.channel for seats in crowd.games}.values():
        for message in channel.messages.values():
            for file in message.attachments:
                if not message.is_ephemeral and file.filename.endswith(".png"):
                    _, game_id, ply = file.filename.removesuffix(".png").split("-")
                    found[int(game_id)].append(int(ply))
    return found


async def records(crowd):
    found = {}
    for seats in crowd.games:
        game = await crowd.services.games.get(seats.game_id)
        found[game.id] = [format_move(move, game.position.topology) for move in game.record.moves]
    return found


def heard(crowd, moves):
    """Check that each acknowledged turn is stored once, at its ply."""
    for turn in crowd.played_turns:
        words = turn.text.split()
        assert moves[turn.game_id][turn.ply : turn.ply + len(words)] == words
    assert max(Counter((turn.game_id, turn.ply) for turn in crowd.played_turns).values()) == 1


def ends_of_turns(game):
    return [
        after.ply
        for before, after in pairwise(positions(game.record))
        if after.turn != before.turn or after.outcome() is not None
    ]


async def clock_of(tx, game_id):
    return await present_clock(tx, await clocks.find(tx, game_id), system_clock.now())


async def clock_by_moves(crowd, game):
    """Return the clock as computed from the times of the moves."""

    async def moments(tx):
        query = select(plies.c.played_at).where(plies.c.game_id == game.id).order_by(plies.c.ply)
        return list((await tx.connection.execute(query)).scalars())

    line = list(positions(game.record))
    clock = started(Pace.STANDARD, game.created_at, line[0].seat_to_move)
    for (before, after), at in zip(pairwise(line), await crowd.database.read(moments), strict=True):
        if after.turn != before.turn:
            clock = clock.moved(at, after.seat_to_move)
    return clock
