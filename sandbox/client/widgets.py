"""Payloads that Discord's client sends for clicked buttons and selected values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandbox.client.find import find_button, find_select
from sandbox.client.options import resolved_entities
from sandbox.errors import NotPossible
from sandbox.models.entities import Json, Message
from sandbox.state.world import World

BUTTON, STRING_SELECT = 2, 3


def click_data(message: Message, button: str, *, stale: bool) -> Json:
    """Return the payload of a click; if `stale`, the button's custom id may no longer exist."""
    if stale:
        return {"component_type": BUTTON, "custom_id": button}
    found = find_button(message, button)
    return {"component_type": BUTTON, "custom_id": found["custom_id"], "id": found["id"]}


def select_data(world: World, message: Message, wanted: Sequence[Any], select: str | None) -> Json:
    """Return the payload of a selection of option values, users, roles, channels or ids.

    :raises NotPossible: when the menu does not exist or takes another number of values.
    """
    found = find_select(message, select)
    low, high = found.get("min_values", 1), found.get("max_values", 1)
    if not low <= len(wanted) <= high:
        raise NotPossible(f"Choose {low} to {high} values.")
    data: Json = {
        "component_type": found["type"],
        "custom_id": found["custom_id"],
        "id": found["id"],
    }
    if found["type"] == STRING_SELECT:
        return data | {"values": _texts(found, wanted)}
    ids = [str(getattr(w, "id", w)) for w in wanted]
    return data | {"values": ids, "resolved": resolved_entities(world, message.channel, ids)}


def stale_select_data(custom_id: str, values: Sequence[str]) -> Json:
    """Return the payload of a selection in a select menu that may no longer exist."""
    return {"component_type": STRING_SELECT, "custom_id": custom_id, "values": list(values)}


def _texts(found: Json, wanted: Sequence[Any]) -> list[str]:
    values = {o["value"] for o in found["options"]}
    by_label = {o["label"]: o["value"] for o in found["options"]}
    for text in wanted:
        if text not in values and text not in by_label:
            raise NotPossible(f"There is no option {text!r}; there are {list(by_label)}.")
    return [text if text in values else by_label[text] for text in wanted]
