"""Registration of the commands is retried after failures, but not after a rejection."""

from types import SimpleNamespace

import discord as discord_py
import pytest
from discord import app_commands

from bot.errors.storage import DatabaseBusy
from bot.runtime import command_sync
from bot.services.use_cases.operations.maintenance import KeyValueStore
from tests.bot.languages import add_language, forget_languages, use_languages

ROUTE = ("PUT", "/applications/{application_id}/commands")


@pytest.fixture
def registered_commands():
    """None: the bots of these tests register the commands themselves."""


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    monkeypatch.setattr(command_sync, "RETRY_DELAY", 0.01)


async def test_registration_is_retried_without_a_response(discord, run_bot, caplog):
    discord.faults.reset(*ROUTE, times=4)

    async with run_bot():
        assert discord.application.commands
    assert "the commands are not registered yet" in caplog.text


async def test_registration_waits_as_long_as_discord_asks(monkeypatch):
    failures = [discord_py.RateLimited(7.0), discord_py.RateLimited(0.001), OSError()]
    slept = []

    async def sync_once(_tree, _context):
        if failures:
            raise failures.pop(0)

    async def sleep(seconds):
        slept.append(seconds)

    monkeypatch.setattr(command_sync, "_sync_once", sync_once)
    monkeypatch.setattr(command_sync, "asyncio", SimpleNamespace(sleep=sleep))
    await command_sync.sync_commands(None, None)

    assert slept == [7.0, command_sync.RETRY_DELAY, command_sync.RETRY_DELAY]


async def test_a_busy_database_delays_only_the_registration(discord, run_bot, monkeypatch):
    read, asked = KeyValueStore.read, []

    async def busy_at_first(self, key):
        asked.append(key)
        if len(asked) == 1:
            raise DatabaseBusy
        return await read(self, key)

    monkeypatch.setattr(KeyValueStore, "read", busy_at_first)

    async with run_bot():
        assert discord.requests.count(*ROUTE) == 1
    assert len(asked) == 2


async def test_an_unexpected_error_is_logged_and_retried(discord, run_bot, monkeypatch, caplog):
    fingerprint, asked = command_sync.commands_fingerprint, []

    async def broken_at_first(tree):
        asked.append(tree)
        if len(asked) == 1:
            raise LookupError("broken on purpose")
        return await fingerprint(tree)

    monkeypatch.setattr(command_sync, "commands_fingerprint", broken_at_first)

    async with run_bot() as app:
        assert discord.application.commands
        counted = app.context.metrics.registry.get_sample_value
        assert counted("lifeline_errors_total", {"kind": "LookupError"}) == 1
    assert "the commands are not registered" in caplog.text


async def test_rejected_commands_are_not_sent_again(discord, run_bot, monkeypatch, caplog):
    async with run_bot():
        before = discord.requests.count(*ROUTE)

    async def another(_tree):
        return "another fingerprint"

    monkeypatch.setattr(command_sync, "commands_fingerprint", another)
    discord.faults.refuse(*ROUTE, 400, 50035, "Invalid Form Body", times=9)
    async with run_bot() as app:
        (sync,) = [job for job in app._jobs if job.get_name() == "sync"]
        await sync

    assert discord.requests.count(*ROUTE) == before + 1
    assert "the old ones remain" in caplog.text


async def test_a_rejection_of_every_command_is_logged_in_a_few_lines(
    discord, run_bot, monkeypatch, caplog
):
    class Refused(discord_py.HTTPException):
        def __init__(self):
            self.status, self.code = 400, 50035
            self.args = ("\n".join(["Failed to upload", *(f"In command {n}" for n in range(400))]),)

    async def refuse(_tree):
        raise Refused

    async def another(_tree):
        return "another fingerprint"

    async with run_bot():
        monkeypatch.setattr(command_sync, "commands_fingerprint", another)
        monkeypatch.setattr(app_commands.CommandTree, "sync", refuse)
    async with run_bot() as app:
        (sync,) = [job for job in app._jobs if job.get_name() == "sync"]
        await sync

    (line,) = [each.getMessage() for each in caplog.records if "remain" in each.getMessage()]
    assert "Failed to upload; In command 0; In command 1" in line
    assert line.endswith("In command 3; and 396 more")


async def test_commands_of_the_running_bot_are_translated(discord, run_bot, tmp_path, monkeypatch):
    use_languages(monkeypatch, tmp_path)
    add_language(tmp_path, "de", {}, {"help": "hilfe", "challenge": "Nicht erlaubt"})
    async with run_bot():
        await discord.wait_until(lambda: discord.application.commands)
        registered = {each.name: each.raw for each in discord.application.commands.values()}
    forget_languages()

    assert registered["help"]["name_localizations"] == {"de": "hilfe"}
    assert not registered["challenge"]["name_localizations"]  # Discord refuses a name with a space
