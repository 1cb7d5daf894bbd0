"""Open interactions: begun by a person, delivered over the gateway, found again by token."""

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
class Act:
    """What a person does to an application: a command, a click, a keystroke, a submit."""

    kind: Kind
    app: Application
    user: User
    channel: Channel
    data: Json
    message: Message | None = None
    origin: Interaction | None = None


class Interactions:
    """Begins interactions and knows the living ones.

    `copies` decides how often an interaction is delivered: 0 loses it, 2 doubles it.
    """

    def __init__(self, world: World, hub: Hub, settings: Settings) -> None:
        self.world = world
        self.hub = hub
        self.settings = settings
        self.by_token: dict[str, Interaction] = {}
        self.copies: Callable[[Interaction], int] = lambda _: 1

    def begin(self, act: Act) -> Interaction:
        """Make an interaction and send it to the bot."""
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
        """Drop tokens long dead, so that a long run does not grow."""
        if len(self.by_token) < 2000:
            return
        horizon = self.world.clock.now() - 2 * self.settings.token_lifetime
        self.by_token = {t: i for t, i in self.by_token.items() if i.created_at > horizon}


def context_of(channel: Channel, app: Application) -> int:
    if channel.guild is not None:
        return GUILD
    return BOT_DM if app.bot in channel.recipients else PRIVATE


def owners_of(channel: Channel, app: Application, user: User) -> dict[str, str]:
    """Who brought the application here: "0" the guild (or "0" in its own DM), "1" the user."""
    owners = _place_owner(channel, app)
    if user.id in app.installed_by:
        owners["1"] = str(user.id)
    return owners


def _place_owner(channel: Channel, app: Application) -> dict[str, str]:
    if channel.guild is not None and app.bot.id in channel.guild.members:
        return {"0": str(channel.guild.id)}
    if channel.guild is None and app.bot in channel.recipients:
        return {"0": "0"}
    return {}


def _owners(act: Act) -> dict[str, str]:
    """Find who brought the application: behind a component it is who began, not who presses."""
    if act.origin is not None:
        return act.origin.owners
    if act.message is None:
        return owners_of(act.channel, act.app, act.user)
    began = (act.message.interaction_metadata or {}).get("authorizing_integration_owners", {})
    by_user = {"1": began["1"]} if "1" in began else {}
    return _place_owner(act.channel, act.app) | by_user
