"""Guild operations for tests: channels, roles, members, adding and removing the bot."""

from __future__ import annotations

from sandbox.core import Core
from sandbox.models.entities import (
    Application,
    Channel,
    ChannelType,
    Guild,
    Message,
    Overwrite,
    Role,
)
from sandbox.person import Person
from sandbox.state import channels, guilds
from sandbox.state.world import BOT_PERMISSIONS


class GuildHandle:
    """Guild with the actions of its owner, for tests; `guild` is the underlying state."""

    def __init__(self, core: Core, guild: Guild) -> None:
        self._core = core
        self.guild = guild

    @property
    def id(self) -> int:
        return self.guild.id

    @property
    def name(self) -> str:
        return self.guild.name

    @property
    def everyone(self) -> Role:
        return self.guild.roles[self.guild.id]

    def create_text_channel(self, name: str) -> Channel:
        return channels.create_channel(self._core.world, self.guild, name)

    def create_channel(self, name: str, kind: ChannelType) -> Channel:
        return channels.create_channel(self._core.world, self.guild, name, kind)

    def create_thread(
        self,
        channel: Channel,
        name: str,
        owner: Person,
        *,
        starter: Message | None = None,
        private: bool = False,
    ) -> Channel:
        """Create a thread as a person, with or without a starting message."""
        return channels.create_thread(
            self._core.world, channel, name, owner.user, starter=starter, private=private
        )

    def create_role(self, name: str, permissions: int = 0, *, mentionable: bool = False) -> Role:
        return guilds.create_role(
            self._core.world, self.guild, name, permissions, mentionable=mentionable
        )

    def add_member(self, who: str | Person, *roles: Role) -> Person:
        """Add a member to the guild: an existing person, or a new person with the given name."""
        world = self._core.world
        person = Person(self._core, world.create_user(who)) if isinstance(who, str) else who
        guilds.join(world, self.guild, person.user, roles)
        return person

    def remove_member(self, person: Person) -> None:
        guilds.leave(self._core.world, self.guild, person.user)

    def give_role(self, person: Person, role: Role) -> None:
        guilds.give_role(self._core.world, self.guild, person.user, role)

    def set_permissions(self, role: Role, permissions: int) -> None:
        """Set the permissions of a role in the whole guild."""
        guilds.set_role_permissions(self._core.world, self.guild, role, permissions)

    def invite(self, app: Application, permissions: int = BOT_PERMISSIONS) -> Role:
        """Add a bot to the guild, with a new role that has `permissions`."""
        role = self.create_role(app.name, permissions)
        guilds.join(self._core.world, self.guild, app.bot, (role,))
        return role

    def kick(self, app: Application) -> None:
        guilds.leave(self._core.world, self.guild, app.bot)

    def set_overwrite(
        self,
        channel: Channel,
        target: Role | Person | Application,
        *,
        allow: int = 0,
        deny: int = 0,
    ) -> None:
        """Allow or deny permissions to a role, a person or a bot in one channel."""
        kind = 0 if isinstance(target, Role) else 1
        overwrite = Overwrite(target.id, kind, int(allow), int(deny))
        channels.set_overwrite(self._core.world, channel, overwrite)
