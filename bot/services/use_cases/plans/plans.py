"""Use cases of plans: replies, prepared on a try-board, that the bot plays for a person.

A reply is played as soon as the opponent has played the turn before it on the person's line.
"""

import asyncio
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice, pairwise

from bot.errors.refusals import Refusal
from bot.services.steps.game_actions import existing_game
from bot.services.steps.plan_execution import planned_turn
from bot.services.use_cases.service import Service, ServiceDependencies
from bot.services.use_cases.transactions import reads, writes
from bot.services.use_cases.try_board.try_board import LineGone, TryBoardService, TryBoardView
from bot.services.values.games.replay_cache import visible_to
from bot.services.values.try_board.lines import LineCache, PlayedLine
from bot.services.values.try_board.tree import TryPlace, TryTree, place_after, position_key
from bot.services.values.view_builder import seats
from bot.services.values.views import Actor, Player
from bot.store.engine.database import Transaction
from bot.store.tables import games
from bot.store.tables import try_board as store
from bot.store.tables.games import RUNNING, GameRow
from bot.store.tables.try_board import TryNode
from bot.words import plans as words
from rules.moves import parse_move
from rules.position import Position
from rules.reasons import IllegalMove, InvalidMove

ROWS_AT_ONCE = 2000  # moves read by one statement; more would block the event loop
PLANS_A_PAGE = 10  # so many lines fit into a message, with names and turns of any length


@dataclass(frozen=True, slots=True)
class Plan:
    """Planned reply, with the turns that lead from the game's position to the reply.

    :ivar node: the first move of the reply.
    :ivar before: the turns from the game's position to the reply, each as the texts of its moves;
        turns of one player in a row are joined.
    :ivar answer: the moves of the reply.
    :ivar undo: whether the game allows undos.
    """

    game_id: int
    opponent: Player
    node: int
    before: tuple[tuple[str, ...], ...]
    answer: tuple[str, ...]
    planned_at: datetime
    undo: bool


@dataclass(frozen=True, slots=True)
class PlanPage:
    """Page of a person's list of plans, oldest first; `number` counts from 0."""

    plans: tuple[Plan, ...] = ()
    number: int = 0
    pages: int = 1


class YourTurnNow(Refusal):
    """Refusal to plan a turn that can be played now.

    :ivar place: the position of the try-board after that turn.
    """

    def __init__(self, sentence: str, place: TryPlace) -> None:
        super().__init__(sentence)
        self.place = place


@dataclass(frozen=True, slots=True)
class _Turn:
    """Turn on a line, or several turns of one player in a row, as after a komi offer."""

    seat: int
    nodes: tuple[TryNode, ...]


@dataclass(frozen=True, slots=True)
class _PlansOfGame:
    """Position of a game as its player sees it, and the moves that the player tried in it."""

    row: GameRow
    user_id: int
    now: Position
    tree: TryTree

    @property
    def here(self) -> tuple[int, int]:
        """Ply and key (`position_key`) of the position."""
        return self.now.ply, position_key(self.now)

    @property
    def base(self) -> Hashable:
        """Key of the position in the cache of lines (`LineCache`)."""
        return self.row.id, self.row.created_at, self.row.undone, self.now.ply


@dataclass(frozen=True, slots=True)
class _Found:
    """Plan that is not replayed yet, with the node of its first move."""

    game: _PlansOfGame
    first: TryNode
    planned_at: datetime


class PlanService(Service):
    """Use cases of plans: plan replies, drop a plan, list a person's plans."""

    def __init__(self, dependencies: ServiceDependencies, boards: TryBoardService) -> None:
        super().__init__(dependencies)
        self._boards = boards

    async def plan(self, actor: Actor, game_id: int, place: TryPlace) -> Plan:
        """Plan all of the person's replies on a line of their try-board; return the last of them.

        The line leads to `place`. If it does not end there with a whole turn of the person, it
        continues with the moves that they tried next. Each reply replaces an earlier planned reply
        to the same turn.

        :raises NoSuchGame: no game has that number, or the person may not see it.
        :raises LineGone: the place no longer exists on the try-board.
        :raises Refusal: nothing can be planned in this game, or on this line.
        """
        await self._boards.show(actor, game_id, place)  # replays the game outside the transaction
        return await self._plan(actor, game_id, place)

    @writes
    async def drop(self, tx: Transaction, actor: Actor, game_id: int, node: int) -> None:
        """Drop the planned reply that contains a move, given by the move's node.

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
    async def plans(
        self, tx: Transaction, user_id: int, page: int = 0, size: int = PLANS_A_PAGE
    ) -> PlanPage:
        """Return a page of a person's plans, without plans that the games can no longer reach.

        :param page: counted from 0; a page past the end is the last one.
        """
        sizes = await store.games_with_plans(tx, user_id)
        rows = await games.find_all(tx, list(sizes)) if sizes else []
        found: list[_Found] = []
        for batch in _batches(rows, sizes):
            found += await self._plans_of(tx, batch, user_id)
        found.sort(key=lambda each: (each.planned_at, each.game.row.id, each.first.node))
        pages = max(1, -(-len(found) // size))
        here = min(page, pages - 1)
        shown = found[here * size : (here + 1) * size]
        # in a thread, because a line may have 500 moves
        plans = await asyncio.to_thread(_replayed, shown, self._boards.lines)
        return PlanPage(plans, here, pages)

    async def _plans_of(self, tx: Transaction, rows: list[GameRow], user_id: int) -> list[_Found]:
        nodes = await store.nodes_of_games(tx, user_id, [row.id for row in rows])
        replayed = await self._replay_cache.get_all(tx, rows)

        def find() -> list[_Found]:
            found: list[_Found] = []
            for row in rows:
                now = visible_to(user_id, row.players, replayed[row.id]).position
                found += _reachable_plans(_PlansOfGame(row, user_id, now, TryTree(nodes[row.id])))
            return found

        return await asyncio.to_thread(find)  # hundreds of plans would block the event loop

    @writes
    async def _plan(self, tx: Transaction, actor: Actor, game_id: int, place: TryPlace) -> Plan:
        row = await existing_game(tx, game_id)
        view = await self._boards.show.within(tx, actor, game_id, place)
        refuse_plans(row, actor.user_id)
        seat = row.seat_of(actor.user_id)
        tree = TryTree(await store.find_nodes(tx, game_id, actor.user_id))
        game = _PlansOfGame(row, actor.user_id, view.game.position, tree)
        line = _line_to(game, place)
        played = await asyncio.to_thread(_play, game, line, self._boards.lines)
        if not played.complete or played.seats[-1:] != (seat,):
            line = (*line, *_following_turns(tree, view, seat))
            played = await asyncio.to_thread(_play, game, line, self._boards.lines)
        turns = _turns(game, line, played)
        if len(turns) == 1 and turns[0].seat == seat:
            raise YourTurnNow(words.YOUR_TURN_NOW(), _after_first_turn(game, line))
        if len(turns) < 2 or turns[-1].seat != seat or not played.complete:
            raise Refusal(words.TRY_BOTH_FIRST())
        await self._set(tx, game, turns, seat)
        return _as_plan(game, turns, self._clock())

    async def _set(
        self, tx: Transaction, game: _PlansOfGame, turns: list[_Turn], seat: int
    ) -> None:
        """Plan a seat's replies on a line, and drop its other planned replies to the same turns.

        :param turns: the turns of the line, from the position of the game on.
        """
        planned: list[int] = []
        dropped: set[int] = set()
        others = _Planned(game.tree)
        for asked, answer in pairwise(turns):
            if answer.seat == seat:
                planned += [each.node for each in answer.nodes]
                dropped.update(others.replies(asked.nodes[0], answer.nodes[0]))
        of = (game.row.id, game.user_id)
        await store.change_nodes(tx, *of, dropped.difference(planned), planned_at=None)
        await store.change_nodes(tx, *of, planned, planned_at=self._clock())


class _Planned:
    """Planned replies of a tree, by the ply and key of the position in which each begins."""

    def __init__(self, tree: TryTree) -> None:
        self._tree = tree
        self._at: dict[tuple[int, int], list[TryNode]] = {}
        for each in tree.nodes.values():
            if each.planned_at is not None:
                self._at.setdefault((each.ply, each.position), []).append(each)

    def replies(self, asked: TryNode, answer: TryNode) -> Iterator[int]:
        """Yield the nodes of all planned replies to a turn, in the position after it.

        :param asked: the first node of the turn.
        :param answer: the first node of a reply to the turn.
        """
        for other in self._at.get((answer.ply, answer.position), ()):
            if self._tree.passes(other.node, asked.ply, asked.position):
                yield from (each.node for each in planned_turn(self._tree, other))


def _batches(rows: Iterable[GameRow], sizes: Mapping[int, int]) -> Iterator[list[GameRow]]:
    """Split games into batches with at most `ROWS_AT_ONCE` moves, or with one large game.

    :param sizes: the number of tried moves by game id.
    """
    batch: list[GameRow] = []
    read = 0
    for row in rows:
        read += sizes[row.id] + row.ply
        if batch and read > ROWS_AT_ONCE:
            yield batch
            batch, read = [], sizes[row.id] + row.ply
        batch.append(row)
    if batch:
        yield batch


def _reachable_plans(game: _PlansOfGame) -> Iterator[_Found]:
    """Yield the planned replies on lines that pass through the game's current position."""
    tree, here = game.tree, game.here
    roots = [each for each in tree.nodes.values() if (each.ply, each.position) == here]
    for node in {after for root in roots for after in tree.subtree(root.node)}:
        each = tree.nodes[node]
        if each.planned_at is None or _is_planned(tree, each.parent):
            continue
        if each.ply > game.now.ply:
            yield _Found(game, each, each.planned_at)


def _replayed(found: Iterable[_Found], lines: LineCache) -> tuple[Plan, ...]:
    """Return plans with their turns; a line with several plans is replayed only once."""
    return tuple(
        _as_plan(each.game, _turns_to(each.game, each.first, lines), each.planned_at)
        for each in found
    )


def _turns_to(game: _PlansOfGame, first: TryNode, lines: LineCache) -> list[_Turn]:
    """Return the turns from the game's position to the end of a planned reply."""
    last = planned_turn(game.tree, first)[-1]
    line = game.tree.line(last.node, {game.here})
    try:
        return _turns(game, line, _play(game, line, lines))
    except (IllegalMove, InvalidMove):  # under rules that have changed since
        return [_Turn(0, (each,)) for each in line]


def _play(game: _PlansOfGame, line: Iterable[TryNode], lines: LineCache) -> PlayedLine:
    return lines.play(game.base, game.now, tuple(each.move for each in line))


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


def _line_to(game: _PlansOfGame, place: TryPlace) -> tuple[TryNode, ...]:
    """Return the moves from the game's position to a place.

    :raises Refusal: the place is not on a line from there.
    """
    if (place.ply, place.position) == game.here:  # the game may have followed the line so far
        return ()
    line = game.tree.line(place.node, {game.here}) if place.node else ()
    if not line or (line[0].ply, line[0].position) != game.here:
        raise Refusal(words.NOT_FROM_HERE())
    return line


def _following_turns(tree: TryTree, view: TryBoardView, seat: int | None) -> Iterator[TryNode]:
    """Yield the moves tried after the displayed position, until the opponent is to move.

    Where several moves were tried, follow the line shown last, or else the newest move.
    """
    position, branches = view.position, view.branches
    while position.seat_to_move == seat and position.outcome() is None:
        node = tree.next_branch(branches, view.tip)
        if node is None:
            return
        yield node
        position = position.play(parse_move(node.move, position.topology))
        branches = tree.children(node.node)


def _after_first_turn(game: _PlansOfGame, line: tuple[TryNode, ...]) -> TryPlace:
    """Return the position of the try-board after a line's first turn, or at the end of the line."""
    position, turn = game.now, game.now.turn
    for node in line:
        position = position.play(parse_move(node.move, position.topology))
        if position.turn != turn:
            break
    return place_after(node, position)


def _turns(game: _PlansOfGame, line: Iterable[TryNode], played: PlayedLine) -> list[_Turn]:
    """Return a line's turns from the game's position on; a player's turns in a row are joined."""
    now, nodes = game.now, iter(line)
    begun = len(now.last_turn.moves) if now.mid_turn and now.last_turn else 0
    found: list[_Turn] = []
    for seat, turn in zip(played.seats, played.turns, strict=True):
        own = tuple(islice(nodes, len(turn.moves) - begun))
        begun = 0
        if found and found[-1].seat == seat:
            own = (*found.pop().nodes, *own)
        found.append(_Turn(seat, own))
    return found


def _as_plan(game: _PlansOfGame, turns: list[_Turn], planned_at: datetime) -> Plan:
    moves = [tuple(each.move for each in turn.nodes) for turn in turns]
    opponent = seats(game.row)[1 - game.row.players.index(game.user_id)]
    *before, answer = moves
    first = turns[-1].nodes[0].node
    return Plan(game.row.id, opponent, first, tuple(before), answer, planned_at, game.row.undo)
