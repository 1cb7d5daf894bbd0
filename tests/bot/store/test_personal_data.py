"""Every column of the schema must be classified: personal, free text or impersonal."""

from bot.store import migrate
from bot.store.tables import personal_data
from bot.store.tables.schema import metadata, outbox

ALEMBIC_TABLE = migrate.VERSION_TABLE


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
