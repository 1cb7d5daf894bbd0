"""Lists of games as messages: which buttons lead where."""

import pytest

from bot.messages.listing import finished_list, games_list
from bot.services.finished import Page
from bot.services.views import GameSummary, Place, Player


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


def test_more_running_games_than_a_message_holds_are_on_further_pages():
    ben = Player(22, "Ben")
    games = [
        GameSummary(number, Place(10**18, 10**18), ben, "lifeline", 7, number < 20, 3, None, 10**18)
        for number in range(1, 41)
    ]
    seen, page = [], 0
    while page is not None:
        post = games_list(games, 11, "Ann", page, is_me=True)
        assert len(post.content) <= 2000
        title, *lines = post.content.splitlines()
        assert title.startswith(f"**Your games**, page {page + 1} of ")
        seen += [int(line.split("]")[0].removeprefix("- [game ")) for line in lines]
        offered = {each.label: each.id for each in post.rows[0]}
        assert ("Back" in offered) == (page > 0)
        page = offered["More games"].number if "More games" in offered else None

    assert seen == list(range(1, 41))
    assert games_list(games[:1], 11, "Ann", 3, is_me=True).content.count("game 1]") == 1
