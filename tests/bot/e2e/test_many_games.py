"""A person with 300 games in progress: every list reaches each of them."""

import re

import pytest

from bot.config.system_clock import now
from sandbox.client.find import components_of, labels_of
from testbed.many_games import ManyGames, add_many_games

pytestmark = pytest.mark.sqlite

MANY = ManyGames()
SOME = ManyGames(running=60, waiting=27)


@pytest.fixture
def many():
    return MANY


@pytest.fixture
async def ann(table, many):
    database = table.app.context.services.outbox._database
    await add_many_games(
        database, table.ann.user.id, table.guild.guild.id, table.channel.id, now(), many
    )
    return table.ann


def games_in(message):
    return [int(number) for number in re.findall(r"\[game ([0-9]+)\]", message.content)]


async def test_the_list_shows_all_games_page_by_page_and_those_that_wait_first(ann):
    page = await ann.slash("games")
    assert "Next game" in labels_of(page)
    seen, expiring = [], page.content.count("expires")
    waiting = page.content.count("your turn")
    seen += games_in(page)
    while more := [label for label in labels_of(page) if label.startswith("More ")]:
        page = await ann.click(page, more[0])
        assert len(page.content) <= 2000
        seen += games_in(page)
        expiring += page.content.count("expires")
        if "your turn" in page.content:
            assert len(seen) - len(games_in(page)) == waiting
            waiting += page.content.count("your turn")

    first = await ann.slash("games")
    assert (await ann.click(first, "More challenges")).content == page.content
    assert waiting == MANY.waiting
    assert sorted(seen) == list(range(1, MANY.running + 1))
    assert expiring == MANY.challenges


async def test_the_menu_of_games_names_the_most_urgent_and_the_way_to_the_others(ann):
    for command in ("board", "replay", "resign", "move", "undo", "try"):
        options = {"cell": "a1"} if command == "move" else {}
        asked = await ann.slash(command, **options)

        assert (
            f"25 most urgent of your 100 games. For another game, use /{command} game:"
            in asked.content
        )
        (menu,) = [part for part in components_of(asked) if part["type"] == 3]
        assert len(menu["options"]) == 25, command
        mine = ["your turn" in option["label"] for option in menu["options"]]
        assert mine == [True] * 14 + [False] * 11  # every third game is played in this channel


async def test_suggestions_find_every_running_game(ann):
    for typed, first in (
        ("Opponent 299", 300),
        ("opponent 42", 43),
        ("300", 300),
        ("1", 1),
        ("#250", 250),
        ("12", 12),
    ):
        choices = await ann.autocomplete("board", game=typed)
        assert 1 <= len(choices) <= 25
        assert choices[0].value == str(first), typed

    choices = await ann.autocomplete("board", game="")
    assert 1 <= len(choices) <= 25
    assert all("your turn" in choice.name for choice in choices)


async def test_suggestions_of_a_replay_find_finished_games_as_well(ann):
    for typed, first in (("Opponent 499", 500), ("450", 450)):
        choices = await ann.autocomplete("replay", game=typed)
        assert choices[0].value == str(first), typed


async def test_finished_games_have_twenty_pages(ann):
    first = await ann.click(await ann.slash("games"), "Finished games")
    assert "page 1 of 20" in first.content
    last = await ann.click(first, "Oldest")
    assert "page 20 of 20" in last.content
    assert games_in(last)


@pytest.mark.parametrize("many", [SOME])
async def test_the_next_game_is_the_most_urgent_and_not_now_goes_through_all_that_wait(ann):
    listed = await ann.slash("games")
    board = await ann.click(listed, "Next game")
    seen = []
    for _ in range(SOME.waiting):
        seen.append(int(re.search(r"[Gg]ame ([0-9]+)", board.content)[1]))
        board = await ann.click(board, "Not now")

    assert seen[:2] == games_in(listed)[:2]
    assert sorted(seen) == list(range(1, SOME.waiting + 1))


async def test_other_lists_fit_into_a_message(ann):
    for command in ("profile", "plans", "lobby", "leaderboard"):
        shown = await ann.slash(command)
        assert 0 < len(shown.content) <= 2000, command
