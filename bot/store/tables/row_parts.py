"""Parts of a query over several tables, each of which gives an instance of one row class."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, RowMapping

R = TypeVar("R")


class RowPart(Generic[R]):
    """Columns in a query over several tables, from which an instance of a row class is built.

    :ivar columns: the columns to select.
    """

    def __init__(self, row: type[R], columns: Mapping[str, ColumnElement[Any]]) -> None:
        """Label the columns, so that they cannot be confused with columns of other tables.

        :param columns: the columns to select, by field of the row class; the first column must
            never be NULL.
        """
        self._row = row
        self._labels = {name: f"{row.__name__}_{name}" for name in columns}
        self.columns = [columns[name].label(label) for name, label in self._labels.items()]

    def of(self, found: RowMapping) -> R:
        """Return the row built from one result of a query."""
        return self._row(**{name: found[label] for name, label in self._labels.items()})

    def read(self, found: RowMapping) -> R | None:
        """Return the row built from one result of a query; None if an outer join found no row."""
        return None if found[next(iter(self._labels.values()))] is None else self.of(found)


def columns_of(row: Any, table: Any) -> dict[str, ColumnElement[Any]]:
    """Return the columns of a table that are also fields of a row class, by name."""
    return {each.name: table.c[each.name] for each in fields(row) if each.name in table.c}
