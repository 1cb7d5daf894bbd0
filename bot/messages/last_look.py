"""Turns played since the viewer last saw the game."""

from bot.messages.component_ids import ComponentId
from bot.messages.outgoing_message import Button
from bot.messages.replay import game_at, turn_ends
from bot.services.values.views import GameView
from bot.words import labels, turns
from bot.words.escaping import escape
from rules.position import Position


def since_last_look(game: GameView, seen: int | None) -> tuple[str, tuple[Button, ...]]:
    """Return the line about the turns since the last look, and the button for their replay.

    Both are empty for a single turn, because the line about the last turn covers it.

    :param seen: the number of moves that the viewer has seen; None if they have not seen the game.
    """
    if seen is None or seen >= game.turn_ply:
        return "", ()
    new = [position for position in turn_ends(game) if position.ply > seen]
    if len(new) < 2:
        return "", ()
    # a name makes the id differ from the ids of the replay's own buttons
    replay = Button(ComponentId("step", game.id, new[0].ply, "since"), labels.REPLAY_TURNS())
    most = max(new, key=_taken)
    return _line(game, len(new), most), (replay,)


def _line(game: GameView, count: int, most: Position) -> str:
    last = most.last_turn
    if last is None or not _taken(most):
        return turns.since_last_look(count)
    name = escape(game_at(game, most).player(last.by).name)
    return turns.since_last_look_with_capture(count, name, last, most.topology)


def _taken(position: Position) -> int:
    last = position.last_turn
    return 0 if last is None else last.removed[last.by.other].bit_count()
