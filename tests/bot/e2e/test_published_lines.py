"""Published lines: from the try-board to the replay, the page, the export and /import."""

import random

import pytest

from bot.services.values.try_board.tree import IN_GAME, MOST_NODES, position_key
from bot.store.tables import try_board
from bot.store.tables.try_board import TryNode
from bot.words.try_board import LINE_GONE, LINES_TRIED, PUBLISHED
from rules.moves import format_move
from sandbox import File, Permission
from sandbox.client.find import components_of, labels_of
from tests.bot.e2e.test_try_board import board, ids_of, images, tap  # noqa: F401 - a fixture

NOTE = "<b>slow</b> @everyone *why* [x](https://example.org)"


@pytest.fixture
async def published(table, board):  # noqa: F811 - the fixture
    """Replay for the spectator Eve; Ben resigned and published E5 D4, with a note."""
    await tap(table.ben, board, "E5")
    await tap(table.ben, board, "D4")
    await table.ben.submit(await table.ben.select(board, ["Note"]), {"note": NOTE})
    await table.resign(table.ben)
    await table.ben.click(board, "Back")  # the board learns that the game is over
    await table.ben.click(board, "Forward")
    await table.ben.select(board, ["Publish tried moves"])
    await table.ben.click(board, "Yes, publish")
    return await table.eve.slash("replay", game=str(table.number))


def menus_of(message):
    """Return the menus of published lines."""
    kind = "published-line:"
    return [each for each in components_of(message) if each.get("custom_id", "").startswith(kind)]


async def test_a_running_game_offers_no_publication(table, board):  # noqa: F811
    assert "Publish tried moves" not in str(components_of(board))


async def test_publishing_asks_and_says_who_will_see_the_lines(table, board):  # noqa: F811
    await tap(table.ben, board, "E5")
    await table.resign(table.ben)
    await table.ben.click(board, "Back")  # the board learns that the game is over
    await table.ben.click(board, "Forward")
    await table.ben.select(board, ["Publish tried moves"])
    assert "Everyone who can see this game" in table.words(board)
    replay = await table.eve.slash("replay", game=str(table.number))
    assert not menus_of(replay)

    await table.ben.click(board, "Yes, publish")
    assert "The moves you tried have been published" in table.words(board)


async def test_the_replay_has_a_menu_of_lines_and_shows_one_as_a_numbered_picture(table, published):
    (menu,) = menus_of(published)
    assert [each["label"] for each in menu["options"]] == ["Ben: E5 D4"]

    shown = await table.eve.select(published, ["Ben: E5 D4"], LINES_TRIED())

    assert "**Ben** tried: 4. E5 · 5. D4" in shown.content
    assert "5. “\\<b\\>slow" in shown.content
    assert "@everyone" not in shown.content.replace("@\u200beveryone", "")
    assert "tried: 4. E5" in images(shown)[0]
    assert "Remove tried moves" not in labels_of(shown)
    await table.eve.click(shown, "Back to the replay")
    assert "Turn 3 of 3" in shown.content
    assert menus_of(shown) == [menu]
    await table.eve.click(shown, "Back")
    assert menus_of(shown) == []
    await table.eve.click(shown, "Forward")
    assert menus_of(shown) == [menu]


async def test_the_page_and_the_files_have_the_lines_and_import_reads_them(table, published):
    text, json, page = (await table.eve.slash("export", game=str(table.number))).attachments

    assert "(1 by Ben) 4. e5 5. d4" in text.content.decode()
    html = page.content.decode()
    assert "<h2>Variations</h2>" in html
    assert "<b>slow" not in html
    assert "&lt;b&gt;slow" in html
    for file in (text, json):
        shown = await table.eve.slash("import", file=File(file.filename, file.content))
        assert "**Ben** tried: 4. E5 · 5. D4" in shown.content
        await table.eve.click(shown, "Start")
        assert "tried" not in shown.content
        await table.eve.click(shown, "End")
        assert "**Ben** tried" in shown.content


async def test_withdrawn_lines_are_gone_from_an_old_menu(table, board, published):  # noqa: F811
    await table.ben.select(board, ["Unpublish"])
    assert "The moves you tried are private again." in table.words(board)

    shown = await table.eve.select(published, ["Ben: E5 D4"], LINES_TRIED())

    assert "These tried moves have been changed or made private in the meantime." in shown.content
    assert not menus_of(shown)


async def test_publishing_from_a_deleted_line_says_what_was_done(table, board):  # noqa: F811
    await tap(table.ben, board, "E5")
    await tap(table.ben, board, "D4")
    await table.resign(table.ben)
    await table.ben.click(board, "Back")  # the board learns that the game is over
    await table.ben.click(board, "Forward")
    await table.ben.select(board, ["Publish tried moves"])
    later = await table.ben.slash("try", game=str(table.number))
    await table.ben.select(later, ["Delete this move"])
    await table.ben.click(later, "Yes, delete")

    await table.ben.click(board, "Yes, publish")
    assert PUBLISHED() in table.words(board)
    assert LINE_GONE() not in table.words(board)


async def test_a_moderator_removes_the_lines_for_everyone(table, published):
    guild = table.guild
    guild.give_role(table.eve, guild.create_role("Mods", Permission.MANAGE_MESSAGES))
    replay = await table.eve.slash("replay", game=str(table.number))
    shown = await table.eve.select(replay, ["Ben: E5 D4"], LINES_TRIED())
    await table.eve.click(shown, "Remove tried moves")

    assert "Removed: these moves are private again." in shown.content
    assert not menus_of(shown)


def branching_at_every_move(position):
    """Return as many tried moves as a game may have: one line, with an alternative to each move."""
    lots, nodes, parent = random.Random(3), [], IN_GAME
    while len(nodes) < MOST_NODES:
        first, move = lots.sample(list(position.legal_moves()), 2)
        for each in (first, move):
            text = format_move(each, position.topology)
            key = position_key(position)
            nodes.append(TryNode(len(nodes) + 1, parent, position.ply, key, text))
        parent, position = len(nodes), position.play(move)
    return nodes


async def test_lines_that_branch_at_every_move_are_shown_everywhere(table):
    await table.game(size=12, opening="none")
    tried = branching_at_every_move((await table.look()).position)
    database = table.app.context.services.games._database
    await database.write(try_board.add_nodes, table.number, table.ann.id, tried)
    await table.play(table.ann, "m12", 2)
    await table.resign(table.ben)
    game = str(table.number)
    shown = await table.ann.slash("try", game=game)
    await table.ann.select(shown, ["Publish tried moves"])
    await table.ann.click(shown, "Yes, publish")

    text, json, page = (await table.eve.slash("export", game=game)).attachments
    replay = await table.eve.slash("replay", game=game)
    await table.eve.click(replay, "Start")
    (menu,) = menus_of(replay)
    line = await table.eve.select(replay, [menu["options"][-1]["label"]], LINES_TRIED())
    imported = [
        await table.eve.slash("import", file=File(each.filename, each.content))
        for each in (text, json)
    ]

    assert page.content.decode().count("data-stones") == MOST_NODES
    assert "**Ann** tried: 1. " in line.content
    for each in imported:
        await table.eve.click(each, "Start")
        assert "**Ann** tried: 1. " in each.content
    saved = await table.eve.select(
        await table.eve.slash("replay", game=game), ["Save web page"], "Get the whole game"
    )
    assert saved.attachments[0].content.count(b"data-stones") == MOST_NODES
