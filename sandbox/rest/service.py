"""From an HTTP request to a handler and back: token, limits, faults, body, validation, log."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from sandbox.clock import read_id
from sandbox.core import Core
from sandbox.errors import ApiError, InvalidRequestError, invalid_form, unauthorized
from sandbox.log import Entry, Refusal, RequestLog
from sandbox.models.entities import Application
from sandbox.rest import callbacks, channels, commands, marks, messages, people, webhooks
from sandbox.rest.call import Call, Created, Endpoint, read_body
from sandbox.rest.faults import FaultPlan
from sandbox.rest.limits import Limits
from sandbox.validation.openapi import Document

_log = logging.getLogger(__name__)

API = "/api/v10"
ENDPOINTS = [
    *people.ENDPOINTS,
    *channels.ENDPOINTS,
    *marks.ENDPOINTS,
    *messages.ENDPOINTS,
    *commands.ENDPOINTS,
    *callbacks.ENDPOINTS,
    *webhooks.ENDPOINTS,
]
_BANNED = b"<html><body>Access denied: discord.com used Cloudflare to restrict access</body>"
# discord.py takes a 429 without this header for Cloudflare's and gives up.
_VIA = {"Via": "1.1 google"}


class RestService:
    """Serves the endpoints; what the bot did is in `log`, what will go wrong in `plan`."""

    def __init__(self, core: Core, document: Document | None, log: RequestLog) -> None:
        self.core = core
        self.document = document
        self.log = log
        self.plan = FaultPlan()
        self.limits = Limits(core.settings)

    def routes(self, gateway_url: Callable[[], str]) -> list[web.RouteDef]:
        endpoints = [*people.gateway(gateway_url), *ENDPOINTS]
        known = [web.route(e.method, API + e.path, self._serve(e)) for e in endpoints]
        return [*known, web.route("*", "/api/{rest:.*}", self._unknown)]

    def _serve(self, endpoint: Endpoint) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def serve(request: web.Request) -> web.Response:
            if self.limits.is_banned(self.core.world.clock.now()):
                return web.Response(status=429, body=_BANNED, content_type="text/html")
            fault = self.plan.take(endpoint.method, endpoint.path)
            if fault is not None and not fault.after_acting:
                struck = await fault.strike(request)
                if struck is not None:
                    self._note(endpoint, request, struck.status, 0)
                    return struck
            lost = fault is not None and fault.loses_answer
            response = await self._act(endpoint, request, heard=not lost)
            if fault is not None and fault.after_acting:
                struck = await fault.strike(request)
                return response if struck is None else struck
            return response

        return serve

    async def _act(self, endpoint: Endpoint, request: web.Request, *, heard: bool) -> web.Response:
        """Run the handler; a refusal becomes its status, code and body."""
        code, headers = 0, dict(_VIA)
        try:
            app = self._authenticate(endpoint, request)
            headers |= self._count(endpoint, request, app)
            call = await self._call(endpoint, request, app)
            result = _handle(endpoint, call)
            status, body = _status(result), result
            self._check_own(endpoint, status, body)
        except ApiError as error:
            status, code, body = error.status, error.code, error.body()
            headers |= getattr(error, "headers", {})
            self._refused(endpoint, error)
        self._note(endpoint, request, status, code, heard=heard)
        return _response(status, body, headers)

    def _authenticate(self, endpoint: Endpoint, request: web.Request) -> Application | None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        app = self.core.world.application_by_token(token) if scheme == "Bot" else None
        if endpoint.auth and app is None:
            raise unauthorized()
        return app

    def _count(
        self, endpoint: Endpoint, request: web.Request, app: Application | None
    ) -> dict[str, str]:
        route = (endpoint.method, endpoint.path)
        now = self.core.world.clock.now()
        ids = dict(request.match_info)
        return self.limits.check(route, ids, app.id if app and endpoint.auth else None, now)

    async def _call(
        self, endpoint: Endpoint, request: web.Request, app: Application | None
    ) -> Call:
        body, files = await read_body(request, self.core.settings.file_size)
        if self.document is not None and endpoint.method in ("POST", "PUT", "PATCH"):
            faults = self.document.request_faults(endpoint.method, endpoint.path, body)
            if faults:
                raise invalid_form(faults)
        return Call(self.core, request.match_info, request.query, body, files, app)

    def _check_own(self, endpoint: Endpoint, status: int, body: Any) -> None:
        if self.document is None:
            return
        faults = self.document.answer_faults(endpoint.method, endpoint.path, status, body)
        for path, sentence in faults.items():
            self.log.own_faults.append(f"{endpoint.method} {endpoint.path}: {path}: {sentence}")

    def _refused(self, endpoint: Endpoint, error: ApiError) -> None:
        if isinstance(error, InvalidRequestError):
            self.log.refusals.append(
                Refusal(endpoint.method, endpoint.path, error.code, error.message, error.errors)
            )

    def _note(
        self,
        endpoint: Endpoint,
        request: web.Request,
        status: int,
        code: int,
        *,
        heard: bool = True,
    ) -> None:
        now = self.core.world.clock.now()
        self.limits.count_refusal(status, now)
        read = {name: read_id(text) for name, text in request.match_info.items()}
        ids = {name: number for name, number in read.items() if number is not None}
        self.log.entries.append(
            Entry(endpoint.method, endpoint.path, status, code, now, ids, heard)
        )

    async def _unknown(self, request: web.Request) -> web.Response:
        """Say 404 for an endpoint that the sandbox does not have, and remember it."""
        path = request.match_info["rest"]
        shown = "/".join("…" if len(part) > 30 else part for part in path.split("/"))
        message = f"The sandbox has no endpoint {request.method} /{shown}"
        self.log.refusals.append(Refusal(request.method, "(unknown)", 0, message, None))
        return _response(404, {"message": "404: Not Found", "code": 0}, dict(_VIA))


def _status(result: Any) -> int:
    if result is None:
        return 204
    return 201 if isinstance(result, Created) else 200


def _handle(endpoint: Endpoint, call: Call) -> Any:
    """Run a handler; a body of the wrong types, which no rule caught, is a 400 as well."""
    try:
        return endpoint.handler(call)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        _log.exception("Could not read the body of %s %s", endpoint.method, endpoint.path)
        raise invalid_form({"": f"Could not be read ({type(error).__name__}: {error})."}) from error


def _response(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    """Return a JSON answer whose content type has no charset: clients compare it literally."""
    if body is None:
        return web.Response(status=status, headers=headers)
    raw = json.dumps(body, separators=(",", ":")).encode()
    return web.Response(status=status, body=raw, content_type="application/json", headers=headers)
