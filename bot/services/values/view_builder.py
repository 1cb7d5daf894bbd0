"""Conversion of database rows to the frozen values (views) that services return."""

from datetime import timedelta

from bot.services.values.clocks.clock import Clock
from bot.services.values.games.replay_cache import (
    ReplayedGame,
    ruleset_of,
    visible_to,
    visible_to_all,
)
from bot.services.values.views import (
    ChallengeStatus,
    ChallengeView,
    FinishedGame,
    GameStatus,
    GameSummary,
    GameView,
    Location,
    Player,
    Practice,
    Result,
    UndoRequest,
)
from bot.store.tables.bot_time import to_wall_time
from bot.store.tables.challenges import ChallengeColumns, ChallengeRow
from bot.store.tables.games import GameColumns, GameRow
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.terms import values_of
from bot.words import endings
from bot.words.translation import translated
from rules.position import Ending

RESIGNED = "resigned"
TIMED_OUT = "time"
CLOSED = "closed"
MODERATED = "moderated"
SERVER_GONE = "server-gone"
LEFT = "left"
AGREED = "agreed"
# endings that the moves do not determine
UNPLAYED = (RESIGNED, TIMED_OUT, CLOSED, MODERATED, SERVER_GONE, LEFT, AGREED)
# endings without a result (a draw is a result), with their sentences
NO_RESULT = {
    CLOSED: endings.CLOSED,
    SERVER_GONE: endings.SERVER_GONE,
    LEFT: endings.LEFT,
    AGREED: endings.AGREED,
    MODERATED: endings.MODERATED,
}


def game_view(row: GameRow, replayed: ReplayedGame, viewer_id: int | None = None) -> GameView:
    """Return a game as a viewer, or the public (None), may see it.

    If fewer moves are replayed than stored, the view shows the game as it was then, in progress.
    """
    is_past = len(replayed.record.moves) < row.ply
    visible = (
        visible_to_all(replayed)
        if viewer_id is None
        else visible_to(viewer_id, row.players, replayed)
    )
    columns = values_of(GameColumns, row)
    if is_past:
        columns["undo_unseen_by"] = None
    return GameView(
        **columns,
        location=Location(row.guild_id, row.channel_id),
        seats=seats(row),
        ruleset=visible.record.ruleset,
        record=visible.record,
        position=visible.position,
        turn_ply=visible.turn_ply,
        status=GameStatus.RUNNING if is_past else GameStatus(row.status),
        result=None if is_past else result_of(row),
        undo_request=None if is_past else _undo_request(row),
        end_request=None if is_past else _end_request(row),
        practice=_practice(row),
    )


def _practice(row: GameRow) -> Practice | None:
    if row.engine_seat is None or row.engine_level is None:
        return None
    return Practice(row.engine_seat, row.engine_level)


def _undo_request(row: GameRow) -> UndoRequest | None:
    if row.undo_seat is None or row.undo_to_ply is None:
        return None
    return UndoRequest(seats(row)[row.undo_seat], row.undo_to_ply)


def _end_request(row: GameRow) -> Player | None:
    if row.end_seat is None or row.end_declined:
        return None
    return seats(row)[row.end_seat]


def seats(row: GameRow) -> tuple[Player, Player]:
    """Return the two players by seat."""
    return _player(row.seat0, row.name0), _player(row.seat1, row.name1)


def _player(user_id: int, name: str) -> Player:
    """Return a player; the name of a deleted player is a phrase in the current language."""
    return Player(user_id, endings.DELETED() if user_id == DELETED_USER_ID else name)


def result_of(row: GameRow) -> Result | None:
    """Return the result of a game; None while it is in progress."""
    if row.ending is None:
        return None
    return Result(row.winner_seat, row.ending, _sentence(row, row.ending))


def _sentence(row: GameRow, ending: str) -> str:
    if ending in NO_RESULT:
        return NO_RESULT[ending]()
    if row.winner_seat is None:
        return translated(Ending(ending).sentence)
    loser = seats(row)[1 - row.winner_seat].name
    if ending in UNPLAYED:
        return endings.resigned(loser) if ending == RESIGNED else endings.out_of_time(loser)
    return translated(Ending(ending).of(loser))


def summary(
    row: GameRow, user_id: int, clock: Clock | None = None, *, time_is_up: bool = False
) -> GameSummary:
    """Return a game in progress as an entry of a player's list.

    :param clock: None if the game has no clock.
    """
    seat = row.seat_of(user_id)
    assert seat is not None, "a list holds games of that player only"
    return GameSummary(
        id=row.id,
        location=Location(row.guild_id, row.channel_id),
        opponent=seats(row)[1 - seat],
        game_key=row.game_key,
        size=int(row.options["size"]),
        my_turn=row.seat_to_move == seat,
        turn=row.turn,
        updated_at=row.updated_at,
        turn_message_id=row.turn_message_id,
        ends_at=None if clock is None else clock.ends_at,
        time_is_up=time_is_up,
    )


def finished_game(row: GameRow, user_id: int) -> FinishedGame:
    """Return a finished game as an entry of a player's list."""
    seat, ended = row.seat_of(user_id), result_of(row)
    assert seat is not None, "a list holds games of that player only"
    return FinishedGame(
        id=row.id,
        location=Location(row.guild_id, row.channel_id),
        opponent=seats(row)[1 - seat],
        game_key=row.game_key,
        size=int(row.options["size"]),
        won=None if row.winner_seat is None else row.winner_seat == seat,
        closed=row.ending in NO_RESULT,
        sentence="" if ended is None else ended.sentence,
        turns=row.turn - 1,
        finished_at=row.updated_at,
        turn_message_id=row.turn_message_id,
        level=row.engine_level,
    )


def challenge_view(row: ChallengeRow, downtime: timedelta) -> ChallengeView:
    """Return a challenge as messages show it, with its expiry in wall time.

    :param downtime: the total downtime of the bot until now.
    """
    opponent = None
    if row.opponent_id is not None and row.opponent_name is not None:
        opponent = _player(row.opponent_id, row.opponent_name)
    return ChallengeView(
        **values_of(ChallengeColumns, row),
        location=Location(row.guild_id, row.channel_id),
        challenger=Player(row.challenger_id, row.challenger_name),
        opponent=opponent,
        ruleset=ruleset_of(row.game_key, row.rules_version, row.options),
        status=ChallengeStatus(row.status),
        expires_at=to_wall_time(row.expires_at, downtime),
    )
