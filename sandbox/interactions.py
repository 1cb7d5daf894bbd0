"""Open interactions: creation, delivery over the gateway, and lookup by token."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from sandbox.gateway.hub import Hub
from sandbox.models.entities import Application, Channel, Json, Message, User
from sandbox.models.interactions import Interaction, Kind
from sandbox.payloads.interactions import interaction_json
from sandbox.settings import Settings
from sandbox.state.events import Event
from sandbox.state.world import World

GUILD, BOT_DM, PRIVATE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class UserAction:
    """Action of a user that starts an interaction: command, click, keystroke or submission."""

    kind: Kind
    app: Application
    user: User
    channel: Channel
    data: Json
    message: Message | None = None
    origin: Interaction | None = None


class Interactions:
    """Registry of open interactions.

    `copies` returns how many times an interaction is delivered: 0 drops it, 2 duplicates it.
    """

    def __init__(self, world: World, hub: Hub, settings: Settings) -> None:
        self.world = world
        self.hub = hub
        self.settings = settings
        self.by_token: dict[str, Interaction] = {}
        self.copies: Callable[[Interaction], int] = lambda _: 1

    def begin(self, act: UserAction) -> Interaction:
        """Create an interaction from a user's action and send the interaction to the bot."""
        self._forget_old()
        made = Interaction(
            self.world.snowflakes.new(),
            secrets.token_urlsafe(48),
            act.kind,
            act.app,
            act.user,
            act.channel,
            self.world.clock.now(),
            act.data,
            context=context_of(act.channel, act.app),
            owners=_owners(act),
            message=act.message,
            origin=act.origin,
        )
        self.by_token[made.token] = made
        data = interaction_json(made, self.settings.file_size)
        event = Event("INTERACTION_CREATE", data, act.channel.guild, act.channel, app=act.app)
        for _ in range(self.copies(made)):
            self.world.emit(event)
        return made

    def find(self, interaction_id: int, token: str) -> Interaction | None:
        found = self.by_token.get(token)
        return found if found and found.id == interaction_id else None

    def is_token_alive(self, interaction: Interaction) -> bool:
        age = self.world.clock.now() - interaction.created_at
        return age <= self.settings.token_lifetime

    def _forget_old(self) -> None:
        """Drop interactions with expired tokens, to limit memory in long runs."""
        if len(self.by_token) < 2000:
            return
        horizon = self.world.clock.now() - 2 * self.settings.token_lifetime
        self.by_token = {t: i for t, i in self.by_token.items() if i.created_at > horizon}


def context_of(channel: Channel, app: Application) -> int:
    if channel.guild is not None:
        return GUILD
    return BOT_DM if app.bot in channel.recipients else PRIVATE


def owners_of(channel: Channel, app: Application, user: User) -> dict[str, str]:
    """Return who installed the application, as `authorizing_integration_owners` for a channel.

    Key "0" is the guild (value "0" in the bot's own DM), key "1" is the user who installed it.
    """
    owners = _installation_owner(channel, app)
    if user.id in app.installed_by:
        owners["1"] = str(user.id)
    return owners


def _installation_owner(channel: Channel, app: Application) -> dict[str, str]:
    if channel.guild is not None and app.bot.id in channel.guild.members:
        return {"0": str(channel.guild.id)}
    if channel.guild is None and app.bot in channel.recipients:
        return {"0": "0"}
    return {}


def _owners(act: UserAction) -> dict[str, str]:
    """Return the integration owners; a component inherits the owners of its message."""
    if act.origin is not None:
        return act.origin.owners
    if act.message is None:
        return owners_of(act.channel, act.app, act.user)
    began = (act.message.interaction_metadata or {}).get("authorizing_integration_owners", {})
    by_user = {"1": began["1"]} if "1" in began else {}
    return _installation_owner(act.channel, act.app) | by_user
