"""Scenes of the largest allowed inputs: boards of full size, long games and full try-boards."""

from dataclasses import dataclass, replace
from functools import cache

from bot.services.steps.game_actions import position_columns
from bot.services.values.games.replay_cache import initial_game
from bot.services.values.try_board.tree import MOST_NODES
from bot.services.values.views import GameView, Terms
from bot.store.engine.database import Transaction
from bot.store.tables import games, try_board
from bot.store.tables.revisions import new_revision
from rules.moves import parse_move
from rules.registry import find_game
from testbed.authority.people import MOVER, OPPONENT
from testbed.authority.scenes import SceneContext
from testbed.tried_lines import long_line
from testbed.wire.payloads import Someone

# node 1 is the one of `scenes.tried`
line_from = cache(lambda position: list(long_line(position, MOST_NODES - 1, first=2)))


@dataclass
class LargeSceneContext(SceneContext):
    """Creator of scenes with the largest boards, long games and full try-boards.

    :ivar is_long: whether games go on for hundreds of moves after the moves of the scene.
    """

    is_long: bool = False

    async def challenge(
        self,
        maker: Someone = OPPONENT,
        to: Someone | None = MOVER,
        game: str = "lifeline",
        terms: Terms | None = None,
        **options: str | int,
    ) -> int:
        sizes = {each.name: each.maximum for each in find_game(game).options}
        return await super().challenge(maker, to, game, terms, **options | {"size": sizes["size"]})

    async def game(
        self,
        *moves: str,
        first: Someone = MOVER,
        second: Someone | None = None,
        game: str = "lifeline",
        terms: Terms | None = None,
        **options: str | int,
    ) -> int:
        number = await super().game(
            *moves, first=first, second=second, game=game, terms=terms, **options
        )
        database = self.services.games._database  # noqa: SLF001 - no use case does it
        if self.is_long:
            await database.write(self._lengthen, await self.services.games.get(number))
        await database.write(self._try_moves, await self.services.games.get(number))
        return number

    async def _lengthen(self, tx: Transaction, game: GameView) -> None:
        """Play until the last whole turn after which the same player is to move."""
        row = await games.find(tx, game.id)
        assert row is not None, "the scene has created it"
        line = line_from(game.position)
        at = game.position
        end, length = at, 0
        for number, (node, _) in enumerate(line, 1):
            at = at.play(parse_move(node.move, at.topology))
            if not at.mid_turn and at.outcome() is None and at.seat_to_move == row.seat_to_move:
                end, length = at, number
        for number, (node, seat) in enumerate(line[:length]):
            here = replace(row, ply=row.ply + number)
            await games.append(tx, here, seat, [node.move], self.clock.now)
        record = initial_game(game.record.ruleset)
        columns = position_columns(replace(record, position=end, turn_start=end))
        revision = new_revision(end.ply, row.undone)
        await games.change(tx, row, **columns, turn_revision=revision)

    async def _try_moves(self, tx: Transaction, game: GameView) -> None:
        """Fill the try-boards of both players, with each own turn planned."""
        for seat, player in enumerate(game.seats):
            nodes = [
                replace(node, planned_at=self.clock.now if by == seat and node.parent else None)
                for node, by in line_from(game.position)
            ]
            await try_board.add_nodes(tx, game.id, player.user_id, nodes)
