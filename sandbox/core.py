"""What the REST handlers, the gateway and the people share: one sandbox's inside."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.desk import Desk
from sandbox.gateway.hub import Hub
from sandbox.settings import Settings
from sandbox.state.world import World


@dataclass(frozen=True, slots=True)
class Core:
    """The world, who listens to it, the open interactions, and the settings."""

    world: World
    hub: Hub
    desk: Desk
    settings: Settings
