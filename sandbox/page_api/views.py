"""JSON of the sandbox's state as one person sees it, for the web page."""

from __future__ import annotations

from sandbox.models.entities import THREADS, Channel, ChannelType, Guild, Json, Message, User
from sandbox.page_api.read_marks import ReadMarks
from sandbox.payloads.messages import message_json
from sandbox.permissions import Permission, may
from sandbox.state.world import World

# Number of messages shown in a channel, so that the page stays fast.
HISTORY = 200
_WRITABLE_TYPES = {ChannelType.TEXT, ChannelType.ANNOUNCEMENT, *THREADS}


def people(world: World) -> list[User]:
    """Return the users that the page shows: people before bots, without the guilds' owner."""
    users = [user for user in world.users.values() if user is not world.owner]
    return sorted(users, key=lambda user: user.bot)


def sees_channel(user: User, channel: Channel) -> bool:
    return may(user, channel, Permission.VIEW_CHANNEL)


def guild_channels(guild: Guild, user: User) -> list[Channel]:
    """Return a guild's channels for messages that a user sees, each followed by its threads."""
    seen = [
        c for c in guild.channels.values() if c.type in _WRITABLE_TYPES and sees_channel(user, c)
    ]
    top = sorted((c for c in seen if c.thread is None), key=lambda c: (c.position, c.id))
    ordered = []
    for channel in top:
        ordered.append(channel)
        ordered += [c for c in seen if c.thread is not None and c.parent is channel]
    return ordered + [c for c in seen if c not in ordered]


def direct_channels(world: World, user: User) -> list[Channel]:
    return [c for c in world.channels.values() if c.guild is None and user in c.recipients]


def all_channels(world: World, user: User) -> list[Channel]:
    places = [guild_channels(g, user) for g in world.guilds.values() if user.id in g.members]
    return [c for channels in places for c in channels] + direct_channels(world, user)


def channel_title(channel: Channel, viewer: User) -> str:
    """Return the name of a channel; for a direct message, the names of the other participants."""
    if channel.guild is not None:
        return channel.name
    return channel.name or ", ".join(u.name for u in channel.recipients if u is not viewer)


def channel_view(channel: Channel, viewer: User, marks: ReadMarks) -> Json:
    kind = "thread" if channel.thread else "text" if channel.guild else "dm"
    thread = channel.thread
    return {
        "id": str(channel.id),
        "name": channel_title(channel, viewer),
        "kind": kind,
        "archived": bool(thread and thread.archived),
        "locked": bool(thread and thread.locked),
    } | marks.badges(viewer, channel)


def person_view(world: World, person: User, marks: ReadMarks) -> Json:
    """Return a person's entry in the page's list "Who am I", with counts of unread messages."""
    made: Json = {"id": str(person.id), "name": person.name, "bot": person.bot}
    if person.bot:
        return made | {"unread": 0, "mentions": 0}
    badges = [marks.badges(person, channel) for channel in all_channels(world, person)]
    return made | {
        "unread": sum(badge["unread"] for badge in badges),
        "mentions": sum(badge["mentions"] for badge in badges),
    }


def guild_view(guild: Guild, viewer: User, marks: ReadMarks) -> Json:
    return {
        "id": str(guild.id),
        "name": guild.name,
        "roles": [
            {"id": str(role.id), "name": role.name}
            for role in guild.roles.values()
            if role.id != guild.id
        ],
        "channels": [channel_view(c, viewer, marks) for c in guild_channels(guild, viewer)],
    }


def state_view(world: World, viewer: User, marks: ReadMarks) -> Json:
    """Return the state that the page shows, without messages: people, guilds, unread counts."""
    return {
        "me": str(viewer.id),
        "people": [person_view(world, user, marks) for user in people(world)],
        "guilds": [
            guild_view(guild, viewer, marks)
            for guild in world.guilds.values()
            if viewer.id in guild.members
        ],
        "dms": [channel_view(c, viewer, marks) for c in direct_channels(world, viewer)],
    }


def message_view(message: Message, viewer: User) -> Json:
    """Return a message as in Discord's API, and whether the message pinged the viewer."""
    return message_json(message, viewer) | {"pinged": viewer.id in message.notified}


def history(channel: Channel, viewer: User, marks: ReadMarks) -> list[Json]:
    """Return the newest messages of a channel that the viewer sees, oldest first."""
    seen = [m for m in channel.messages.values() if marks.sees(viewer, m)]
    return [message_view(m, viewer) for m in sorted(seen, key=lambda m: m.id)[-HISTORY:]]
