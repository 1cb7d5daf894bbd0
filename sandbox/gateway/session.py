"""A bot shard's session and its connection: numbered events, kept for a RESUME."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from dataclasses import dataclass, field

from aiohttp import web

from sandbox.gateway.protocol import Op
from sandbox.models.entities import Application, Json

# How many events a session keeps for a RESUME; Discord does not publish its figure.
REPLAYED = 2000


class Connection:
    """One WebSocket: frames leave in order, zlib-stream compressed when the client asked."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.silent = False
        self._transport = request.transport
        stream = request.query.get("compress") == "zlib-stream"
        self._deflate = zlib.compressobj() if stream else None
        self._frames: asyncio.Queue[Json | int] = asyncio.Queue()

    def send(self, frame: Json) -> None:
        """Queue a frame; nothing leaves while the connection is silent (a zombie)."""
        if not self.silent:
            self._frames.put_nowait(frame)

    def close(self, code: int) -> None:
        """Close with a code after what is queued."""
        self._frames.put_nowait(code)

    def cut(self) -> None:
        """Tear the connection down without a word, as a broken network does."""
        if self._transport is not None:
            self._transport.abort()

    async def pump(self) -> None:
        """Send what is queued until the connection ends."""
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
    """What a shard identified as; `connection` is None while it is away."""

    id: str
    app: Application
    intents: int
    shard: tuple[int, int]
    connection: Connection | None = None
    seq: int = 0
    events: deque[Json] = field(default_factory=lambda: deque(maxlen=REPLAYED))

    def dispatch(self, name: str, data: Json) -> None:
        """Give an event its number, keep it for a RESUME, and send it when connected."""
        self.seq += 1
        frame = {"op": int(Op.DISPATCH), "t": name, "s": self.seq, "d": data}
        self.events.append(frame)
        if self.connection is not None:
            self.connection.send(frame)

    def missed_since(self, seq: int) -> list[Json] | None:
        """Events after `seq`, or None when some of them are no longer kept."""
        if seq > self.seq or (self.events and seq < self.events[0]["s"] - 1):
            return None
        return [e for e in self.events if e["s"] > seq]

    def serves(self, guild_id: int | None) -> bool:
        """Whether a guild's events (or, with None, direct messages') belong to this shard."""
        number, count = self.shard
        return number == (0 if guild_id is None else (guild_id >> 22) % count)
