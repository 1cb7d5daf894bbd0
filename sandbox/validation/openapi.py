"""Validation of requests and responses against Discord's OpenAPI document, if available.

jsonschema-rs belongs to the test extra, so it is imported on demand.
"""

from __future__ import annotations

import json
import os
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote

_BASE = "urn:discord"
_JSON = "application/json"


def default_path() -> Path:
    """Return the path of Discord's OpenAPI document: `SANDBOX_OPENAPI`, or beside the project."""
    named = os.environ.get("SANDBOX_OPENAPI")
    root = Path(__file__).parents[2]
    return Path(named) if named else root.parent / "shared" / "discord-openapi.json"


class Document:
    """Discord's OpenAPI document, loaded on first use, with validators of requests."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._validators: dict[str, Any] = {}

    @staticmethod
    def find(path: Path | None = None) -> tuple[Document | None, str]:
        """Return Discord's document and "", or None and the reason why validation is off."""
        path = path or default_path()
        if not path.is_file():
            return None, f"There is no OpenAPI document at {path}."
        try:
            import_module("jsonschema_rs")
        except ImportError:
            return None, "jsonschema-rs is not installed."
        return _shared(path), ""

    @cached_property
    def _document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
        # requests may contain snowflakes as numbers, for example attachment ids
        document["components"]["schemas"]["SnowflakeType"] = {
            "type": ["string", "integer"],
            "pattern": "^(0|[1-9][0-9]*)$",
        }
        for schema in document["components"]["schemas"].values():
            _accept_permission_texts(schema)
        return document

    @cached_property
    def _registry(self) -> Any:
        return import_module("jsonschema_rs").Registry([(_BASE, self._document)])

    def request_problems(self, method: str, route: str, body: Any) -> dict[str, str]:
        """Return the problems in the JSON body of a request to a route, as messages by path."""
        operation = self._operation(method, route)
        if operation is None or "requestBody" not in operation or body is None:
            return {}
        if _JSON not in operation["requestBody"]["content"]:
            return {}
        pointer = _pointer(method, route, "requestBody", "content", _JSON, "schema")
        return self._problems(pointer, body)

    def answer_problems(self, method: str, route: str, status: int, body: Any) -> dict[str, str]:
        """Return the problems in a response of the sandbox itself, as messages by path."""
        operation = self._operation(method, route)
        if operation is None:
            return {}
        described = operation["responses"].get(str(status))
        if described is None:
            return {"": f"Discord never answers {status} here."}
        if body is None or _JSON not in described.get("content", {}):
            return {}
        pointer = _pointer(method, route, "responses", str(status), "content", _JSON, "schema")
        return self._problems(pointer, body)

    def _operation(self, method: str, route: str) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self._document["paths"].get(route, {}).get(method.lower())
        return found

    def _problems(self, pointer: str, body: Any) -> dict[str, str]:
        problems: dict[str, str] = {}
        for error in self._validator(pointer).iter_errors(body):
            deepest = _deepest(error)
            path = ".".join(str(part) for part in deepest.instance_path)
            problems.setdefault(path, deepest.message[:300])
        return problems

    def _validator(self, pointer: str) -> Any:
        if pointer not in self._validators:
            draft = import_module("jsonschema_rs").Draft202012Validator
            schema = {"$ref": f"{_BASE}#{quote(pointer)}"}
            self._validators[pointer] = draft(schema, registry=self._registry)
        return self._validators[pointer]


def _accept_permission_texts(schema: dict[str, Any]) -> None:
    """Accept command permissions as text, as Discord's guide does in contrast to its document."""
    described = schema.get("properties", {}).get("default_member_permissions")
    if described is not None and "integer" in described["type"]:
        described["type"] = [*described["type"], "string"]


@cache
def _shared(path: Path) -> Document:
    """Return the document shared by the process, because loading it is slow."""
    return Document(path)


def _pointer(method: str, route: str, *parts: str) -> str:
    steps = ["paths", route, method.lower(), *parts]
    return "".join("/" + s.replace("~", "~0").replace("/", "~1") for s in steps)


def _deepest(error: Any) -> Any:
    """Return the most useful error of a union: the error of the branch whose `type` matched."""
    while branches := getattr(error.kind, "context", None):
        fitting = [b for b in branches if not any(_about_type(e, error) for e in b)]
        chosen = min(fitting or branches, key=len)
        error = max(chosen, key=lambda e: len(e.instance_path))
    return error


def _about_type(error: Any, union: Any) -> bool:
    """Return whether an error of a union's branch means that it is for another type of object."""
    path = error.instance_path[len(union.instance_path) :]
    return bool(path[-1] == "type" if path else error.kind.name == "type")
