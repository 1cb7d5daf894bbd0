"""Permissions: every command and component has a row in the table, and each cell is tried."""

import shutil
from pathlib import Path

from bot.runtime.app import find_handlers
from testbed.authority.commands import names
from testbed.authority.page import ROWS, page
from testbed.authority.people import PEOPLE
from testbed.authority.trial import trial

PAGE = Path(__file__).with_name("authority.md")


def test_every_command_and_component_has_a_row():
    assert {row.name for row in ROWS} == names() | find_handlers().keys()


def test_every_row_has_a_cell_for_each_role():
    assert [row.title for row in ROWS if row.verdicts.keys() != PEOPLE.keys()] == []


def test_the_documentation_page_matches_the_rows():
    assert PAGE.read_text(encoding="utf-8") == page()


async def test_the_bot_allows_and_refuses_as_the_table_says(tmp_path, migrated_file):
    shutil.copyfile(migrated_file, tmp_path / "games.db")
    wrong, tried = [], 0
    async with trial(tmp_path) as trying:
        for row in ROWS:
            cells = await trying.row(row)
            tried += len(cells)
            wrong += [cell for cell in cells if cell.found != cell.expected]
    print(f"{tried} cells of {len(ROWS)} rows tried")  # noqa: T201 - the count
    assert wrong == []
    assert tried == len(ROWS) * len(PEOPLE)
