"""HTTP server of the REST API: tokens, rate limits, faults, bodies, validation and log."""

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
from sandbox.rest import callbacks, channels, commands, messages, reactions, users, webhooks
from sandbox.rest.call import Call, Created, Endpoint, read_body
from sandbox.rest.faults import FaultPlan
from sandbox.rest.limits import Limits
from sandbox.validation.openapi import Document

_log = logging.getLogger(__name__)

API = "/api/v10"
ENDPOINTS = [
    *users.ENDPOINTS,
    *channels.ENDPOINTS,
    *reactions.ENDPOINTS,
    *messages.ENDPOINTS,
    *commands.ENDPOINTS,
    *callbacks.ENDPOINTS,
    *webhooks.ENDPOINTS,
]
_BANNED = b"<html><body>Access denied: discord.com used Cloudflare to restrict access</body>"
# without this header, discord.py takes a 429 for a Cloudflare ban and gives up
_VIA = {"Via": "1.1 google"}


class RestService:
    """HTTP server of the REST endpoints; `log` has past requests, `plan` the planned faults."""

    def __init__(self, core: Core, document: Document | None, log: RequestLog) -> None:
        self.core = core
        self.document = document
        self.log = log
        self.plan = FaultPlan()
        self.limits = Limits(core.settings)

    def routes(self, gateway_url: Callable[[], str]) -> list[web.RouteDef]:
        endpoints = [*users.gateway(gateway_url), *ENDPOINTS]
        known = [web.route(e.method, API + e.path, self._serve(e)) for e in endpoints]
        return [*known, web.route("*", "/api/{rest:.*}", self._unknown)]

    def _serve(self, endpoint: Endpoint) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def serve(request: web.Request) -> web.Response:
            if self.limits.is_banned(self.core.world.clock.now()):
                return web.Response(status=429, body=_BANNED, content_type="text/html")
            fault = self.plan.take(endpoint.method, endpoint.path)
            if fault is not None and not fault.after_acting:
                if fault.answers:  # log now: a silent request ends after the client's next one
                    self._note(endpoint, request, fault.status, 0)
                struck = await fault.apply(request)
                if struck is not None:
                    return struck
            lost = fault is not None and fault.after_acting and fault.answers
            response = await self._handle_call(endpoint, request, answer_delivered=not lost)
            if fault is not None and fault.after_acting:
                struck = await fault.apply(request)
                return response if struck is None else struck
            return response

        return serve

    async def _handle_call(
        self, endpoint: Endpoint, request: web.Request, *, answer_delivered: bool
    ) -> web.Response:
        """Run the handler and log the request; an ApiError becomes the response."""
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
        self._note(endpoint, request, status, code, answer_delivered=answer_delivered)
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
            problems = self.document.request_problems(endpoint.method, endpoint.path, body)
            if problems:
                raise invalid_form(problems)
        return Call(self.core, request.match_info, request.query, body, files, app)

    def _check_own(self, endpoint: Endpoint, status: int, body: Any) -> None:
        if self.document is None:
            return
        problems = self.document.answer_problems(endpoint.method, endpoint.path, status, body)
        for path, sentence in problems.items():
            self.log.own_errors.append(f"{endpoint.method} {endpoint.path}: {path}: {sentence}")

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
        answer_delivered: bool = True,
    ) -> None:
        now = self.core.world.clock.now()
        self.limits.count_refusal(status, now)
        read = {name: read_id(text) for name, text in request.match_info.items()}
        ids = {name: number for name, number in read.items() if number is not None}
        self.log.entries.append(
            Entry(endpoint.method, endpoint.path, status, code, now, ids, answer_delivered)
        )

    async def _unknown(self, request: web.Request) -> web.Response:
        """Respond with 404 to an unknown endpoint and log the refusal."""
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
    """Run a handler; refuse (400) a body that passed validation but broke the handler."""
    try:
        return endpoint.handler(call)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        _log.exception("Could not read the body of %s %s", endpoint.method, endpoint.path)
        raise invalid_form({"": f"Could not be read ({type(error).__name__}: {error})."}) from error


def _response(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    """Return a JSON response without a charset.

    Clients compare the content type literally.
    """
    if body is None:
        return web.Response(status=status, headers=headers)
    raw = json.dumps(body, separators=(",", ":")).encode()
    return web.Response(status=status, body=raw, content_type="application/json", headers=headers)
