"""Validates requests and answers against Discord's own OpenAPI document, when it is at hand.

jsonschema and referencing are of the test extra: they are imported when they are needed.
"""

from __future__ import annotations

import json
import os
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from sandbox.validation.sound import SoundBodies
from sandbox.validation.unions import Unions

_BASE = "urn:discord"
_JSON = "application/json"


def default_path() -> Path:
    """`SANDBOX_OPENAPI`, or `../shared/discord-openapi.json` beside the project."""
    named = os.environ.get("SANDBOX_OPENAPI")
    root = Path(__file__).parents[2]
    return Path(named) if named else root.parent / "shared" / "discord-openapi.json"


class Document:
    """The document, read when it is first needed; validators are kept by schema."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._validators: dict[str, Any] = {}
        self._sound = SoundBodies()

    @staticmethod
    def find(path: Path | None = None) -> tuple[Document | None, str]:
        """Return the document and "", or None and why nothing is validated against it."""
        path = path or default_path()
        if not path.is_file():
            return None, f"There is no OpenAPI document at {path}."
        try:
            import_module("jsonschema")
            import_module("referencing")
        except ImportError:
            return None, "jsonschema and referencing are not installed."
        return _shared(path), ""

    @cached_property
    def _document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
        # Requests may write snowflakes as numbers: attachment ids are.
        document["components"]["schemas"]["SnowflakeType"] = {
            "type": ["string", "integer"],
            "pattern": "^(0|[1-9][0-9]*)$",
        }
        for schema in document["components"]["schemas"].values():
            _accept_permission_texts(schema)
        return document

    @cached_property
    def _registry(self) -> Any:
        referencing = import_module("referencing")
        draft = import_module("referencing.jsonschema").DRAFT202012
        resource = referencing.Resource(contents=self._document, specification=draft)
        return referencing.Registry().with_resource(_BASE, resource)

    def request_faults(self, method: str, route: str, body: Any) -> dict[str, str]:
        """Return what is wrong with a request's JSON body, as paths and sentences."""
        operation = self._operation(method, route)
        if operation is None or "requestBody" not in operation or body is None:
            return {}
        if _JSON not in operation["requestBody"]["content"]:
            return {}
        pointer = _pointer(method, route, "requestBody", "content", _JSON, "schema")
        return self._faults(pointer, body)

    def answer_faults(self, method: str, route: str, status: int, body: Any) -> dict[str, str]:
        """Return what is wrong with an answer of the sandbox itself."""
        operation = self._operation(method, route)
        if operation is None:
            return {}
        described = operation["responses"].get(str(status))
        if described is None:
            return {"": f"Discord never answers {status} here."}
        if body is None or _JSON not in described.get("content", {}):
            return {}
        pointer = _pointer(method, route, "responses", str(status), "content", _JSON, "schema")
        return self._faults(pointer, body)

    def _operation(self, method: str, route: str) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self._document["paths"].get(route, {}).get(method.lower())
        return found

    def _faults(self, pointer: str, body: Any) -> dict[str, str]:
        digest = self._sound.digest(pointer, body)
        if digest in self._sound:
            return {}
        faults: dict[str, str] = {}
        for error in self._validator(pointer).iter_errors(body):
            deepest = _deepest(error)
            path = ".".join(str(part) for part in deepest.absolute_path)
            faults.setdefault(path, deepest.message[:300])
        if not faults:
            self._sound.add(digest)
        return faults

    def _validator(self, pointer: str) -> Any:
        if pointer not in self._validators:
            schema = {"$ref": f"{_BASE}#{pointer}"}
            self._validators[pointer] = self._class(schema, registry=self._registry)
        return self._validators[pointer]

    @cached_property
    def _class(self) -> Any:
        jsonschema = import_module("jsonschema")
        draft = jsonschema.Draft202012Validator
        unions = Unions(self._document)
        keywords = {k: unions.keyword(draft.VALIDATORS[k]) for k in ("oneOf", "anyOf")}
        return jsonschema.validators.extend(draft, keywords)


def _accept_permission_texts(schema: dict[str, Any]) -> None:
    """Let commands give permissions as text too: Discord's guide does, its document does not."""
    described = schema.get("properties", {}).get("default_member_permissions")
    if described is not None and "integer" in described["type"]:
        described["type"] = [*described["type"], "string"]


@cache
def _shared(path: Path) -> Document:
    """One document for all sandboxes of a process: reading it takes a moment."""
    return Document(path)


def _pointer(method: str, route: str, *parts: str) -> str:
    steps = ["paths", route, method.lower(), *parts]
    return "".join("/" + s.replace("~", "~0").replace("/", "~1") for s in steps)


def _deepest(error: Any) -> Any:
    """Return the readable error of a union: that of the branch whose `type` fitted the value."""
    while error.context:
        branches: dict[Any, list[Any]] = {}
        for inner in error.context:
            branches.setdefault(inner.schema_path[0], []).append(inner)
        fitting = [b for b in branches.values() if not any(_about_type(e) for e in b)]
        chosen = min(fitting or branches.values(), key=len)
        error = max(chosen, key=lambda e: len(e.absolute_path))
    return error


def _about_type(error: Any) -> bool:
    """Whether an error says that the branch is for another kind of thing altogether."""
    at_tag = bool(error.relative_path) and error.relative_path[-1] == "type"
    return at_tag or (not error.relative_path and error.validator == "type")
