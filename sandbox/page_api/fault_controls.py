"""Buttons of the web page's fault panel, and the context in which the buttons act."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sandbox.core import Core
from sandbox.fault_injection import FaultInjector
from sandbox.models.entities import Application, Channel, Guild, Json, User
from sandbox.page_api.window import Refusal


@dataclass(frozen=True, slots=True)
class FaultContext:
    """Sandbox, bot, open channel and viewer on which a fault control acts."""

    core: Core
    faults: FaultInjector
    app: Application
    channel: Channel | None
    viewer: User

    @property
    def location(self) -> Channel:
        if self.channel is None:
            raise Refusal("Open a channel first: this fault is about the open channel.")
        return self.channel

    @property
    def guild(self) -> Guild:
        if self.location.guild is None:
            raise Refusal("Open a server's channel first: this fault is not for direct messages.")
        return self.location.guild

    @property
    def thread(self) -> Channel:
        if self.location.thread is None:
            raise Refusal("Open a thread first: this fault is about threads.")
        return self.location


@dataclass(frozen=True, slots=True)
class FaultControl:
    """Button of the fault panel; `run` injects the fault and returns a sentence to show."""

    key: str
    group: str
    label: str
    run: Callable[[FaultContext, str], str]
    note: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    is_on: Callable[[Core, User], bool] | None = None

    def view(self, core: Core, viewer: User) -> Json:
        return {
            "key": self.key,
            "group": self.group,
            "label": self.label,
            "note": self.note,
            "choices": [{"value": value, "label": label} for value, label in self.choices],
            "active": self.is_on(core, viewer) if self.is_on else None,
        }
