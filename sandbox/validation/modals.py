"""Rules for modals: title, one to five items, each a text input, a Label or a text display."""

from __future__ import annotations

from sandbox.models.entities import Json
from sandbox.validation.faults import Faults
from sandbox.validation.widgets import SELECTS, custom_id, select, text_input

ACTION_ROW, TEXT_INPUT, TEXT_DISPLAY, LABEL = 1, 4, 10, 18
FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 19, 21, 22, 23
_CHOICES = frozenset({FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX})


def check_modal(faults: Faults, modal: Json) -> None:
    """Find everything wrong with a modal's `data`."""
    faults.keys("data", modal, {"title", "custom_id", "components"})
    faults.text("data", modal, "title", (1, 45))
    custom_id(faults, "data", modal)
    items = faults.items("data.components", modal.get("components"), (1, 5))
    for number, item in enumerate(items):
        _item(faults, f"data.components.{number}", item)
    if faults.found:
        return
    ids = [field["custom_id"] for field in modal_fields(modal) if field.get("custom_id")]
    if len(ids) != len(set(ids)):
        faults.add("data.components", "Component custom id cannot be duplicated.")


def _item(faults: Faults, path: str, item: Json) -> None:
    match item.get("type"):
        case 1:
            faults.keys(path, item, {"type", "id", "components"})
            inside = faults.items(f"{path}.components", item.get("components"), (1, 1))
            for field in inside:
                _field(faults, f"{path}.components.0", field, frozenset({TEXT_INPUT}))
        case 18:
            _label(faults, path, item)
        case 10:
            faults.keys(path, item, {"type", "id", "content"})
            faults.text(path, item, "content", (1, 4000))
        case _:
            faults.add(f"{path}.type", "Value must be one of (1, 10, 18).")


def _label(faults: Faults, path: str, item: Json) -> None:
    faults.keys(path, item, {"type", "id", "label", "description", "component"})
    faults.text(path, item, "label", (1, 45))
    faults.text(path, item, "description", (0, 100))
    field = item.get("component")
    if not isinstance(field, dict):
        faults.add(f"{path}.component", "This field is required")
        return
    _field(faults, f"{path}.component", field, SELECTS | _CHOICES | {TEXT_INPUT})


def _field(faults: Faults, path: str, field: Json, allowed: frozenset[int]) -> None:
    kind = field.get("type")
    if kind not in allowed:
        faults.add(f"{path}.type", f"Value must be one of {sorted(allowed)}.")
    elif kind == TEXT_INPUT:
        text_input(faults, path, field, labelled=path.endswith(".component"))
    elif kind in SELECTS:
        select(faults, path, field, in_modal=True)
    else:
        custom_id(faults, path, field)


def modal_fields(modal: Json) -> list[Json]:
    """Return the fields that a person fills in, each with the label that they see as `label`."""
    fields: list[Json] = []
    for item in modal.get("components") or []:
        if item.get("type") == ACTION_ROW:
            fields += item.get("components") or []
        elif item.get("type") == LABEL and isinstance(item.get("component"), dict):
            fields.append({**item["component"], "label": item.get("label")})
    return fields
