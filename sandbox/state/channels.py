"""Changes to channels and threads: create, update, archive, delete."""

from __future__ import annotations

from sandbox.models.entities import Channel, ChannelType, Guild, Message, Overwrite, Thread, User
from sandbox.payloads.guilds import channel_json, thread_member_json
from sandbox.state.events import Event, Intent
from sandbox.state.world import World


def create_channel(
    world: World, guild: Guild, name: str, kind: ChannelType = ChannelType.TEXT
) -> Channel:
    channel = Channel(world.snowflakes.new(), kind, name, guild, position=len(guild.channels))
    _enter(world, channel)
    _publish(world, "CHANNEL_CREATE", channel)
    return channel


def create_thread(
    world: World,
    parent: Channel,
    name: str,
    owner: User,
    *,
    starter: Message | None = None,
    private: bool = False,
) -> Channel:
    """Create a thread; as on Discord, a thread from a message has the message's id."""
    kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
    thread_id = starter.id if starter else world.snowflakes.new()
    now = world.clock.now()
    thread = Thread(owner.id, now, member_ids={owner.id: now})
    channel = Channel(thread_id, kind, name, parent.guild, parent, thread=thread)
    if starter is not None:
        starter.thread_started = channel
        starter.flags |= 1 << 5
    _enter(world, channel)
    _publish(world, "THREAD_CREATE", channel)
    return channel


def delete_channel(world: World, channel: Channel) -> None:
    """Delete a channel or thread with its messages and threads."""
    assert channel.guild is not None, "Direct messages are closed, not deleted."
    for thread in [c for c in channel.guild.threads if c.parent is channel]:
        delete_channel(world, thread)
    _publish(world, "THREAD_DELETE" if channel.thread else "CHANNEL_DELETE", channel)
    for message in channel.messages.values():
        message.deleted = True
    del world.channels[channel.id]
    del channel.guild.channels[channel.id]


def update_thread(
    world: World, channel: Channel, *, archived: bool | None = None, locked: bool | None = None
) -> None:
    assert channel.thread is not None, "Only threads are archived or locked."
    if locked is not None:
        channel.thread.locked = locked
    if archived is not None and archived != channel.thread.archived:
        channel.thread.archived = archived
        channel.thread.archived_at = world.clock.now()
    updated(world, channel)


def add_thread_member(world: World, channel: Channel, user: User) -> None:
    thread = channel.thread
    assert thread is not None
    if user.id in thread.member_ids:
        return
    thread.member_ids[user.id] = world.clock.now()
    data = {
        "id": str(channel.id),
        "guild_id": str(channel.guild_id),
        "member_count": len(thread.member_ids),
        "added_members": [thread_member_json(channel, user.id)],
    }
    world.emit(Event("THREAD_MEMBERS_UPDATE", data, channel.guild, channel, Intent.GUILDS))
    world.feed.publish("channel", channel)


def set_overwrite(
    world: World, channel: Channel, overwrite: Overwrite, *, remove: bool = False
) -> None:
    """Set or remove the permission overwrite of a role or member in a channel."""
    if remove:
        channel.overwrites.pop(overwrite.target_id, None)
    else:
        channel.overwrites[overwrite.target_id] = overwrite
    updated(world, channel)


def updated(world: World, channel: Channel) -> None:
    """Publish a channel's current settings to bots and to the web page."""
    _publish(world, "THREAD_UPDATE" if channel.thread else "CHANNEL_UPDATE", channel)


def _enter(world: World, channel: Channel) -> None:
    assert channel.guild is not None
    world.channels[channel.id] = channel
    channel.guild.channels[channel.id] = channel


def _publish(world: World, name: str, channel: Channel) -> None:
    data = channel_json(channel)
    world.emit(Event(name, data, channel.guild, channel, Intent.GUILDS))
    world.feed.publish("channel", channel)
