"""What a move or a list costs must not grow with the number of games: every query uses an index."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import event

from bot.store import challenges, games, interactions, lists, outbox


@pytest.fixture
def plans(database, file):
    """Collect the plan of every SELECT, UPDATE and DELETE that runs."""
    found = []

    def explain(_connection, _cursor, statement, parameters, _context, _many):
        if statement.startswith(("SELECT", "UPDATE", "DELETE")):
            with closing(sqlite3.connect(file)) as connection:
                rows = connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
                found.extend(row[3] for row in rows)

    event.listen(database.engine.sync_engine, "before_cursor_execute", explain)
    return found


@pytest.mark.parametrize(
    "query",
    [
        lambda tx, now: games.find(tx, 1),
        lambda tx, now: games.moves_of(tx, 1),
        lambda tx, now: games.played_at(tx, 1, 0),
        lambda tx, now: games.after(tx, 0, 10),
        lambda tx, now: lists.running_of(tx, 1),
        lambda tx, now: lists.count_running(tx, 1),
        lambda tx, now: lists.finished_of(tx, 1, 10, 0),
        lambda tx, now: lists.count_finished(tx, 1),
        lambda tx, now: lists.wins(tx, 1, 2, "lifeline", ("closed",)),
        lambda tx, now: interactions.find(tx, 1),
        interactions.forget_before,
        lambda tx, now: challenges.find(tx, 1),
        lambda tx, now: challenges.count_open(tx, 1),
        lambda tx, now: challenges.run_out(tx, now, 10),
        lambda tx, now: challenges.rematch(tx, 1),
        lambda tx, now: outbox.take(tx, now, now, outbox.Room(10, {5: 5}, 5)),
        lambda tx, now: outbox.next_due(tx),
        lambda tx, now: outbox.close(tx, 1, outbox.SENT),
        lambda tx, now: outbox.drop_after(tx, 1, 0, now),
        outbox.recover,
        outbox.forget_before,
    ],
)
async def test_a_query_searches_and_never_scans(database, plans, now, query):
    async def run(tx):
        try:
            await query(tx, now)
        except LookupError:
            return
        except Exception as error:
            if type(error).__name__ != "NoResultFound":
                raise

    await database.write(run)
    assert plans
    assert [step for step in plans if step.startswith("SCAN")] == []
