"""/import: the files of /export, and invalid files."""

import asyncio
import json
import random
import re

import pytest

from sandbox import File
from sandbox.client.find import components_of, labels_of
from tests.rules.foreign_records import abstract_play, ludii, random_record

BAD_NAME = "**wins** @everyone <@&1> [x](https://example.org)"


@pytest.fixture
async def records(table):
    """The two record files of a game of three turns that Ben resigned."""
    first = await table.game()
    (number,) = re.findall(r"Game (\d+)", first.content)
    await table.play(table.ann, "a1 c3", 2)
    await table.play(table.ben, "g7 d1", 3)
    question = await table.ben.slash("resign")
    await table.ben.click(question, "Yes, resign")
    exported = await table.eve.slash("export", game=number)
    return [File(file.filename, file.content) for file in exported.attachments[:2]]


async def test_record_is_stepped_through(table, records):
    for record in records:
        shown = await table.eve.slash("import", file=record)
        assert "Turn 2 of 2" in shown.content

        await table.eve.click(shown, "Back")
        assert "Turn 1 of 2" in shown.content
        assert "wins" not in shown.content
        assert "A1 and C3" in shown.attachments[0].description
        await table.eve.click(shown, "Start")
        await table.eve.click(shown, "End")
        assert "Ann wins." in shown.content
        assert [file.filename for file in shown.attachments] == ["record.png", "record.txt"]
        assert shown.attachments[1].content == record.content


async def test_record_is_stepped_through_after_a_restart(discord, run_bot):
    guild = discord.create_guild("Club")
    eve = guild.add_member("Eve").in_(guild.create_text_channel("games"))
    record = File("game.txt", b"Game: lifeline\nSize: 4\n\n1. a1 c3\n2. g7 d1\n")
    async with run_bot():
        shown = await eve.slash("import", file=record)
    async with run_bot():
        await eve.click(shown, "Back")
    assert "Turn 1 of 2" in shown.content


async def test_steps_of_a_long_record_cost_more(table, monkeypatch):
    spent = []
    monkeypatch.setattr(table.app.context.pictures, "charge", lambda cost=1: spent.append(cost))
    for blank_lines in (b"", b"\n" * 50_000):
        record = File("game.txt", b"Game: lifeline\nSize: 4\n\n1. a1 c3\n" + blank_lines)
        shown = await table.eve.slash("import", file=record)
        await table.eve.click(shown, "Start")
    assert spent == [21, 1, 21, 6]


class Forgetful(dict):
    """CDN files that are not stored."""

    def __setitem__(self, number, file):
        pass


@pytest.mark.pictures
async def test_record_is_shown_as_a_picture_and_an_animation(table, records):
    for record in records:
        shown = await table.eve.slash("import", file=record)

        assert shown.is_ephemeral
        assert "Ann wins. Ben resigned." in shown.content
        assert [file.filename for file in shown.attachments] == [
            "record.png",
            "record.gif",
            "record.txt",
        ]
        assert all(file.width for file in shown.attachments[:2])
        assert "Ann" in shown.attachments[0].description


async def test_refusal_of_a_changed_record_names_the_error(table, records):
    moves = json.loads(records[1].content)
    moves["moves"][-1] = moves["moves"][0]
    twice = File("game.json", json.dumps(moves).encode())

    shown = await table.eve.slash("import", file=twice)

    assert shown.is_ephemeral
    assert not shown.attachments
    assert "/export" in shown.content
    assert "went wrong" not in shown.content


WRONG = {
    "words": b"Dear bot,\nthis is no game.\n",
    "empty": b"",
    "half a document": b'{"game": "lifeline", "moves": [',
    "another document": b'{"hello": ["world"]}',
    "a list": b"[1, 2, 3]",
    "deep": b"[" * 50_000,
    "a picture": b"\x89PNG\r\n\x1a\n" + random.Random(1).randbytes(5000),
    "zeros": bytes(1000),
    "two bytes a letter": "game: lifeline".encode("utf-16"),
}


async def test_refusal_of_another_file_explains_records(table):
    shown = {
        name: await table.eve.slash("import", file=File("game.txt", content))
        for name, content in WRONG.items()
    }

    assert all(message.is_ephemeral for message in shown.values())
    assert [name for name, message in shown.items() if message.attachments] == []
    advised = {name: "use /export" in m.content for name, m in shown.items()}
    assert advised == dict.fromkeys(WRONG, True)


async def test_too_large_file_is_not_downloaded(table, monkeypatch):
    monkeypatch.setattr("discord.Attachment.read", None)

    shown = await table.eve.slash("import", file=File("game.txt", b"x" * 300_001))

    assert "too large" in shown.content


async def test_asks_again_for_a_file_that_discord_has_deleted(table, records):
    table.discord.world.files = Forgetful()

    shown = await table.eve.slash("import", file=records[0])
    await table.eve.slash("settings", language="Deutsch")
    in_german = await table.eve.slash("import", file=records[0])

    assert "send it again" in shown.content
    assert "noch einmal" in in_german.content


async def test_asks_again_for_a_file_after_a_timeout(table, records, monkeypatch):
    monkeypatch.setattr("bot.ui.record_files.TIMEOUT", 0.05)
    monkeypatch.setattr("discord.Attachment.read", lambda _file: asyncio.Event().wait())

    shown = await table.eve.slash("import", file=records[0])

    assert "send it again" in shown.content


async def test_names_in_a_record_are_escaped(table, records):
    document = json.loads(records[1].content)
    for key in ("first", "second", "result"):
        if key in document:
            document[key] = BAD_NAME
    assert BAD_NAME in document.values()

    shown = await table.eve.slash("import", file=File("game.json", json.dumps(document).encode()))

    assert "**wins**" not in shown.content.replace("\\*", "")
    assert "@everyone" not in shown.content
    assert shown.notified == frozenset()
    assert "(https" not in shown.content.replace("\\(", "")


async def test_imports_in_a_group_with_a_user_install(table, records):
    table.discord.install(table.eve)
    cat = table.discord.create_person("Cat")
    group = table.discord.direct_channel(table.eve, table.ben, cat)

    shown = await table.eve.slash("import", file=records[0], channel=group)

    assert shown.attachments
    assert shown.is_ephemeral


def others_records():
    return {
        "abstract-play.json": abstract_play(random_record("lifeline", {"size": 5}, 1, longest=7)),
        "trial.txt": ludii(random_record("lifeline", {"size": 5}, 1, longest=7)),
    }


async def test_records_of_other_programs_are_stepped_through(table):
    for name, content in others_records().items():
        shown = await table.eve.slash("import", file=File(name, content.encode()))
        turns = re.search(r"Turn (\d+) of \1", shown.content)[1]

        await table.eve.click(shown, "Back")

        assert f"Turn {int(turns) - 1} of {turns}" in shown.content


def download(count):
    """Return a list of games as from Abstract Play, oldest first, and one of another game."""
    text = abstract_play(random_record("lifeline", {"size": 5}, 1, longest=7))
    games = []
    for number in range(1, count + 1):
        game = json.loads(text)
        game["header"]["date-end"] = f"2026-02-03T04:05:{number:02}.000Z"
        game["header"]["players"][0]["name"] = f"**Ann** {number}"
        games.append(game)
    games[0]["header"]["game"]["name"] = "Hex"
    return File("games.json", json.dumps(games).encode("utf-8-sig"))


def choices(shown):
    (menu,) = [each for each in components_of(shown) if each["type"] == 3]
    return [each["label"] for each in menu["options"]]


async def test_the_games_of_a_list_are_chosen_from_a_menu_newest_first(table):
    shown = await table.eve.slash("import", file=download(4))

    assert shown.is_ephemeral
    assert shown.content.splitlines() == [
        "**This file has 3 games.** Choose one.",
        "1 other game can't be imported.",
    ]
    assert choices(shown) == [f"**Ann** {number} against Ben" for number in (4, 3, 2)]

    await table.eve.select(shown, ["**Ann** 3 against Ben"])
    turns = re.search(r"Turn (\d+) of \1", shown.content)[1]
    assert "Ann** 3" in shown.attachments[0].description
    await table.eve.click(shown, "Back")
    assert f"Turn {int(turns) - 1} of {turns}" in shown.content
    assert "Ann** 3" in shown.attachments[0].description
    await table.eve.click(shown, "More games")
    await table.eve.select(shown, ["**Ann** 2 against Ben"])
    assert "Ann** 2" in shown.attachments[0].description


async def test_a_long_list_of_games_has_pages(table):
    shown = await table.eve.slash("import", file=download(27 + 25))
    assert "Page 1 of 3, newest games first." in shown.content
    assert [len(choices(shown)), choices(shown)[0]] == [25, "**Ann** 52 against Ben"]
    assert "Newer" not in labels_of(shown)

    await table.eve.click(shown, "Older")
    await table.eve.click(shown, "Older")
    assert choices(shown) == ["**Ann** 2 against Ben"]
    assert "Older" not in labels_of(shown)
    await table.eve.click(shown, "Newer")
    assert [choices(shown)[0], choices(shown)[-1]] == [
        "**Ann** 27 against Ben",
        "**Ann** 3 against Ben",
    ]
    await table.eve.select(shown, ["**Ann** 3 against Ben"])
    await table.eve.click(shown, "More games")
    assert "Page 2 of 3" in shown.content


async def test_as_many_games_as_a_menu_holds_have_one_page(table):
    shown = await table.eve.slash("import", file=download(26))
    assert len(choices(shown)) == 25
    assert "Page" not in shown.content
    assert labels_of(shown) == []


async def test_a_game_that_cannot_be_replayed_leaves_its_list(table):
    file = json.loads(download(3).content)
    file[2]["moves"][0][0] = "a1,a2"
    shown = await table.eve.slash("import", file=File("games.json", json.dumps(file).encode()))

    refused = await table.eve.select(shown, ["**Ann** 3 against Ben"])

    assert "Move 1: B1 is illegal" in refused.content
    await table.eve.select(shown, ["**Ann** 2 against Ben"])
    assert "Turn" in shown.content


async def test_refusal_of_another_programs_game_is_translated(table):
    await table.eve.slash("settings", language="Deutsch")
    shown = await table.eve.slash("import", file=File("trial.txt", b"game=/lud/Hex.lud\n"))

    assert "Von Ludii lassen sich" in shown.content
    assert not shown.attachments
