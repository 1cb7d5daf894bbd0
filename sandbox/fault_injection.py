"""Fault injection: failures of Discord that a test triggers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sandbox.core import Core
from sandbox.gateway.protocol import Close, Op
from sandbox.guild import GuildHandle
from sandbox.models.entities import Application, Channel, Guild, Message, Overwrite, Role
from sandbox.models.interactions import Interaction
from sandbox.person import Person
from sandbox.rest.faults import Fault, FaultPlan, HeldRequest
from sandbox.state import channels, guilds, messages

_HTML = b"<!DOCTYPE html><html><title>Access denied</title><body>error code: 1015</body></html>"
_JSON_TYPE = {"Content-Type": "application/json", "Via": "1.1 google"}


class FaultInjector:
    """Injector of Discord's failures: one method for each kind of fault.

    Requests are selected by method and OpenAPI path; "*" matches all.
    """

    def __init__(self, core: Core, plan: FaultPlan) -> None:
        self._core = core
        self._plan = plan
        self._copies: list[int] = []
        core.interactions.copies = self._next_copies

    # Requests

    def server_error(
        self, method: str = "*", route: str = "*", *, status: int = 500, times: int = 1,
        after_acting: bool = False,
    ) -> None:  # fmt: skip
        """Answer the next requests with 5xx; with `after_acting`, after the request took effect."""
        self._plan.add(
            Fault(
                method, route, "answer", times, after_acting, status=status,
                body=b'{"message": "Internal Server Error", "code": 0}', headers=_JSON_TYPE,
            )
        )  # fmt: skip

    def reset(
        self, method: str = "*", route: str = "*", *, times: int = 1, after_acting: bool = False
    ) -> None:
        """Close the connection instead of responding to the next matching requests."""
        self._plan.add(Fault(method, route, "reset", times, after_acting))

    def silence(
        self, method: str = "*", route: str = "*", *, times: int = 1, after_acting: bool = False
    ) -> None:
        """Send no response to the next matching requests, until the client disconnects."""
        self._plan.add(Fault(method, route, "silence", times, after_acting))

    def slow(self, seconds: float, method: str = "*", route: str = "*", *, times: int = 1) -> None:
        """Delay the responses to the next matching requests by `seconds`."""
        self._plan.add(Fault(method, route, "slow", times, seconds=seconds))

    def hold(self, method: str = "*", route: str = "*") -> HeldRequest:
        """Hold the next matching request until it is released.

        `await held.arrived()` waits for it, `held.release()` lets it proceed.
        """
        held = HeldRequest()
        self._plan.add(Fault(method, route, "hold", held=held))
        return held

    def refuse(
        self, method: str, route: str, status: int, code: int, message: str, times: int = 1
    ) -> None:
        """Answer the next requests with an HTTP status and error code, such as 400 and 200000."""
        body = json.dumps({"message": message, "code": code}).encode()
        self._plan.add(
            Fault(method, route, "answer", times, status=status, body=body, headers=_JSON_TYPE)
        )

    def rate_limit(
        self, method: str = "*", route: str = "*", *, retry_after: float = 0.3,
        scope: str = "user", times: int = 1,
    ) -> None:  # fmt: skip
        """Answer the next requests with 429; `scope` is "user" (by route), "shared" or "global"."""
        body = {
            "message": "You are being rate limited.",
            "retry_after": retry_after,
            "global": scope == "global",
        }
        headers = _JSON_TYPE | {
            "Retry-After": str(int(retry_after) + 1),
            "X-RateLimit-Scope": scope,
        }
        raw = json.dumps(body).encode()
        self._plan.add(Fault(method, route, "answer", times, status=429, body=raw, headers=headers))

    def cloudflare_ban(
        self, method: str = "*", route: str = "*", *, html: bool = True, times: int = 1,
        retry_after: float = 60,
    ) -> None:  # fmt: skip
        """Answer the next requests as Cloudflare's ban does: 429 without a Via header."""
        body = _HTML if html else b'{"message": "You are being blocked.", "code": 0}'
        kind = "text/html; charset=UTF-8" if html else "application/json"
        headers = {"Content-Type": kind, "Retry-After": str(retry_after)}
        self._plan.add(
            Fault(method, route, "answer", times, status=429, body=body, headers=headers)
        )

    def when(self, method: str, route: str, do: Callable[[], None]) -> None:
        """Call the function `do` when the next matching request arrives, then serve the request."""
        self._plan.add(Fault(method, route, "call", do=do))

    def stop_faults(self) -> None:
        """Cancel all planned faults of requests and interactions."""
        self._plan.clear()
        self._copies.clear()

    # Gateway

    def drop_gateway(self) -> None:
        """Cut every gateway connection without a close frame; sessions can be resumed."""
        for connection in list(self._core.hub.connections):
            connection.cut()

    def close_gateway(self, code: int = Close.UNKNOWN_ERROR) -> None:
        """Close every gateway connection with a close code such as 4000, 4004 or 4014."""
        for connection in list(self._core.hub.connections):
            connection.close(code)

    def ask_to_reconnect(self) -> None:
        for connection in list(self._core.hub.connections):
            connection.send({"op": int(Op.RECONNECT), "d": None})

    def invalidate_sessions(self, *, resumable: bool = False, guild: int | None = None) -> None:
        """Send INVALID_SESSION to gateway sessions. Unless resumable, missed events are lost.

        :param guild: end only the session of this guild's shard; None ends all.
        """
        sessions = list(self._core.hub.sessions.values())
        for session in [each for each in sessions if guild is None or each.serves(guild)]:
            if not resumable:
                self._core.hub.end(session)
            if session.connection is not None:
                session.connection.send({"op": int(Op.INVALID_SESSION), "d": resumable})

    def freeze_gateway(self) -> None:
        """Freeze every gateway connection: open, but without any frames or heartbeat acks."""
        for connection in list(self._core.hub.connections):
            connection.silent = True

    @contextmanager
    def gateway_outage(self) -> Iterator[None]:
        """Cut all gateway connections, and refuse new connections with 503 while a block runs."""
        self._core.hub.closed = True
        self.drop_gateway()
        try:
            yield
        finally:
            self._core.hub.closed = False

    def lose_interactions(self, count: int = 1) -> None:
        """Drop the next `count` interactions before they reach the bot."""
        self._copies += [0] * count

    def double_interactions(self, count: int = 1) -> None:
        """Deliver the next `count` interactions twice, with the same id and token."""
        self._copies += [2] * count

    def _next_copies(self, _: Interaction) -> int:
        return self._copies.pop(0) if self._copies else 1

    # People, channels and guilds

    def revoke(
        self, permission: int, channel: Channel, target: Role | Application | None = None
    ) -> None:
        """Deny permissions in one channel to a role or a bot (default: the first bot)."""
        target = target or self._first_app
        kind = 0 if isinstance(target, Role) else 1
        before = channel.overwrites.get(target.id) or Overwrite(target.id, kind)
        denied = Overwrite(
            target.id, kind, before.allow & ~int(permission), before.deny | int(permission)
        )
        channels.set_overwrite(self._core.world, channel, denied)

    def restore(self, channel: Channel, target: Role | Application | None = None) -> None:
        """Remove the permission overwrite of a role or a bot in one channel."""
        overwrite = Overwrite((target or self._first_app).id, 0)
        channels.set_overwrite(self._core.world, channel, overwrite, remove=True)

    @property
    def _first_app(self) -> Application:
        return next(iter(self._core.world.applications.values()))

    def delete_message(self, message: Message) -> None:
        messages.delete(self._core.world, message)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel or a thread."""
        channels.delete_channel(self._core.world, channel)

    def slow_mode(self, channel: Channel, seconds: int) -> None:
        """Set the slow mode of a channel, in seconds; as on Discord, it does not apply to bots."""
        channel.slowmode = seconds
        channels.updated(self._core.world, channel)

    def archive(self, thread: Channel, *, locked: bool | None = None) -> None:
        channels.update_thread(self._core.world, thread, archived=True, locked=locked)

    def lock(self, thread: Channel) -> None:
        channels.update_thread(self._core.world, thread, locked=True)

    def close_direct_messages(self, person: Person) -> None:
        person.user.dms_open = False

    def open_direct_messages(self, person: Person) -> None:
        person.user.dms_open = True

    def kick(self, guild: GuildHandle | Guild, app: Application | None = None) -> None:
        """Remove a bot from a guild; `GuildHandle.invite` adds the bot again."""
        guilds.leave(self._core.world, _state(guild), (app or self._first_app).bot)

    def block_words(self, guild: GuildHandle | Guild, *words: str) -> None:
        """Make AutoMod refuse messages that contain one of these words, with error 200000."""
        _state(guild).blocked_words = list(words)

    @contextmanager
    def outage(self, guild: GuildHandle | Guild) -> Iterator[None]:
        """Make a guild unavailable while a `with` block runs; the bot remains a member."""
        guilds.set_available(self._core.world, _state(guild), available=False)
        try:
            yield
        finally:
            guilds.set_available(self._core.world, _state(guild), available=True)


def _state(guild: GuildHandle | Guild) -> Guild:
    return guild.guild if isinstance(guild, GuildHandle) else guild
