"""What moderators do in their server: close a game without a result, block and unblock members."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.errors import NoSuchGame
from bot.errors.permissions import CannotBlock, OwnGame
from bot.services.challenges.proposals import tell
from bot.services.games.actions import existing_game, is_first, refuse_over, refuse_stale
from bot.services.games.ending import end_game
from bot.services.games.replay_cache import ReplayCache
from bot.services.people.blocking import refuse_too_many_blocks
from bot.services.people.permissions import moderated_server, server_moderated_at
from bot.services.view_builder import MODERATED, game_view
from bot.services.views import Actor, ChallengeStatus, GameView
from bot.store.engine.database import Database, Transaction
from bot.store.tables import challenges, game_lists, interactions
from bot.store.tables.blocks import SERVER
from bot.store.tables.games import GameRow
from bot.store.tables.interactions import InteractionRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.words import refusals


@dataclass(frozen=True, slots=True)
class Blocked:
    """A member who begins no games here any more; the numbers of the games that go on."""

    user_id: int
    games: tuple[int, ...]


class ModerationService:
    """Use cases of moderators. Each checks the rank: Discord's own check can be changed there."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime], lines: ReplayCache
    ) -> None:
        self._database = database
        self._clock = clock
        self._lines = lines

    async def closable(self, actor: Actor, game_id: int) -> GameView:
        """Return a game that this moderator may close.

        :raises NotModerator, NoSuchGame: may not, or not there.
        :raises OwnGame, GameOver: they play it; it has ended.
        """
        return await self._database.read(self._closable, actor, game_id)

    async def close(self, actor: Actor, game_id: int, *, revision: int | None = None) -> GameView:
        """End a game of the server without a result; both players are told by its last message.

        :param revision: `GameView.revision` when the button was made.
        :raises NotModerator, NoSuchGame, OwnGame, GameOver, StaleButton: as above.
        """
        return await self._database.write(self._close, actor, game_id, revision)

    async def block(self, actor: Actor, user_id: int) -> Blocked:
        """Let a member begin no more games in the server; open challenges there are withdrawn.

        :raises NotModerator, CannotBlock: who; yourself, or too many.
        """
        return await self._database.write(self._block, actor, user_id)

    async def unblock(self, actor: Actor, user_id: int) -> None:
        """Let a member play in the server again.

        :raises NotModerator, CannotBlock: who; the member is not blocked.
        """
        await self._database.write(self._unblock, actor, user_id)

    async def blocked(self, actor: Actor) -> list[int]:
        """Return who is blocked in the server, the first blocked first.

        :raises NotModerator: they may not.
        """
        return await self._database.read(SERVER.of, moderated_server(actor))

    async def _closable(self, tx: Transaction, actor: Actor, game_id: int) -> GameView:
        row = await existing_game(tx, game_id)
        _refuse_closing(actor, row)
        return game_view(row, await self._lines.of(tx, row))

    async def _close(
        self, tx: Transaction, actor: Actor, game_id: int, revision: int | None
    ) -> GameView:
        row = await existing_game(tx, game_id)
        if await interactions.find(tx, actor.interaction_id) is None:
            _refuse_closing(actor, row)
            # of half a turn nobody but its mover knows
            turn_start = (await self._lines.of(tx, row)).turn_start
            refuse_stale(row, revision, since_ply=turn_start.ply)
            now = self._clock()
            row = await end_game(tx, row, MODERATED, None, now)
            done = InteractionRow(actor.interaction_id, actor.user_id, "close", now, row.id)
            await interactions.add(tx, done)
        return game_view(row, await self._lines.of(tx, row))

    async def _block(self, tx: Transaction, actor: Actor, user_id: int) -> Blocked:
        guild_id = moderated_server(actor)
        if user_id == actor.user_id:
            raise CannotBlock(refusals.NO_BLOCK_OF_YOURSELF)
        already = await SERVER.of(tx, guild_id)
        if user_id not in already:
            refuse_too_many_blocks(already)
            now = self._clock()
            await SERVER.add(tx, guild_id, user_id, now, by_id=actor.user_id)
            await self._withdraw(tx, guild_id, user_id, now)
        theirs = await game_lists.find_running(tx, user_id)
        return Blocked(user_id, tuple(row.id for row in theirs if row.guild_id == guild_id))

    async def _unblock(self, tx: Transaction, actor: Actor, user_id: int) -> None:
        guild_id = moderated_server(actor)
        if not await is_first(tx, actor, "unblock", self._clock()):
            return
        if not await SERVER.remove(tx, guild_id, user_id):
            raise CannotBlock(refusals.NOT_BLOCKED_HERE)

    async def _withdraw(self, tx: Transaction, guild_id: int, user_id: int, now: datetime) -> None:
        for row in await challenges.find_open_by(tx, user_id):
            if row.guild_id == guild_id:
                await challenges.close(tx, row.id, ChallengeStatus.WITHDRAWN)
                await tell(tx, row, OutboxKind.CHALLENGE_CLOSED, now)


def _refuse_closing(actor: Actor, row: GameRow) -> None:
    if row.guild_id != server_moderated_at(actor, row.channel_id):
        raise NoSuchGame(str(row.id))
    refuse_over(row)
    if row.seat_of(actor.user_id) is not None:
        raise OwnGame
