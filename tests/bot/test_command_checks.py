"""Commands that Discord should never send: from another version, or forged."""

import shutil

import pytest

from bot.config.settings import Settings
from bot.runtime.app import find_commands
from testbed.wire import payloads
from testbed.wire.payloads import AUTOCOMPLETE, COMMAND, Someone
from testbed.wire.wire import wired

ANN, BEN = Someone(11, "Ann"), Someone(22, "Ben")


@pytest.fixture
async def wire(tmp_path, migrated_file):
    shutil.copyfile(migrated_file, tmp_path / "games.db")
    database = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    async with wired(Settings(database_url=database, backup_dir=tmp_path)) as made:
        yield made


def option(name, value, kind=3):
    return {"name": name, "type": kind, "value": value}


IMPOSSIBLE = [
    pytest.param("board", [option("view", "xray")], id="a choice that is not offered"),
    pytest.param("setup", [option("timeout", "maybe")], id="a choice that would be taken for no"),
    pytest.param("challenge", [option("level", 99, 4)], id="a number that is not offered"),
    pytest.param("challenge", [option("size", "4")], id="an option of another type"),
    pytest.param("challenge", [option("size", "4", 4)], id="a text as a number"),
    pytest.param("challenge", [option("opponent", "22", 6)], id="a person without a description"),
    pytest.param("move", [], id="without its required option"),
    pytest.param("away", [option("until", "2030-08-15"), option("why", "x")], id="another option"),
    pytest.param("import", [option("file", "77", 11)], id="a file without a description"),
    pytest.param("dance", [], id="another command"),
    pytest.param("moderate", [], id="a group alone"),
    pytest.param("moderate dance", [], id="another command of a group"),
]


@pytest.mark.parametrize(("name", "options"), IMPOSSIBLE)
async def test_commands_of_another_version_are_refused(wire, caplog, name, options):
    (answer,) = await wire.use(COMMAND, ANN, payloads.command_data(name, options))

    assert "I don't know that command" in answer.words
    assert not [record for record in caplog.records if record.exc_info]


async def test_context_menus_of_another_version_are_refused(wire, caplog):
    (answer,) = await wire.menu(ANN, "Dance with", BEN)

    assert "I don't know that command" in answer.words
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("dance", [option("cell", "a") | {"focused": True}]),
        ("move", [option("why", "a") | {"focused": True}]),
        ("board", [option("view", "a") | {"focused": True}]),
        ("move", [option("cell", "a")]),
    ],
)
async def test_options_of_another_version_get_no_suggestions(wire, caplog, name, options):
    (answer,) = await wire.use(AUTOCOMPLETE, ANN, payloads.command_data(name, options))

    assert answer.data["choices"] == []
    assert not [record for record in caplog.records if record.exc_info]


async def test_every_command_refuses_values_that_are_not_among_its_choices(wire, caplog):
    """The cases are generated from the commands, so new commands are included."""
    tried = 0
    for command in find_commands():
        for leaf in getattr(command, "commands", [command]):
            for parameter in getattr(leaf, "parameters", []):
                if parameter.choices:
                    value = 10**6 if parameter.type.value == 4 else "xray"
                    sent = [option(parameter.display_name, value, parameter.type.value)]
                    data = payloads.command_data(leaf.qualified_name, sent)
                    (answer,) = await wire.use(COMMAND, ANN, data)
                    assert "I don't know that command" in answer.words
                    tried += 1
    assert tried > 15
