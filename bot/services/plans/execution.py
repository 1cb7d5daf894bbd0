"""Planned replies and only moves, played in the transaction that commits the opponent's turn.

A plan replies to a position that its owner's line reaches by a whole turn of the opponent. A plan
of the opponent may reply in turn; the whole chain is announced in one message.
"""

from dataclasses import dataclass
from datetime import datetime

from bot.services.clocks.game_clocks import update_clock
from bot.services.games.actions import position_columns
from bot.services.games.replay_cache import ReplayedGame
from bot.services.notifications.creation import add_notification
from bot.services.notifications.kinds import NotificationKind
from bot.services.plans.only_move import ONLY_MOVE, only_turn
from bot.services.try_board.tree import TryTree, position_key
from bot.store.engine.database import Transaction
from bot.store.tables import games, players, try_board
from bot.store.tables.games import GameRow
from bot.store.tables.revisions import new_revision
from bot.store.tables.try_board import TryNode
from bot.words import plans as words
from rules.moves import format_move, parse_move
from rules.position import Position
from rules.reasons import IllegalMove, InvalidMove
from rules.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Played:
    """Game after a turn and the automatic replies to it; `answers` is their number."""

    row: GameRow
    replayed: ReplayedGame
    answers: int = 0


class HalfTurn(Exception):  # noqa: N818 - named after the event
    """A planned turn is incomplete because one of its moves was deleted."""


async def play_answers(
    tx: Transaction,
    turn: Played,
    asked: Position,
    at: datetime,
    *,
    has_plans: bool,
) -> Played:
    """Play the automatic reply to a complete turn, the reply to that, and so on.

    A reply is a planned turn or the only legal turn. Only legal turns are played for people who
    chose that, also in games without plans.

    :param asked: the position before the turn.
    :param has_plans: whether the game has a planned reply.
    """
    played, row = turn, turn.row
    if row.engine_seat is not None:
        return played
    planned = await try_board.find_planned(tx, row.id) if has_plans and row.plans else {}
    while played.row.seat_to_move is not None:
        answered = await _answer(tx, played, asked, planned, at) if planned else None
        answered = answered or await _play_only_turn(tx, played, at)
        if answered is None:
            break
        asked, played = played.replayed.position, answered
    return played


async def _answer(
    tx: Transaction,
    played: Played,
    asked: Position,
    planned: dict[int, list[TryNode]],
    at: datetime,
) -> Played | None:
    """Play the planned reply of the player to move; None without one that the rules allow."""
    row, position = played.row, played.replayed.position
    assert row.mover is not None, "the game is in progress"
    here = (position.ply, position_key(position))
    found = [each for each in planned.get(row.mover, ()) if (each.ply, each.position) == here]
    if not found:
        return None
    tree = TryTree(await try_board.find_nodes(tx, row.id, row.mover))
    asked_at = (asked.ply, position_key(asked))
    reached = [each for each in found if tree.passes(each.node, *asked_at)]
    if not reached:
        return None
    nodes = planned_turn(tree, reached[0])
    numbers = [each.node for each in nodes]
    try:
        after = _play_turn(played.replayed, nodes)
    except (IllegalMove, InvalidMove, HalfTurn) as error:
        await _drop(tx, row, nodes, error.args[0], at)
        return None
    await try_board.change_nodes(tx, row.id, row.mover, numbers, planned_at=None)
    for each in nodes:
        if each in planned[row.mover]:
            planned[row.mover].remove(each)
    return Played(await _store(tx, row, after, len(nodes), at), after, played.answers + 1)


async def _play_only_turn(tx: Transaction, played: Played, at: datetime) -> Played | None:
    """Play the only legal turn of the player to move if they chose that; otherwise None."""
    row, after = played.row, played.replayed
    moves = only_turn(after.position)
    assert row.mover is not None, "the game is in progress"
    if not moves or (await players.settings_of(tx, row.mover)).get(ONLY_MOVE) != "on":
        return None
    for move in moves:
        after = after.play(move)
    return Played(await _store(tx, row, after, len(moves), at), after, played.answers + 1)


def planned_turn(tree: TryTree, first: TryNode) -> list[TryNode]:
    """Return the moves of a planned turn, starting with its first."""
    nodes = [first]
    while True:
        following = [each for each in tree.children(nodes[-1].node) if each.planned_at is not None]
        if not following:
            return nodes
        nodes.append(following[0])


def _play_turn(replayed: ReplayedGame, nodes: list[TryNode]) -> ReplayedGame:
    """Play a planned turn.

    :raises IllegalMove: the rules forbid one of its moves.
    :raises InvalidMove: a move does not exist on this board.
    :raises HalfTurn: the turn is incomplete.
    """
    turn = replayed.position.turn
    for each in nodes:
        replayed = replayed.play(parse_move(each.move, replayed.position.topology))
    if replayed.half_played or replayed.position.turn != turn + 1:
        raise HalfTurn(Sentence.restored(words.HALF_A_TURN.english, {}))
    return replayed


async def _store(
    tx: Transaction, row: GameRow, after: ReplayedGame, plies: int, at: datetime
) -> GameRow:
    seat = row.seat_to_move
    assert seat is not None, "the game is in progress"
    topology = after.position.topology
    texts = [format_move(move, topology) for move in after.record.moves[-plies:]]
    await games.append(tx, row, seat, texts, at)
    changed = position_columns(after) | {
        "updated_at": at,
        "turn_revision": new_revision(after.position.ply, row.undone),
    }
    stored = await games.change(tx, row, **changed)
    await update_clock(tx, row, stored, at)
    return stored


async def _drop(
    tx: Transaction, row: GameRow, nodes: list[TryNode], reason: Sentence, at: datetime
) -> None:
    """Drop a plan and tell its owner; the reason is stored and translated for the owner later."""
    assert row.mover is not None, "the game is in progress"
    assert row.seat_to_move is not None, "the game is in progress"
    numbers = [each.node for each in nodes]
    await try_board.change_nodes(tx, row.id, row.mover, numbers, planned_at=None)
    await add_notification(
        tx,
        NotificationKind.PLAN_DROPPED,
        row,
        row.seat_to_move,
        at,
        moves=[each.move for each in nodes],
        reason=reason.template,
        values={name: str(value) for name, value in reason.values.items()},
    )
