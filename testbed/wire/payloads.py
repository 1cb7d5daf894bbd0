"""Payloads of interactions and messages, as Discord sends them to a bot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

APPLICATION, BOT = 1, 2
GUILDS = (7, 99)  # guilds of the bot
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
USER_MENU = 2  # user command
# The id of each role equals its permissions in the guild
ROLES = [
    {"id": str(bits), "name": f"Role {bits}", "permissions": str(bits), "position": 1}
    for bits in (1 << 5, 1 << 13, 1 << 5 | 1 << 13)
]
THEN = "2030-01-02T03:04:05+00:00"
EPHEMERAL = 64

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Someone:
    """User at a location (a guild's channel, or a direct message), with permissions there.

    The permissions come from the role with that id if it exists, else only from the channel.
    """

    id: int
    name: str
    guild_id: int | None = 7
    channel_id: int = 5
    permissions: int = 0
    is_bot: bool = False

    @property
    def user(self) -> Json:
        return {
            "id": str(self.id),
            "username": f"user{self.id}",
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.is_bot,
        }

    @property
    def member(self) -> Json:
        """JSON of the guild member without the user, as in resolved data."""
        return {
            "roles": [str(self.permissions)] if self.permissions else [],
            "joined_at": THEN,
            "nick": None,
            "avatar": None,
            "permissions": str(self.permissions),
            "flags": 0,
            "pending": False,
            "deaf": False,
            "mute": False,
        }


def interaction(number: int, kind: int, who: Someone, data: Json, message: Json | None) -> Json:
    """Return the payload of a user's interaction, of Discord's type `kind`."""
    channel: Json = {"id": str(who.channel_id), "type": 1 if who.guild_id is None else 0}
    channel |= {"name": "games", "position": 0, "permissions": str(who.permissions)}
    payload: Json = {
        "id": str(number),
        "application_id": str(APPLICATION),
        "type": kind,
        "token": f"token-{number}",
        "version": 1,
        "data": data,
        "channel_id": str(who.channel_id),
        "channel": channel | ({} if who.guild_id is None else {"guild_id": str(who.guild_id)}),
        "locale": "en-GB",
        "app_permissions": str(2**48 - 1),
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(who.guild_id or 0)},
        "context": 0 if who.guild_id is not None else 1,
        "attachment_size_limit": 10 * 1024 * 1024,
    }
    if who.guild_id is None:
        payload["user"] = who.user
    else:
        payload |= {
            "guild_id": str(who.guild_id),
            "guild": {"id": str(who.guild_id), "locale": "en-GB", "features": []},
            "member": who.member | {"user": who.user},
        }
    return payload if message is None else payload | {"message": message}


def message(number: int, channel_id: int, body: Mapping[str, Any] | None = None) -> Json:
    """Return the payload of a message by the bot, from the body of the request that posted it."""
    body = body or {}
    return {
        "id": str(number),
        "channel_id": str(channel_id),
        "author": Someone(BOT, "Lifeline", is_bot=True).user,
        "content": body.get("content") or "",
        "timestamp": THEN,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": body.get("components") or [],
        "pinned": False,
        "type": 0,
        "flags": body.get("flags") or 0,
    }


def direct_channel(number: int, body: Mapping[str, Any]) -> Json:
    """Return the payload of a direct channel, from the body of the request that opened it."""
    reader = Someone(int(body["recipient_id"]), "Reader", None)
    return {"id": str(number), "type": 1, "recipients": [reader.user], "last_message_id": None}


def command_data(name: str, options: Sequence[Json] = (), resolved: Json | None = None) -> Json:
    """Return the data of a slash command; `name` may contain a group and a sub-command."""
    first, *rest = name.split()
    found = list(options)
    for word in reversed(rest):
        found = [{"name": word, "type": 1, "options": found}]
    data: Json = {"id": "99", "name": first, "type": 1, "options": found}
    return data | ({} if resolved is None else {"resolved": resolved})


def menu_data(name: str, target: Someone) -> Json:
    """Return the data of a context menu command on a user."""
    data: Json = {"id": "99", "name": name, "type": USER_MENU, "target_id": str(target.id)}
    return data | {"resolved": people(target)}


def people(*found: Someone) -> Json:
    """Return the `resolved` data for users chosen in command options."""
    return {
        "users": {str(each.id): each.user for each in found},
        "members": {str(each.id): each.member for each in found},
    }


def form_data(custom_id: str, fields: Mapping[str, str]) -> Json:
    """Return the data of a submitted modal with each field in a Label."""
    rows = [
        {
            "type": 18,
            "id": number,
            "component": {"type": 4, "id": 100 + number, "custom_id": name, "value": value},
        }
        for number, (name, value) in enumerate(fields.items(), start=1)
    ]
    return {"custom_id": custom_id, "components": rows}
