"""Commands of another version of the bot: Discord has old ones until the next synchronization."""

import shutil

import pytest

from bot.config.settings import Settings
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


IMPOSSIBLE = [
    pytest.param("move", id="without its required option"),
    pytest.param("dance", id="another command"),
    pytest.param("moderate", id="a group alone"),
    pytest.param("moderate dance", id="another command of a group"),
]


@pytest.mark.parametrize("name", IMPOSSIBLE)
async def test_commands_of_another_version_are_refused(wire, caplog, name):
    (answer,) = await wire.use(COMMAND, ANN, payloads.command_data(name))

    assert "I don't know that command" in answer.words
    assert not [record for record in caplog.records if record.exc_info]


async def test_context_menus_of_another_version_are_refused(wire, caplog):
    (answer,) = await wire.menu(ANN, "Dance with", BEN)

    assert "I don't know that command" in answer.words
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_command_of_another_version_gets_no_suggestions(wire, caplog):
    typed = {"name": "cell", "type": 3, "value": "a", "focused": True}
    (answer,) = await wire.use(AUTOCOMPLETE, ANN, payloads.command_data("dance", [typed]))

    assert answer.data["choices"] == []
    assert not [record for record in caplog.records if record.exc_info]
