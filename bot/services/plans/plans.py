"""Use cases of plans: replies on a try-board that are played after the opponent's turn."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.errors.refusals import Refusal
from bot.services.games.actions import existing_game
from bot.services.games.replay_cache import ReplayCache, ReplayedGame, visible_to
from bot.services.plans.execution import planned_turn
from bot.services.transactions import reads, writes
from bot.services.try_board.tree import TryPlace, TryTree, position_key
from bot.services.try_board.try_board import LineGone, TryBoardService, TryBoardView
from bot.services.view_builder import seats
from bot.services.views import Actor, Player
from bot.store.engine.database import Database, Transaction
from bot.store.tables import games
from bot.store.tables import try_board as store
from bot.store.tables.games import RUNNING, GameRow
from bot.store.tables.try_board import TryNode
from bot.words import plans as words
from rules.moves import parse_move
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Plan:
    """Planned reply.

    :ivar node: the first move of the reply.
    :ivar before: the turns from the game's position to the reply, each as the texts of its moves.
    :ivar answer: the moves of the reply.
    """

    game_id: int
    opponent: Player
    node: int
    before: tuple[tuple[str, ...], ...]
    answer: tuple[str, ...]
    planned_at: datetime


@dataclass(frozen=True, slots=True)
class _Turn:
    """Turn of a line: its player, the position before it, and whether it is complete."""

    seat: int
    position: Position
    nodes: tuple[TryNode, ...]
    complete: bool


class PlanService:
    """Use cases of plans."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime],
        replay_cache: ReplayCache,
        boards: TryBoardService,
    ) -> None:
        self._database = database
        self._clock = clock
        self._replay_cache = replay_cache
        self._boards = boards

    async def plan(self, actor: Actor, game_id: int, place: TryPlace) -> Plan:
        """Plan the replies on the line to a place, and the reply that follows there.

        Each replaces an earlier planned reply to the same turn.

        :raises NoSuchGame: no game has that number, or the person may not see it.
        :raises LineGone: the place no longer exists.
        :raises Refusal: nothing can be planned in this game, or on this line.
        """
        await self._boards.show(actor, game_id, place)  # replays the game outside the transaction
        return await self._plan(actor, game_id, place)

    @writes
    async def drop(self, tx: Transaction, actor: Actor, game_id: int, node: int) -> None:
        """Drop the plan that contains a node.

        :raises LineGone: the plan no longer exists.
        """
        tree = TryTree(await store.find_nodes(tx, game_id, actor.user_id))
        first = tree.nodes.get(node)
        if first is None or first.planned_at is None:
            raise LineGone(words.GONE())
        while _is_planned(tree, first.parent):
            first = tree.nodes[first.parent]
        numbers = [each.node for each in planned_turn(tree, first)]
        await store.change_nodes(tx, game_id, actor.user_id, numbers, planned_at=None)

    @reads
    async def plans(self, tx: Transaction, user_id: int) -> list[Plan]:
        """Return a person's plans that the games can still reach, oldest first."""
        nodes = await store.nodes_with_plans(tx, user_id)
        rows = await games.find_all(tx, list(nodes)) if nodes else []
        replayed = await self._replay_cache.get_all(tx, rows)
        found = [
            plan
            for row in rows
            for plan in _plans_of_game(row, replayed[row.id], TryTree(nodes[row.id]), user_id)
        ]
        return sorted(found, key=lambda plan: (plan.planned_at, plan.game_id, plan.node))

    @writes
    async def _plan(self, tx: Transaction, actor: Actor, game_id: int, place: TryPlace) -> Plan:
        row = await existing_game(tx, game_id)
        view = await self._boards.show.within(tx, actor, game_id, place)
        refuse_plans(row, actor.user_id)
        seat = row.seat_of(actor.user_id)
        tree = TryTree(await store.find_nodes(tx, game_id, actor.user_id))
        now = view.game.position
        line = tree.line(place.node, {(now.ply, position_key(now))}) if place.node else ()
        if line and (line[0].ply, line[0].position) != (now.ply, position_key(now)):
            raise Refusal(words.NOT_FROM_HERE())
        turns = _turns(now, (*line, *_next_turn(tree, view, seat)))
        answers = [
            at for at, turn in enumerate(turns) if at and turn.seat == seat and turn.complete
        ]
        if not answers or turns[-1].seat != seat or not turns[-1].complete:
            raise Refusal(words.TRY_BOTH_FIRST())
        for at in answers:
            await self._set(tx, actor.user_id, game_id, tree, turns[at - 1 : at + 1])
        return _as_plan(row, actor.user_id, turns, self._clock())

    async def _set(
        self, tx: Transaction, user_id: int, game_id: int, tree: TryTree, turns: list[_Turn]
    ) -> None:
        """Plan the second of two turns instead of other replies to the first one."""
        asked, answer = turns
        first = answer.nodes[0]
        asked_at = (asked.position.ply, position_key(asked.position))
        others = [
            each
            for each in tree.nodes.values()
            if each.planned_at is not None
            and (each.ply, each.position) == (first.ply, first.position)
            and tree.passes(each.node, *asked_at)
        ]
        dropped = [node.node for other in others for node in planned_turn(tree, other)]
        if dropped:
            await store.change_nodes(tx, game_id, user_id, dropped, planned_at=None)
        numbers = [each.node for each in answer.nodes]
        await store.change_nodes(tx, game_id, user_id, numbers, planned_at=self._clock())


def _plans_of_game(row: GameRow, replayed: ReplayedGame, tree: TryTree, user_id: int) -> list[Plan]:
    now = visible_to(user_id, row.players, replayed).position
    here = (now.ply, position_key(now))
    found = []
    for each in tree.nodes.values():
        begins = each.planned_at is not None and not _is_planned(tree, each.parent)
        if begins and tree.passes(each.node, *here) and each.ply > now.ply:
            answer = planned_turn(tree, each)
            turns = _turns(now, tree.line(answer[-1].node, {here}))
            found.append(_as_plan(row, user_id, turns, each.planned_at))
    return found


def refuse_plans(row: GameRow, user_id: int) -> None:
    """Refuse a plan in a game that allows none.

    :raises Refusal: the game is over, a practice game, played without plans, or not the person's
        own.
    """
    if row.seat_of(user_id) is None:
        raise Refusal(words.NOT_A_PLAYER())
    if row.status != RUNNING:
        raise Refusal(words.GAME_OVER())
    if row.engine_seat is not None:
        raise Refusal(words.NOT_IN_PRACTICE())
    if not row.plans:
        raise Refusal(words.NOT_IN_THIS_GAME())


def _is_planned(tree: TryTree, node: int) -> bool:
    parent = tree.nodes.get(node)
    return parent is not None and parent.planned_at is not None


def _next_turn(tree: TryTree, view: TryBoardView, seat: int | None) -> Iterator[TryNode]:
    """Yield the moves of a player's next turn on the line shown last, if the board is before it."""
    position, branches = view.position, view.branches
    while position.seat_to_move == seat and position.turn == view.position.turn:
        node = tree.next_branch(branches, view.tip)
        if node is None or position.outcome() is not None:
            return
        yield node
        position = position.play(parse_move(node.move, position.topology))
        branches = tree.children(node.node)


def _turns(position: Position, line: tuple[TryNode, ...]) -> list[_Turn]:
    """Return the turns of a line from a position on, without a turn that began before it."""
    turns: list[_Turn] = []
    nodes: list[TryNode] = []
    start = position
    for each in line:
        nodes.append(each)
        after = position.play(parse_move(each.move, position.topology))
        if after.turn != position.turn or after.outcome() is not None:
            turns.append(_Turn(start.seat_to_move, start, tuple(nodes), complete=True))
            nodes, start = [], after
        position = after
    if nodes:
        turns.append(_Turn(start.seat_to_move, start, tuple(nodes), complete=False))
    return turns


def _as_plan(row: GameRow, user_id: int, turns: list[_Turn], planned_at: datetime | None) -> Plan:
    assert planned_at is not None, "the answer is planned"
    moves = [tuple(each.move for each in turn.nodes) for turn in turns]
    opponent = seats(row)[1 - row.players.index(user_id)]
    *before, answer = moves
    return Plan(row.id, opponent, turns[-1].nodes[0].node, tuple(before), answer, planned_at)
