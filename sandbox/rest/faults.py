"""Planned faults for requests: error responses, resets, delays and lost responses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web


class HeldRequest:
    """Request that has arrived and is processed only after its release."""

    def __init__(self) -> None:
        self._arrived = asyncio.Event()
        self._released = asyncio.Event()

    async def arrived(self) -> None:
        """Wait until the request arrives."""
        await self._arrived.wait()

    def release(self) -> None:
        self._released.set()

    async def until_released(self) -> None:
        self._arrived.set()
        await self._released.wait()


@dataclass(slots=True)
class Fault:
    """Fault for the next `times` requests whose method and route match.

    `action` is "answer" (with `status`, `body`, `headers`), "reset", "silence", "slow", "hold"
    (by `held`) or "call" (of `do`). With `after_acting` the request takes effect first, so that
    only its response is lost.
    """

    method: str
    route: str
    action: str
    times: int = 1
    after_acting: bool = False
    seconds: float = 0.0
    status: int = 500
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    do: Callable[[], None] = lambda: None
    held: HeldRequest | None = None

    @property
    def answers(self) -> bool:
        """Whether the client gets an error, or nothing, instead of the response."""
        return self.action not in {"slow", "hold", "call"}

    def matches(self, method: str, route: str) -> bool:
        return self.times > 0 and self.method in ("*", method) and self.route in ("*", route)

    async def apply(self, request: web.Request) -> web.Response | None:
        """Apply the fault to a request; return an error response, or None if the request proceeds.

        :raises ValueError: the fault has an unknown action.
        """
        match self.action:
            case "slow":
                await asyncio.sleep(self.seconds)
                return None
            case "hold" if self.held is not None:
                await self.held.until_released()
                return None
            case "call":
                self.do()
                return None
            case "silence":
                await _until_gone(request)
            case "reset":
                if request.transport is not None:
                    request.transport.abort()
            case "answer":
                return web.Response(status=self.status, body=self.body, headers=self.headers)
            case _:
                raise ValueError(f"There is no fault {self.action!r}.")
        return web.Response(status=500)


async def _until_gone(request: web.Request) -> None:
    """Keep the connection open without a response until the client disconnects."""
    while request.transport is not None and not request.transport.is_closing():  # noqa: ASYNC110 - aiohttp has no event for it
        await asyncio.sleep(0.02)


class FaultPlan:
    """Queue of planned faults for requests."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def add(self, fault: Fault) -> None:
        self._faults.append(fault)

    def take(self, method: str, route: str) -> Fault | None:
        """Return the first fault that matches a request, counted as used, or None."""
        found = next((f for f in self._faults if f.matches(method, route)), None)
        if found is not None:
            found.times -= 1
        self._faults = [f for f in self._faults if f.times > 0]
        return found

    def clear(self) -> None:
        self._faults.clear()
