"""Checks of a command as Discord sent it: the command, its options and their choices must be ours.

Discord checks them as well, but by the commands that it was told last: by those of another version
while the bot is being changed, or those that somebody's client still shows.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import AppCommandOptionType
from discord.app_commands import Command, CommandInvokeError, Parameter

from bot.errors import PlayerError
from bot.texts import why_not

KINDS: Mapping[AppCommandOptionType, type] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}
# where the payload describes the people, channels and files that options name by their ids
RESOLVED: Mapping[AppCommandOptionType, str] = {
    AppCommandOptionType.user: "users",
    AppCommandOptionType.channel: "channels",
    AppCommandOptionType.attachment: "attachments",
}


class UnknownCommand(PlayerError):  # noqa: N818 - reads as the others in bot.errors
    """A command, option or choice that this version does not have."""

    @property
    def sentence(self) -> str:
        return why_not.UNKNOWN_COMMAND


def refuse_unknown_options(
    command: Command[Any, ..., Any], options: Sequence[Mapping[str, Any]], data: Mapping[str, Any]
) -> None:
    """Refuse options and choices that a command does not have, and options that are missing.

    :param data: the interaction's data, which describes what options name by an id.
    :raises UnknownCommand: there is one.
    """
    ours = {each.display_name: each for each in command.parameters}
    sent = {str(each["name"]): each for each in options}
    missing = any(each.required and name not in sent for name, each in ours.items())
    resolved = data.get("resolved", {})
    if missing or not all(_fits(ours.get(name), each, resolved) for name, each in sent.items()):
        raise UnknownCommand


def refuse_no_suggestions(
    command: Command[Any, ..., Any], options: Sequence[Mapping[str, Any]]
) -> None:
    """Refuse to suggest values for an option that has no suggestions, or that is not there.

    :raises UnknownCommand: it has none.
    """
    suggesting = {each.display_name for each in command.parameters if each.autocomplete}
    if not any(each.get("focused") and each["name"] in suggesting for each in options):
        raise UnknownCommand


def cause_of(error: Exception) -> Exception:
    """Return what to explain for an error of discord.py about a command.

    Its own errors say that the command does not fit what Discord sent; any other one comes from
    the command itself.
    """
    return error.original if isinstance(error, CommandInvokeError) else UnknownCommand()


def _fits(
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
