"""The Discord client: routes events to handlers, runs the jobs, shuts down gracefully."""

import asyncio
import importlib
import logging
import pkgutil
from collections.abc import Awaitable, Callable
from types import ModuleType
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket

from bot import jobs
from bot.context.app_context import AppContext, BotClient, Interaction, raw_data
from bot.context.gateway_sessions import GatewaySessions
from bot.delivery.direct_messages import note_contact
from bot.delivery.interaction_token_messages import keep_token
from bot.errors.refusals import PlayerError
from bot.errors.storage import StorageError
from bot.messages.component_ids import log_name
from bot.runtime.command_sync import sync_commands
from bot.runtime.command_translation import AnyCommand, translator_for
from bot.runtime.ready_event import prepare_ready_events
from bot.store.engine.shard_assignment import ShardAssignment
from bot.ui import commands, components
from bot.ui.component_router import Handler, handle
from bot.ui.responses import explain, guarded
from bot.words import refusals
from bot.words.escaping import plural

log = logging.getLogger(__name__)

# seconds that discord.py waits for a rate limit; longer waits raise an error and are retried
LONGEST_RATELIMIT = 30.0
# seconds after the request to stop
FINISH_TIMEOUT = 4.5  # for responses in progress and due outbox messages
SHUTDOWN_TIMEOUT = 8.0  # for the jobs to end; one second remains to close the connection
POLL_INTERVAL = 0.05  # seconds between checks whether everything is finished
RESTART_DELAY = 5.0  # seconds before a failed job is restarted
COMPARE_DELAY = 10.0  # seconds before servers are compared again after a storage error
COMPONENTS = (discord.InteractionType.component, discord.InteractionType.modal_submit)
Job = Callable[[BotClient], Awaitable[None]]


class App(BotClient):
    """Discord client of the bot, with its commands, components and jobs."""

    INTENTS = discord.Intents(guilds=True)

    def __init__(self, context: AppContext) -> None:
        super().__init__(
            **_shards_of(context.peers.shards),
            intents=self.INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_RATELIMIT,
            http_trace=context.request_limit.trace(),
        )
        self.context = context
        self.sessions = GatewaySessions()
        prepare_ready_events(self)
        use_remaining_requests()
        self.tree = Tree(self)
        self._component_handlers = find_handlers()
        self._jobs: list[asyncio.Task[None]] = []
        self._in_progress: set[asyncio.Task[Any]] = set()
        self._storing = asyncio.Lock()  # keeps changes of servers in order
        self._incomplete = asyncio.Event()  # set if a change of a server could not be stored

    async def setup_hook(self) -> None:
        """Register commands and start the jobs, between the login and the first event."""
        await self._set_gateway_address()
        for command in find_commands():
            self.tree.add_command(command)
        translator = await translator_for(self.tree)
        if translator is not None:
            await self.tree.set_translator(translator)
        self._jobs = [
            asyncio.create_task(_keep_running(self, job.run, job.__name__), name=job.__name__)
            for job in modules(jobs)
        ]
        self._jobs.append(asyncio.create_task(sync_commands(self.tree, self.context), name="sync"))
        comparing = _keep_running(self, lambda _app: self._compare_after_errors(), "servers")
        self._jobs.append(asyncio.create_task(comparing, name="servers"))

    async def _set_gateway_address(self) -> None:
        # After a lost session, discord.py connects to a constant address, which is wrong behind a
        # proxy and on the sandbox.
        _, gateway, _ = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)

    async def on_ready(self) -> None:
        log.info("ready: %s, in %s", self.user, plural(len(self.guilds), "server"))
        await self.track(self._store(self._compare_servers))

    async def on_shard_connect(self, shard_id: int) -> None:
        self.sessions.confirm(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.sessions.confirm(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.sessions.lose(shard_id)

    async def on_shard_ready(self, _shard_id: int) -> None:
        """Compare the servers of all shards with the database after a shard has reconnected.

        At the start, and with a single shard, `on_ready` does this.
        """
        # at the start, and with a single shard, `on_ready` follows and covers all servers
        if self.is_ready() and len(self.shards) > 1:
            await self.track(self._store(self._compare_servers))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.track(self._store(self._enter, guild.id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that the bot was removed from a server; a server's outage causes no such event."""
        await self.track(self._store(self.context.services.servers.record_removal, guild.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.track(self._store(self.context.services.locations.forget_channel, channel.id))

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self.track(
            self._store(self.context.services.locations.forget_channel, thread.thread_id)
        )

    async def _store(self, change: Callable[..., Awaitable[None]], *which: int) -> None:
        try:
            async with self._storing:
                await change(*which)
        except StorageError as error:
            log.warning(
                "a server's change cannot be stored; all servers are compared soon: %r", error
            )
            self._incomplete.set()

    async def _compare_after_errors(self) -> None:
        # events are not replayed, because they may be outdated by now
        while True:
            await self._incomplete.wait()
            await asyncio.sleep(COMPARE_DELAY)
            await self.wait_until_ready()  # before that, not all servers are known
            self._incomplete.clear()
            await self._store(self._compare_servers)

    async def _compare_servers(self) -> None:
        present = [guild.id for guild in self.guilds]
        await self.context.services.servers.compare(present, self.serves)
        await self.context.services.interaction_tokens.record_membership(present)

    async def _enter(self, guild_id: int) -> None:
        await self.context.services.servers.record_join(guild_id)
        await self.context.services.interaction_tokens.record_membership([guild_id])

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle the use of a button, select or form; commands go through the command tree."""
        if interaction.type in COMPONENTS:
            what = log_name(str(raw_data(interaction).get("custom_id", "")))
            work = guarded(interaction, handle(interaction, self._component_handlers), what)
            await self.track(keep_token(interaction, note_contact(interaction, work)))

    async def track(self, work: Awaitable[None]) -> None:
        """Await some work, which `close` waits for as well; exceptions of the work are raised."""
        task = asyncio.ensure_future(work)
        self._in_progress.add(task)
        task.add_done_callback(self._in_progress.discard)
        await task

    async def close(self) -> None:
        """Finish responses in progress, deliver due outbox messages, then disconnect."""
        if not self.is_closed():
            started = asyncio.get_running_loop().time()
            await self._finish(started + FINISH_TIMEOUT)
            await self._end_jobs(started + SHUTDOWN_TIMEOUT)
            self.context.pictures.close()
        await super().close()

    async def _finish(self, until: float) -> None:
        """Wait for responses in progress and for the outbox to be delivered.

        :param until: the time of the event loop's clock, in seconds, at which to stop waiting.
        """
        loop = asyncio.get_running_loop()
        while loop.time() < until:
            if not self._in_progress and not await self._outbox_is_busy():
                return
            await asyncio.sleep(POLL_INTERVAL)

    async def _outbox_is_busy(self) -> bool:
        if not self._jobs:
            return False
        try:
            return await self.context.services.outbox.is_busy()
        except StorageError as error:
            log.warning("stopping without waiting for the outbox: %s", error)
            return False

    async def _end_jobs(self, until: float) -> None:
        for job in self._jobs:
            job.cancel()
        if self._jobs:
            left = until - asyncio.get_running_loop().time()
            await asyncio.wait(self._jobs, timeout=max(left, POLL_INTERVAL))


class UnknownCommand(PlayerError):  # noqa: N818 - reads as the others in bot.errors
    """Refusal of a command that this version lacks, or whose options differ in this version."""

    @property
    def sentence(self) -> str:
        return refusals.UNKNOWN_COMMAND()


class Tree(app_commands.CommandTree[BotClient]):
    """Command tree that responds to every command, even after errors."""

    async def _call(self, interaction: Interaction) -> None:
        # `on_error` receives only AppCommandErrors, so other exceptions are caught here
        what = f"command {raw_data(interaction).get('name')!r}"
        app = interaction.client
        assert isinstance(app, App)
        work = guarded(interaction, self._checked_call(interaction), what)
        await app.track(keep_token(interaction, note_contact(interaction, work)))

    async def _checked_call(self, interaction: Interaction) -> None:
        """Call a command; answer the autocomplete of an unknown command with an empty list.

        :raises UnknownCommand: if this version does not have the command or its options.
        """
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError as error:
            log.warning("unknown command, perhaps of another version: %r", error)
            if interaction.type is not discord.InteractionType.autocomplete:
                raise UnknownCommand from error
            await interaction.response.autocomplete([])

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        what = f"command {raw_data(interaction).get('name')!r}"
        if isinstance(error, app_commands.CommandInvokeError):
            await explain(interaction, error.original, what)
        else:  # the options do not match the command
            await explain(interaction, UnknownCommand(), what)


def find_commands() -> list[AnyCommand]:
    """Import the commands of bot/ui/commands/ and set where each can be used and installed."""
    found: list[AnyCommand] = [module.command for module in modules(commands)]
    for command in found:
        everywhere = not command.guild_only
        command.allowed_contexts = app_commands.AppCommandContext(
            guild=True, dm_channel=everywhere, private_channel=everywhere
        )
        command.allowed_installs = app_commands.AppInstallationType(guild=True, user=everywhere)
    return found


def find_handlers() -> dict[str, Handler]:
    """Import the modules of bot/ui/components/; return the handlers by kind of component."""
    handlers: dict[str, Handler] = {}
    for module in modules(components):
        duplicates = handlers.keys() & module.HANDLERS.keys()
        assert not duplicates, f"two modules handle {duplicates}"
        handlers |= module.HANDLERS
    return handlers


def _shards_of(shards: ShardAssignment) -> dict[str, Any]:
    # without SHARD_COUNT discord.py asks Discord for the number of shards
    return {} if shards.count is None else {"shard_count": shards.count, "shard_ids": [*shards.ids]}


async def _keep_running(app: BotClient, run: Job, name: str) -> None:
    while True:
        try:
            await run(app)
        except Exception as error:
            app.context.metrics.count_failure(error)
            log.exception("job %s failed and is restarted", name)
        await asyncio.sleep(RESTART_DELAY)


class RemainingRequests(discord.http.Ratelimit):
    """Rate limit bucket that refuses no request as long as it has requests left.

    discord.py refuses every request of a bucket whose window ends later than
    `max_ratelimit_timeout`, even the second of ten threads in ten minutes.
    """

    __slots__ = ()

    async def acquire(self) -> None:
        """Take one request from the bucket; if it is empty, wait or refuse as discord.py does.

        While requests are left, grant one at once, even if the bucket's window ends so late that
        discord.py would refuse it.
        """
        longest = self._max_ratelimit_timeout
        if self.remaining > 0:
            self._max_ratelimit_timeout = None
        try:
            await super().acquire()  # does not wait while one is left
        finally:
            self._max_ratelimit_timeout = longest


def use_remaining_requests() -> None:
    """Replace discord.py's rate limit bucket by `RemainingRequests` in this whole process."""
    discord.http.Ratelimit = RemainingRequests  # type: ignore[misc]


def modules(package: ModuleType) -> list[ModuleType]:
    """Import every module of a package; return the modules sorted by name."""
    names = sorted(each.name for each in pkgutil.iter_modules(package.__path__))
    return [importlib.import_module(f"{package.__name__}.{name}") for name in names]
