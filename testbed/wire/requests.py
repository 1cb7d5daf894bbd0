"""Requests of the bot to Discord, validated and recorded."""

import json
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from sandbox.errors import ApiError
from sandbox.validation.commands import check_choices
from sandbox.validation.messages import (
    CALLBACK,
    CREATE,
    EDIT,
    WEBHOOK,
    Body,
    Shape,
    check_message,
    check_not_empty,
)
from sandbox.validation.modals import check_modal
from sandbox.validation.problems import Problems
from testbed.wire.payloads import Json

MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
V2 = 1 << 15


@dataclass(frozen=True, slots=True)
class Request:
    """Request of the bot to Discord; `refused` is why Discord would refuse the request, if so."""

    method: str
    path: str
    body: Json
    files: frozenset[str] = frozenset()
    refused: str = ""

    @property
    def data(self) -> Json:
        """Message, modal or autocomplete choices in the request's body."""
        inside: Json = self.body.get("data") or self.body
        return inside

    @property
    def words(self) -> str:
        """Visible text of the request's message, without labels of controls."""
        parts = [self.data, *walk(self.data.get("components") or [])]
        return "\n".join(filter(None, (str(each.get("content") or "") for each in parts)))

    @property
    def labels(self) -> list[str]:
        return [str(c["label"]) for c in walk(self.data.get("components") or []) if "label" in c]

    @property
    def ids(self) -> list[str]:
        """Custom ids of the controls and the modal in the request."""
        own = [str(self.data["custom_id"])] if "custom_id" in self.data else []
        inside = walk(self.data.get("components") or [])
        return own + [str(c["custom_id"]) for c in inside if "custom_id" in c]


def walk(components: list[Json]) -> list[Json]:
    """Return all components of a message or modal, nested components after their parents."""
    found: list[Json] = []
    for each in components:
        inside = [*each.get("components", []), *filter(None, [each.get("component")])]
        found += [each, *walk(inside)]
    return found


_listener: ContextVar[list[Request] | None] = ContextVar("listener", default=None)


@dataclass
class RequestLog:
    """Log of all requests of the bot in order, with a separate list for each task."""

    requests: list[Request] = field(default_factory=list)

    def collect(self, listener: list[Request]) -> None:
        """Collect the requests of the current task and its child tasks in a list."""
        _listener.set(listener)

    def record(self, method: str, path: str, sent: dict[str, Any]) -> Request:
        """Validate and log a request, and return it.

        :param sent: the arguments that discord.py passes to its HTTP client.
        """
        body, files = _read(sent)
        made = Request(method, path, body, files, _refused(method, path, body, files))
        self.requests.append(made)
        listener = _listener.get()
        if listener is not None:
            listener.append(made)
        return made


def _read(sent: dict[str, Any]) -> tuple[Json, frozenset[str]]:
    form = sent.get("form") or sent.get("multipart") or []
    body = sent.get("json") or sent.get("payload") or {}
    for part in form:
        if part["name"] == "payload_json":
            body = json.loads(part["value"])
    files = sent.get("files") or []
    # raises for text that cannot be encoded, such as lone surrogates
    json.dumps(body, ensure_ascii=False).encode()
    return body, frozenset(str(each.filename) for each in files)


def _refused(method: str, path: str, body: Json, files: frozenset[str]) -> str:
    try:
        if path.endswith("/callback"):
            _check_callback(body, files)
        elif "messages" in path and method in {"POST", "PATCH"}:
            _check(
                body, WEBHOOK if "webhooks" in path and method == "POST" else _kind(method), files
            )
        elif "webhooks" in path and method == "POST":
            _check(body, WEBHOOK, files)
    except ApiError as error:
        return str(error)
    return ""


def _kind(method: str) -> Body:
    return EDIT if method == "PATCH" else CREATE


def _check_callback(body: Json, files: frozenset[str]) -> None:
    kind, data = body["type"], body.get("data") or {}
    problems = Problems()
    if kind == FORM:
        check_modal(problems, data)
    elif kind == CHOICES:
        check_choices(problems, "choices", data.get("choices") or [])
        if len(data.get("choices") or []) > 25:
            problems.add("choices", "Must be 25 or fewer in length.")
    elif kind in {MESSAGE, UPDATE}:
        _check(data, CALLBACK, files)
    problems.refuse()


def _check(data: Json, kind: Body, files: frozenset[str]) -> None:
    v2 = bool(int(data.get("flags") or 0) & V2)
    check_message(data, Shape(kind, files, v2))
    if kind is not EDIT:
        check_not_empty(data, len(files))
