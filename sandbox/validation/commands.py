"""Rules for application commands (Discord's documentation, "Application Commands")."""

from __future__ import annotations

import re

from sandbox.models.entities import Json
from sandbox.validation.problems import Problems

CHAT_INPUT, USER, MESSAGE = 1, 2, 3
SUB_COMMAND, SUB_GROUP = 1, 2
COMMAND_TEXT = 8000
# limit on commands of each type in one scope
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
    """Return a valid list of commands; refuse a list that Discord would refuse with 400."""
    problems = Problems()
    found = problems.items("", commands, (0, sum(COUNTS.values())))
    for number, command in enumerate(found):
        _command(problems, str(number), command)
    for kind, limit in COUNTS.items():
        if sum(_kind(c) == kind for c in found) > limit:
            problems.add("", f"At most {limit} commands of type {kind}.")
    _unique(problems, found)
    problems.refuse()
    return found


def _kind(command: Json) -> int:
    return command.get("type") or CHAT_INPUT


def _unique(problems: Problems, commands: list[Json]) -> None:
    seen: set[tuple[int, str]] = set()
    for number, command in enumerate(commands):
        key = (_kind(command), str(command.get("name")))
        if key in seen:
            problems.add(f"{number}.name", "Application command names must be unique")
        seen.add(key)


def _command(problems: Problems, path: str, command: Json) -> None:
    problems.keys(path, command, _KEYS)
    if _kind(command) == CHAT_INPUT:
        _name(problems, path, command)
        problems.text(path, command, "description", (1, 100))
        _options(problems, path, command, depth=0)
        if _text_length(command) > COMMAND_TEXT:
            problems.add(path, f"Command exceeds maximum size ({COMMAND_TEXT}).")
        return
    problems.text(path, command, "name", (1, 32))
    for key in ("description", "options"):
        if command.get(key):
            problems.add(f"{path}.{key}", f"A context menu has no {key}.")


def _name(problems: Problems, path: str, named: Json) -> None:
    name = named.get("name")
    if not isinstance(name, str) or not _NAME.match(name) or name != name.lower():
        problems.add(
            f"{path}.name",
            "Command name is invalid: 1 to 32 lower-case letters, digits, dashes, underscores.",
        )


def _options(problems: Problems, path: str, owner: Json, depth: int) -> None:
    options = problems.items(f"{path}.options", owner.get("options"), (0, 25))
    optional_seen = False
    names: set[str] = set()
    for number, option in enumerate(options):
        where = f"{path}.options.{number}"
        _option(problems, where, option, depth)
        if option.get("required") and optional_seen:
            problems.add(where, "Required options must be placed before non-required options")
        optional_seen |= not option.get("required")
        if option.get("name") in names:
            problems.add(f"{where}.name", "Option names must be unique")
        names.add(str(option.get("name")))
    nested = [o.get("type") in (SUB_COMMAND, SUB_GROUP) for o in options]
    if any(nested) and not all(nested):
        problems.add(f"{path}.options", "Sub-commands and options cannot be mixed")


def _option(problems: Problems, path: str, option: Json, depth: int) -> None:
    problems.keys(path, option, _OPTION_KEYS)
    _name(problems, path, option)
    problems.text(path, option, "description", (1, 100))
    kind = option.get("type")
    if not isinstance(kind, int) or not 1 <= kind <= 11:
        problems.add(f"{path}.type", "Value must be one of 1 to 11.")
    elif kind in (SUB_COMMAND, SUB_GROUP):
        if depth + (kind == SUB_COMMAND) > 2 or (kind == SUB_GROUP and depth > 0):
            problems.add(f"{path}.type", "Sub-commands are nested too deeply.")
        _options(problems, path, option, depth + 1)
    elif option.get("options"):
        problems.add(f"{path}.options", "Only sub-commands have options.")
    _choices(problems, path, option)


def _choices(problems: Problems, path: str, option: Json) -> None:
    choices = problems.items(f"{path}.choices", option.get("choices"), (0, 25))
    if choices and option.get("autocomplete"):
        problems.add(f"{path}.autocomplete", "Autocomplete and choices exclude each other.")
    if option.get("autocomplete") and option.get("type") not in (3, 4, 10):
        problems.add(f"{path}.autocomplete", "Only text and numbers have autocomplete.")
    check_choices(problems, f"{path}.choices", choices)


def check_choices(problems: Problems, path: str, choices: list[Json]) -> None:
    """Report all problems in an option's choices, whether fixed or from autocomplete."""
    for number, choice in enumerate(choices):
        where = f"{path}.{number}"
        problems.keys(where, choice, {"name", "name_localizations", "value"})
        problems.text(where, choice, "name", (1, 100))
        value = choice.get("value")
        if isinstance(value, str):
            problems.text(where, choice, "value", (1, 100))
        elif not isinstance(value, int | float) or isinstance(value, bool):
            problems.add(f"{where}.value", "Must be text or a number.")


def _text_length(part: Json) -> int:
    texts = [part.get(k) for k in ("name", "description", "value")]
    inside = [*(part.get("options") or []), *(part.get("choices") or [])]
    return sum(len(t) for t in texts if isinstance(t, str)) + sum(
        _text_length(p) for p in inside if isinstance(p, dict)
    )
