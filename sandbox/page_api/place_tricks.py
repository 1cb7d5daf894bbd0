"""Mischief with channels, servers and people."""

from __future__ import annotations

from sandbox.guild import GuildHandle
from sandbox.models.entities import Channel
from sandbox.page_api.live import Refusal
from sandbox.page_api.stage import Stage, Trick
from sandbox.permissions import Permission
from sandbox.state import guilds

HERE, PEOPLE = "This channel", "Server and people"
PERMISSIONS = {
    "VIEW_CHANNEL": "View Channel",
    "SEND_MESSAGES": "Send Messages",
    "SEND_MESSAGES_IN_THREADS": "Send Messages in Threads",
    "ATTACH_FILES": "Attach Files",
    "EMBED_LINKS": "Embed Links",
}


def _revoke(stage: Stage, choice: str) -> str:
    stage.mischief.revoke(Permission[choice], _rights_of(stage), stage.app)
    return f"{stage.app.name} lost {PERMISSIONS[choice]} in this channel."


def _restore(stage: Stage, _: str) -> str:
    stage.mischief.restore(_rights_of(stage), stage.app)
    return f"{stage.app.name} has its permissions in this channel again."


def _rights_of(stage: Stage) -> Channel:
    """Return the channel whose exceptions count: a thread has its parent's."""
    assert stage.guild is not None
    return stage.place.parent if stage.place.thread and stage.place.parent else stage.place


def _delete_message(stage: Stage, _: str) -> str:
    own = [m for m in stage.place.messages.values() if m.author is stage.app.bot]
    if not own:
        raise Refusal(f"{stage.app.name} has no message here.")
    stage.mischief.delete_message(own[-1])
    return f"The newest message of {stage.app.name} is gone."


def _delete_channel(stage: Stage, _: str) -> str:
    name = stage.place.name
    assert stage.guild is not None
    stage.mischief.delete_channel(stage.place)
    return f"{name} is gone."


def _archive(stage: Stage, _: str) -> str:
    stage.mischief.archive(stage.thread)
    return "The thread is archived: edits are refused, a new message opens it again."


def _lock(stage: Stage, _: str) -> str:
    stage.mischief.archive(stage.thread, locked=True)
    return "The thread is archived and locked."


def _kick(stage: Stage, _: str) -> str:
    if stage.app.bot.id in stage.guild.members:
        stage.mischief.kick(stage.guild, stage.app)
        return f"{stage.app.name} was kicked. Press again to invite it."
    GuildHandle(stage.core, stage.guild).invite(stage.app)
    return f"{stage.app.name} was invited again."


def _guild_outage(stage: Stage, _: str) -> str:
    available = stage.guild.unavailable
    guilds.set_available(stage.core.world, stage.guild, available=available)
    return "The server can be reached again." if available else "The server is unavailable."


def _direct(stage: Stage, _: str) -> str:
    stage.viewer.dms_open = not stage.viewer.dms_open
    state = "open" if stage.viewer.dms_open else "closed"
    return f"{stage.viewer.name}'s direct messages are {state}."


TRICKS = [
    Trick("revoke", HERE, "Revoke", _revoke, choices=tuple(PERMISSIONS.items())),
    Trick("restore", HERE, "Give permissions back", _restore),
    Trick("delete-message", HERE, "Delete the bot's last message", _delete_message),
    Trick("archive", HERE, "Archive the thread", _archive),
    Trick("lock", HERE, "Archive and lock", _lock),
    Trick("delete-channel", HERE, "Delete this channel", _delete_channel),
    Trick("kick", PEOPLE, "Kick or invite the bot", _kick),
    Trick("guild-outage", PEOPLE, "Server outage, on or off", _guild_outage),
    Trick("dms", PEOPLE, "Close my DMs", _direct, is_on=lambda _, viewer: not viewer.dms_open),
]
