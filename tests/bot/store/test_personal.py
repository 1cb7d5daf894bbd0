"""No column of the schema may hold a person without a decision what becomes of it."""

from bot.store import migrate
from bot.store.tables import personal_data
from bot.store.tables.schema import metadata

OF_ALEMBIC = migrate.VERSION_TABLE


def columns():
    return {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        if table.name != OF_ALEMBIC
        for column in table.c
    }


def decided():
    with_people = [
        *(trace.column for trace in personal_data.PERSONAL_COLUMNS),
        *personal_data.FREE_TEXT_COLUMNS,
    ]
    without = [
        f"{table}.{name}"
        for table, names in personal_data.IMPERSONAL_COLUMNS.items()
        for name in names.split()
    ]
    return [*(f"{column.table.name}.{column.name}" for column in with_people), *without]


def test_every_column_is_decided_once_and_none_that_is_not_there():
    assert sorted(decided()) == sorted(columns())


def test_what_refers_to_a_person_goes_before_the_person():
    assert personal_data.PERSONAL_COLUMNS[-1].column.table.name == "players"


def test_whatever_refers_to_players_is_a_trace():
    traces = {trace.column for trace in personal_data.PERSONAL_COLUMNS}
    referring = {
        key.parent
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column.table.name == "players"
    }
    assert referring
    assert referring <= traces
