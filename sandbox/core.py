"""State shared by the REST handlers, the gateway and the simulated people."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.gateway.hub import Hub
from sandbox.interactions import Interactions
from sandbox.settings import Settings
from sandbox.state.world import World


@dataclass(frozen=True, slots=True)
class Core:
    """State of one sandbox: world, gateway hub, open interactions and settings."""

    world: World
    hub: Hub
    interactions: Interactions
    settings: Settings
