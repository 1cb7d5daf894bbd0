"""The pages /healthz and /metrics of a running bot."""

import asyncio
import logging
import math
import os
import re
import signal
import socket
import sys
from dataclasses import replace

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.config.settings import Settings
from bot.errors.storage import DatabaseBusy, DatabaseUnavailable
from bot.jobs import deadlines, maintenance, monitor
from bot.operations.health import ask_health
from bot.operations.logs import TextLines
from bot.runtime.wiring import open_app, open_engine, use_api
from bot.services.use_cases.clocks.deadlines import DeadlineService
from bot.services.use_cases.delivery.outbox import OutboxService
from bot.services.use_cases.games.games import GameService
from bot.store.backup import backups_in
from rules.record import Record
from rules.registry import find_game
from sparring import jit
from sparring.engine import EngineError

BEGUN = Record(find_game("lifeline").ruleset({"size": 3, "start": "none"}), ())


@pytest.fixture
def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture
def settings(settings, port):
    return settings.model_copy(update={"monitor_port": port})


@pytest.fixture
def fetch(port):
    async def get(path):
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{port}{path}") as answer,
        ):
            return answer.status, await answer.text()

    return get


@pytest.fixture
def until(fetch):
    """Wait until /healthz has the expected status, and return its text."""

    async def wait(expected):
        status, text = None, "nothing"
        for _ in range(1500):
            status, text = await fetch("/healthz")
            if status == expected:
                return text
            await asyncio.sleep(0.02)
        pytest.fail(f"never {expected}: {text}")

    return wait


@pytest.fixture
def figures(fetch):
    """Return all samples of /metrics as {(name, label values ...): value}."""

    async def read():
        status, text = await fetch("/metrics")
        assert status == 200
        return {
            (sample.name, *sample.labels.values()): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    return read


async def test_a_connected_bot_with_its_database_is_healthy(table, until, settings):
    text = await until(200)

    assert '"status": "ok"' in text
    # in another thread, because the bot runs in this one
    assert await asyncio.to_thread(ask_health, "127.0.0.1", settings.monitor_port) == (text, True)


async def test_the_bot_is_unhealthy_without_discord_until_it_reconnects(table, until, settings):
    await until(200)

    with table.discord.faults.gateway_outage():
        text = await until(503)
        assert "shards down: 0" in text
        asked = await asyncio.to_thread(ask_health, "127.0.0.1", settings.monitor_port)
        assert asked == (text, False)
    await until(200)


async def test_a_shard_that_was_never_connected_is_down(discord, settings, until, figures, caplog):
    with discord.faults.gateway_outage(), caplog.at_level(logging.INFO):
        async with open_app(settings) as app:
            use_api(discord.api_base)
            starting = asyncio.create_task(app.start(discord.application.token))
            await until_true(lambda: "serving /healthz" in caplog.text)
            assert '"gateway": "not ready"' in await until(503)
            await until_true(lambda: app.shard_count is not None)
            assert (await figures())["lifeline_gateway_up", "0"] == 0
            starting.cancel()
            await asyncio.wait({starting})


async def test_the_bot_is_unhealthy_without_its_database_and_metrics_are_nan(
    table, fetch, until, figures, monkeypatch
):
    await until(200)
    assert ("lifeline_outbox_messages", "dead") in await figures()

    async def busy(self):
        raise DatabaseBusy

    monkeypatch.setattr(OutboxService, "next_due", busy)
    monkeypatch.setattr(OutboxService, "backlog", busy)

    status, text = await fetch("/healthz")

    assert (status, "DatabaseBusy" in text) == (503, True)
    unknown = await figures()
    assert math.isnan(unknown["lifeline_outbox_age_seconds",])
    assert ("lifeline_outbox_messages", "dead") not in unknown


@pytest.fixture
def quick_heartbeat(monkeypatch):
    monkeypatch.setattr(deadlines, "HEARTBEAT", 0.05)


async def test_the_bot_is_unhealthy_with_a_read_only_database(
    quick_heartbeat, table, until, monkeypatch
):
    async def full(_self):
        raise DatabaseUnavailable("database or disk is full")

    await until(200)
    with monkeypatch.context() as disk:
        disk.setattr(DeadlineService, "_record_heartbeat", full)
        assert '"database": "DatabaseUnavailable"' in await until(503)
    await until(200)


async def test_a_failing_engine_is_reported_but_the_bot_is_healthy(
    table, fetch, figures, until, monkeypatch
):
    await until(200)
    engine = table.app.context.engine
    with monkeypatch.context() as crowded:
        crowded.setattr(asyncio, "create_subprocess_exec", no_memory)
        with pytest.raises(EngineError):
            await engine.start()
        status, text = await fetch("/healthz")
        assert (status, "cannot be started: [Errno 12]" in text) == (200, True)
        assert (await figures())["lifeline_practice_up",] == 0
    assert await engine.choose(BEGUN, 1, seed=1)
    assert '"practice": "ok"' in (await fetch("/healthz"))[1]
    assert (await figures())["lifeline_practice_up",] == 1

    table.app.context = replace(table.app.context, engine=None)
    assert '"practice": "off"' in (await fetch("/healthz"))[1]
    assert math.isnan((await figures())["lifeline_practice_up",])


@pytest.mark.parametrize("what_fails", ["it cannot be started", "it dies at once"])
async def test_starting_the_engine_is_retried_without_delaying_the_bot(
    monkeypatch, caplog, what_fails
):
    monkeypatch.setattr(jit, "is_available", lambda: True)
    monkeypatch.setattr("bot.runtime.wiring.ENGINE_CHECK_INTERVAL", 0.02)
    with monkeypatch.context() as crowded:
        if what_fails == "it dies at once":
            crowded.setattr("sparring.engine.COMMAND", (sys.executable, "-c", "0"))
        else:
            crowded.setattr(asyncio, "create_subprocess_exec", no_memory)
        async with open_engine(Settings(practice="on")) as engine:
            await until_true(lambda: engine.error is not None)
            crowded.undo()
            # the engine does not respond until everything is compiled
            assert await engine.choose(BEGUN, 1, seed=1)
            assert engine.error is None
            first = engine.process_id
            os.kill(first, signal.SIGKILL)
            await until_true(lambda: engine.process_id not in {None, first})
    if what_fails == "it cannot be started":
        assert "PRACTICE=on, but the process cannot be started: [Errno 12]" in caplog.text
    caplog.clear()


async def test_practice_without_numba_is_logged(monkeypatch, caplog):
    monkeypatch.setattr(jit, "is_available", lambda: False)
    async with open_engine(Settings(practice="on")) as engine:
        await until_true(lambda: "levels 1 and 2 only" in caplog.text)
        assert engine.process_id is None


async def until_true(condition):
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.02)
    pytest.fail("never")


async def no_memory(*_command, **_streams):
    raise OSError(12, "Cannot allocate memory")


async def test_metrics_follow_the_events(table, figures, monkeypatch):
    before = await figures()
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.ben.slash("move", cell="a1")

    async def broken(*_args, **_options):
        raise LookupError("an error of the program")

    monkeypatch.setattr(GameService, "resolve", broken)
    await table.ben.slash("move", cell="b2")
    await table.settled()
    after = await figures()

    def grown(*name):
        return after[name] - before.get(name, 0)

    assert grown("lifeline_moves_total") == 2
    assert grown("lifeline_refusals_total", "RefusedMove") == 1
    assert grown("lifeline_errors_total", "LookupError") == 1
    assert (before["lifeline_failures_total",], after["lifeline_failures_total",]) == (0, 1)
    assert grown("lifeline_render_seconds_count") >= 2
    assert after["lifeline_gateway_up", "0"] == 1
    assert after["lifeline_servers",] == 1
    assert after["lifeline_outbox_messages", "waiting"] == 0
    assert after["lifeline_deadlines_overdue",] == 0


async def test_the_delay_of_the_event_loop_is_measured_repeatedly(table, figures):
    async with asyncio.timeout(30):
        while (await figures())["lifeline_loop_delay_seconds_count",] < 2:  # noqa: ASYNC110 - polled
            await asyncio.sleep(0.02)


@pytest.mark.sqlite
async def test_metrics_hold_the_age_of_the_newest_copy(table, settings, figures):
    folder = settings.backup_dir
    await until_true(lambda: backups_in(folder))
    assert 0 <= (await figures())["lifeline_copy_age_seconds",] < 3600

    for copy in backups_in(folder):
        copy.unlink()
    assert (await figures())["lifeline_copy_age_seconds",] == math.inf


@pytest.mark.sqlite
async def test_an_inaccessible_backup_folder_is_logged_in_one_line(
    table, figures, caplog, tmp_path
):
    context = table.app.context
    table.app.context = replace(
        context, backups=replace(context.backups, folder=tmp_path / ("x" * 300))
    )
    caplog.clear()
    await maintenance.once(table.app.context)

    # the bot's job may log a successful round at the same time
    logged = [each for each in caplog.records if each.name == "bot.jobs.maintenance"]
    failures = [each for each in logged if each.levelname != "INFO"]
    assert [each.levelname for each in failures] == ["ERROR"]
    assert "cannot be read (File name too long)" in failures[0].getMessage()
    found = await figures()
    assert found["lifeline_copy_age_seconds",] == math.inf
    assert found["lifeline_servers",] == 1


async def test_a_failed_delivery_is_counted_by_its_error_code(table, figures):
    await table.game()
    table.discord.faults.refuse(
        "POST", "/channels/{channel_id}/messages", 400, 200000, "Blocked", times=1
    )
    await table.ann.slash("move", cell="a1 c3")
    await table.settled()

    found = await figures()
    assert found["lifeline_discord_errors_total", "200000"] == 1


async def test_no_metric_holds_a_name(table, fetch):
    await table.game()
    _, text = await fetch("/metrics")

    people = (table.ann, table.ben)
    assert not [each for each in people if str(each.id) in text or each.name in text]
    assert str(table.guild.id) not in text
    assert table.discord.application.token not in text


async def test_a_port_in_use_is_logged_once_and_retried(run_bot, port, until, caplog, monkeypatch):
    monkeypatch.setattr(monitor, "PORT_RETRY", 0.05)
    with socket.socket() as taken, caplog.at_level(logging.INFO):
        taken.bind(("127.0.0.1", port))
        taken.listen()
        async with run_bot():
            await until_true(lambda: f"MONITOR_PORT {port} cannot be opened" in caplog.text)
            taken.close()
            await until_true(lambda: "serving /healthz and /metrics" in caplog.text)
            await until(200)
    assert "Traceback" not in caplog.text


def test_health_reports_that_the_bot_does_not_answer():
    said, is_well = ask_health("127.0.0.1", 9)

    assert not is_well
    assert "does not answer at http://127.0.0.1:9/healthz" in said


@pytest.mark.parametrize(
    ("listening", "asked"),
    [
        ("0.0.0.0", "127.0.0.1"),
        ("::", "[::1]"),
        ("::1", "[::1]"),
        ("bot.invalid", "bot.invalid"),
    ],
)
def test_health_asks_a_reachable_address(listening, asked):
    said, _ = ask_health(listening, 9)

    assert f"does not answer at http://{asked}:9/healthz" in said


async def test_the_log_holds_the_error_code_and_the_traceback(table, caplog, monkeypatch):
    async def broken(*_args, **_options):
        raise LookupError(table.ann.name)

    monkeypatch.setattr(GameService, "resolve", broken)

    answer = await table.ann.slash("board")

    (code,) = re.findall(r"\(code ([0-9A-F]{6})\)", answer.content)
    (line,) = [each for each in caplog.records if code in each.getMessage()]
    assert answer.is_ephemeral
    assert line.code == code
    assert line.exc_info is not None
    assert table.ann.name not in TextLines().format(line)
