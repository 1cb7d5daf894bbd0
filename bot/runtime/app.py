"""The Discord client: routes what arrives to its handlers, runs the jobs, closes gracefully."""

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
from bot.context.app_context import AppContext, BotClient, Interaction, sent_data
from bot.delivery.interaction_tokens import keep_token
from bot.errors import StorageError
from bot.messages.component_ids import log_name
from bot.runtime.command_sync import sync_commands
from bot.runtime.command_translation import AnyCommand, translator_for
from bot.store.engine.shard_assignment import GUILD_SHIFT, ShardAssignment
from bot.ui import commands, components
from bot.ui.command_checks import (
    UnknownCommand,
    cause_of,
    refuse_no_suggestions,
    refuse_unknown_options,
)
from bot.ui.component_router import Handler, handle
from bot.ui.responses import explain, guarded
from bot.words.escaping import plural

log = logging.getLogger(__name__)

LONGEST_RATELIMIT = (
    30.0  # seconds to wait inside discord.py; what takes longer is tried again later
)
# seconds, counted from the moment when the program is asked to stop
FINISHING = 4.5  # for answers under way, and for what Discord must still hear
GOODBYE = 8.0  # for the jobs to end what they are at; then there is a second left to hang up
LOOK = 0.05  # seconds between looks at what is left
RESTART_PAUSE = 5.0  # seconds before a job that broke begins again
LOOK_AGAIN = 10.0  # seconds before servers are looked through, when a change could not be stored
SLASH = discord.AppCommandType.chat_input.value
PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
Job = Callable[[BotClient], Awaitable[None]]


class App(BotClient):
    """The bot."""

    INTENTS = discord.Intents(guilds=True)

    def __init__(self, context: AppContext) -> None:
        super().__init__(
            **_shards_of(context.peers.share),
            intents=self.INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_RATELIMIT,
        )
        believe_new_sessions(self)
        self.context = context
        self.tree = Tree(self)
        self._controls = find_handlers()
        self._jobs: list[asyncio.Task[None]] = []
        self._under_way: set[asyncio.Task[Any]] = set()
        self._noting = asyncio.Lock()  # what changes in servers is stored as it came
        self._unnoted = asyncio.Event()  # something that changed is not stored

    async def setup_hook(self) -> None:
        """After the login, before the first event."""
        await self._learn_gateway()
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
        looking = _keep_running(self, lambda _app: self._look_again(), "servers")
        self._jobs.append(asyncio.create_task(looking, name="servers"))

    async def _learn_gateway(self) -> None:
        # after a lost session discord.py dials a constant address; behind a proxy, and on the
        # sandbox, only the one that Discord itself names is right
        _, gateway, _ = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)

    async def on_ready(self) -> None:
        log.info("ready: %s, in %s", self.user, plural(len(self.guilds), "server"))
        await self.attend(self._note(self._compare_servers))

    async def on_shard_ready(self, _shard_id: int) -> None:
        """Look what has changed while one shard of several had no session."""
        # at first not all servers are known; and where it is the only one, `on_ready` follows
        if self.is_ready() and len(self.shards) > 1:
            await self.attend(self._note(self._compare_servers))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.attend(self._note(self._enter, guild.id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note a removal, by a kick or with the server; an outage is told in another way."""
        await self.attend(self._note(self.context.services.servers.left, guild.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.attend(self._note(self.context.services.locations.channel_deleted, channel.id))

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self.attend(
            self._note(self.context.services.locations.thread_deleted, thread.thread_id)
        )

    async def _note(self, change: Callable[..., Awaitable[None]], *which: int) -> None:
        try:
            async with self._noting:
                await change(*which)
        except StorageError as error:
            log.warning("what changed in servers is not stored, and looked at again: %r", error)
            self._unnoted.set()

    async def _look_again(self) -> None:
        # the present is compared, not what had come: it may have changed again since
        while True:
            await self._unnoted.wait()
            await asyncio.sleep(LOOK_AGAIN)
            await self.wait_until_ready()  # before, not all servers are known
            self._unnoted.clear()
            await self._note(self._compare_servers)

    async def _compare_servers(self) -> None:
        present = [guild.id for guild in self.guilds]
        await self.context.services.servers.compare(present, self._would_see)
        await self.context.services.interaction_tokens.come_home(present)

    async def _enter(self, guild_id: int) -> None:
        await self.context.services.servers.joined(guild_id)
        await self.context.services.interaction_tokens.come_home([guild_id])

    def _would_see(self, guild_id: int) -> bool:
        # other processes may have other shards
        return (guild_id >> GUILD_SHIFT) % (self.shard_count or 1) in self.shards

    async def on_interaction(self, interaction: Interaction) -> None:
        """Buttons, selects and forms; commands come through the tree."""
        if interaction.type in PRESSES:
            what = log_name(str(sent_data(interaction).get("custom_id", "")))
            work = guarded(interaction, handle(interaction, self._controls), what)
            await self.attend(keep_token(interaction, work))

    async def attend(self, work: Awaitable[None]) -> None:
        """Await the work; closing waits for it, too."""
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        await task

    async def close(self) -> None:
        """Finish what is begun, let Discord hear what is due, then leave."""
        if not self.is_closed():
            begun = asyncio.get_running_loop().time()
            await self._finish(begun + FINISHING)
            await self._end_jobs(begun + GOODBYE)
            self.context.pictures.close()
        await super().close()

    async def _finish(self, until: float) -> None:
        """Let answers under way be given, and what is due be sent; not for ever."""
        loop = asyncio.get_running_loop()
        while loop.time() < until:
            if not self._under_way and not await self._must_tell():
                return
            await asyncio.sleep(LOOK)

    async def _must_tell(self) -> bool:
        if not self._jobs:
            return False
        try:
            return await self.context.services.outbox.is_busy()
        except StorageError as error:
            log.warning("leaving without a look at the outbox: %s", error)
            return False

    async def _end_jobs(self, until: float) -> None:
        for job in self._jobs:
            job.cancel()
        if self._jobs:
            left = until - asyncio.get_running_loop().time()
            await asyncio.wait(self._jobs, timeout=max(left, LOOK))


class Tree(app_commands.CommandTree[BotClient]):
    """Slash commands, each of which is answered whatever happens."""

    async def _call(self, interaction: Interaction) -> None:
        # the only place that sees errors which are no AppCommandError: those reach no hook
        what = f"command {sent_data(interaction).get('name')!r}"
        app = interaction.client
        assert isinstance(app, App)
        work = guarded(interaction, self._checked_call(interaction), what)
        await app.attend(keep_token(interaction, work))

    async def _checked_call(self, interaction: Interaction) -> None:
        """Call the command, if it is one of ours with options of ours.

        :raises UnknownCommand: it is not.
        """
        try:
            self._check(interaction)
        except (app_commands.AppCommandError, UnknownCommand) as error:
            log.warning("a command of another version: %r", error)
            if interaction.type is not discord.InteractionType.autocomplete:
                raise UnknownCommand from error
            await interaction.response.autocomplete([])
        else:
            await super()._call(interaction)

    def _check(self, interaction: Interaction) -> None:
        data: Any = sent_data(interaction)
        if data.get("type", SLASH) != SLASH:
            kind = discord.AppCommandType(data["type"])
            if self.get_command(data["name"], type=kind) is None:
                raise UnknownCommand
            return
        command, options = self._get_app_command_options(data)
        if interaction.type is discord.InteractionType.autocomplete:
            refuse_no_suggestions(command, options)
        else:
            refuse_unknown_options(command, options, data)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        what = f"command {sent_data(interaction).get('name')!r}"
        await explain(interaction, cause_of(error), what)


def find_commands() -> list[AnyCommand]:
    """Import every command of bot/ui/commands/, for servers only or for everywhere."""
    found: list[AnyCommand] = [module.command for module in modules(commands)]
    for command in found:
        everywhere = not command.guild_only
        command.allowed_contexts = app_commands.AppCommandContext(
            guild=True, dm_channel=everywhere, private_channel=everywhere
        )
        command.allowed_installs = app_commands.AppInstallationType(guild=True, user=everywhere)
    return found


def find_handlers() -> dict[str, Handler]:
    """Import bot/ui/components/: every kind of control with what answers it."""
    handlers: dict[str, Handler] = {}
    for module in modules(components):
        twice = handlers.keys() & module.HANDLERS.keys()
        assert not twice, f"two files answer the kind {twice}"
        handlers |= module.HANDLERS
    return handlers


def _shards_of(share: ShardAssignment) -> dict[str, Any]:
    # without them, Discord says how many there are
    return {} if share.count is None else {"shard_count": share.count, "shard_ids": [*share.ids]}


async def _keep_running(app: BotClient, run: Job, name: str) -> None:
    while True:
        try:
            await run(app)
        except Exception as error:
            app.context.metrics.count_failure(error)
            log.exception("job %s broke and begins again", name)
        await asyncio.sleep(RESTART_PAUSE)


def believe_new_sessions(client: discord.AutoShardedClient) -> None:
    """Let the client forget servers that a new session does not name.

    A removal that happens while a session is lost is never told. A client with shards adds what
    the new one names, and keeps all else for ever: discord.py has no other way to correct it.
    """
    state = client._connection  # noqa: SLF001
    read = state.parsers["READY"]

    def ready(data: dict[str, Any]) -> None:
        shard_id, _ = data["shard"]
        named = {int(each["id"]) for each in data["guilds"]}
        for guild in client.guilds:
            if guild.shard_id == shard_id and guild.id not in named:
                state._remove_guild(guild)  # noqa: SLF001
        read(data)

    state.parsers["READY"] = ready


def modules(package: ModuleType) -> list[ModuleType]:
    """Import every module of the package, in the order of their names."""
    names = sorted(each.name for each in pkgutil.iter_modules(package.__path__))
    return [importlib.import_module(f"{package.__name__}.{name}") for name in names]
