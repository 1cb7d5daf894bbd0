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

# objects to which an id in an option can refer
Entity = User | Role | Channel | Attachment


@dataclass(frozen=True, slots=True)
class CommandInput:
    """Command as a person typed it: sub-commands, option values by name, the focused option."""

    words: tuple[str, ...]
    values: Mapping[str, Any]
    focused: str | None = None


def command_data(command: Command, command_input: CommandInput, channel: Channel) -> Json:
    """Return the payload (`data`) of a slash command or autocomplete interaction."""
    resolved = _Resolved(channel)
    options = _level(command.raw, command_input, command_input.words, resolved)
    data: Json = {"id": str(command.id), "name": command.name, "type": command.type}
    if options:
        data["options"] = options
    if resolved.data:
        data["resolved"] = resolved.data
    if command.guild_id is not None:
        data["guild_id"] = str(command.guild_id)
    return data


def resolved_entities(world: World, channel: Channel, ids: Iterable[str]) -> Json:
    """Return the JSON objects of the users, roles and channels chosen in a select (`resolved`).

    :raises NotPossible: when an id belongs to none of them.
    """
    resolved = _Resolved(channel)
    roles = channel.guild.roles if channel.guild else {}
    for number in map(int, ids):
        entity = world.users.get(number) or roles.get(number) or world.channels.get(number)
        if entity is None:
            raise NotPossible(f"There is no user, role or channel with the id {number}.")
        resolved.any(entity)
    return resolved.data


def target_data(command: Command, target: User | Message, channel: Channel) -> Json:
    """Return the payload (`data`) of a context menu command on a user or message."""
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
    """Collector of the objects to which ids refer."""

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

    def any(self, entity: Entity) -> None:
        if isinstance(entity, User):
            self.user(entity)
        elif isinstance(entity, Attachment):
            self._put("attachments", entity.id, attachment_json(entity))
        elif isinstance(entity, Role):
            self._put("roles", entity.id, role_json(entity))
        else:
            viewer = entity.recipients[0] if entity.recipients else User(0, "")
            self._put("channels", entity.id, partial_channel_json(entity, viewer, 0))


def _level(
    owner: Json, command_input: CommandInput, words: tuple[str, ...], resolved: _Resolved
) -> list[Json]:
    options: list[Json] = owner.get("options") or []
    nested = [o for o in options if o["type"] in (SUB_COMMAND, SUB_GROUP)]
    if nested:
        return [_nested(nested, command_input, words, resolved)]
    if words:
        raise NotPossible(f"There is no sub-command {words[0]!r}.")
    unknown = command_input.values.keys() - {o["name"] for o in options}
    if unknown:
        known = [o["name"] for o in options]
        raise NotPossible(f"There is no option {min(unknown)!r}; there are {known}.")
    _refuse_unsupported_focus(options, command_input)
    return [_one(o, command_input, resolved) for o in options if _given(o, command_input)]


def _refuse_unsupported_focus(options: list[Json], command_input: CommandInput) -> None:
    """Refuse autocomplete for an option that does not support it."""
    if command_input.focused is None:
        return
    offering = [o["name"] for o in options if o.get("autocomplete")]
    if command_input.focused not in offering:
        raise NotPossible(
            f"The option {command_input.focused!r} has no autocomplete; {offering} have."
        )
    if command_input.values.get(command_input.focused) is None:
        raise NotPossible(
            f"Nothing is typed into {command_input.focused!r}; an empty text would do."
        )


def _nested(
    options: list[Json], command_input: CommandInput, words: tuple[str, ...], resolved: _Resolved
) -> Json:
    found = next((o for o in options if words and o["name"] == words[0]), None)
    if found is None:
        raise NotPossible(f"Choose a sub-command of {[o['name'] for o in options]}.")
    inside = _level(found, command_input, words[1:], resolved)
    return {"name": found["name"], "type": found["type"], "options": inside}


def _given(option: Json, command_input: CommandInput) -> bool:
    given = command_input.values.get(option["name"]) is not None
    if not given and option.get("required") and command_input.focused is None:
        raise NotPossible(f"The option {option['name']!r} is required.")
    return given


def _one(option: Json, command_input: CommandInput, resolved: _Resolved) -> Json:
    name, value = option["name"], command_input.values[option["name"]]
    made: Json = {"name": name, "type": option["type"]}
    if name == command_input.focused:
        return made | {"value": str(value), "focused": True}
    if option["type"] in (USER, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT):
        entity = _entity(option, value)
        resolved.any(entity)
        return made | {"value": str(entity.id)}
    return made | {"value": _plain(option, value, strict=command_input.focused is None)}


def _entity(option: Json, value: Any) -> Entity:
    value = getattr(value, "user", value)
    wanted: dict[int, tuple[type, ...]] = {
        USER: (User,), ROLE: (Role,), CHANNEL: (Channel,), MENTIONABLE: (User, Role),
        ATTACHMENT: (Attachment,),
    }  # fmt: skip
    if not isinstance(value, wanted[option["type"]]):
        raise NotPossible(f"{option['name']!r} takes no {type(value).__name__}.")
    assert isinstance(value, Entity)
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
