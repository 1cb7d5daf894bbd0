"""Custom ids of buttons, menus and forms: `kind:target_id:number:value`.

The bot stores no other state in its messages. `target_id` is the id of a game,
or of the challenge, person or puzzle that the component is about; the handlers of each kind are in
bot/ui/components/.
"""

import hashlib
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from bot.errors.refusals import PlayerError
from bot.words import refusals

E = TypeVar("E", bound=StrEnum)

MAX_LENGTH = 100  # Discord's limit for a custom_id
LARGEST = 2**63 - 1  # the largest integer of the database; Discord ids are smaller
_PATTERN = re.compile(
    r"(?P<kind>[a-z][a-z-]{0,23}):(?P<target_id>[0-9]{1,20})"
    r"(?::(?P<number>[0-9]{0,15})(?::(?P<value>.*))?)?",
    re.ASCII | re.DOTALL,
)


CONTENT_MARK = "~"
_CONTENT = re.compile(rf"{CONTENT_MARK}[0-9a-f]{{8}}\Z")


class OldComponent(PlayerError):  # noqa: N818 - reads as the others in bot.errors
    """Refusal of a component whose id is malformed or was made by another version of the bot."""

    @property
    def sentence(self) -> str:
        return refusals.OLD_BUTTON()


@dataclass(frozen=True, slots=True)
class ComponentId:
    """Parsed custom id of a component.

    `number` is the revision of the game for which the component was made (`GameView.revision`). In
    lists it is the page, in replays the ply. `value` is free text, such as a cell or a choice.
    """

    kind: str
    target_id: int
    number: int | None = None
    value: str = ""

    def __str__(self) -> str:
        named = f"{self.kind}:{self.target_id}"
        number = "" if self.number is None else str(self.number)
        if self.value:
            return f"{named}:{number}:{self.value}"
        return f"{named}:{number}" if number else named


def with_content(form: ComponentId, content: object) -> str:
    """Return the custom id of a form with a hash of the form's content at the end.

    An iPhone shows a form with a custom id that it has seen before with its old content.

    :param content: a value whose `repr` has everything that the form shows.
    """
    digest = hashlib.blake2s(repr(content).encode(), digest_size=4)
    return f"{form}{CONTENT_MARK}{digest.hexdigest()}"


def parse_form_id(text: str) -> ComponentId:
    """Parse the custom id of a form, without the hash of its content.

    :raises OldComponent: when it is malformed or belongs to another version of the bot.
    """
    return parse_id(_CONTENT.sub("", text))


def log_name(custom_id: str) -> str:
    """Return a component's name for the log, without its value, which may hold a user's name."""
    try:
        found = parse_form_id(custom_id)
    except OldComponent:
        return "unknown control"
    return f"control {replace(found, value='')}"


def parse_choice(kind: type[E], text: str) -> E:
    """Parse a value from a menu or a custom id as a member of an enumeration.

    :raises OldComponent: when the enumeration has no such value.
    """
    try:
        return kind(text)
    except ValueError:
        raise OldComponent from None


def parse_id(text: str) -> ComponentId:
    """Parse the custom id of a button, menu or form.

    :raises OldComponent: when it is malformed or belongs to another version of the bot.
    """
    match = _PATTERN.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if match is None:
        raise OldComponent
    target_id, number = int(match["target_id"]), int(match["number"]) if match["number"] else None
    if target_id > LARGEST:
        raise OldComponent
    return ComponentId(match["kind"], target_id, number, match["value"] or "")
