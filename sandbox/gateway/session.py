"""Gateway session of one shard, and its connection. Sent events are kept for a RESUME."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from dataclasses import dataclass, field

from aiohttp import web

from sandbox.gateway.protocol import Op
from sandbox.models.entities import Application, Json

# number of events kept for a RESUME; Discord does not publish its number
MAX_KEPT_EVENTS = 2000


class Connection:
    """WebSocket connection with an ordered send queue and optional zlib-stream compression."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.silent = False
        self._transport = request.transport
        stream = request.query.get("compress") == "zlib-stream"
        self._deflate = zlib.compressobj() if stream else None
        self._frames: asyncio.Queue[Json | int] = asyncio.Queue()

    def send(self, frame: Json) -> None:
        """Queue a frame for sending, unless the connection is frozen (`silent`)."""
        if not self.silent:
            self._frames.put_nowait(frame)

    def close(self, code: int) -> None:
        """Close the connection with a close code, after the queued frames are sent."""
        self._frames.put_nowait(code)

    def cut(self) -> None:
        """Abort the connection without a close frame, as a network failure does."""
        if self._transport is not None:
            self._transport.abort()

    async def pump(self) -> None:
        """Send queued frames until the connection ends."""
        while not self.socket.closed:
            frame = await self._frames.get()
            if isinstance(frame, int):
                await self.socket.close(code=frame)
                return
            try:
                await self._write(json.dumps(frame, separators=(",", ":")))
            except ConnectionError:
                return

    async def _write(self, text: str) -> None:
        if self._deflate is None:
            await self.socket.send_str(text)
            return
        packed = self._deflate.compress(text.encode())
        await self.socket.send_bytes(packed + self._deflate.flush(zlib.Z_SYNC_FLUSH))


@dataclass(slots=True, eq=False)
class Session:
    """Gateway session of a shard; `connection` is None while the shard is disconnected."""

    id: str
    app: Application
    intents: int
    shard: tuple[int, int]
    connection: Connection | None = None
    seq: int = 0
    events: deque[Json] = field(default_factory=lambda: deque(maxlen=MAX_KEPT_EVENTS))

    def dispatch(self, name: str, data: Json) -> None:
        """Send an event with the next sequence number, if connected, and keep it for a RESUME."""
        self.seq += 1
        frame = {"op": int(Op.DISPATCH), "t": name, "s": self.seq, "d": data}
        self.events.append(frame)
        if self.connection is not None:
            self.connection.send(frame)

    def missed_since(self, seq: int) -> list[Json] | None:
        """Return the events after sequence number `seq`, or None if not all of these are kept."""
        if seq > self.seq or (self.events and seq < self.events[0]["s"] - 1):
            return None
        return [e for e in self.events if e["s"] > seq]

    def serves(self, guild_id: int | None) -> bool:
        """Return whether the shard receives the events of a guild; None means direct messages."""
        number, count = self.shard
        return number == (0 if guild_id is None else (guild_id >> 22) % count)
