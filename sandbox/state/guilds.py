"""Changes to guilds: members, bots, roles, outages."""

from __future__ import annotations

from sandbox.models.entities import Application, Guild, Json, Member, Role, User
from sandbox.payloads.guilds import guild_create_json
from sandbox.payloads.users import member_json, role_json, user_json
from sandbox.state.events import Event, Intent
from sandbox.state.world import World


def join(world: World, guild: Guild, user: User, roles: tuple[Role, ...] = ()) -> Member:
    """Make a person or a bot a member of a guild; a bot receives GUILD_CREATE."""
    member = Member(user, world.clock.now(), {r.id for r in roles})
    guild.members[user.id] = member
    data = member_json(member) | {"guild_id": str(guild.id)}
    world.emit(Event("GUILD_MEMBER_ADD", data, guild, intent=Intent.GUILD_MEMBERS))
    app = world.applications.get(user.id)
    if app is not None:
        announce(world, guild, app, is_new=True)
    world.feed.publish("guild")
    return member


def announce(world: World, guild: Guild, app: Application, *, is_new: bool = False) -> None:
    """Send GUILD_CREATE to a bot; for a new guild, the field `unavailable` is omitted."""
    data = guild_create_data(world, guild, app)
    if is_new:
        del data["unavailable"]
    world.emit(Event("GUILD_CREATE", data, guild, intent=Intent.GUILDS, app=app))


def guild_create_data(world: World, guild: Guild, app: Application) -> Json:
    """Return the payload of GUILD_CREATE for an application's bot."""
    return guild_create_json(guild, app.bot, world.visible_channels(guild, app.bot))


def leave(world: World, guild: Guild, user: User) -> None:
    """Remove a person or a bot from the guild; a bot's guild commands are deleted."""
    app = world.applications.get(user.id)
    if app is not None:
        world.emit(Event("GUILD_DELETE", {"id": str(guild.id)}, guild, app=app))
        _forget_guild_commands(app, guild)
    guild.members.pop(user.id, None)
    data = {"guild_id": str(guild.id), "user": user_json(user)}
    world.emit(Event("GUILD_MEMBER_REMOVE", data, guild, intent=Intent.GUILD_MEMBERS))
    world.feed.publish("guild")


def _forget_guild_commands(app: Application, guild: Guild) -> None:
    for command_id in [c.id for c in app.commands.values() if c.guild_id == guild.id]:
        del app.commands[command_id]


def set_available(world: World, guild: Guild, *, available: bool) -> None:
    """Start or end an outage, in which a guild is unavailable but not deleted."""
    guild.unavailable = not available
    for app in world.applications.values():
        if app.bot.id not in guild.members:
            continue
        if available:
            announce(world, guild, app)
        else:
            data = {"id": str(guild.id), "unavailable": True}
            world.emit(Event("GUILD_DELETE", data, guild, app=app))
    world.feed.publish("guild")


def create_role(
    world: World, guild: Guild, name: str, permissions: int, *, mentionable: bool
) -> Role:
    role = world.create_role(guild, name, permissions)
    role.mentionable = mentionable
    data = {"guild_id": str(guild.id), "role": role_json(role)}
    world.emit(Event("GUILD_ROLE_CREATE", data, guild, intent=Intent.GUILDS))
    return role


def set_role_permissions(world: World, guild: Guild, role: Role, permissions: int) -> None:
    role.permissions = int(permissions)
    data = {"guild_id": str(guild.id), "role": role_json(role)}
    world.emit(Event("GUILD_ROLE_UPDATE", data, guild, intent=Intent.GUILDS))
    world.feed.publish("guild")


def give_role(world: World, guild: Guild, user: User, role: Role) -> None:
    member = guild.members[user.id]
    member.role_ids.add(role.id)
    data = member_json(member) | {"guild_id": str(guild.id)}
    world.emit(Event("GUILD_MEMBER_UPDATE", data, guild, intent=Intent.GUILD_MEMBERS))
    world.feed.publish("guild")
