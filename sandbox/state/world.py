"""State of the sandbox's world: tables of all records, and functions that create records."""

from __future__ import annotations

import base64
from collections.abc import Callable

from sandbox.clock import Clock, Snowflakes
from sandbox.models.entities import (
    Application,
    Channel,
    ChannelType,
    Guild,
    Member,
    Role,
    User,
)
from sandbox.permissions import ALL, EVERYONE, Permission, channel_permissions
from sandbox.state.events import Event, Feed

# Discord's default permissions for a bot in text channels
BOT_PERMISSIONS = EVERYONE | Permission.MANAGE_MESSAGES


class World:
    """State of one sandbox: all users, guilds, channels and applications, by id."""

    def __init__(self, clock: Clock, cdn_base: Callable[[], str]) -> None:
        self.clock = clock
        self.snowflakes = Snowflakes(clock)
        self.cdn_base = cdn_base
        self.feed = Feed()
        self.users: dict[int, User] = {}
        self.applications: dict[int, Application] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.files: dict[int, tuple[str, str, bytes]] = {}
        self.listeners: list[Callable[[Event], None]] = []
        self.owner = self.create_user("Owner")

    def emit(self, event: Event) -> None:
        """Pass an event to all listeners, such as the gateway."""
        for listener in self.listeners:
            listener(event)

    def create_user(self, name: str, *, bot: bool = False) -> User:
        user = User(self.snowflakes.new(), name, bot=bot)
        self.users[user.id] = user
        return user

    def create_application(self, name: str, privileged: int) -> Application:
        """Create an application and its bot; the token has Discord's format but works only here."""
        bot = self.create_user(name, bot=True)
        head = base64.urlsafe_b64encode(str(bot.id).encode()).decode().rstrip("=")
        token = f"{head}.sandbox.{bot.id:x}"
        app = Application(bot.id, name, bot, token, privileged)
        self.applications[app.id] = app
        return app

    def application_by_token(self, token: str) -> Application | None:
        return next((a for a in self.applications.values() if a.token == token), None)

    def create_guild(self, name: str) -> Guild:
        guild_id = self.snowflakes.new()
        guild = Guild(guild_id, name, self.owner.id)
        guild.roles[guild_id] = Role(guild_id, "@everyone", EVERYONE)
        guild.members[self.owner.id] = Member(self.owner, self.clock.now())
        self.guilds[guild_id] = guild
        self.feed.publish("guild")
        return guild

    def create_role(self, guild: Guild, name: str, permissions: int) -> Role:
        role = Role(self.snowflakes.new(), name, int(permissions), position=len(guild.roles))
        guild.roles[role.id] = role
        return role

    def application_of(self, user: User) -> Application | None:
        return self.applications.get(user.id)

    def visible_channels(self, guild: Guild, user: User) -> list[Channel]:
        return [c for c in guild.channels.values() if channel_permissions(c, user)]

    def direct_channel(self, *people: User) -> Channel:
        """Return the direct channel of exactly these users, created if necessary."""
        wanted = set(people)
        for channel in self.channels.values():
            if channel.guild is None and set(channel.recipients) == wanted:
                return channel
        kind = ChannelType.DM if len(people) == 2 else ChannelType.GROUP_DM
        channel = Channel(self.snowflakes.new(), kind, recipients=list(people))
        self.channels[channel.id] = channel
        self.feed.publish("channel", channel)
        return channel

    def have_contact(self, one: User, other: User) -> bool:
        """Return whether two users share a guild or one installed the other's application."""
        app = self.applications.get(one.id)
        if app is not None and other.id in app.installed_by:
            return True
        return any({one.id, other.id} <= guild.members.keys() for guild in self.guilds.values())


__all__ = ["ALL", "BOT_PERMISSIONS", "World"]
