"""Browser window of the page: its WebSocket, the events sent to it, and its requests."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Protocol

from aiohttp import WSMsgType, web

from sandbox.models.entities import Json, User
from sandbox.page_api.read_marks import ReadMarks
from sandbox.page_api.views import message_view, sees_channel
from sandbox.state.events import Change
from sandbox.state.world import World

log = logging.getLogger(__name__)
# changes come in bursts (a move causes three), so state updates are combined
STATE_DELAY = 0.03


class Refusal(Exception):  # noqa: N818 - not a failure of the program: a sentence for the person
    """Error that refuses a browser window's request; the text gives the reason and next step."""


ActionHandler = Callable[["Window", Json], Awaitable[object]]


class Host(Protocol):
    """State shared by the browser windows; `actions` maps request names to handlers."""

    world: World
    marks: ReadMarks
    actions: Mapping[str, ActionHandler]

    def state(self, viewer: User) -> Json: ...
    def refresh(self) -> None: ...


class Window:
    """Open browser window of one person."""

    def __init__(self, host: Host, viewer: User) -> None:
        self.host = host
        self.world = host.world
        self.viewer = viewer
        self._socket = web.WebSocketResponse(heartbeat=20)
        self._stale = asyncio.Event()
        self._running: set[asyncio.Task[None]] = set()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve the window's WebSocket until the window closes."""
        await self._socket.prepare(request)
        followers = [asyncio.create_task(self._follow()), asyncio.create_task(self._refresh())]
        try:
            # the tasks must listen for changes before the initial state is read
            await asyncio.sleep(0)
            await self._send({"event": "hello", "state": self.host.state(self.viewer)})
            await self._listen()
        finally:
            tasks = [*followers, *self._running]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return self._socket

    async def close(self) -> None:
        await self._socket.close()

    def outdated(self) -> None:
        """Schedule a message with the current state to the window."""
        self._stale.set()

    async def notice(self, text: str) -> None:
        await self._send({"event": "notice", "text": text})

    async def _send(self, event: Json) -> None:
        with suppress(ConnectionError):
            await self._socket.send_str(json.dumps(event))

    async def _follow(self) -> None:
        async for change in self.world.feed.listen():
            await self._pass_on(change)
            self.outdated()

    async def _pass_on(self, change: Change) -> None:
        if change.kind == "commands":
            await self._send({"event": "commands"})
        elif change.kind == "message_deleted":
            await self._send({"event": "gone", "message": str(change.message_id)})
        elif change.kind == "message" and change.channel is not None:
            message = change.channel.messages.get(change.message_id or 0)
            shown = message and self.host.marks.sees(self.viewer, message)
            if message and shown and sees_channel(self.viewer, change.channel):
                view = message_view(message, self.viewer)
                await self._send({"event": "message", "message": view})

    async def _refresh(self) -> None:
        while True:
            await self._stale.wait()
            await asyncio.sleep(STATE_DELAY)
            self._stale.clear()
            await self._send({"event": "state", "state": self.host.state(self.viewer)})

    async def _listen(self) -> None:
        async for frame in self._socket:
            if frame.type != WSMsgType.TEXT:
                continue
            task = asyncio.create_task(self._handle(json.loads(frame.data)))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _handle(self, question: Json) -> None:
        answer: Json = {"re": question.get("ask")}
        handler = self.host.actions.get(str(question.get("do")), _unknown_act)
        try:
            answer["answer"] = await handler(self, question)
        except Refusal as refusal:
            answer["error"] = str(refusal)
        except Exception:
            log.exception("The page asked for %s and it failed", question.get("do"))
            answer["error"] = "The sandbox failed at this; its log says why."
        await self._send(answer)


async def _unknown_act(_window: Window, question: Json) -> object:
    raise Refusal(f"The sandbox does not know how to do {question.get('do')!r}.")
