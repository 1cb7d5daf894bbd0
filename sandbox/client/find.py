"""Lookup of commands by name and of components by label."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.errors import NotPossible
from sandbox.interactions import context_of, owners_of
from sandbox.models.entities import Application, Channel, Command, Json, Message, User
from sandbox.permissions import Permission, channel_permissions
from sandbox.rest.drafts import walk
from sandbox.state.world import World

LINK = 5


def commands_for(world: World, user: User, channel: Channel) -> list[Command]:
    """Return every command that Discord's client offers a person in a channel."""
    return [
        command
        for app in world.applications.values()
        for command in app.commands.values()
        if _offered(command, app, user, channel)
    ]


def _offered(command: Command, app: Application, user: User, channel: Channel) -> bool:
    if command.guild_id not in (None, channel.guild_id):
        return False
    owners = owners_of(channel, app, user)
    kinds = command.raw.get("integration_types") or [0]
    installed = ("0" in owners and 0 in kinds) or ("1" in owners and 1 in kinds)
    contexts = command.raw.get("contexts")
    fits = contexts is None or context_of(channel, app) in contexts
    return installed and fits and _permitted(command, user, channel)


def _permitted(command: Command, user: User, channel: Channel) -> bool:
    if channel.guild is None:
        return True
    granted = channel_permissions(channel, user)
    wanted = command.raw.get("default_member_permissions")
    if wanted is not None and (int(wanted) == 0 or granted & int(wanted) != int(wanted)):
        return bool(granted & Permission.ADMINISTRATOR)
    return bool(granted & Permission.USE_APPLICATION_COMMANDS)


def find_command(world: World, user: User, channel: Channel, name: str, kind: int) -> Command:
    """Return the command with this name, such as "game" for `/game board`.

    :raises NotPossible: when the client does not offer the command to the person in this channel.
    """
    offered = [c for c in commands_for(world, user, channel) if c.type == kind]
    for command in offered:
        if command.name == name:
            return command
    names = ", ".join(sorted(c.name for c in offered)) or "none"
    raise NotPossible(f"{user.name} is offered no command {name!r} here; offered: {names}.")


def components_of(message: Message) -> list[Json]:
    """Return every component of a message, including nested ones, in reading order."""
    return list(walk(message.components))


def labels_of(message: Message) -> list[str]:
    """Return the labels of a message's buttons, in reading order."""
    return [_label(c) for c in components_of(message) if c["type"] == 2]


def _label(component: Json) -> str:
    emoji = component.get("emoji") or {}
    return str(component.get("label") or emoji.get("name") or "")


def find_button(message: Message, wanted: str) -> Json:
    """Return the button of a message that has this custom id, label or emoji.

    :raises NotPossible: when it does not exist, is disabled or is a link.
    """
    buttons = [c for c in components_of(message) if c["type"] == 2]
    found = _first(buttons, wanted, _label)
    if found is None:
        raise NotPossible(f"There is no button {wanted!r}; there are {labels_of(message)}.")
    if found.get("disabled"):
        raise NotPossible(f"The button {wanted!r} is disabled.")
    if found["style"] == LINK:
        raise NotPossible(f"The button {wanted!r} is a link to {found['url']}.")
    return found


def find_select(message: Message, wanted: str | None) -> Json:
    """Return the select menu of a message with this custom id or placeholder; None: the only menu.

    :raises NotPossible: when it does not exist or is disabled.
    """
    selects = [c for c in components_of(message) if c["type"] in (3, 5, 6, 7, 8)]
    if wanted is None and len(selects) == 1:
        return selects[0]
    found = _first(selects, wanted or "", lambda c: str(c.get("placeholder") or ""))
    if found is None:
        shown = [c.get("placeholder") or c["custom_id"] for c in selects]
        raise NotPossible(f"There is no select {wanted!r}; there are {shown}.")
    if found.get("disabled"):
        raise NotPossible(f"The select {wanted!r} is disabled.")
    return found


def _first(components: list[Json], wanted: str, label: Callable[[Json], str]) -> Json | None:
    by_id = [c for c in components if c.get("custom_id") == wanted]
    by_label = [c for c in components if label(c).casefold() == wanted.casefold()]
    return next(iter(by_id or by_label), None)
