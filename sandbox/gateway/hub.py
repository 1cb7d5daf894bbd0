"""Registry of gateway sessions, and the distribution of events to them."""

from __future__ import annotations

import secrets

from sandbox.gateway.session import Connection, Session
from sandbox.models.entities import Application, Guild, Json
from sandbox.payloads.users import member_json, own_user_json
from sandbox.permissions import channel_permissions
from sandbox.state.events import Event, Intent
from sandbox.state.guilds import guild_create_data
from sandbox.state.world import World


class Hub:
    """Distributor of gateway events to sessions, by shard, intents and visible channels."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.identified = 0
        self.closed = False
        world.listeners.append(self.deliver)

    def deliver(self, event: Event) -> None:
        for session in self.sessions.values():
            if _receives(session, event):
                session.dispatch(event.name, _readable(session, event))

    def sessions_of(self, app: Application) -> list[Session]:
        return [s for s in self.sessions.values() if s.app is app]

    def is_connected(self, app: Application) -> bool:
        return any(s.connection for s in self.sessions_of(app))

    def shards_of(self, app: Application) -> set[int]:
        """Return the numbers of an application's connected shards."""
        return {s.shard[0] for s in self.sessions_of(app) if s.connection}

    def identify(
        self, app: Application, intents: int, shard: tuple[int, int], connection: Connection
    ) -> Session:
        """Start a new session for a shard, and end the shard's disconnected session, if any."""
        for old in self.sessions_of(app):
            if old.shard == shard and old.connection is None:
                del self.sessions[old.id]
        session = Session(secrets.token_hex(16), app, intents, shard, connection)
        self.sessions[session.id] = session
        self.identified += 1
        self.world.feed.publish("gateway")
        return session

    def send_ready(self, session: Session, resume_url: str) -> None:
        """Send READY, then a GUILD_CREATE for each available guild of the shard."""
        guilds = self._guilds(session)
        ready: Json = {
            "v": 10,
            "user": own_user_json(session.app.bot),
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": resume_url,
            "shard": list(session.shard),
            "application": {"id": str(session.app.id), "flags": session.app.privileged_flags},
            "private_channels": [],
        }
        session.dispatch("READY", ready)
        if session.intents & Intent.GUILDS:
            for guild in guilds:
                if not guild.unavailable:
                    session.dispatch(
                        "GUILD_CREATE", guild_create_data(self.world, guild, session.app)
                    )

    def _guilds(self, session: Session) -> list[Guild]:
        return [
            g
            for g in self.world.guilds.values()
            if session.app.bot.id in g.members and session.serves(g.id)
        ]

    def send_members(self, session: Session, asked: Json) -> None:
        """Respond to a request for guild members with one GUILD_MEMBERS_CHUNK."""
        guild = self.world.guilds.get(int(asked.get("guild_id", 0)))
        if guild is None or session.app.bot.id not in guild.members:
            return
        wanted = asked.get("user_ids") or []
        ids = {int(i) for i in (wanted if isinstance(wanted, list) else [wanted])}
        found = [m for m in guild.members.values() if not ids or m.user.id in ids]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [member_json(m) for m in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(i) for i in ids if i not in guild.members],
        }
        if asked.get("nonce"):
            chunk["nonce"] = asked["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def end(self, session: Session) -> None:
        """End a session, which can then no longer be resumed."""
        self.sessions.pop(session.id, None)


def _receives(session: Session, event: Event) -> bool:
    if event.app not in (None, session.app):
        return False
    if event.intent and not session.intents & event.intent:
        return False
    if not session.serves(event.guild.id if event.guild else None):
        return False
    return event.app is not None or _can_see(session, event)


def _can_see(session: Session, event: Event) -> bool:
    """Return whether the bot can see the subject of an event.

    Events of channels reach every bot in the guild. Events of threads and messages need the
    permission to view the channel.
    """
    bot = session.app.bot
    if event.guild is not None and bot.id not in event.guild.members:
        return False
    if event.channel is None or event.name.startswith("CHANNEL_"):
        return event.guild is not None
    return channel_permissions(event.channel, bot) != 0


def _readable(session: Session, event: Event) -> Json:
    """Return the event data; without the intent, it omits the content of other users' messages."""
    if event.guild is None or event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
        return event.data
    own = str(session.app.bot.id)
    mentioned = own in [u["id"] for u in event.data["mentions"]]
    if session.intents & Intent.MESSAGE_CONTENT or event.data["author"]["id"] == own or mentioned:
        return event.data
    return event.data | {"content": "", "embeds": [], "attachments": [], "components": []}
