"""Modal on a person's screen: its fields, and the payload of its submission."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sandbox.errors import NotPossible
from sandbox.models.entities import Json
from sandbox.models.interactions import Interaction
from sandbox.validation.modals import modal_fields

TEXT_INPUT, LABEL, TEXT_DISPLAY = 4, 18, 10
ENTITY_SELECTS = frozenset({5, 6, 7, 8})
_SINGLE = frozenset({21})


@dataclass(frozen=True, slots=True, eq=False)
class Modal:
    """Modal that a bot opened on a person's screen; `fields` lists the fields with their limits."""

    origin: Interaction
    raw: Json

    @property
    def title(self) -> str:
        return str(self.raw["title"])

    @property
    def custom_id(self) -> str:
        return str(self.raw["custom_id"])

    @property
    def fields(self) -> list[Json]:
        return modal_fields(self.raw)

    def data(self, values: Mapping[str, Any]) -> Json:
        """Return the payload of the submitted modal; keys of `values` are custom ids or labels."""
        by_id = {self._id_of(name): value for name, value in values.items()}
        components = [_item(item, by_id) for item in self.raw["components"]]
        return {"custom_id": self.custom_id, "components": components, "resolved": {}}

    def chosen_entities(self, data: Json) -> list[str]:
        """Return the ids chosen in the modal's user, role and channel selects."""
        parts = [part for item in data["components"] for part in _parts(item)]
        return [i for part in parts if part["type"] in ENTITY_SELECTS for i in part["values"]]

    def _id_of(self, name: str) -> str:
        for field in self.fields:
            if name in (field["custom_id"], field.get("label")):
                return str(field["custom_id"])
            if name.casefold() == str(field.get("label") or "").casefold():
                return str(field["custom_id"])
        known = [f.get("label") or f["custom_id"] for f in self.fields]
        raise NotPossible(f"The modal has no field {name!r}; it has {known}.")


def _parts(item: Json) -> list[Json]:
    if item["type"] == LABEL:
        return [item["component"]]
    return list(item.get("components") or [])


def _item(item: Json, values: Mapping[str, Any]) -> Json:
    base: Json = {"type": item["type"], "id": item.get("id") or 0}
    if item["type"] == TEXT_DISPLAY:
        return base
    if item["type"] == LABEL:
        return base | {"component": _field(item["component"], values)}
    return base | {"components": [_field(f, values) for f in item["components"]]}


def _field(field: Json, values: Mapping[str, Any]) -> Json:
    made: Json = {
        "type": field["type"],
        "id": field.get("id") or 0,
        "custom_id": field["custom_id"],
    }
    value = values.get(field["custom_id"])
    if field["type"] == TEXT_INPUT:
        return made | {"value": _text(field, value)}
    if field["type"] in _SINGLE or isinstance(value, bool):
        return made | {"value": value}
    if value is None:
        value = _default_values(field)
    chosen = [value] if isinstance(value, str) else list(value)
    return made | {"values": chosen}


def _default_values(field: Json) -> list[str]:
    options = [option["value"] for option in field.get("options", ()) if option.get("default")]
    return options or [default["id"] for default in field.get("default_values", ())]


def _text(field: Json, value: Any) -> str:
    """Return the typed text or the prefilled value, checked against the field's limits."""
    text = str(field.get("value") or "") if value is None else str(value)
    name = field.get("label") or field["custom_id"]
    if not text and field.get("required", True):
        raise NotPossible(f"The field {name!r} is required.")
    low, high = field.get("min_length") or 0, field.get("max_length") or 4000
    if text and not low <= len(text) <= high:
        raise NotPossible(f"The field {name!r} takes {low} to {high} characters.")
    return text
