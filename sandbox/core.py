"""What the REST handlers, the gateway and the people share: one sandbox's inside."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.gateway.hub import Hub
from sandbox.interactions import Interactions
from sandbox.settings import Settings
from sandbox.state.world import World


@dataclass(frozen=True, slots=True)
class Core:
    """The world, who listens to it, the open interactions, and the settings."""

    world: World
    hub: Hub
    interactions: Interactions
    settings: Settings
