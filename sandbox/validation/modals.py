"""Rules for modals: a title, and one to five text inputs, Labels or text displays."""

from __future__ import annotations

from sandbox.models.entities import Json
from sandbox.validation.problems import Problems
from sandbox.validation.widgets import SELECTS, custom_id, select, text_input

ACTION_ROW, TEXT_INPUT, TEXT_DISPLAY, LABEL = 1, 4, 10, 18
FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 19, 21, 22, 23
_CHOICES = frozenset({FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX})


def check_modal(problems: Problems, modal: Json) -> None:
    """Report all problems in a modal that a bot opens."""
    problems.keys("data", modal, {"title", "custom_id", "components"})
    problems.text("data", modal, "title", (1, 45))
    custom_id(problems, "data", modal)
    items = problems.items("data.components", modal.get("components"), (1, 5))
    for number, item in enumerate(items):
        _item(problems, f"data.components.{number}", item)
    if problems.found:
        return
    ids = [field["custom_id"] for field in modal_fields(modal) if field.get("custom_id")]
    if len(ids) != len(set(ids)):
        problems.add("data.components", "Component custom id cannot be duplicated.")


def _item(problems: Problems, path: str, item: Json) -> None:
    match item.get("type"):
        case 1:
            problems.keys(path, item, {"type", "id", "components"})
            inside = problems.items(f"{path}.components", item.get("components"), (1, 1))
            for field in inside:
                _field(problems, f"{path}.components.0", field, frozenset({TEXT_INPUT}))
        case 18:
            _label(problems, path, item)
        case 10:
            problems.keys(path, item, {"type", "id", "content"})
            problems.text(path, item, "content", (1, 4000))
        case _:
            problems.add(f"{path}.type", "Value must be one of (1, 10, 18).")


def _label(problems: Problems, path: str, item: Json) -> None:
    problems.keys(path, item, {"type", "id", "label", "description", "component"})
    problems.text(path, item, "label", (1, 45))
    problems.text(path, item, "description", (0, 100))
    field = item.get("component")
    if not isinstance(field, dict):
        problems.add(f"{path}.component", "This field is required")
        return
    _field(problems, f"{path}.component", field, SELECTS | _CHOICES | {TEXT_INPUT})


def _field(problems: Problems, path: str, field: Json, allowed: frozenset[int]) -> None:
    kind = field.get("type")
    if kind not in allowed:
        problems.add(f"{path}.type", f"Value must be one of {sorted(allowed)}.")
    elif kind == TEXT_INPUT:
        text_input(problems, path, field, labelled=path.endswith(".component"))
    elif kind in SELECTS:
        select(problems, path, field, in_modal=True)
    else:
        custom_id(problems, path, field)


def modal_fields(modal: Json) -> list[Json]:
    """Return the fields of a modal, each with its visible label as `label`."""
    fields: list[Json] = []
    for item in modal.get("components") or []:
        if item.get("type") == ACTION_ROW:
            fields += item.get("components") or []
        elif item.get("type") == LABEL and isinstance(item.get("component"), dict):
            fields.append({**item["component"], "label": item.get("label")})
    return fields
