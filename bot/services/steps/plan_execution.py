"""Planned replies and only moves, played in the transaction that commits the opponent's turn.

A plan is a reply to a whole turn of the opponent, on a line that its owner has tried. The opponent
might have planned a reply to it in turn; the whole chain is announced in one message. A long chain
takes several transactions, because others wait for each of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from bot.services.steps.game_actions import position_columns
from bot.services.steps.game_clocks import revision_of, update_clock
from bot.services.steps.notification_creation import add_notification
from bot.services.steps.personal_settings import setting_of
from bot.services.values.games.only_move import only_turn
from bot.services.values.games.replay_cache import ReplayedGame
from bot.services.values.try_board.tree import TryTree, position_key
from bot.store.engine.database import Transaction
from bot.store.tables import games, try_board
from bot.store.tables.games import GameRow
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.payloads import PlanDropped
from bot.store.tables.revisions import new_revision
from bot.store.tables.try_board import TryNode
from bot.words import plans as words
from rules.moves import format_move, parse_move
from rules.position import Position
from rules.reasons import IllegalMove, InvalidMove
from rules.sentences import Sentence

ANSWERS_AT_ONCE = 15  # automatic turns in one transaction, which takes about 50 ms with them


@dataclass(frozen=True, slots=True)
class Played:
    """Game after a turn that a player made themselves, and the automatic replies to that turn.

    :ivar asked: the position before the last turn.
    :ivar since: the number of moves before the player's own turn, the first one.
    :ivar answers: the number of automatic turns after the first turn.
    :ivar more: whether further replies might follow, in the next transaction.
    :ivar is_watched: whether there might be spectators who watch the game; False if surely none.
    :ivar has_guesses: whether spectators might have guessed the first turn; False if surely none.
    """

    row: GameRow
    replayed: ReplayedGame
    asked: Position
    since: int
    answers: int = 0
    more: bool = False
    is_watched: bool = True
    has_guesses: bool = True


class PlansLeft(Exception):  # noqa: N818 - named after the state
    """Refusal of a move that must wait, because a chain of automatic turns is not finished."""


class HalfTurn(Exception):  # noqa: N818 - named after the event
    """Error: a planned turn is incomplete, because one of its moves was deleted."""


class _Plans:
    """Planned replies of both players, by owner and by the position in which a reply is played."""

    def __init__(self, planned: Mapping[int, Iterable[TryNode]]) -> None:
        self._trees: dict[int, TryTree] = {}
        self._at: dict[tuple[int, int, int], list[TryNode]] = {}
        self._played: dict[int, list[int]] = {}
        for owner, nodes in planned.items():
            for each in nodes:
                self._at.setdefault((owner, each.ply, each.position), []).append(each)

    async def find(self, tx: Transaction, played: Played) -> list[TryNode]:
        """Return the moves of the reply to the last turn; empty without one."""
        row, position = played.row, played.replayed.position
        assert row.mover is not None, "the game is in progress"
        found = self._at.get((row.mover, position.ply, position_key(position)))
        if not found:
            return []
        if row.mover not in self._trees:
            self._trees[row.mover] = TryTree(await try_board.find_nodes(tx, row.id, row.mover))
        tree, asked = self._trees[row.mover], played.asked
        asked_at = (asked.ply, position_key(asked))
        reached = [each for each in found if tree.passes(each.node, *asked_at)]
        return planned_turn(tree, reached[0]) if reached else []

    def use(self, owner: int | None, nodes: Iterable[TryNode]) -> None:
        """Record that a planned reply was played or dropped, for `store`."""
        assert owner is not None, "the game was in progress"
        self._played.setdefault(owner, []).extend(each.node for each in nodes)

    async def store(self, tx: Transaction, game_id: int) -> None:
        """Store that the replies recorded by `use` are not planned any more."""
        for owner, nodes in self._played.items():
            await try_board.change_nodes(tx, game_id, owner, nodes, planned_at=None)


async def play_answers(tx: Transaction, turn: Played, at: datetime, *, has_plans: bool) -> Played:
    """Play the automatic reply to a complete turn, the reply to that, and so on.

    A reply is a planned turn. Without one, it is the only legal turn, for a player who lets the bot
    play such turns.

    :param has_plans: whether the game has a planned reply.
    :returns: the game after the replies; `more` is set if others might follow.
    """
    row = turn.row
    if row.engine_seat is not None:
        return turn
    plans = _Plans(await try_board.find_planned(tx, row.id) if has_plans and row.plans else {})
    played, most = turn, turn.answers + ANSWERS_AT_ONCE
    while played.row.seat_to_move is not None and played.answers < most:
        answered = await _answer(tx, played, plans, at)
        answered = answered or await _play_only_turn(tx, played, at)
        if answered is None:
            break
        played = answered
    await plans.store(tx, row.id)
    is_over = played.row.seat_to_move is None
    return replace(played, more=played.answers >= most and not is_over)


async def _answer(tx: Transaction, played: Played, plans: _Plans, at: datetime) -> Played | None:
    """Play the planned reply of the player to move; drop a reply that cannot be played.

    :returns: the game after the reply; None if no reply was played.
    """
    row = played.row
    nodes = await plans.find(tx, played)
    if not nodes:
        return None
    plans.use(row.mover, nodes)
    try:
        after = _play_turn(played.replayed, nodes)
    except (IllegalMove, InvalidMove, HalfTurn) as error:
        await _tell_dropped(tx, row, nodes, error.args[0], at)
        return None
    return await _store(tx, played, after, len(nodes), at)


async def _play_only_turn(tx: Transaction, played: Played, at: datetime) -> Played | None:
    """Play the turn of the player to move if it is the only legal one and their settings allow it.

    :returns: the game after the turn; None if no turn was played.
    """
    row, after = played.row, played.replayed
    moves = only_turn(after.position)
    assert row.mover is not None, "the game is in progress"
    if not moves or await setting_of(tx, row.mover, "only_move") == "off":
        return None
    for move in moves:
        after = after.play(move)
    return await _store(tx, played, after, len(moves), at)


def planned_turn(tree: TryTree, first: TryNode) -> list[TryNode]:
    """Return all moves of a planned reply, given the node of the first move.

    It is one turn, or several in a row, such as choosing Black after a komi offer, then moving.
    """
    nodes = [first]
    while True:
        following = [each for each in tree.children(nodes[-1].node) if each.planned_at is not None]
        if not following:
            return nodes
        nodes.append(following[0])


def _play_turn(replayed: ReplayedGame, nodes: list[TryNode]) -> ReplayedGame:
    """Play a planned reply.

    :raises IllegalMove: the rules forbid one of its moves.
    :raises InvalidMove: a move does not exist on this board.
    :raises HalfTurn: the turn is incomplete.
    """
    for each in nodes:
        replayed = replayed.play(parse_move(each.move, replayed.position.topology))
    if replayed.half_played:
        raise HalfTurn(Sentence.restored(words.HALF_A_TURN.english, {}))
    return replayed


async def _store(
    tx: Transaction, played: Played, after: ReplayedGame, plies: int, at: datetime
) -> Played:
    row = played.row
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
    asked = played.replayed.position
    turns = max(after.position.turn - asked.turn, 1)  # the game may end in the middle of a turn
    answers = played.answers + turns
    return replace(played, row=stored, replayed=after, asked=asked, answers=answers)


async def _tell_dropped(
    tx: Transaction, row: GameRow, nodes: list[TryNode], reason: Sentence, at: datetime
) -> None:
    """Notify the owner of a plan that it was dropped, and why.

    The reason is stored as a template, because it is translated when the notification is composed.
    """
    assert row.seat_to_move is not None, "the game is in progress"
    await add_notification(
        tx,
        NotificationKind.PLAN_DROPPED,
        row,
        row.seat_to_move,
        at,
        PlanDropped(
            revision=revision_of(row),
            moves=tuple(each.move for each in nodes),
            reason=reason.template,
            values={name: str(value) for name, value in reason.values.items()},
        ),
    )


async def forget_plans(tx: Transaction, game: GameRow, _at: datetime) -> None:
    """Drop the plans of both players in a game that has ended; their moves stay as tried moves."""
    await try_board.drop_plans(tx, game.id)
