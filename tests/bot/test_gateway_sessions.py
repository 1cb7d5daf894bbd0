"""Shards of the gateway that wait too long for the confirmation of their session."""

import asyncio
from types import SimpleNamespace

import pytest

from bot.context import gateway_sessions
from bot.context.gateway_sessions import LONGEST_SILENCE, GatewaySessions
from bot.jobs import gateway


@pytest.fixture
def sessions():
    return GatewaySessions()


def test_a_shard_is_silent_only_after_the_longest_silence(sessions):
    assert sessions.take_silent([3], 10.0) == []
    assert sessions.take_silent([3], 10.0 + LONGEST_SILENCE - 1) == []
    assert sessions.take_silent([3], 10.0 + LONGEST_SILENCE) == [3]


def test_a_confirmed_shard_is_never_silent(sessions):
    sessions.take_silent([3, 4], 0.0)
    sessions.confirm(3)

    assert sessions.is_confirmed(3)
    assert sessions.take_silent([3, 4], 10 * LONGEST_SILENCE) == [4]


def test_a_lost_connection_begins_anew(sessions):
    sessions.confirm(3)
    sessions.lose(3)
    assert not sessions.is_confirmed(3)
    assert sessions.take_silent([3], 0.0) == []

    sessions.lose(3)
    assert sessions.take_silent([3], LONGEST_SILENCE) == []
    assert sessions.take_silent([3], 2 * LONGEST_SILENCE) == [3]


def test_a_shard_that_stays_silent_starts_fewer_than_a_thousand_sessions_a_day(sessions):
    day = 24 * 3600
    times = [now for now in range(0, day, 5) if sessions.take_silent([0], float(now))]

    assert times[:3] == [60, 180, 420]
    assert times[-1] > day - 1000
    assert len(times) < 100


def test_a_confirmation_ends_the_longer_waits(sessions):
    sessions.take_silent([3], 0.0)
    sessions.take_silent([3], LONGEST_SILENCE)
    sessions.confirm(3)
    sessions.lose(3)

    sessions.take_silent([3], 0.0)
    assert sessions.take_silent([3], LONGEST_SILENCE) == [3]


class Shard:
    """The parts of a shard that the loop uses."""

    def __init__(self, *, closed):
        self.is_closed = lambda: closed
        self.reconnections = 0

    async def reconnect(self):
        self.reconnections += 1


async def test_the_loop_reconnects_only_open_connections_without_a_session(sessions, monkeypatch):
    monkeypatch.setattr(gateway, "CHECK_INTERVAL", 0)
    monkeypatch.setattr(gateway_sessions, "LONGEST_SILENCE", 0)
    shards = {0: Shard(closed=True), 1: Shard(closed=False), 2: Shard(closed=False)}
    sessions.confirm(2)
    loop = asyncio.create_task(gateway.run(SimpleNamespace(shards=shards, sessions=sessions)))
    for _ in range(20):
        await asyncio.sleep(0)
    loop.cancel()

    assert shards[1].reconnections > 0
    # discord.py connects a closed one itself
    assert (shards[0].reconnections, shards[2].reconnections) == (0, 0)
