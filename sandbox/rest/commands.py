"""Endpoints for application commands, global and per guild."""

from __future__ import annotations

from sandbox.errors import ApiError, missing_access, unknown
from sandbox.models.entities import Command, Json
from sandbox.payloads.messages import command_json
from sandbox.rest.call import Call, Created, Endpoint
from sandbox.validation.commands import check_commands

# window of the limit on creations: a day, in seconds
DAY = 86_400.0


def _scope(call: Call) -> int | None:
    """Return the guild in the path, None for global commands, or refuse with 50001."""
    if call.id("application_id") != call.app.id:
        raise ApiError(
            403, 20012, "You are not authorized to perform this action on this application"
        )
    if "guild_id" not in call.params:
        return None
    guild = call.core.world.guilds.get(call.id("guild_id"))
    if guild is None or call.app.bot.id not in guild.members:
        raise missing_access()
    return guild.id


def _of_scope(call: Call, scope: int | None) -> list[Command]:
    return [c for c in call.app.commands.values() if c.guild_id == scope]


def read_all(call: Call) -> list[Json]:
    return [command_json(c) for c in _of_scope(call, _scope(call))]


def replace_all(call: Call) -> list[Json]:
    """Replace all global commands, or all of a guild; a command of the same name keeps its id."""
    scope = _scope(call)
    raws = check_commands(call.body)
    before = {(c.type, c.name): c for c in _of_scope(call, scope)}
    new = [r for r in raws if (r.get("type") or 1, r["name"]) not in before]
    _count_creations(call, len(new))
    for command in before.values():
        del call.app.commands[command.id]
    made = [_put(call, scope, raw, before.get((raw.get("type") or 1, raw["name"]))) for raw in raws]
    call.core.world.feed.publish("commands")
    return [command_json(c) for c in made]


def create(call: Call) -> Json:
    scope = _scope(call)
    raw = check_commands([call.json])[0]
    kind = raw.get("type") or 1
    before = next(
        (c for c in _of_scope(call, scope) if (c.type, c.name) == (kind, raw["name"])), None
    )
    if before is None:
        _count_creations(call, 1)
        raws = [c.raw for c in _of_scope(call, scope)]
        check_commands([*raws, raw])
    made = command_json(_put(call, scope, raw, before))
    call.core.world.feed.publish("commands")
    return made if before else Created(made)


def _count_creations(call: Call, count: int) -> None:
    """Refuse (30034) creations beyond the daily limit."""
    now = call.core.world.clock.now()
    app = call.app
    app.creations = [t for t in app.creations if t > now - DAY]
    if len(app.creations) + count > call.core.settings.daily_commands:
        raise ApiError(
            429,
            30034,
            "Max number of daily application command creates has been reached (200)",
            retry_after=app.creations[0] + DAY - now if app.creations else DAY,
        )
    app.creations += [now] * count


def _put(call: Call, scope: int | None, raw: Json, before: Command | None) -> Command:
    number = call.core.world.snowflakes.new()
    same = before is not None and before.raw == raw
    version = before.version if before and same else number
    made = Command(before.id if before else number, call.app.id, scope, version, raw)
    call.app.commands[made.id] = made
    return made


def _one(call: Call) -> Command:
    scope = _scope(call)
    command = call.app.commands.get(call.id("command_id"))
    if command is None or command.guild_id != scope:
        raise unknown("application command")
    return command


def read(call: Call) -> Json:
    return command_json(_one(call))


def update(call: Call) -> Json:
    command = _one(call)
    raw = check_commands([command.raw | call.json])[0]
    made = _put(call, command.guild_id, raw, command)
    call.core.world.feed.publish("commands")
    return command_json(made)


def delete(call: Call) -> None:
    del call.app.commands[_one(call).id]
    call.core.world.feed.publish("commands")


def _endpoints(base: str) -> list[Endpoint]:
    return [
        Endpoint("GET", base, read_all),
        Endpoint("PUT", base, replace_all),
        Endpoint("POST", base, create),
        Endpoint("GET", base + "/{command_id}", read),
        Endpoint("PATCH", base + "/{command_id}", update),
        Endpoint("DELETE", base + "/{command_id}", delete),
    ]


_APP = "/applications/{application_id}"
ENDPOINTS = [*_endpoints(_APP + "/commands"), *_endpoints(_APP + "/guilds/{guild_id}/commands")]
