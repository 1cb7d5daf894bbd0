"""Checks of a command's options and choices against the commands of this version.

Discord validates them against the commands synced last, which may be from another version during an
upgrade or in a client with an old cache.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import AppCommandOptionType
from discord.app_commands import Command, CommandInvokeError, Parameter

from bot.errors.refusals import PlayerError
from bot.words import refusals

KINDS: Mapping[AppCommandOptionType, type] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}
# keys of the payload's `resolved` objects, for options that are ids
RESOLVED: Mapping[AppCommandOptionType, str] = {
    AppCommandOptionType.user: "users",
    AppCommandOptionType.channel: "channels",
    AppCommandOptionType.attachment: "attachments",
}


class UnknownCommand(PlayerError):  # noqa: N818 - reads as the others in bot.errors
    """Refusal of a command, option or choice that this version does not have."""

    @property
    def sentence(self) -> str:
        return refusals.UNKNOWN_COMMAND()


def refuse_unknown_options(
    command: Command[Any, ..., Any], options: Sequence[Mapping[str, Any]], data: Mapping[str, Any]
) -> None:
    """Refuse unknown options and choices of a command, and missing required options.

    :param data: the interaction's data, with the resolved objects of ids.
    :raises UnknownCommand: when an option is unknown or missing.
    """
    known = {each.display_name: each for each in command.parameters}
    sent = {str(each["name"]): each for each in options}
    missing = any(each.required and name not in sent for name, each in known.items())
    resolved = data.get("resolved", {})
    if missing or not all(
        _is_valid(known.get(name), each, resolved) for name, each in sent.items()
    ):
        raise UnknownCommand


def refuse_unknown_autocomplete(
    command: Command[Any, ..., Any], options: Sequence[Mapping[str, Any]]
) -> None:
    """Refuse autocomplete for an option that does not exist or has no autocomplete.

    :raises UnknownCommand: when the focused option has no autocomplete.
    """
    completed = {each.display_name for each in command.parameters if each.autocomplete}
    if not any(each.get("focused") and each["name"] in completed for each in options):
        raise UnknownCommand


def cause_of(error: Exception) -> Exception:
    """Return the error to explain, given an error of discord.py about a command.

    An error that the command raised is unwrapped. Any other error means that the options do not
    match the command.
    """
    return error.original if isinstance(error, CommandInvokeError) else UnknownCommand()


def _is_valid(
    parameter: Parameter | None, option: Mapping[str, Any], resolved: Mapping[str, Any]
) -> bool:
    if parameter is None or option.get("type") != parameter.type.value:
        return False
    value, kind = option.get("value"), parameter.type
    if kind in RESOLVED:
        return str(value) in resolved.get(RESOLVED[kind], {})
    if not isinstance(value, KINDS.get(kind, object)):
        return False
    return not parameter.choices or value in {each.value for each in parameter.choices}
