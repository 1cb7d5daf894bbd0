"""What a trick of the mischief panel is, and the stage that it is played on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sandbox.core import Core
from sandbox.mischief import Mischief
from sandbox.models.entities import Application, Channel, Guild, Json, User
from sandbox.page_api.live import Refusal


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a trick is played: the sandbox, the bot, the open channel, who looks at it."""

    core: Core
    mischief: Mischief
    app: Application
    channel: Channel | None
    viewer: User

    @property
    def place(self) -> Channel:
        if self.channel is None:
            raise Refusal("Open a channel first: this trick is about the open channel.")
        return self.channel

    @property
    def guild(self) -> Guild:
        if self.place.guild is None:
            raise Refusal("Open a server's channel first: this trick is not for direct messages.")
        return self.place.guild

    @property
    def thread(self) -> Channel:
        if self.place.thread is None:
            raise Refusal("Open a thread first: this trick is about threads.")
        return self.place


@dataclass(frozen=True, slots=True)
class Trick:
    """One button of the panel; `play` returns the sentence that is shown afterwards."""

    key: str
    group: str
    label: str
    play: Callable[[Stage, str], str]
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
