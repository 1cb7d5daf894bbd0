"""Rows of every table, and their remains after the erasure of a person."""

from sqlalchemy import select

from bot.services.values.clocks.due_dates import PERSON_DUE
from bot.store.tables.personal_data import PERSONAL_COLUMNS, Erasure
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import deadlines, metadata


async def every_row(tx):
    """Return the rows of every table, as dictionaries by column."""
    return {
        table.name: [
            dict(row)
            for row in (
                await tx.connection.execute(select(table).order_by(*table.primary_key.columns))
            ).mappings()
        ]
        for table in metadata.sorted_tables
    }


def columns_without(rows, person):
    """Return the columns for ids of people in which a person is missing."""
    return [
        str(each.column)
        for each in PERSONAL_COLUMNS
        if not any(names(each, row, person) for row in rows[each.column.table.name])
    ]


def erased(rows, person):
    """Return the rows that the decisions for each column leave after an erasure."""
    return {
        table: [left for row in found if (left := _erased(table, row, person)) is not None]
        for table, found in rows.items()
    }


def names(personal, row, person):
    """Return whether a row has a person's id in a column for ids of people."""
    is_due = personal.column is not deadlines.c.subject or row["kind"] in PERSON_DUE
    return is_due and row[personal.column.name] == person


def _erased(table, row, person):
    named = [
        each
        for each in PERSONAL_COLUMNS
        if each.column.table.name == table and names(each, row, person)
    ]
    if any(each.erasure is Erasure.DELETE_ROW for each in named):
        return None
    return row | {each.column.name: DELETED_USER_ID for each in named}
