"""Buttons of the fault panel for channels, guilds and people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from sandbox.guild import GuildHandle
from sandbox.models.entities import Channel
from sandbox.page_api.fault_controls import FaultContext, FaultControl
from sandbox.page_api.window import Refusal
from sandbox.permissions import Permission
from sandbox.state import guilds

THIS_CHANNEL, PEOPLE = "This channel", "Server and people"
PERMISSIONS = {
    "VIEW_CHANNEL": "View Channel",
    "SEND_MESSAGES": "Send Messages",
    "SEND_MESSAGES_IN_THREADS": "Send Messages in Threads",
    "ATTACH_FILES": "Attach Files",
    "EMBED_LINKS": "Embed Links",
}

NEW_PEOPLE = ("Cat", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo")
# by key: the name of the role and its permissions in the whole server
ROLES = {
    "member": ("Member", 0),
    "moderator": ("Moderator", Permission.MANAGE_MESSAGES),
    "manager": ("Manager", Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES),
}


def _revoke(context: FaultContext, choice: str) -> str:
    context.faults.revoke(Permission[choice], _overwrite_channel(context), context.app)
    return f"{context.app.name} lost {PERMISSIONS[choice]} in this channel."


def _restore(context: FaultContext, _: str) -> str:
    context.faults.restore(_overwrite_channel(context), context.app)
    return f"{context.app.name} has its permissions in this channel again."


def _overwrite_channel(context: FaultContext) -> Channel:
    """Return the channel whose overwrites apply: the parent of a thread, or the channel itself."""
    assert context.guild is not None
    return (
        context.location.parent
        if context.location.thread and context.location.parent
        else context.location
    )


def _delete_message(context: FaultContext, _: str) -> str:
    own = [m for m in context.location.messages.values() if m.author is context.app.bot]
    if not own:
        raise Refusal(f"{context.app.name} has no message here.")
    context.faults.delete_message(own[-1])
    return f"The newest message of {context.app.name} was deleted."


def _delete_channel(context: FaultContext, _: str) -> str:
    name = context.location.name
    assert context.guild is not None
    context.faults.delete_channel(context.location)
    return f"{name} was deleted."


def _archive(context: FaultContext, _: str) -> str:
    context.faults.archive(context.thread)
    return "The thread is archived: edits are refused, a new message opens it again."


def _lock(context: FaultContext, _: str) -> str:
    context.faults.archive(context.thread, locked=True)
    return "The thread is archived and locked."


def _kick(context: FaultContext, _: str) -> str:
    if context.app.bot.id in context.guild.members:
        context.faults.kick(context.guild, context.app)
        return f"{context.app.name} was kicked. Press again to invite it."
    GuildHandle(context.core, context.guild).invite(context.app)
    return f"{context.app.name} was invited again."


def _guild_outage(context: FaultContext, _: str) -> str:
    available = context.guild.unavailable
    guilds.set_available(context.core.world, context.guild, available=available)
    return "The server can be reached again." if available else "The server is unavailable."


def _direct(context: FaultContext, _: str) -> str:
    context.viewer.dms_open = not context.viewer.dms_open
    state = "open" if context.viewer.dms_open else "closed"
    return f"{context.viewer.name}'s direct messages are {state}."


def _add_person(context: FaultContext, choice: str) -> str:
    taken = {user.name for user in context.core.world.users.values()}
    name = next(name for name in _names() if name not in taken)
    guild = GuildHandle(context.core, context.guild)
    role, permissions = ROLES[choice]
    roles = [guild.create_role(role, permissions)] if permissions else []
    guild.add_member(name, *roles)
    return f"{name} joined as {role.lower()}. Choose the name in the list to be {name}."


def _names() -> Iterator[str]:
    """Yield names for new people: a list, then the same names with numbers."""
    for round_ in count(1):
        for name in NEW_PEOPLE:
            yield name if round_ == 1 else f"{name} {round_}"


CONTROLS = [
    FaultControl("revoke", THIS_CHANNEL, "Revoke", _revoke, choices=tuple(PERMISSIONS.items())),
    FaultControl("restore", THIS_CHANNEL, "Give permissions back", _restore),
    FaultControl("delete-message", THIS_CHANNEL, "Delete the bot's last message", _delete_message),
    FaultControl("archive", THIS_CHANNEL, "Archive the thread", _archive),
    FaultControl("lock", THIS_CHANNEL, "Archive and lock", _lock),
    FaultControl("delete-channel", THIS_CHANNEL, "Delete this channel", _delete_channel),
    FaultControl(
        "add-person",
        PEOPLE,
        "Add a person",
        _add_person,
        choices=tuple((key, role) for key, (role, _) in ROLES.items()),
    ),
    FaultControl("kick", PEOPLE, "Kick or invite the bot", _kick),
    FaultControl("guild-outage", PEOPLE, "Server outage, on or off", _guild_outage),
    FaultControl(
        "dms", PEOPLE, "Close my DMs", _direct, is_on=lambda _, viewer: not viewer.dms_open
    ),
]
