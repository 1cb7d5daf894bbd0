"""Use cases of moderators: close games of their server without a result, block members."""

from dataclasses import dataclass
from datetime import datetime

from bot.errors.permissions import CannotBlock, OwnGame
from bot.errors.refusals import NoSuchGame
from bot.services.steps.game_actions import (
    existing_game,
    record_once,
    refuse_over,
    refuse_stale,
)
from bot.services.steps.game_end import end_game
from bot.services.steps.league_ends import change_cards
from bot.services.steps.proposals import announce_challenge
from bot.services.steps.standing_offers import match_offers
from bot.services.use_cases.people.blocking import refuse_too_many_blocks
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.people.permissions import moderated_server, server_moderated_at
from bot.services.values.view_builder import MODERATED, game_view
from bot.services.values.views import Actor, ChallengeStatus, GameView
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, game_lists, interactions, leagues
from bot.store.tables.blocks import SERVER
from bot.store.tables.games import GameRow
from bot.store.tables.interactions import InteractionRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.words import refusals


@dataclass(frozen=True, slots=True)
class BlockedMember:
    """Member who may not start games in a server.

    :ivar games: numbers of the member's games in progress there, which continue.
    """

    user_id: int
    games: tuple[int, ...]


class ModerationService(Service):
    """Use cases of moderators: close games without a result, block and unblock members.

    Each method checks the rank itself, because servers can change Discord's permissions for
    commands.
    """

    @reads
    async def closable(self, tx: Transaction, actor: Actor, game_id: int) -> GameView:
        """Return a game that the moderator may close.

        :raises NotModerator: the person is not a moderator.
        :raises NoSuchGame: the game is not in this server.
        :raises OwnGame: the moderator plays the game.
        :raises GameOver: the game is over.
        """
        row = await existing_game(tx, game_id)
        _refuse_closing(actor, row)
        return game_view(row, await self._replay_cache.get(tx, row))

    @writes
    async def close(
        self, tx: Transaction, actor: Actor, game_id: int, *, revision: int | None = None
    ) -> GameView:
        """End a game of the server without a result, and announce that to its players.

        :param revision: `GameView.revision` when the button was made; None for a typed command.
        :raises NotModerator, NoSuchGame, OwnGame, GameOver: see `closable`.
        :raises StaleButton: the game has changed since.
        """
        row = await existing_game(tx, game_id)
        if await interactions.find(tx, actor.interaction_id) is None:
            _refuse_closing(actor, row)
            # the moderator cannot see half a turn, so it must not make the button stale
            refuse_stale(row, revision, within_turn=True)
            now = self._clock()
            row = await end_game(tx, row, MODERATED, None, now)
            done = InteractionRow(actor.interaction_id, actor.user_id, "close", now, row.id)
            await interactions.add(tx, done)
        return game_view(row, await self._replay_cache.get(tx, row))

    @writes
    async def block(self, tx: Transaction, actor: Actor, user_id: int) -> BlockedMember:
        """Block a member from new games in the server, and withdraw the member's challenges there.

        :returns: the member, with the numbers of their games in progress, which continue.
        :raises NotModerator: the person is not a moderator.
        :raises CannotBlock: the member is the moderator, or the server has too many blocks.
        """
        guild_id = moderated_server(actor)
        if user_id == actor.user_id:
            raise CannotBlock(refusals.NO_BLOCK_OF_YOURSELF())
        already = await SERVER.of(tx, guild_id)
        if user_id not in already:
            refuse_too_many_blocks(already)
            now = self._clock()
            await SERVER.add(tx, guild_id, user_id, now, by_id=actor.user_id)
            await _withdraw_challenges(tx, guild_id, user_id, now)
            await change_cards(tx, await leagues.find_in_server(tx, guild_id), now)
        running = await game_lists.find_running(tx, user_id)
        return BlockedMember(user_id, tuple(row.id for row in running if row.guild_id == guild_id))

    @writes
    async def unblock(self, tx: Transaction, actor: Actor, user_id: int) -> None:
        """Allow a blocked member to play in the server again.

        :raises NotModerator: the person is not a moderator.
        :raises CannotBlock: the member is not blocked.
        """
        guild_id = moderated_server(actor)
        if not await record_once(tx, actor, "unblock", self._clock()):
            return
        if not await SERVER.remove(tx, guild_id, user_id):
            raise CannotBlock(refusals.NOT_BLOCKED_HERE())
        now = self._clock()
        await match_offers(tx, user_id, now)
        await change_cards(tx, await leagues.find_in_server(tx, guild_id), now)

    @reads
    async def find_blocked(self, tx: Transaction, actor: Actor) -> list[int]:
        """Return the user ids of blocked members, earliest block first.

        :raises NotModerator: the person is not a moderator.
        """
        return await SERVER.of(tx, moderated_server(actor))


async def _withdraw_challenges(tx: Transaction, guild_id: int, user_id: int, now: datetime) -> None:
    for row in await challenges.find_open_by(tx, user_id):
        if row.guild_id == guild_id:
            await challenges.close(tx, row.id, ChallengeStatus.WITHDRAWN)
            await announce_challenge(tx, row, OutboxKind.CHALLENGE_CLOSED, now)


def _refuse_closing(actor: Actor, row: GameRow) -> None:
    if row.guild_id != server_moderated_at(actor, row.channel_id):
        raise NoSuchGame(str(row.id))
    refuse_over(row)
    if row.seat_of(actor.user_id) is not None:
        raise OwnGame
