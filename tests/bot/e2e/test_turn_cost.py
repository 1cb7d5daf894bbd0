"""Cost of a turn: SQL statements and transactions from the interaction to the posted picture.

It counts and does not time, so that a busy machine makes no difference. `python -m bench turns`
measures the time.
"""

import asyncio
import random
import sqlite3
from contextlib import closing

import pytest

from bot.delivery import worker
from bot.services.values.views import Actor
from rules.moves import format_move
from testbed.games import random_turn
from testbed.sql_count import counting_sql

pytestmark = pytest.mark.sqlite

QUIET = 0.05  # seconds between the worker's queries for messages


@pytest.fixture
def cost(table, monkeypatch):
    """Return a function that plays a turn and returns its number of transactions and its SQL."""
    # a query of the outbox without a cause belongs to no turn
    monkeypatch.setattr(worker, "POLL_INTERVAL", 600.0)
    rng = random.Random(1)

    async def play(turn, **which):
        game = await table.look()
        person = table.ann if game.to_move.name == "Ann" else table.ben
        cells = random_turn(game.position, rng)
        await asyncio.sleep(QUIET)
        with counting_sql() as sql:
            await person.slash("move", cell=cells, **which)
            await table.turn(turn)
            await closed(table.app)
            await asyncio.sleep(QUIET)
            return sql.transactions, list(sql.statements)

    return play


async def closed(app):
    """Wait until every outbox message is closed, by queries that are not counted."""
    open_messages = "SELECT count(*) FROM outbox WHERE status IN ('waiting', 'sending')"
    for _ in range(1000):
        with closing(sqlite3.connect(app.context.services.outbox._database.path)) as connection:
            if connection.execute(open_messages).fetchone() == (0,):
                return
        await asyncio.sleep(0.01)
    pytest.fail("the outbox never came to rest")


@pytest.mark.parametrize("named", [True, False])
async def test_a_typed_turn_costs_no_more_sql(table, cost, named):
    await table.game(size=7)
    which = {"game": str(table.number)} if named else {}
    turns = [await cost(turn, **which) for turn in range(2, 7)]
    # a background job may run during a turn, and the first turn fills caches
    begun, executed = min(turns, key=lambda turn: (turn[0], len(turn[1])))
    assert (begun, len(executed)) == (4, 18), "\n\n".join(executed)


async def test_counting_guesses_costs_one_statement(table, cost):
    await table.game(size=7)
    costs = []
    for turn in range(2, 7):
        game = await table.look()
        actor = Actor(table.eve.id, "Eve", turn, table.guild.id, table.channel.id)
        cell = format_move(next(game.position.legal_moves()), game.position.topology)
        guesses = table.app.context.services.guesses
        await guesses.guess(actor, game.id, cell, revision=game.revision)
        costs.append(await cost(turn))
    begun, executed = min(costs, key=lambda turn: (turn[0], len(turn[1])))
    assert (begun, len(executed)) == (4, 19), "\n\n".join(executed)


async def test_the_next_message_of_a_game_follows_without_a_second_look(table, monkeypatch):
    monkeypatch.setattr(worker, "POLL_INTERVAL", 600.0)
    await table.game()
    held = table.discord.faults.hold("POST", "/channels/{channel_id}/messages")
    await table.ann.slash("move", cell="a1 c3")
    await held.arrived()
    cells = random_turn((await table.look()).position, random.Random(1))
    await table.ben.slash("move", cell=cells)
    assert (await table.look()).position.turn == 3
    held.release()

    await table.turn(3)
