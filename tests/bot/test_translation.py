"""Translation catalogues of commands: parsing, validation, limits."""

import discord
import pytest
from discord import app_commands

from bot.runtime.app import find_commands
from bot.runtime.command_sync import commands_fingerprint
from bot.runtime.command_translation import (
    FOLDER,
    BadCatalogue,
    faults,
    read_catalogue,
    translatable_strings,
    translator_for,
)
from bot.words import labels
from bot.words.challenge import CHALLENGE_COMMAND, CHALLENGE_MENU, CHALLENGE_SIZE

GERMAN = f"""
[names]
challenge = "herausfordern"
size = "größe"
[texts]
"{CHALLENGE_COMMAND()}" = "Fordere jemanden heraus"
"{CHALLENGE_SIZE()}" = "Felder an einer Seite"
"{CHALLENGE_MENU()}" = "Zum Spiel herausfordern"
"Dark" = "Dunkel"
"""


@pytest.fixture
def tree():
    made = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    for command in find_commands():
        made.add_command(command)
    return made


@pytest.fixture
def written(tmp_path):
    def write(content, name="de.toml"):
        (tmp_path / name).write_text(content, "utf-8")
        return tmp_path / name

    return write


@pytest.fixture
def shown(tree):
    async def all_of_it():
        return await translatable_strings(tree.get_commands(), tree)

    return all_of_it


async def payloads(tree, folder):
    translator = await translator_for(tree, folder)
    assert translator is not None
    return {
        command.name: await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    }


async def test_commands_options_choices_and_menus_are_translated(tree, written):
    folder = written(GERMAN).parent

    payload_by_name = await payloads(tree, folder)

    challenge = payload_by_name["challenge"]
    assert challenge["name_localizations"] == {"de": "herausfordern"}
    assert challenge["description_localizations"]["de"].startswith("Fordere")
    size = next(option for option in challenge["options"] if option["name"] == "size")
    assert size["name_localizations"] == {"de": "größe"}
    assert size["description_localizations"] == {"de": "Felder an einer Seite"}
    theme = next(each for each in payload_by_name["settings"]["options"] if each["name"] == "theme")
    assert theme["choices"][0]["name_localizations"] == {"de": "Dunkel"}
    assert payload_by_name["Challenge to a game"]["name_localizations"] == {
        "de": "Zum Spiel herausfordern"
    }
    assert payload_by_name["help"]["name_localizations"] == {}  # missing translations stay English


async def test_nothing_is_translated_without_catalogues(tree, tmp_path):
    assert await translator_for(tree, tmp_path) is None
    assert await translator_for(tree, tmp_path / "nowhere") is None


@pytest.mark.parametrize(
    ("content", "english", "why"),
    [
        ('[names]\nchallenge = "Fordere heraus"', "challenge", "lower case"),
        ('[names]\nchallenge = "HERAUS"', "challenge", "lower case"),
        (f'[names]\nchallenge = "{"x" * 33}"', "challenge", "1 to 32 characters, not 33"),
        (f'[texts]\n"{CHALLENGE_SIZE()}" = "{"x" * 101}"', CHALLENGE_SIZE(), "1 to 100"),
        (f'[texts]\n"{CHALLENGE_MENU()}" = "{"x" * 33}"', CHALLENGE_MENU(), "1 to 32"),
        ('[texts]\n"No such text" = "Kein solcher"', "No such text", "no command shows it"),
        ('[names]\ngame = "brett"\nsize = "brett"', "size", "stands for game and size"),
        ('[names]\nboard = "games"', "board", "stands for board and games"),
    ],
)
async def test_invalid_translations_stay_english(tree, written, caplog, content, english, why):
    shown = await translatable_strings(tree.get_commands(), tree)
    path = written(content)

    assert why in faults(read_catalogue(path), shown)[english]
    payload_by_name = await payloads(tree, path.parent)

    assert f"“{english}” stays English" in caplog.text
    assert all_translations(list(payload_by_name.values())) == []


def all_translations(value):
    if isinstance(value, list):
        return [found for each in value for found in all_translations(each)]
    if not isinstance(value, dict):
        return []
    own = [
        each
        for name in ("name_localizations", "description_localizations")
        for each in value.get(name, {}).values()
    ]
    return own + all_translations(list(value.values()))


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("tlh.toml", "", "no locale “tlh”"),
        ("de.toml", "names = [", "cannot be read"),
        ("de.toml", "[name]\n", "no “name”"),
        ("de.toml", "[names]\nsize = 3", "names must be a table"),
        ("de.toml", 'texts = "all"', "texts must be a table"),
    ],
)
async def test_files_that_are_no_catalogues_are_logged_and_ignored(
    tree, written, caplog, name, content, why
):
    path = written(content, name)

    with pytest.raises(BadCatalogue, match=why):
        read_catalogue(path)
    assert await translator_for(tree, path.parent) is None
    assert f"{name} is not used" in caplog.text


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.name)
async def test_shipped_catalogues_are_valid(shown, path):
    assert faults(read_catalogue(path), await shown()) == {}


async def test_all_texts_of_commands_are_found(shown):
    everything = await shown()
    names = {each.english for each in everything if each.is_name}
    texts = {each.english for each in everything if not each.is_name}

    assert {"challenge", "opponent", "settings", "orientation"} <= names
    assert {CHALLENGE_MENU(), labels.MOVE_CELL(), "High contrast"} <= texts


async def test_a_new_catalogue_triggers_a_command_sync(tree, written):
    before = await commands_fingerprint(tree)
    translator = await translator_for(tree, written(GERMAN).parent)

    await tree.set_translator(translator)

    assert await commands_fingerprint(tree) != before
