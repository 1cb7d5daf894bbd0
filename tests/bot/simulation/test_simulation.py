"""Simulation of weeks of play, with a manual clock and faults of bot, Discord and people.

It checks that every turn is notified once, outside quiet hours and vacations, with exact clocks.
"""

import logging
import random

import aiosqlite
import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool

from bot.services.steps import deadline_handlers
from bot.store.engine.database import Database
from testbed.simulation.bot import SimulatedBot
from testbed.simulation.players import Players
from testbed.simulation.servers import SimulatedServers
from testbed.simulation.simulation import Simulation


@pytest.fixture
def synchronous_sqlite(monkeypatch):
    """Run SQLite in the main thread, because switching threads took 90% of the time."""

    async def execute(_connection, function, *args, **kwargs):
        return function(*args, **kwargs)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", execute)

    def speed_up(connection, _record):
        if "sqlite" in type(connection).__module__:
            connection.execute("PRAGMA synchronous = OFF")

    event.listen(Pool, "connect", speed_up)
    yield
    event.remove(Pool, "connect", speed_up)


@pytest.fixture
async def simulate(discord, settings, clock, synchronous_sqlite, monkeypatch, caplog):
    reader = Database(settings.database_url)
    logging.disable(logging.WARNING)
    # the sandbox logs every refused connection
    logging.getLogger("discord").setLevel(logging.CRITICAL)

    async def run(*, people, games, turns, seed):
        rng = random.Random(seed)
        servers = SimulatedServers(discord, people, rng)
        bot = SimulatedBot(discord, settings, clock)
        players = Players(bot, servers, clock, rng, turns)
        end_game = deadline_handlers.end_game

        async def spy(tx, game, ending, winner, now):
            await end_game(tx, game, ending, winner, now)
            players.checker.record_ended_game(game.id)

        monkeypatch.setattr(deadline_handlers, "end_game", spy)
        simulation = Simulation(bot, servers, clock, players, rng)
        return await simulation.run(games, reader)

    yield run
    logging.disable(logging.NOTSET)
    logging.getLogger("discord").setLevel(logging.NOTSET)
    await reader.close()
    ours = [record for record in caplog.records if record.name.startswith("bot.")]
    assert [record.message for record in ours if record.levelno >= logging.ERROR] == []


# with this seed, the small simulation has nearly every action, fault and notification
SCALES = [
    pytest.param(
        {"people": 7, "games": 8, "turns": 50, "seed": 8},
        id="small",
        marks=pytest.mark.timeout(300),  # busy machines
    ),
    pytest.param(
        {"people": 40, "games": 150, "turns": 1500, "seed": 7},
        id="middle",
        marks=[pytest.mark.drill, pytest.mark.timeout(3600)],
    ),
    pytest.param(
        {"people": 200, "games": 1000, "turns": 10_000, "seed": 7},
        id="full",
        marks=[pytest.mark.drill, pytest.mark.timeout(10_800)],
    ),
]


@pytest.mark.parametrize("scale", SCALES)
async def test_every_turn_is_notified_once_and_clocks_are_exact_despite_faults(
    simulate, scale, capsys
):
    counts = await simulate(**scale)
    assert counts["turns notified once"] > scale["turns"] / 2
    assert counts["clocks compared"] > scale["turns"] / 4
    with capsys.disabled():
        print(f"\n{scale}: {dict(sorted(counts.items()))}")  # noqa: T201 - asked for


async def test_a_failed_simulation_stops_its_bot(simulate, monkeypatch):
    left = []

    async def fail(simulation, _end=None):
        left.append(simulation._bot.app)
        raise AssertionError("what a step found")

    monkeypatch.setattr(Simulation, "_step", fail)
    with pytest.raises(AssertionError, match="what a step found"):
        await simulate(people=2, games=1, turns=1, seed=7)
    assert [app.is_closed() for app in left] == [True]
