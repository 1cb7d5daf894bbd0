"""Replays, exported files, and lists of games."""

import json

import pytest

from bot.services.use_cases.games.games import GameService
from rules.record import import_json, import_text
from sandbox.client.find import components_of, labels_of
from tests.bot.e2e.turn_text import YOUR_TURN

pytestmark = pytest.mark.pictures


@pytest.fixture
async def finished(table):
    """Play a game of three turns, which Ben resigns."""
    first = await table.game()
    del first
    await table.play(table.ann, "a1 c3", 2)
    await table.play(table.ben, "g7 d1", 3)
    await table.resign(table.ben)
    await table.settled()


def enabled_labels(message):
    return [c["label"] for c in components_of(message) if c["type"] == 2 and not c.get("disabled")]


async def test_replay_begins_at_the_end_and_steps_by_turns(table, finished):
    shown = await table.eve.slash("replay", game=str(table.number))
    assert "Turn 2 of 2" in shown.content
    assert "**Ann wins.**" in shown.content
    assert enabled_labels(shown) == ["Start", "Back", "Try out"]

    await table.eve.click(shown, "Back")
    assert "Turn 1 of 2" in shown.content
    assert "A1 and C3" in shown.content
    assert "wins" not in shown.content

    await table.eve.click(shown, "Start")
    assert "Start of the game (2 turns)." in shown.content
    assert enabled_labels(shown) == ["Forward", "End", "Try out"]


async def test_the_last_finished_game_needs_no_number(table, finished):
    shown = await table.ann.slash("replay")
    assert f"Game {table.number} " in shown.content
    files = (await table.ben.slash("export")).attachments
    assert files[0].filename == f"game-{table.number}.txt"


async def test_animation_shows_the_whole_game(table, finished):
    shown = await table.eve.slash("replay", game=str(table.number))

    moving = await table.eve.select(shown, ["GIF"], "Get the whole game")

    assert moving.is_ephemeral
    assert moving.attachments[0].filename == f"game-{table.number}.gif"


async def test_slow_animation_shows_that_the_bot_is_working(table, finished, use_slowly):
    shown = await table.eve.slash("replay", game=str(table.number))
    choosing = table.eve.select(shown, ["GIF"], "Get the whole game")
    moving = await use_slowly(choosing, GameService, "get_visible")
    assert moving.attachments[0].filename == f"game-{table.number}.gif"


async def test_replay_of_a_running_game_hides_the_first_stone_of_a_turn(table):
    await table.game()
    await table.ann.slash("move", cell="a1")

    shown = await table.ann.slash("replay", game=str(table.number))
    files = await table.ann.slash("export", game=str(table.number))

    assert "Start of the game (0 turns)." in shown.content
    assert all("a1" not in text_of(table, file) for file in files.attachments[:2])


async def test_exported_files_can_be_imported(table, finished):
    files = await table.eve.slash("export", game=str(table.number))

    text, data, _ = (text_of(table, file) for file in files.attachments)
    assert import_text(text) == import_json(data)
    assert json.loads(data)["result"] == "Ann wins. Ben resigned."


async def test_finished_games_are_listed_by_page(table, finished):
    listed = await table.ben.slash("games")
    await table.ben.click(listed, "Finished games")

    over = await table.seen("wins.")
    where = f"{table.guild.id}/{table.channel.id}/{over.id}"
    assert f"- [game {table.number}](https://discord.com/channels/{where}): lost" in listed.content
    assert "lost to Ann, Lifeline, size 4" in listed.content
    assert listed.content.splitlines()[:2] == ["**Ben's finished games**", "0 won, 1 lost"]
    assert labels_of(listed) == ["Current games"]
    await table.ben.click(listed, "Current games")
    assert "no games in progress" in listed.content


async def test_games_of_another_person_are_public(table):
    await table.game()

    listed = await table.eve.slash("games", player=table.ben)

    assert "**Ben's games**" in listed.content
    assert "Ann to move" in listed.content


async def test_next_game_shows_the_next_board_to_move_on(table):
    await table.game()
    listed = await table.ann.slash("games")

    shown = await table.ann.click(listed, "Next game")

    assert YOUR_TURN in shown.content
    assert shown.attachments


async def test_autocomplete_offers_finished_games_for_a_replay(table, finished):
    choices = await table.ann.autocomplete("replay", game="")

    assert [choice.value for choice in choices] == [str(table.number)]
    assert "finished" in choices[0].name


def text_of(table, attachment):
    return table.discord.world.files[attachment.id][2].decode()
