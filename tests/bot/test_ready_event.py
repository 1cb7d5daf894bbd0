"""READY events: the shard they belong to, and the servers that are no longer there."""

from types import SimpleNamespace

import pytest

from bot.context.gateway_sessions import GatewaySessions
from bot.runtime.ready_event import prepare_ready_events

SHARDS = 2
EVEN, ODD = 2 << 22, 3 << 22  # servers of the shards 0 and 1


class Client:
    """The parts of a client that READY events touch."""

    def __init__(self, *guilds, shards=SHARDS, ids=None):
        self.guilds = [SimpleNamespace(id=each, shard_id=(each >> 22) % shards) for each in guilds]
        self.shard_count, self.shard_ids = shards, ids
        self.sessions = GatewaySessions()
        self.parsed, self.removed = [], []
        self._connection = SimpleNamespace(
            parsers={"READY": self.parsed.append},
            _remove_guild=lambda guild: self.removed.append(guild.id),
        )
        prepare_ready_events(self)

    def ready(self, *guilds, **more):
        """Return the shard that discord.py reads, and the servers that the client forgets."""
        self._connection.parsers["READY"]({"guilds": [{"id": str(g)} for g in guilds], **more})
        return self.parsed[-1]["shard"], self.removed


@pytest.mark.parametrize(
    ("guilds", "named", "expected"),
    [
        ([], {"shard": [1, 2]}, ([1, 2], [ODD])),
        ([ODD], {"shard": [1, 2]}, ([1, 2], [])),
        ([EVEN], {}, ([0, 2], [])),
        ([ODD + 2], {}, ([1, 2], [ODD])),
    ],
    ids=["named", "named-and-present", "by-its-server", "by-another-server"],
)
def test_servers_of_the_shard_are_compared(guilds, named, expected):
    assert Client(EVEN, ODD).ready(*guilds, **named) == expected


def test_a_single_shard_needs_no_name():
    assert Client(EVEN, ODD, shards=1).ready(EVEN) == ([0, 1], [ODD])
    assert Client(EVEN, shards=1).ready() == ([0, 1], [EVEN])


@pytest.mark.parametrize(("ids", "confirmed", "shard"), [(None, 0, 1), ([1, 0], 1, 0)])
def test_an_unknown_shard_is_one_that_waits_and_loses_no_server(ids, confirmed, shard):
    client = Client(EVEN, ODD, ids=ids)
    client.sessions.confirm(confirmed)

    assert client.ready() == ([shard, 2], [])


def test_an_unknown_shard_is_one_of_this_process():
    assert Client(EVEN, ODD, ids=[1]).ready() == ([1, 2], [])


def test_an_unknown_shard_is_the_first_if_none_waits():
    client = Client(EVEN, ODD)
    client.sessions.confirm(0)
    client.sessions.confirm(1)

    assert client.ready() == ([0, 2], [])
