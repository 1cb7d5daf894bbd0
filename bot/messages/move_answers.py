"""Private answers to moves: the confirmation with the next step, or the reason for a refusal."""

from collections.abc import Iterator

from bot.errors import error_text
from bot.errors.refusals import RefusedMove
from bot.messages.component_ids import ComponentId
from bot.messages.game_controls import button, try_button
from bot.messages.game_text import is_bots_turn
from bot.messages.message_draft import BoardImage, MessageDraft, Viewer, make_board_image
from bot.messages.move_panel import first_panel
from bot.messages.outgoing_message import Button, Style
from bot.messages.planned_turns import forced_among
from bot.messages.replay import turn_ends
from bot.services.values.views import GameView, MovePlayed
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.words import labels, moves, plans, practice, refusals, turns
from bot.words.escaping import escape, name_of
from renderer.describe import describe
from renderer.overlays.illegal import Illegal, outlined_in_words
from renderer.phrases import sentences
from renderer.scene import Header, seated
from rules.moves import Move, Place, format_move
from rules.position import KOMI_PHASES, LastTurn, Position
from rules.topology import Cell, bits

MOST_SUGGESTED = 3  # legal moves suggested after a refused move


def played(
    done: MovePlayed, viewer: Viewer, where: str | None = "", *, another: bool = False
) -> MessageDraft:
    """Return the private answer to a move; in mid-turn, the panel for the next stone.

    :param where: mention of the channel where the board is posted, or another value that
        `words.moves.board_follows` accepts.
    :param another: whether the player is to move in another game.
    """
    game = done.game
    if done.turn_complete:
        turn_played = turns.moved(_whole_turn(done) or done.moves, game.position.topology)
        text = sentences(turn_played, _next_step(game, viewer, where))
        if done.answers:
            forced = forced_among(turn_ends(game)[-done.answers - 1 :])
            text = f"{text}\n{plans.answered(done.answers, forced)}"
        row = tuple(_next_buttons(game, another=another))
        shown = None
        if game.is_private:  # the only message of the game, so that the board stays visible
            shown = make_board_image(game, game.position, viewer.display_settings)
        return MessageDraft(text, shown, rows=(row,) if row else (), wide=game.is_private)
    position = game.position
    opponent = escape(game.opponent_of(viewer.user_id).name)
    saved = done.moves if position.last_turn is None else position.last_turn.moves
    text = turns.unseen_so_far(saved, position.topology, position.placements_left, opponent)
    return first_panel(game, viewer, text)


def _next_step(game: GameView, viewer: Viewer, where: str | None) -> str:
    if is_bots_turn(game):
        return practice.THINKING_HERE() if game.is_private else practice.THINKING()
    mover, is_direct = game.to_move, game.location.channel_id == NO_CHANNEL
    if is_direct and mover is not None and mover.user_id != viewer.user_id:
        return moves.moves_next(escape(mover.name))
    return moves.board_follows(where)


def _next_buttons(game: GameView, *, another: bool) -> Iterator[Button]:
    """Yield the buttons below the answer to a complete turn."""
    if game.undo and game.to_move is not None:
        yield button("undo", game, labels.UNDO())
    if another:  # the handler skips the game with this id
        style = Style.secondary if is_bots_turn(game) else Style.primary
        yield Button(ComponentId("next", 0, game.id), labels.NEXT_GAME(), style)
    yield try_button(game)


def _whole_turn(done: MovePlayed) -> LastTurn | None:
    """Return the completed turn with all its stones, also those of earlier interactions.

    :returns: None if the interaction was repeated and the game has changed since.
    """
    last = done.game.position.last_turn
    return last if last is not None and last.moves[-len(done.moves) :] == done.moves else None


def refusal(error: RefusedMove, viewer: Viewer) -> MessageDraft:
    """Return the answer to an illegal move: the reason, legal moves nearby, and the board."""
    near = nearest_moves(error.position, error.move)
    lines = [error_text.refusal(error), *([moves.nearest(near)] if near else [])]
    if error.before:
        names = [format_move(move, error.position.topology).upper() for move in error.before]
        lines.append(refusals.whole_again(" ".join([*names, *near[:1]]) if near else ""))
    if error.position.phase in KOMI_PHASES:
        return MessageDraft("\n".join(lines))
    why = Illegal(error.move, error.reason, unplayed=bool(error.before))
    outlined = outlined_in_words(error.position, error.reason)
    who = _seated(error)
    words = describe(
        error.position,
        who.black,
        who.white,
        added=outlined,
        elsewhere=moves.STONES_BY_COMMAND(),
    )
    shown = BoardImage("refused.png", error.position, who, (why,), viewer.display_settings, words)
    return MessageDraft("\n".join(lines), shown)


def _seated(error: RefusedMove) -> Header:
    if error.seats is None:
        return Header()
    first, second = error.seats
    return seated(error.position, (name_of(first), name_of(second)))


def nearest_moves(position: Position, refused: Move, limit: int = MOST_SUGGESTED) -> list[str]:
    """Return the names of at most `limit` legal cells near a refused placement, nearest first.

    The list is empty for other moves.
    """
    if not isinstance(refused, Place) or not 0 <= refused.cell < len(position.topology):
        return []
    found: list[str] = []
    for cell in _outwards(position, refused.cell):
        move = Place(cell)
        if position.is_legal(move):
            found.append(format_move(move, position.topology).upper())
        if len(found) == limit:
            break
    return found


def _outwards(position: Position, centre: Cell) -> Iterator[Cell]:
    """Yield the cells of the board by their distance from `centre`, which comes first."""
    topology = position.topology
    seen = ring = 1 << centre
    while ring:
        yield from bits(ring)
        ring = topology.border(ring) & ~seen
        seen |= ring
