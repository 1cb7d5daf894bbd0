"""Connections to SQLite: one visit to the thread per statement, and the same results."""

import pytest
from sqlalchemy import text

from bot.store.engine.sqlite_connection import FETCHED_AT_ONCE
from testbed.sql_count import counting_sql

pytestmark = pytest.mark.sqlite

NUMBERS = text(
    "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :last)"
    " SELECT n FROM numbers"
)


async def numbers(tx, last):
    return (await tx.connection.execute(NUMBERS, {"last": last})).scalars().all()


async def test_a_statement_visits_the_thread_once_and_brings_its_begin_along(database):
    await database.read(numbers, 1)  # opens the connection
    with counting_sql() as sql:
        assert await database.read(numbers, 5) == [1, 2, 3, 4, 5]
    assert (len(sql.statements), sql.transactions) == (1, 1)
    assert sql.visits == 2  # the statement and the commit


async def test_a_transaction_without_statements_visits_no_thread(database):
    async def nothing(_tx):
        return "done"

    await database.read(numbers, 1)
    with counting_sql() as sql:
        assert await database.write(nothing) == "done"
    assert sql.visits == 0


@pytest.mark.parametrize("last", [FETCHED_AT_ONCE - 1, FETCHED_AT_ONCE, 3 * FETCHED_AT_ONCE + 1])
async def test_all_rows_of_a_long_result_arrive_in_order(database, last):
    assert await database.read(numbers, last) == list(range(1, last + 1))


async def test_a_long_result_can_be_streamed_and_left_early(database):
    async def first_parts(tx):
        found = []
        async with tx.connection.stream(NUMBERS, {"last": 5 * FETCHED_AT_ONCE}) as result:
            async for part in result.scalars().partitions(300):
                found += part
                if len(found) >= 2 * FETCHED_AT_ONCE:
                    break
        return found

    found = await database.read(first_parts)
    assert found == list(range(1, len(found) + 1))
    assert await database.read(numbers, 2) == [1, 2]


async def test_a_failed_statement_rolls_back_what_the_transaction_wrote(database):
    async def write_and_fail(tx):
        await tx.connection.execute(text("INSERT INTO meta (key, value) VALUES ('a', 'b')"))
        await tx.connection.execute(text("SELECT * FROM missing"))

    with pytest.raises(Exception, match="SQLITE_ERROR"):
        await database.write(write_and_fail)

    async def count(tx):
        query = text("SELECT count(*) FROM meta WHERE key = 'a'")
        return (await tx.connection.execute(query)).scalar_one()

    assert await database.read(count) == 0
