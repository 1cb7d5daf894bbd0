"""Rules for application commands (Discord's documentation, "Application Commands")."""

from __future__ import annotations

import re

from sandbox.models.entities import Json
from sandbox.validation.faults import Faults

CHAT_INPUT, USER, MESSAGE = 1, 2, 3
SUB_COMMAND, SUB_GROUP = 1, 2
COMMAND_TEXT = 8000
# How many commands of a type an application may have in one scope.
COUNTS = {CHAT_INPUT: 100, USER: 15, MESSAGE: 15}
_NAME = re.compile(r"^[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}$")
_KEYS = frozenset(
    {
        "id", "application_id", "guild_id", "version", "type", "name", "name_localizations",
        "description", "description_localizations", "options", "default_member_permissions",
        "dm_permission", "default_permission", "nsfw", "integration_types", "contexts", "handler",
    }
)  # fmt: skip
_OPTION_KEYS = frozenset(
    {
        "type", "name", "name_localizations", "description", "description_localizations",
        "required", "choices", "options", "channel_types", "min_value", "max_value",
        "min_length", "max_length", "autocomplete",
    }
)  # fmt: skip


def check_commands(commands: object) -> list[Json]:
    """Refuse (400) a list of commands that Discord would refuse; give back its objects."""
    faults = Faults()
    found = faults.items("", commands, (0, sum(COUNTS.values())))
    for number, command in enumerate(found):
        _command(faults, str(number), command)
    for kind, limit in COUNTS.items():
        if sum(_kind(c) == kind for c in found) > limit:
            faults.add("", f"At most {limit} commands of type {kind}.")
    _unique(faults, found)
    faults.refuse()
    return found


def _kind(command: Json) -> int:
    return command.get("type") or CHAT_INPUT


def _unique(faults: Faults, commands: list[Json]) -> None:
    seen: set[tuple[int, str]] = set()
    for number, command in enumerate(commands):
        key = (_kind(command), str(command.get("name")))
        if key in seen:
            faults.add(f"{number}.name", "Application command names must be unique")
        seen.add(key)


def _command(faults: Faults, path: str, command: Json) -> None:
    faults.keys(path, command, _KEYS)
    if _kind(command) == CHAT_INPUT:
        _name(faults, path, command)
        faults.text(path, command, "description", (1, 100))
        _options(faults, path, command, depth=0)
        if _text_length(command) > COMMAND_TEXT:
            faults.add(path, f"Command exceeds maximum size ({COMMAND_TEXT}).")
        return
    faults.text(path, command, "name", (1, 32))
    for key in ("description", "options"):
        if command.get(key):
            faults.add(f"{path}.{key}", f"A context menu has no {key}.")


def _name(faults: Faults, path: str, named: Json) -> None:
    name = named.get("name")
    if not isinstance(name, str) or not _NAME.match(name) or name != name.lower():
        faults.add(
            f"{path}.name",
            "Command name is invalid: 1 to 32 lower-case letters, digits, dashes, underscores.",
        )


def _options(faults: Faults, path: str, owner: Json, depth: int) -> None:
    options = faults.items(f"{path}.options", owner.get("options"), (0, 25))
    optional_seen = False
    names: set[str] = set()
    for number, option in enumerate(options):
        where = f"{path}.options.{number}"
        _option(faults, where, option, depth)
        if option.get("required") and optional_seen:
            faults.add(where, "Required options must be placed before non-required options")
        optional_seen |= not option.get("required")
        if option.get("name") in names:
            faults.add(f"{where}.name", "Option names must be unique")
        names.add(str(option.get("name")))
    nested = [o.get("type") in (SUB_COMMAND, SUB_GROUP) for o in options]
    if any(nested) and not all(nested):
        faults.add(f"{path}.options", "Sub-commands and options cannot be mixed")


def _option(faults: Faults, path: str, option: Json, depth: int) -> None:
    faults.keys(path, option, _OPTION_KEYS)
    _name(faults, path, option)
    faults.text(path, option, "description", (1, 100))
    kind = option.get("type")
    if not isinstance(kind, int) or not 1 <= kind <= 11:
        faults.add(f"{path}.type", "Value must be one of 1 to 11.")
    elif kind in (SUB_COMMAND, SUB_GROUP):
        if depth + (kind == SUB_COMMAND) > 2 or (kind == SUB_GROUP and depth > 0):
            faults.add(f"{path}.type", "Sub-commands are nested too deeply.")
        _options(faults, path, option, depth + 1)
    elif option.get("options"):
        faults.add(f"{path}.options", "Only sub-commands have options.")
    _choices(faults, path, option)


def _choices(faults: Faults, path: str, option: Json) -> None:
    choices = faults.items(f"{path}.choices", option.get("choices"), (0, 25))
    if choices and option.get("autocomplete"):
        faults.add(f"{path}.autocomplete", "Autocomplete and choices exclude each other.")
    if option.get("autocomplete") and option.get("type") not in (3, 4, 10):
        faults.add(f"{path}.autocomplete", "Only text and numbers have autocomplete.")
    check_choices(faults, f"{path}.choices", choices)


def check_choices(faults: Faults, path: str, choices: list[Json]) -> None:
    """Rules for choices, fixed or from autocomplete."""
    for number, choice in enumerate(choices):
        where = f"{path}.{number}"
        faults.keys(where, choice, {"name", "name_localizations", "value"})
        faults.text(where, choice, "name", (1, 100))
        value = choice.get("value")
        if isinstance(value, str):
            faults.text(where, choice, "value", (1, 100))
        elif not isinstance(value, int | float) or isinstance(value, bool):
            faults.add(f"{where}.value", "Must be text or a number.")


def _text_length(part: Json) -> int:
    texts = [part.get(k) for k in ("name", "description", "value")]
    inside = [*(part.get("options") or []), *(part.get("choices") or [])]
    return sum(len(t) for t in texts if isinstance(t, str)) + sum(
        _text_length(p) for p in inside if isinstance(p, dict)
    )
