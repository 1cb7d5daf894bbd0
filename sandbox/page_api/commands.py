"""Commands in the page's command picker: one entry per command or sub-command."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox.client.find import commands_for
from sandbox.client.options import SUB_COMMAND, SUB_GROUP
from sandbox.models.entities import Channel, Command, Json, User
from sandbox.state.world import World


def command_views(world: World, user: User, channel: Channel) -> list[Json]:
    """Return an entry for the page's picker for each command or sub-command in a channel."""
    return [
        view for command in commands_for(world, user, channel) for view in _entries(world, command)
    ]


def _entries(world: World, command: Command) -> Iterator[Json]:
    app = world.applications[command.application_id]
    shared = {"id": str(command.id), "type": command.type, "application": app.name}
    for path, part in _leaves(command.name, command.raw):
        yield shared | {
            "path": path,
            "name": path,
            "description": part.get("description") or "",
            "options": part.get("options") or [],
        }


def _leaves(path: str, part: Json) -> Iterator[tuple[str, Json]]:
    nested = [o for o in part.get("options") or [] if o["type"] in (SUB_COMMAND, SUB_GROUP)]
    if not nested:
        yield path, part
    for each in nested:
        yield from _leaves(f"{path} {each['name']}", each)
