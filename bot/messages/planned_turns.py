"""Lines and picture for a turn and the automatic turns after it, announced in one message."""

from collections.abc import Sequence
from dataclasses import replace

from bot.messages.game_text import action, header, moves_in_capitals
from bot.messages.message_draft import BoardImage, make_board_image
from bot.messages.replay import game_at, turn_ends
from bot.services.values.games.only_move import only_turn
from bot.services.values.views import GameView
from bot.words import moves as move_words
from bot.words import plans as words
from renderer.describe import describe
from renderer.overlays.legend import Legend
from rules.moves import format_move
from rules.position import Position

MOST_TURNS = 10  # turns described in words; the picture shows the others


def turns_since(game: GameView, since: int | None) -> list[str]:
    """Return a line for each of a game's latest turns, and a line about the automatic ones.

    Of more than ten turns, the middle ones are only counted.

    :param since: the number of moves before the first of the turns; None means only the last turn.
    """
    if since is None:
        return action(game, game.position)
    ends = _ends(game, since)
    lines = [line for end in ends for line in action(game_at(game, end), end)]
    left = len(lines) - MOST_TURNS
    if left > 0:
        lines = [lines[0], words.turns_between(left), *lines[left + 1 :]]
    return [*lines, words.played_at_once(len(ends) - 1, forced_among(ends))]


def forced_among(ends: Sequence[Position]) -> int:
    """Return how many of several successive turns, except the first, were the only legal turn.

    :param ends: the position after each turn.
    """
    return sum(bool(only_turn(each)) for each in ends[:-1])


def image_since(game: GameView, since: int | None) -> BoardImage:
    """Return the public picture of a game's board, alone or next to an earlier board.

    :param since: the number of moves on the earlier board; None for no earlier board.
    """
    now = make_board_image(game, game.position)
    if game.is_first:
        now = replace(now, overlays=(Legend(),))
    if since is None:
        return now
    first = max((each for each in turn_ends(game) if each.ply <= since), key=lambda at: at.ply)
    then = game_at(game, first)
    who = header(game)
    listed = words.in_order([_named(end) for end in _ends(game, since)])
    alt = describe(
        game.position,
        who.black,
        who.white,
        who.whole_result,
        added=words.turns_in_words(listed),
        elsewhere=move_words.STONES_IN_MENU(),
    )
    return replace(now, before=make_board_image(then, first), words=alt)


def _ends(game: GameView, since: int) -> list[Position]:
    return [each for each in turn_ends(game) if each.ply > since]


def _named(end: Position) -> str:
    last = end.last_turn
    assert last is not None, "a turn has been played"
    return moves_in_capitals(" ".join(format_move(move, end.topology) for move in last.moves))
