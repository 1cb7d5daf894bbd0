"""Use cases of published lines: after a game, players may show their try-boards to everyone.

A published board is live: lines and notes added later appear too.
"""

import asyncio
from dataclasses import replace

from bot.errors.refusals import GameRunning, NoSuchGame, Refusal
from bot.services.steps.game_actions import existing_game
from bot.services.steps.visibility import refuse_outsiders, seat_in
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.games.replay_cache import visible_to_all
from bot.services.values.people.permissions import server_moderated_at
from bot.services.values.try_board.tree import IN_GAME
from bot.services.values.try_board.variations import as_comments, together
from bot.services.values.view_builder import seats
from bot.services.values.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import try_board as store
from bot.store.tables.games import RUNNING, GameRow
from bot.store.tables.revisions import revision_of
from bot.store.tables.try_board import TryBoardRow
from bot.words import try_board as words
from rules.comments import Comments
from rules.record import Record, positions


class PublishedLineService(Service):
    """Use cases of published lines: show, publish, withdraw, or remove as a moderator."""

    @reads
    async def comments(self, tx: Transaction, actor: Actor, game_id: int) -> Comments:
        """Return the published lines and notes of a game.

        :raises NoSuchGame: no game has that number, or the person may not see it.
        """
        row = await existing_game(tx, game_id)
        refuse_outsiders(row, actor)
        record = visible_to_all(await self._replay_cache.get(tx, row)).record
        return await published_comments(tx, row, record)

    @writes
    async def publish(self, tx: Transaction, actor: Actor, game_id: int) -> None:
        """Publish the person's lines: show them to everyone who may see the game.

        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises GameRunning: the game is still in progress.
        :raises Refusal: the person has tried no moves in it.
        """
        row = await existing_game(tx, game_id)
        seat_in(row, actor)
        if row.status == RUNNING:
            raise GameRunning(row.id)
        if not await store.find_nodes(tx, game_id, actor.user_id):
            raise Refusal(words.NOTHING_TO_PUBLISH())
        board = await store.find_board(tx, game_id, actor.user_id)
        if board is None:
            board = TryBoardRow(
                revision_of(row.ply, row.undone, row.turn_revision), IN_GAME, row.ply, IN_GAME
            )
        await store.keep_board(tx, game_id, actor.user_id, replace(board, published=True))

    @writes
    async def withdraw(self, tx: Transaction, actor: Actor, game_id: int) -> None:
        """Make the person's lines private again.

        :raises NoSuchGame, NotYourGame: see `publish`.
        """
        seat_in(await existing_game(tx, game_id), actor)
        await store.unpublish(tx, game_id, actor.user_id)

    @writes
    async def remove(self, tx: Transaction, actor: Actor, game_id: int) -> None:
        """Make all published lines of a game of the server private again.

        :raises NotModerator: the person is not a moderator.
        :raises NoSuchGame: the game is not in this server.
        """
        row = await existing_game(tx, game_id)
        if row.guild_id != server_moderated_at(actor, row.channel_id):
            raise NoSuchGame(str(game_id))
        await store.unpublish(tx, game_id)


async def published_comments(tx: Transaction, row: GameRow, record: Record) -> Comments:
    """Return, within a transaction, the published lines and notes of a game.

    :param record: the public moves of the game.
    """
    published = await store.find_published(tx, row.id)
    found = [
        (player.name, published[player.user_id])
        for player in seats(row)
        if player.user_id in published
    ]
    if not found:
        return Comments()

    def make() -> Comments:
        game = list(positions(record))
        return together([as_comments(nodes, game, name) for name, nodes in found])

    return await asyncio.to_thread(make)  # a long game would block the event loop for too long
