"""The ids of controls: `kind:subject:number:value`, the only state that a message of ours has.

`subject` is the number of a game or of a challenge. What a kind does is in bot/ui/components/.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from bot.errors import PlayerError
from bot.words import refusals

E = TypeVar("E", bound=StrEnum)

MAX_LENGTH = 100  # Discord's limit for a custom_id
LARGEST = 2**63 - 1  # more than any number in the database or of Discord's
_PATTERN = re.compile(
    r"(?P<kind>[a-z][a-z-]{0,23}):(?P<subject>[0-9]{1,20})"
    r"(?::(?P<number>[0-9]{0,15})(?::(?P<value>.*))?)?",
    re.ASCII | re.DOTALL,
)


class OldComponent(PlayerError):  # noqa: N818 - reads as the others in bot.errors
    """A control's id is malformed, or of a version that this program does not know."""

    @property
    def sentence(self) -> str:
        return refusals.OLD_BUTTON


@dataclass(frozen=True, slots=True)
class ComponentId:
    """Which control: its kind, the game or challenge, a number, an extra value.

    The number is the game's stamp for which the control was made: its ply, moved on by each undo
    (`GameView.revision`). A list has its page there, a step of a replay its ply.
    """

    kind: str
    subject: int
    number: int | None = None
    value: str = ""

    def __str__(self) -> str:
        named = f"{self.kind}:{self.subject}"
        number = "" if self.number is None else str(self.number)
        if self.value:
            return f"{named}:{number}:{self.value}"
        return f"{named}:{number}" if number else named


def log_name(custom_id: str) -> str:
    """Name a control in the log: its kind and numbers, for its value may hold somebody's name."""
    try:
        found = parse_id(custom_id)
    except OldComponent:
        return "unknown control"
    return f"control {replace(found, value='')}"


def parse_choice(kind: type[E], text: str) -> E:
    """Read a value that one of our menus offered.

    :raises OldComponent: it is none of them.
    """
    try:
        return kind(text)
    except ValueError:
        raise OldComponent from None


def parse_id(text: str) -> ComponentId:
    """Read an id back.

    :raises OldComponent: the text is malformed, or of a version that this program does not know.
    """
    match = _PATTERN.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if match is None:
        raise OldComponent
    subject, number = int(match["subject"]), int(match["number"]) if match["number"] else None
    if subject > LARGEST:
        raise OldComponent
    return ComponentId(match["kind"], subject, number, match["value"] or "")
