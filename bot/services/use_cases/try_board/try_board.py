"""Use cases of the try-board: a person's private lines in a game, which never play a move."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.errors.refusals import Refusal
from bot.services.steps.game_actions import existing_game
from bot.services.steps.visibility import refuse_outsiders
from bot.services.use_cases.service import Service, ServiceDependencies
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.games.replay_cache import ReplayedGame
from bot.services.values.games.typed_turns import play_turn
from bot.services.values.try_board.lines import LineCache, PlayedLine
from bot.services.values.try_board.tree import (
    IN_GAME,
    MOST_NODES,
    TryPlace,
    TryTree,
    new_node,
    place_after,
    position_key,
)
from bot.services.values.view_builder import game_view
from bot.services.values.views import Actor, GameView
from bot.store.engine.database import Transaction
from bot.store.tables import players
from bot.store.tables import try_board as store
from bot.store.tables.games import GameRow
from bot.store.tables.try_board import TryBoardRow, TryNode
from bot.words import try_board as words
from bot.words.escaping import shortened
from rules.moves import format_move
from rules.position import LastTurn, Position
from rules.reasons import IllegalMove, InvalidMove

MOST_NOTE = 200  # characters of a note
MARKS = ("good", "bad")


class LineGone(Refusal):
    """Refusal: the position of a button is gone, because its line or the game has changed."""


@dataclass(frozen=True, slots=True)
class TryBoardView:
    """Try-board as its owner sees it.

    :ivar game: the game as it is now.
    :ivar place: the displayed place, which identifies `position`.
    :ivar turns: the tried turns that lead to that position; the first may be half played in the
        game.
    :ivar node: the last tried move, None in a position of the game.
    :ivar branches: the moves tried in this position; `tip` is the end of the line shown last.
    :ivar others: other moves that were tried instead of the last move.
    :ivar playable: the tried moves as text, if they can be played in the game now; else empty.
    :ivar may_plan: whether the person may plan replies in this game.
    :ivar may_publish: whether the person may publish the lines; `published` is whether they have.
    :ivar lost: the number of moves that `delete_line` would delete.
    """

    game: GameView
    place: TryPlace
    position: Position
    turns: tuple[LastTurn, ...]
    node: TryNode | None
    branches: tuple[TryNode, ...]
    tip: int
    others: tuple[TryNode, ...]
    can_go_back: bool
    can_go_forward: bool
    playable: str
    may_plan: bool
    may_publish: bool
    published: bool
    flipped: bool
    lost: int


@dataclass(slots=True)
class _OpenBoard:
    """Try-board loaded in a transaction: the game, the tried moves, and the stored state."""

    row: GameRow
    game: GameView
    user_id: int
    tree: TryTree
    board: TryBoardRow

    @property
    def may_publish(self) -> bool:
        return self.game.result is not None and self.game.seat_of(self.user_id) is not None

    @property
    def now(self) -> tuple[int, int]:
        """Ply and key (`position_key`) of the game's current position."""
        return self.game.position.ply, position_key(self.game.position)


class TryBoardService(Service):
    """Use cases of the try-board: try moves, go back and forward, note, mark, delete lines.

    Every button names the position for which it was made, so that two messages that show the board
    of one person do not interfere.
    """

    def __init__(self, dependencies: ServiceDependencies) -> None:
        super().__init__(dependencies)
        self.lines = LineCache()

    @reads
    async def open(
        self, tx: Transaction, actor: Actor, game_id: int, ply: int | None = None
    ) -> TryBoardView:
        """Return the person's try-board of a game, in the position in which the person left it.

        If the game has changed since and did not follow that line, show its current position.

        :param ply: show the position of the game after this many moves instead.
        :raises NoSuchGame: no game has that number, or the person may not see it.
        """
        opened = await self._load(tx, actor, game_id)
        if ply is not None and ply < opened.game.position.ply:
            return await self._at_ply(tx, opened, max(ply, 0))
        return await self._where_left(tx, opened)

    @reads
    async def show(
        self, tx: Transaction, actor: Actor, game_id: int, place: TryPlace
    ) -> TryBoardView:
        """Return the person's try-board of a game in a given position.

        :raises NoSuchGame: no game has that number, or the person may not see it.
        :raises LineGone: the position no longer exists on the try-board.
        """
        opened = await self._load(tx, actor, game_id)
        return await self._view(tx, opened, place)

    async def try_move(
        self, actor: Actor, game_id: int, place: TryPlace, text: str
    ) -> TryBoardView:
        """Try typed moves, such as "e5" or "c3 e5", in a position, for the side to move there.

        Moves that were already tried there are only selected.

        :raises NoSuchGame: no game has that number, or the person may not see it.
        :raises LineGone: the position no longer exists on the try-board.
        :raises UnreadableMove, RefusedMove: the text is not a move, or the rules forbid it.
        :raises Refusal: the board holds `MOST_NODES` moves.
        """

        async def change(tx: Transaction, opened: _OpenBoard) -> TryPlace:
            _, played = await self._line(tx, opened, place)
            position, record = played.position, opened.game.record
            at_place = ReplayedGame(record, position, position)
            _, moves = play_turn(at_place, text, opened.row.names)
            at, added = place, list[TryNode]()
            for move in moves:
                node = opened.tree.find_branch(at, format_move(move, position.topology))
                if node is None:
                    node = new_node(opened.tree, at, move, position)
                    added.append(node)
                    opened.tree = TryTree([*opened.tree.nodes.values(), node])
                position = position.play(move)
                at = place_after(node, position)
            if added and len(opened.tree) > MOST_NODES:
                raise Refusal(words.too_many(MOST_NODES))
            if added:
                await store.add_nodes(tx, game_id, actor.user_id, added)
            return at

        return await self._change(actor, game_id, place, change, new_line=True)

    async def back(self, actor: Actor, game_id: int, place: TryPlace) -> TryBoardView:
        """Go one move back, on the line or in the game; stay at the start of the game.

        :raises NoSuchGame, LineGone: see `show`.
        """

        async def change(tx: Transaction, opened: _OpenBoard) -> TryPlace:
            return await self._place_before(tx, opened, place)

        return await self._change(actor, game_id, place, change)

    async def forward(self, actor: Actor, game_id: int, place: TryPlace) -> TryBoardView:
        """Go one move forward on the line shown last, or in the game; stay at the end.

        :raises NoSuchGame, LineGone: see `show`.
        """

        async def change(tx: Transaction, opened: _OpenBoard) -> TryPlace:
            await self._line(tx, opened, place)
            branch = _next_branch(opened, place)
            if branch is not None:
                return await self._place_of(tx, opened, branch.node)
            if place.node == IN_GAME and place.ply < opened.game.position.ply:
                after = await self._position_at(tx, opened, place.ply + 1)
                return TryPlace(IN_GAME, after.ply, position_key(after))
            return place

        return await self._change(actor, game_id, place, change)

    async def go_to(self, actor: Actor, game_id: int, place: TryPlace, node: int) -> TryBoardView:
        """Go to the position after any tried move of the board.

        :param node: the number of the move's node.
        :raises NoSuchGame, LineGone: see `show`.
        """

        async def change(tx: Transaction, opened: _OpenBoard) -> TryPlace:
            if node not in opened.tree.nodes:
                raise LineGone(words.LINE_GONE())
            return await self._place_of(tx, opened, node)

        return await self._change(actor, game_id, place, change, new_line=True)

    async def note(self, actor: Actor, game_id: int, place: TryPlace, text: str) -> TryBoardView:
        """Set the note of the last tried move; an empty text removes the note.

        A text of more than `MOST_NOTE` characters is shortened.

        :raises NoSuchGame, LineGone: see `show`.
        :raises Refusal: a position of the game itself has no note.
        """
        return await self._change_node(actor, game_id, place, note=shortened(text, MOST_NOTE))

    async def mark(
        self, actor: Actor, game_id: int, place: TryPlace, mark: str | None
    ) -> TryBoardView:
        """Mark the last tried move as "good" or "bad"; None removes the mark.

        :raises NoSuchGame, LineGone, Refusal: see `note`.
        """
        assert mark is None or mark in MARKS, mark
        return await self._change_node(actor, game_id, place, mark=mark)

    async def delete_line(self, actor: Actor, game_id: int, place: TryPlace) -> TryBoardView:
        """Delete the last tried move and all moves tried after it.

        If the move belongs to a planned reply, but not as its first move, the plan is dropped.

        :raises NoSuchGame, LineGone, Refusal: see `note`.
        """

        async def change(tx: Transaction, opened: _OpenBoard) -> TryPlace:
            await self._line(tx, opened, place)
            node = _tried(opened, place)
            before = await self._place_before(tx, opened, place)
            doomed, halved = opened.tree.subtree(node.node), opened.tree.planned_before(node.node)
            if halved:
                await store.change_nodes(tx, game_id, actor.user_id, halved, planned_at=None)
            await store.remove_nodes(tx, game_id, actor.user_id, doomed)
            opened.tree = TryTree(await store.find_nodes(tx, game_id, actor.user_id))
            return before

        return await self._change(actor, game_id, place, change, new_line=True)

    async def flip(self, actor: Actor, game_id: int, place: TryPlace) -> TryBoardView:
        """Rotate the picture of the try-board by 180 degrees, or back.

        :raises NoSuchGame, LineGone: see `show`.
        """

        async def change(tx: Transaction, opened: _OpenBoard) -> TryPlace:
            del tx
            opened.board = replace(opened.board, flipped=not opened.board.flipped)
            return place

        return await self._change(actor, game_id, place, change)

    async def _change_node(
        self, actor: Actor, game_id: int, place: TryPlace, **values: str | None
    ) -> TryBoardView:
        async def change(tx: Transaction, opened: _OpenBoard) -> TryPlace:
            await self._line(tx, opened, place)
            node = _tried(opened, place)
            await store.change_nodes(tx, game_id, actor.user_id, [node.node], **values)
            changed = {**opened.tree.nodes, node.node: replace(node, **values)}  # type: ignore[arg-type]
            opened.tree = TryTree(changed.values())
            return place

        return await self._change(actor, game_id, place, change)

    async def _change(
        self,
        actor: Actor,
        game_id: int,
        place: TryPlace,
        change: Callable[[Transaction, _OpenBoard], Awaitable[TryPlace]],
        *,
        new_line: bool = False,
    ) -> TryBoardView:
        """Change a board in one transaction, and store the place that `change` returns.

        :param new_line: whether `forward` follows the line to the new place from now on.
        """
        # outside the write transaction, because a long replay would block other writers
        await self.show(actor, game_id, place)
        return await self._store(actor, game_id, change, new_line=new_line)

    @writes
    async def _store(
        self,
        tx: Transaction,
        actor: Actor,
        game_id: int,
        change: Callable[[Transaction, _OpenBoard], Awaitable[TryPlace]],
        *,
        new_line: bool,
    ) -> TryBoardView:
        opened = await self._load(tx, actor, game_id)
        if opened.game.seat_of(actor.user_id) is None:
            await players.remember(tx, actor.user_id, actor.name, self._clock())
        place = await change(tx, opened)
        tip = place.node if new_line else opened.board.tip
        opened.board = replace(
            opened.board,
            revision=opened.game.revision,
            node=place.node,
            ply=place.ply,
            tip=tip if tip in opened.tree.nodes else IN_GAME,
        )
        await store.keep_board(tx, game_id, actor.user_id, opened.board)
        return await self._view(tx, opened, place)

    async def _load(self, tx: Transaction, actor: Actor, game_id: int) -> _OpenBoard:
        row = await existing_game(tx, game_id)
        refuse_outsiders(row, actor)
        game = game_view(row, await self._replay_cache.get(tx, row), actor.user_id)
        tree = TryTree(await store.find_nodes(tx, game_id, actor.user_id))
        board = await store.find_board(tx, game_id, actor.user_id)
        if board is None:
            board = TryBoardRow(game.revision, IN_GAME, game.position.ply, IN_GAME)
        return _OpenBoard(row, game, actor.user_id, tree, board)

    async def _where_left(self, tx: Transaction, opened: _OpenBoard) -> TryBoardView:
        board, node = opened.board, opened.board.node
        same = board.revision == opened.game.revision
        if node in opened.tree.nodes and (same or opened.tree.passes(node, *opened.now)):
            return await self._view(tx, opened, await self._place_of(tx, opened, node))
        stays = same and node == IN_GAME
        return await self._at_ply(tx, opened, board.ply if stays else opened.game.position.ply)

    async def _at_ply(self, tx: Transaction, opened: _OpenBoard, ply: int) -> TryBoardView:
        position = await self._position_at(tx, opened, ply)
        place = TryPlace(IN_GAME, position.ply, position_key(position))
        return await self._view(tx, opened, place)

    async def _view(self, tx: Transaction, opened: _OpenBoard, place: TryPlace) -> TryBoardView:
        line, played = await self._line(tx, opened, place)
        tree, node = opened.tree, line[-1] if line else None
        branches = tree.branches(place)
        others: tuple[TryNode, ...] = ()
        if node is not None:
            before = tree.branches(_place_before(line))
            others = tuple(each for each in before if each.node != node.node)
        in_game = node is None
        return TryBoardView(
            game=opened.game,
            place=place,
            position=played.position,
            turns=played.turns,
            node=node,
            branches=branches,
            tip=opened.board.tip,
            others=others,
            can_go_back=not (in_game and place.ply == 0),
            can_go_forward=bool(branches) or (in_game and place.ply < opened.now[0]),
            playable=_playable(opened, line, played),
            may_plan=_may_plan(opened),
            may_publish=opened.may_publish,
            published=opened.board.published,
            flipped=opened.board.flipped,
            lost=0 if node is None else len(tree.subtree(node.node)),
        )

    async def _line(
        self, tx: Transaction, opened: _OpenBoard, place: TryPlace
    ) -> tuple[tuple[TryNode, ...], PlayedLine]:
        """Return the tried moves that lead to a place, from the last position of the game.

        :raises LineGone: the place no longer exists.
        """
        if place.node == IN_GAME:
            played = await self._play(tx, opened, (), place.ply)
            line: tuple[TryNode, ...] = ()
        elif place.node in opened.tree.nodes:
            line = opened.tree.line(place.node, {opened.now})
            played = await self._play(tx, opened, line, line[0].ply)
        else:
            raise LineGone(words.LINE_GONE())
        if position_key(played.position) != place.position:
            raise LineGone(words.LINE_GONE())
        return line, played

    async def _play(
        self, tx: Transaction, opened: _OpenBoard, line: tuple[TryNode, ...], ply: int
    ) -> PlayedLine:
        if ply > opened.game.position.ply:
            raise LineGone(words.LINE_GONE())
        position = await self._position_at(tx, opened, ply)
        base = (opened.row.id, opened.row.created_at, opened.row.undone, ply)
        moves = tuple(each.move for each in line)
        try:
            # in a thread, because after a restart a line of 500 moves would block the event loop
            return await asyncio.to_thread(self.lines.play, base, position, moves)
        except (IllegalMove, InvalidMove):  # the moves before the line were undone in the meantime
            raise LineGone(words.LINE_GONE()) from None

    async def _place_of(self, tx: Transaction, opened: _OpenBoard, node: int) -> TryPlace:
        line = opened.tree.line(node, {opened.now})
        played = await self._play(tx, opened, line, line[0].ply)
        return place_after(line[-1], played.position)

    async def _place_before(self, tx: Transaction, opened: _OpenBoard, place: TryPlace) -> TryPlace:
        line, _ = await self._line(tx, opened, place)
        if line:
            return _place_before(line)
        position = await self._position_at(tx, opened, max(place.ply - 1, 0))
        return TryPlace(IN_GAME, position.ply, position_key(position))

    async def _position_at(self, tx: Transaction, opened: _OpenBoard, ply: int) -> Position:
        """Return the game's position after `ply` moves, but none later than the person may see."""
        if ply >= opened.game.position.ply:
            return opened.game.position
        return (await self._replay_cache.get(tx, opened.row, ply)).position


def _place_before(line: tuple[TryNode, ...]) -> TryPlace:
    """Return the place (position on the try-board) before the last move of a line."""
    last = line[-1]
    return TryPlace(line[-2].node if len(line) > 1 else IN_GAME, last.ply, last.position)


def _next_branch(opened: _OpenBoard, place: TryPlace) -> TryNode | None:
    """Return the move to which `forward` leads: on the line shown last, or else the newest move.

    :returns: None if no move was tried in this position.
    """
    return opened.tree.next_branch(opened.tree.branches(place), opened.board.tip)


def _tried(opened: _OpenBoard, place: TryPlace) -> TryNode:
    """Return the tried move that leads to a place.

    :raises Refusal: the place is a position of the game itself.
    """
    if place.node == IN_GAME:
        raise Refusal(words.NO_MOVE_HERE())
    return opened.tree.nodes[place.node]


def _may_plan(opened: _OpenBoard) -> bool:
    game = opened.game
    plays = game.result is None and game.seat_of(opened.user_id) is not None
    return plays and game.plans and game.practice is None


def _playable(opened: _OpenBoard, line: tuple[TryNode, ...], played: PlayedLine) -> str:
    """Return the line as text if it is a legal start of the person's turn; empty otherwise."""
    game = opened.game
    if not line or not game.waits_for(opened.user_id) or len(played.turns) != 1:
        return ""
    starts_now = (line[0].ply, line[0].position) == opened.now
    return " ".join(each.move for each in line) if starts_now else ""
