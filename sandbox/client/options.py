"""Command options as a person fills them in, with the checks of Discord's client."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sandbox.errors import NotPossible
from sandbox.models.entities import Attachment, Channel, Command, Json, Message, Role, User
from sandbox.payloads.guilds import partial_channel_json
from sandbox.payloads.messages import attachment_json, message_json
from sandbox.payloads.users import member_json, role_json, user_json
from sandbox.permissions import channel_permissions
from sandbox.state.world import World

SUB_COMMAND, SUB_GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE = range(1, 9)
MENTIONABLE, NUMBER, ATTACHMENT = 9, 10, 11

# The objects that an id in an option can refer to.
Thing = User | Role | Channel | Attachment


@dataclass(frozen=True, slots=True)
class Filled:
    """Input to a command: sub-command words, option values by name, and the focused option."""

    words: tuple[str, ...]
    values: Mapping[str, Any]
    focused: str | None = None


def command_data(command: Command, filled: Filled, channel: Channel) -> Json:
    """Return the `data` of a slash command or autocomplete interaction."""
    resolved = _Resolved(channel)
    options = _level(command.raw, filled, filled.words, resolved)
    data: Json = {"id": str(command.id), "name": command.name, "type": command.type}
    if options:
        data["options"] = options
    if resolved.data:
        data["resolved"] = resolved.data
    if command.guild_id is not None:
        data["guild_id"] = str(command.guild_id)
    return data


def resolved_entities(world: World, channel: Channel, ids: Iterable[str]) -> Json:
    """Return the `resolved` data for the users, roles and channels chosen in a select."""
    resolved = _Resolved(channel)
    roles = channel.guild.roles if channel.guild else {}
    for number in map(int, ids):
        thing = world.users.get(number) or roles.get(number) or world.channels.get(number)
        if thing is None:
            raise NotPossible(f"There is no user, role or channel with the id {number}.")
        resolved.any(thing)
    return resolved.data


def target_data(command: Command, target: User | Message, channel: Channel) -> Json:
    """Return the `data` of a context menu command on a user or message."""
    resolved = _Resolved(channel)
    if isinstance(target, Message):
        resolved.data["messages"] = {str(target.id): message_json(target)}
    else:
        resolved.user(target)
    return {
        "id": str(command.id),
        "name": command.name,
        "type": command.type,
        "target_id": str(target.id),
        "resolved": resolved.data,
    }


class _Resolved:
    """Collector of the full objects behind ids."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.data: Json = {}

    def _put(self, kind: str, number: int, value: Json) -> None:
        self.data.setdefault(kind, {})[str(number)] = value

    def user(self, user: User) -> None:
        self._put("users", user.id, user_json(user))
        guild = self.channel.guild
        if guild is not None and user.id in guild.members:
            member = member_json(guild.members[user.id], with_user=False)
            granted = str(channel_permissions(self.channel, user))
            self._put("members", user.id, member | {"permissions": granted})

    def any(self, thing: Thing) -> None:
        if isinstance(thing, User):
            self.user(thing)
        elif isinstance(thing, Attachment):
            self._put("attachments", thing.id, attachment_json(thing))
        elif isinstance(thing, Role):
            self._put("roles", thing.id, role_json(thing))
        else:
            viewer = thing.recipients[0] if thing.recipients else User(0, "")
            self._put("channels", thing.id, partial_channel_json(thing, viewer, 0))


def _level(owner: Json, filled: Filled, words: tuple[str, ...], resolved: _Resolved) -> list[Json]:
    options: list[Json] = owner.get("options") or []
    nested = [o for o in options if o["type"] in (SUB_COMMAND, SUB_GROUP)]
    if nested:
        return [_nested(nested, filled, words, resolved)]
    if words:
        raise NotPossible(f"There is no sub-command {words[0]!r}.")
    strange = filled.values.keys() - {o["name"] for o in options}
    if strange:
        known = [o["name"] for o in options]
        raise NotPossible(f"There is no option {min(strange)!r}; there are {known}.")
    _refuse_unsupported_focus(options, filled)
    return [_one(o, filled, resolved) for o in options if _given(o, filled)]


def _refuse_unsupported_focus(options: list[Json], filled: Filled) -> None:
    """Refuse autocomplete for an option that does not support it."""
    if filled.focused is None:
        return
    offering = [o["name"] for o in options if o.get("autocomplete")]
    if filled.focused not in offering:
        raise NotPossible(f"The option {filled.focused!r} has no autocomplete; {offering} have.")
    if filled.values.get(filled.focused) is None:
        raise NotPossible(f"Nothing is typed into {filled.focused!r}; an empty text would do.")


def _nested(
    options: list[Json], filled: Filled, words: tuple[str, ...], resolved: _Resolved
) -> Json:
    found = next((o for o in options if words and o["name"] == words[0]), None)
    if found is None:
        raise NotPossible(f"Choose a sub-command of {[o['name'] for o in options]}.")
    inside = _level(found, filled, words[1:], resolved)
    return {"name": found["name"], "type": found["type"], "options": inside}


def _given(option: Json, filled: Filled) -> bool:
    given = filled.values.get(option["name"]) is not None
    if not given and option.get("required") and filled.focused is None:
        raise NotPossible(f"The option {option['name']!r} is required.")
    return given


def _one(option: Json, filled: Filled, resolved: _Resolved) -> Json:
    name, value = option["name"], filled.values[option["name"]]
    made: Json = {"name": name, "type": option["type"]}
    if name == filled.focused:
        return made | {"value": str(value), "focused": True}
    if option["type"] in (USER, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT):
        thing = _thing(option, value)
        resolved.any(thing)
        return made | {"value": str(thing.id)}
    return made | {"value": _plain(option, value, strict=filled.focused is None)}


def _thing(option: Json, value: Any) -> Thing:
    value = getattr(value, "user", value)
    wanted: dict[int, tuple[type, ...]] = {
        USER: (User,), ROLE: (Role,), CHANNEL: (Channel,), MENTIONABLE: (User, Role),
        ATTACHMENT: (Attachment,),
    }  # fmt: skip
    if not isinstance(value, wanted[option["type"]]):
        raise NotPossible(f"{option['name']!r} takes no {type(value).__name__}.")
    assert isinstance(value, Thing)
    kinds = option.get("channel_types")
    if isinstance(value, Channel) and kinds and value.type not in kinds:
        raise NotPossible(f"{option['name']!r} takes only channels of the types {kinds}.")
    return value


def _plain(option: Json, value: Any, *, strict: bool) -> Any:
    """Return a string, number or boolean, checked against the option's limits and choices."""
    types: dict[int, tuple[type, ...]] = {
        STRING: (str,), INTEGER: (int,), BOOLEAN: (bool,), NUMBER: (int, float),
    }  # fmt: skip
    expected = types.get(option["type"])
    wrong_bool = isinstance(value, bool) and option["type"] != BOOLEAN
    if expected is None or not isinstance(value, expected) or wrong_bool:
        raise NotPossible(f"{option['name']!r} does not take {value!r}.")
    if strict:
        _within(option, value)
    choices = {c["name"]: c["value"] for c in option.get("choices") or []}
    if choices and value not in choices.values():
        if value not in choices:
            raise NotPossible(f"{option['name']!r} must be one of {list(choices)}.")
        return choices[value]
    return value


def _within(option: Json, value: Any) -> None:
    size, low, high = value, option.get("min_value"), option.get("max_value")
    if option["type"] == STRING:
        size, low, high = len(value), option.get("min_length"), option.get("max_length", 6000)
    if low is not None and size < low:
        raise NotPossible(f"{option['name']!r} must be at least {low}.")
    if high is not None and size > high:
        raise NotPossible(f"{option['name']!r} must be at most {high}.")
