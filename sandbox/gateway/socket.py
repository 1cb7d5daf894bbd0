"""Gateway protocol for one client: HELLO, IDENTIFY or RESUME, heartbeats."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.gateway.hub import Hub
from sandbox.gateway.protocol import FRAME_BYTES, FRAMES_A_MINUTE, KNOWN_INTENTS, Close, Op
from sandbox.gateway.session import Connection, Session
from sandbox.models.entities import Application, Json
from sandbox.state.events import Intent

# Seconds that an ack takes, as over a network. discord.py records in another thread that it has
# sent a heartbeat. An earlier ack counts as 41 seconds late, and discord.py logs "Can't keep up".
ACK_DELAY = 0.05


class GatewayClosed(Exception):  # noqa: N818 - it is how a conversation ends, not a fault
    """Error that ends a gateway connection with a close code."""

    def __init__(self, code: Close) -> None:
        super().__init__(code.name)
        self.code = code


class Conversation:
    """Gateway protocol with one client, from HELLO to the end of the connection."""

    def __init__(self, hub: Hub, connection: Connection, url: str, heartbeat: float) -> None:
        self._hub = hub
        self._connection = connection
        self._url = url
        self._heartbeat = heartbeat
        self._sent: deque[float] = deque(maxlen=FRAMES_A_MINUTE)
        self.session: Session | None = None

    async def run(self) -> None:
        self._connection.send(_frame(Op.HELLO, {"heartbeat_interval": int(self._heartbeat * 1000)}))
        try:
            while (text := await self._receive()) is not None:
                self._handle(*_parse(text))
        except GatewayClosed as closed:
            self._connection.close(closed.code)
        except TimeoutError:
            self._connection.close(Close.SESSION_TIMED_OUT)

    async def _receive(self) -> str | None:
        """Return the next frame; None at the end of the connection.

        :raises TimeoutError: when no heartbeat arrives in time.
        """
        message = await self._connection.socket.receive(timeout=self._heartbeat * 1.5)
        if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
            return None
        now = asyncio.get_running_loop().time()
        if len(self._sent) == FRAMES_A_MINUTE and now - self._sent[0] < 60:
            raise GatewayClosed(Close.RATE_LIMITED)
        self._sent.append(now)
        data: str | bytes = message.data
        if len(data) > FRAME_BYTES:
            raise GatewayClosed(Close.DECODE_ERROR)
        return data.decode() if isinstance(data, bytes) else data

    def _handle(self, op: int, data: Any) -> None:
        match op:
            case Op.HEARTBEAT:
                ack = _frame(Op.HEARTBEAT_ACK, None)
                asyncio.get_running_loop().call_later(ACK_DELAY, self._connection.send, ack)
            case Op.IDENTIFY:
                self._identify(data)
            case Op.RESUME:
                self._resume(data)
            case Op.PRESENCE | Op.VOICE_STATE | Op.REQUEST_MEMBERS:
                self._ignore_or_answer(op, data)
            case _:
                raise GatewayClosed(Close.UNKNOWN_OPCODE)

    def _identify(self, data: Json) -> None:
        if self.session is not None:
            raise GatewayClosed(Close.ALREADY_AUTHENTICATED)
        app = self._authenticate(data)
        intents = _intents(app, data.get("intents"))
        session = self._hub.identify(app, intents, _shard(data.get("shard")), self._connection)
        self.session = session
        self._hub.send_ready(session, self._url)

    def _resume(self, data: Json) -> None:
        if self.session is not None:
            raise GatewayClosed(Close.ALREADY_AUTHENTICATED)
        self._authenticate(data)
        session = self._hub.sessions.get(str(data.get("session_id")))
        missed = session.missed_since(int(data.get("seq") or 0)) if session else None
        if session is None or missed is None:
            self._connection.send(_frame(Op.INVALID_SESSION, data=False))
            return
        self.session = session
        session.connection = self._connection
        for frame in missed:
            self._connection.send(frame)
        session.dispatch("RESUMED", {})
        self._hub.world.feed.publish("gateway")

    def _authenticate(self, data: Json) -> Application:
        token = str(data.get("token", "")).removeprefix("Bot ")
        app = self._hub.world.application_by_token(token)
        if app is None:
            raise GatewayClosed(Close.AUTHENTICATION_FAILED)
        return app

    def _ignore_or_answer(self, op: int, data: Json) -> None:
        """Respond to a member request; ignore presence and voice updates."""
        if self.session is None:
            raise GatewayClosed(Close.NOT_AUTHENTICATED)
        if op == Op.REQUEST_MEMBERS:
            self._hub.send_members(self.session, data)


def _frame(op: Op, data: Any) -> Json:
    return {"op": int(op), "d": data, "s": None, "t": None}


def _parse(text: str) -> tuple[int, Any]:
    try:
        frame = json.loads(text)
        return int(frame["op"]), frame.get("d")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise GatewayClosed(Close.DECODE_ERROR) from None


def _intents(app: Application, intents: Any) -> int:
    if not isinstance(intents, int) or intents & ~KNOWN_INTENTS:
        raise GatewayClosed(Close.INVALID_INTENTS)
    if intents & Intent.PRIVILEGED & ~app.privileged:
        raise GatewayClosed(Close.DISALLOWED_INTENTS)
    return intents


def _shard(shard: Any) -> tuple[int, int]:
    match shard:
        case None:
            return 0, 1
        case [int(number), int(count)] if 0 <= number < count:
            return number, count
    raise GatewayClosed(Close.INVALID_SHARD)


async def serve_connection(
    hub: Hub, request: web.Request, url: str, heartbeat: float
) -> web.StreamResponse:
    """Serve one gateway connection until its end. The session is kept for a RESUME."""
    socket = web.WebSocketResponse(timeout=1, max_msg_size=1 << 20, compress=False)
    await socket.prepare(request)
    connection = Connection(request, socket)
    hub.connections.add(connection)
    conversation = Conversation(hub, connection, url, heartbeat)
    pump = asyncio.create_task(connection.pump())
    try:
        await conversation.run()
        connection.close(1000)
        await asyncio.wait([pump], timeout=2)
    finally:
        hub.connections.discard(connection)
        session = conversation.session
        if session is not None and session.connection is connection:
            session.connection = None
            hub.world.feed.publish("gateway")
        pump.cancel()
        with suppress(asyncio.CancelledError):
            await pump
    return socket
