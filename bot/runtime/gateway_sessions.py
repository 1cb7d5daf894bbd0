"""Sessions of the gateway: a new one names all servers of its shard, and the others are gone."""

from typing import Any

import discord


def believe_new_sessions(client: discord.AutoShardedClient) -> None:
    """Let the client forget servers that a new session does not name.

    A removal that happens while a session is lost is never told. A client with shards adds what
    the new one names, and keeps all else for ever: discord.py has no other way to correct it.
    """
    state = client._connection  # noqa: SLF001
    read = state.parsers["READY"]

    def ready(data: dict[str, Any]) -> None:
        shard_id, _ = data["shard"]
        named = {int(each["id"]) for each in data["guilds"]}
        for guild in client.guilds:
            if guild.shard_id == shard_id and guild.id not in named:
                state._remove_guild(guild)  # noqa: SLF001
        read(data)

    state.parsers["READY"] = ready
