"""Lists of games as messages: which buttons lead where."""

import pytest

from bot.messages.listing import finished_list
from bot.services.finished import Page


@pytest.mark.parametrize(
    ("here", "pages", "offered"),
    [
        (0, 1, []),
        (0, 2, [("Older", 1)]),
        (0, 9, [("Older", 1), ("Oldest", 8)]),
        (1, 3, [("Newer", 0), ("Older", 2)]),
        (4, 9, [("Newest", 0), ("Newer", 3), ("Older", 5), ("Oldest", 8)]),
        (7, 9, [("Newest", 0), ("Newer", 6), ("Older", 8)]),
        (8, 9, [("Newest", 0), ("Newer", 7)]),
    ],
)
def test_finished_games_lead_to_the_pages_beside_and_at_both_ends(here, pages, offered):
    (row,) = finished_list(Page((), here, pages), 11, "Ann").rows

    assert [(each.label, each.id.number) for each in row[1:]] == offered
    assert len({str(each.id) for each in row}) == len(row) <= 5
