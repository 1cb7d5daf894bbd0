"""Every column of the schema must be classified: personal, free text or impersonal."""

from datetime import timedelta

import pytest
from sqlalchemy import JSON, Boolean, String, Text, insert

from bot.services.values.clocks.due_dates import PERSON_DUE, Due
from bot.store import migrate
from bot.store.tables import personal_data, players
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import (
    BotMoment,
    BotTime,
    Choice,
    Moment,
    Span,
    metadata,
    outbox,
)
from tests.bot.erasure import columns_without, erased, every_row

ALEMBIC_TABLE = migrate.VERSION_TABLE
ANN, BEN = 101, 102


def columns():
    return {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        if table.name != ALEMBIC_TABLE
        for column in table.c
    }


def classified():
    with_people = [
        *(each.column for each in personal_data.PERSONAL_COLUMNS),
        *personal_data.FREE_TEXT_COLUMNS,
    ]
    without = [
        f"{table}.{name}"
        for table, names in personal_data.IMPERSONAL_COLUMNS.items()
        for name in names.split()
    ]
    return [*(f"{column.table.name}.{column.name}" for column in with_people), *without]


def test_every_column_is_classified_exactly_once():
    assert sorted(classified()) == sorted(columns())


def test_free_text_is_in_rows_that_are_deleted_or_cleared():
    """Rows of games, for instance, remain, so a person's text needs a separate table."""
    deleted = {
        each.column.table
        for each in personal_data.PERSONAL_COLUMNS
        if each.erasure is personal_data.Erasure.DELETE_ROW
    }
    found = {column.table for column in personal_data.FREE_TEXT_COLUMNS}
    assert found <= deleted | {outbox}


def test_rows_that_refer_to_a_player_are_deleted_before_the_player():
    assert personal_data.PERSONAL_COLUMNS[-1].column.table.name == "players"


def test_every_foreign_key_to_players_is_a_personal_column():
    personal = {each.column for each in personal_data.PERSONAL_COLUMNS}
    referring = {
        key.parent
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column.table.name == "players"
    }
    assert referring
    assert referring <= personal


@pytest.fixture
async def shared(database, now):
    """Database in which Ann and Ben have rows that differ only where they must."""

    async def fill(tx):
        await players.remember(tx, DELETED_USER_ID, players.DELETED_USER_NAME, now)
        referred = {
            key.column.table for each in metadata.sorted_tables for key in each.foreign_keys
        }
        for table in metadata.sorted_tables:
            columns = [c for c in personal_data.PERSONAL_COLUMNS if c.column.table is table]
            for number, pair in enumerate(((ANN, BEN), (BEN, ANN)) if columns else (), 1):
                ids = {each.column.name: one for each, one in zip(columns, pair, strict=False)}
                await tx.connection.execute(insert(table).values(sample(table, ids, number, now)))
            if not columns and table in referred:
                await tx.connection.execute(insert(table).values(sample(table, {}, 1, now)))

    await database.write(fill)
    return database


def sample(table, ids, number, now):
    """Return a row with ids of people; all else is the same in every row where that is allowed."""
    row = {each.name: value_of(each.type, now) for each in table.c if not each.nullable} | ids
    for columns in unique_columns(table):
        if not set(columns) & set(ids):
            row[columns[-1]] = number
    return row | ({"kind": Due.BACK} if table.name == "deadlines" else {})


def value_of(column_type, now):
    if isinstance(column_type, Choice):
        return next(iter(column_type.kind))
    values = {
        Moment: now,
        BotMoment: BotTime(now),
        Span: timedelta(1),
        JSON: {},
        Boolean: False,
        String: "x",
        Text: "x",
    }
    return values.get(type(column_type), 1)


def unique_columns(table):
    yield [column.name for column in table.primary_key]
    yield from ([column.name for column in each.columns] for each in table.indexes if each.unique)


@pytest.mark.parametrize("order", [(ANN, BEN), (BEN, ANN)])
async def test_two_people_with_rows_in_every_table_are_erased_one_after_the_other(shared, order):
    rows = await shared.read(every_row)
    assert [columns_without(rows, each) for each in order] == [[], []]

    for person in order:
        await shared.write(personal_data.erase, person, PERSON_DUE)
        rows = erased(rows, person)
        assert await shared.read(every_row) == rows
        assert len(rows["reports"]) == 2
