"""Correction of the gateway's READY events before discord.py reads them."""

from typing import Any

from bot.context.app_context import BotClient
from bot.store.engine.shard_assignment import GUILD_SHIFT


def prepare_ready_events(client: BotClient) -> None:
    """Make each READY event name its shard, and forget servers that the new session lacks.

    Discord sends no event for a removal that happens between two sessions. discord.py's sharded
    client only adds servers when a session starts, and offers no public way to remove them.
    """
    state = client._connection  # noqa: SLF001
    parse = state.parsers["READY"]

    def ready(data: dict[str, Any]) -> None:
        shard_id = _shard_of(data, client.shard_count or 1)
        if shard_id is None:
            data["shard"] = [_first_unconfirmed(client), client.shard_count]
        else:
            data["shard"] = [shard_id, client.shard_count]
            present = {int(each["id"]) for each in data["guilds"]}
            for guild in client.guilds:
                if guild.shard_id == shard_id and guild.id not in present:
                    state._remove_guild(guild)  # noqa: SLF001
        parse(data)

    state.parsers["READY"] = ready


def _shard_of(data: dict[str, Any], count: int) -> int | None:
    """Return the shard of a READY event; None if several are possible.

    Discord names the shard in the event. A stand-in for Discord may leave it out; then a server in
    the event's list tells the shard.
    """
    if "shard" in data:
        return int(data["shard"][0])
    if data["guilds"]:
        return (int(data["guilds"][0]["id"]) >> GUILD_SHIFT) % count
    return 0 if count == 1 else None


def _first_unconfirmed(client: BotClient) -> int:
    numbers = list(client.shard_ids or range(client.shard_count or 1))
    waiting = [each for each in numbers if not client.sessions.is_confirmed(each)]
    return (waiting or numbers)[0]
