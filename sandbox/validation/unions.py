"""Unions of the OpenAPI document, resolved by the value's `type` instead of by trial.

This is many times faster, and errors come from the intended branch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Schema = dict[str, Any]
Keyword = Callable[[Any, list[Schema], Any, Schema], Iterator[Any]]
_JSON_TYPES = {dict: "object", list: "array", str: "string", bool: "boolean", type(None): "null"}


class Unions:
    """Factory of the `oneOf` and `anyOf` validators for one document."""

    def __init__(self, document: Schema) -> None:
        self._schemas: dict[str, Schema] = document["components"]["schemas"]

    def keyword(self, ordinary: Keyword) -> Keyword:
        """Wrap the standard validator, which runs only if several branches are possible."""

        def union(
            validator: Any, branches: list[Schema], value: Any, schema: Schema
        ) -> Iterator[Any]:
            left = [b for b in branches if self._could_fit(b, value)]
            if len(left) == 1:
                yield from validator.descend(value, left[0])
            else:
                yield from ordinary(validator, left or branches, value, schema)

        return union

    def _could_fit(self, branch: Schema, value: Any) -> bool:
        resolved = self._resolve(branch)
        if "const" in resolved:
            return bool(resolved["const"] == value)
        kinds = resolved.get("type")
        if kinds is not None and not _is_of(value, kinds if isinstance(kinds, list) else [kinds]):
            return False
        tag = resolved.get("properties", {}).get("type", {}).get("enum")
        return tag is None or not isinstance(value, dict) or value.get("type") in tag

    def _resolve(self, schema: Schema) -> Schema:
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        return self._schemas.get(name, schema)


def _is_of(value: Any, kinds: list[str]) -> bool:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "number" in kinds or "integer" in kinds
    return _JSON_TYPES[type(value)] in kinds
