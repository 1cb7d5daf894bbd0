"""Unusual events of the gateway; lost connections are in fault_table.py."""

import math

import pytest

from bot.context import gateway_sessions
from bot.jobs import gateway
from bot.jobs.monitor import gateway_state
from bot.store.tables import servers
from sandbox import Settings
from sandbox.errors import InteractionFailed
from sandbox.gateway.session import Session
from sandbox.gateway.socket import Conversation
from tests.bot.e2e.waiting import in_time, until_noted


@pytest.fixture
def registered_commands():
    """None: the bots of these tests register the commands themselves."""


@pytest.fixture
def sandbox_settings():
    return Settings(rate_limits=False, answer_within=20.0, heartbeat=0.3)


async def answered(table, cell):
    """Type a move, and repeat it while the bot is disconnected."""
    for _ in range(30):
        try:
            return await table.ann.slash("move", cell=cell)
        except InteractionFailed:
            continue
    pytest.fail("the bot never came back")


async def test_reconnects_when_the_gateway_is_silent(table):
    await table.game()
    hub = table.discord.core.hub
    (zombie,) = hub.connections
    for shard in table.app._AutoShardedClient__shards.values():
        shard.ws._keep_alive.heartbeat_timeout = 1.0
    table.discord.faults.freeze_gateway()
    await table.discord.wait_until(lambda: hub.connections and zombie not in hub.connections, 30)

    await answered(table, "a1 c3")
    assert f"<@{table.ben.id}>" in (await table.turn(2)).content


async def test_a_second_ready_event_repeats_nothing(table):
    await table.game()
    await table.settled()
    hub, commands = table.discord.core.hub, ("PUT", "/applications/{application_id}/commands")
    told = table.discord.requests.count(*commands)
    jobs = [task for task in table.app._jobs if not task.done()]
    for sessions in (hub.identified + 1, hub.identified + 2):
        table.discord.faults.invalidate_sessions()
        await table.discord.wait_until(lambda: hub.identified == sessions, 30)  # noqa: B023 - now
    await answered(table, "a1 c3")
    await table.settled()

    assert len([m for m in table.public() if "turn 2" in m.content]) == 1
    assert [task for task in table.app._jobs if not task.done()] == jobs
    assert table.discord.requests.count(*commands) == told


async def test_an_outage_of_a_server_is_not_a_removal(table):
    await table.game()
    other = table.discord.create_guild("Other")
    other.add_member(table.ann)
    elsewhere = table.ann.in_(other.create_text_channel("games"))
    with table.discord.faults.outage(table.guild):
        await elsewhere.slash("move", cell="a1 c3", game=str(table.number))
        await table.settled()

    assert f"<@{table.ben.id}>" in (await table.turn(2)).content
    assert await table.plies() == 2


@pytest.fixture
def impatient(monkeypatch):
    """Check for silent shards all the time, and wait for their sessions only for a moment."""
    monkeypatch.setattr(gateway, "CHECK_INTERVAL", 0.01)
    monkeypatch.setattr(gateway_sessions, "LONGEST_SILENCE", 0.5)


async def test_a_connection_that_never_confirms_its_session_is_replaced(
    impatient, table, monkeypatch, caplog
):
    hub, resumed = table.discord.core.hub, []
    monkeypatch.setattr(Conversation, "_resume", lambda each, _: resumed.append(each))
    monkeypatch.setattr(gateway_sessions, "LONGEST_SILENCE", 3600.0)
    await in_time(lambda: is_ok(table))
    identified = hub.identified
    table.discord.faults.drop_gateway()
    await table.discord.wait_until(lambda: resumed, 30)
    await in_time(lambda: acknowledges_heartbeats(table))
    assert gateway_state(table.app) == "shards down: 0"

    monkeypatch.setattr(gateway_sessions, "LONGEST_SILENCE", 0.5)
    await table.discord.wait_until(lambda: hub.identified > identified, 30)
    await in_time(lambda: is_ok(table))

    assert len(resumed) == 1
    assert "shard 0: no READY or RESUMED" in caplog.text
    assert (await table.ann.slash("games")).content


async def acknowledges_heartbeats(table):
    (shard,) = table.app.shards.values()
    return math.isfinite(shard.latency) and not shard.is_closed()


async def is_ok(table):
    return gateway_state(table.app) == "ok"


async def test_a_resumed_session_is_kept(impatient, table):
    hub = table.discord.core.hub
    await in_time(lambda: is_ok(table))
    (before,), identified = hub.connections, hub.identified
    table.discord.faults.drop_gateway()
    await table.discord.wait_until(lambda: hub.connections and before not in hub.connections, 30)
    await in_time(lambda: is_ok(table))

    assert hub.identified == identified


@pytest.fixture
def ready_without_shard(monkeypatch):
    """Let READY name no shard, as other servers of Discord's API do."""
    dispatch = Session.dispatch

    def unnamed(session, name, data):
        left_out = {"shard"} if name == "READY" else set()
        dispatch(session, name, {key: data[key] for key in data.keys() - left_out})

    monkeypatch.setattr(Session, "dispatch", unnamed)


async def test_a_ready_event_may_leave_out_its_shard(ready_without_shard, table):
    await table.game()
    await answered(table, "a1 c3")
    assert f"<@{table.ben.id}>" in (await table.turn(2)).content


async def left_at(table):
    """Return when the bot was removed from the club, as stored; None while it is a member."""
    return await table.app.context.services.servers._database.read(servers.left_at, table.guild.id)


async def knows_of_removal(table):
    return await left_at(table) is not None


async def knows_of_return(table):
    return await left_at(table) is None


async def test_a_removal_during_a_lost_session_is_found_after_reconnecting(table):
    await table.game()
    await table.settled()
    faults = table.discord.faults
    await until_noted(table)
    faults.invalidate_sessions()
    faults.kick(table.guild)

    await in_time(lambda: knows_of_removal(table))
    assert table.app.get_guild(table.guild.id) is None


class TestOneOfSeveralShards:
    @pytest.fixture
    def sandbox_settings(self):
        return Settings(rate_limits=False, answer_within=20.0, shards=2)

    async def test_ready_events_may_leave_out_their_shards(self, ready_without_shard, table):
        await in_time(lambda: is_ok(table))
        sessions = table.discord.core.hub.sessions_of(table.discord.application)
        shard_of_club = (table.guild.id >> 22) % 2

        assert {session.shard for session in sessions} == {(0, 2), (1, 2)}
        assert table.app.get_guild(table.guild.id).shard_id == shard_of_club

    async def test_a_removal_during_a_lost_session_is_found_after_reconnecting(self, table):
        faults, club = table.discord.faults, table.guild
        await until_noted(table)
        faults.invalidate_sessions(guild=club.id)
        faults.kick(club)
        await in_time(lambda: knows_of_removal(table))

        faults.invalidate_sessions(guild=club.id)
        club.invite(table.discord.application)
        await in_time(lambda: knows_of_return(table))
        assert table.app.get_guild(club.id) is not None
