"""Collector of problems in a request body: messages by path."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sandbox.errors import invalid_form
from sandbox.models.entities import Json


class Problems:
    """Collector of problems in one body, by dotted path ("components.0.label")."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def add(self, path: str, sentence: str) -> None:
        self.found.setdefault(path, sentence)

    def refuse(self) -> None:
        """Raise the 400 error with all problems, if any are reported."""
        if self.found:
            raise invalid_form(self.found)

    def keys(self, path: str, value: Json, known: Collection[str]) -> None:
        """Report the keys of a JSON object that are not among the `known` keys."""
        for key in value.keys() - set(known):
            self.add(join(path, key), f"Unknown key: {key!r} is not one of {sorted(known)}.")

    def text(self, path: str, value: Json, key: str, limits: tuple[int, int]) -> None:
        """Report a text field whose length is outside `limits`; a missing text has length 0."""
        found = value.get(key)
        low, high = limits
        where = join(path, key)
        if found is None:
            if low > 0:
                self.add(where, "This field is required")
        elif not isinstance(found, str):
            self.add(where, "Only text is accepted.")
        elif not low <= len(found) <= high:
            self.add(where, f"Must be between {low} and {high} in length.")

    def number(self, path: str, value: Json, key: str, limits: tuple[int, int]) -> None:
        """Report a field that is present but not an integer within `limits`."""
        found = value.get(key)
        if found is None:
            return
        low, high = limits
        if isinstance(found, bool) or not isinstance(found, int) or not low <= found <= high:
            self.add(join(path, key), f"Must be a whole number between {low} and {high}.")

    def items(self, path: str, value: Any, limits: tuple[int, int]) -> list[Json]:
        """Return the JSON objects in a list; report a wrong count and items of other types."""
        if value is None:
            value = []
        if not isinstance(value, list):
            self.add(path, "Only a list is accepted.")
            return []
        low, high = limits
        if not low <= len(value) <= high:
            self.add(path, f"Must be between {low} and {high} in length.")
        for number, item in enumerate(value):
            if not isinstance(item, dict):
                self.add(f"{path}.{number}", "Only an object is accepted.")
        return [item for item in value if isinstance(item, dict)]


def join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
