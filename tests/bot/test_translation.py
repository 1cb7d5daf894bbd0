"""Translation catalogues of commands: parsing, validation, limits."""

import discord
import pytest
from discord import app_commands

from bot.runtime.app import find_commands
from bot.runtime.command_sync import commands_fingerprint
from bot.runtime.command_translation import (
    faults,
    translatable_strings,
    translator_for,
    words_of,
)
from bot.words import labels
from bot.words.challenge import CHALLENGE_COMMAND, CHALLENGE_MENU, CHALLENGE_SIZE
from tests.bot.languages import add_language, forget_languages, use_languages

NAMES = {"challenge": "herausfordern", "size": "größe"}
TEXTS = {
    CHALLENGE_COMMAND(): "Fordere einen Gegner heraus",
    CHALLENGE_SIZE(): "Felder an einer Seite",
    CHALLENGE_MENU(): "Zum Spiel herausfordern",
    "Dark": "Dunkel",
}


@pytest.fixture
def tree():
    made = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    for command in find_commands():
        made.add_command(command)
    return made


@pytest.fixture
def german(monkeypatch, tmp_path):
    """Return a function that makes a German catalogue the only one."""
    use_languages(monkeypatch, tmp_path)

    def write(texts=None, names=None):
        add_language(tmp_path, "de", texts or {}, names)

    yield write
    forget_languages()


@pytest.fixture
def shown(tree):
    async def all_of_it():
        return await translatable_strings(tree.get_commands(), tree)

    return all_of_it


async def payloads(tree):
    translator = await translator_for(tree)
    assert translator is not None
    return {
        command.name: await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    }


async def test_commands_options_choices_and_menus_are_translated(tree, german):
    german(TEXTS, NAMES)

    payload_by_name = await payloads(tree)

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
    assert payload_by_name["help"]["name_localizations"] == {}  # without it, English


async def test_nothing_is_translated_without_catalogues(tree, german):
    assert await translator_for(tree) is None


@pytest.mark.parametrize(
    ("words", "english", "why"),
    [
        (({}, {"challenge": "Fordere heraus"}), "challenge", "lower case"),
        (({}, {"challenge": "HERAUS"}), "challenge", "lower case"),
        (({}, {"challenge": "x" * 33}), "challenge", "1 to 32 characters, not 33"),
        (({CHALLENGE_SIZE(): "x" * 101}, {}), CHALLENGE_SIZE(), "1 to 100"),
        (({CHALLENGE_MENU(): "x" * 33}, {}), CHALLENGE_MENU(), "1 to 32"),
        (({}, {"game": "brett", "size": "brett"}), "size", "stands for game and size"),
        (({}, {"board": "games"}), "board", "stands for board and games"),
    ],
)
async def test_invalid_translations_stay_english(tree, german, caplog, words, english, why):
    german(*words)
    shown = await translatable_strings(tree.get_commands(), tree)

    assert why in faults(words_of("de", shown), shown)[english]
    payload_by_name = await payloads(tree)

    assert f"“{english}” remains English" in caplog.text
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


async def test_all_texts_of_commands_are_found(shown):
    everything = await shown()
    names = {each.english for each in everything if each.is_name}
    texts = {each.english for each in everything if not each.is_name}

    assert {"challenge", "opponent", "settings", "orientation"} <= names
    assert {CHALLENGE_MENU(), labels.MOVE_CELL(), "High contrast"} <= texts


async def test_a_new_catalogue_triggers_a_command_sync(tree, german):
    before = await commands_fingerprint(tree)
    german(TEXTS, NAMES)

    await tree.set_translator(await translator_for(tree))

    assert await commands_fingerprint(tree) != before
