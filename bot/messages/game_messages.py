"""Games to messages: what a turn, a result, a board, the answer to a move look like. Pure."""

from collections.abc import Iterator
from dataclasses import replace

from bot.errors import RefusedMove, error_text
from bot.messages.board_views import text_board_and_description
from bot.messages.component_ids import ComponentId
from bot.messages.game_controls import board_view_menu, button, turn_buttons
from bot.messages.game_text import action, ending, game_line, mention, time_left
from bot.messages.message_draft import BoardImage, MessageDraft, Viewer, make_board_image
from bot.messages.move_panel import first_panel
from bot.messages.outgoing_message import Button, Style
from bot.messages.replay import make_replay_animation
from bot.messages.review import review_button
from bot.services.games.action_results import Played
from bot.services.games.finished_games import Score
from bot.services.views import GameView, Player
from bot.store.tables.players import DELETED_USER_ID
from bot.words import labels, moves, refusals
from bot.words.escaping import escape, name_of
from bot.words.turn_line import turn_line
from renderer.describe import describe
from renderer.overlays.illegal import Illegal, outlined_in_words
from renderer.scene import Header, seated
from renderer.words import placements_of_turn
from rules.moves import Move, Place, format_move
from rules.position import BARGAINING, LastTurn, Position
from rules.registry import find_game
from rules.topology import Cell, bits

MOST_SUGGESTED = 3  # legal moves suggested after a refused one
WORDS_OF_A_TURN = 900  # characters: more than the message has to which a board is added


def turn(game: GameView, note: str = "", *, ping: bool = True) -> MessageDraft:
    """Show the turn that begins, and ping the player to move.

    :param note: a first line, when something special led here.
    """
    mover = game.to_move
    assert mover is not None, "a finished game has a result instead"
    position = game.position
    lines = [note] if note else []
    lines += [turn_line(mention(mover), position), *time_left(game), *action(game, position)]
    lines.append(game_line(game))
    rows = (*turn_buttons(game, position), board_view_menu(game, position))
    pings = (mover.user_id,) if ping else ()
    return MessageDraft("\n".join(lines), make_board_image(game, position), rows=rows, pings=pings)


def passed(game: GameView, note: str = "") -> MessageDraft:
    """Show a turn that has passed in the meantime: no ping, no buttons."""
    lines = [*([note] if note else []), *action(game, game.position), game_line(game)]
    return MessageDraft(
        "\n".join(lines),
        make_board_image(game, game.position),
        rows=(board_view_menu(game, game.position),),
    )


def board_as_text(game: GameView) -> str:
    """Write the board as characters, for where a file cannot be sent."""
    return text_board_and_description(game.position, WORDS_OF_A_TURN)


def played(
    done: Played, viewer: Viewer, where: str | None = "", *, another: bool = False
) -> MessageDraft:
    """Answer a move privately; after the first of two stones, offer the second.

    :param where: where the board comes, unless that is in sight.
    :param another: whether another game waits for the person.
    """
    game = done.game
    if done.turn_complete:
        text = moves.moved(_whole_turn(done) or done.moves, game.position.topology, where)
        row = tuple(_next_buttons(game, another=another))
        return MessageDraft(text, rows=(row,) if row else ())
    position = game.position
    made, left = placements_of_turn(position), position.placements_left
    text = moves.unseen_so_far(done.moves, position.topology, made, left)
    return first_panel(game, viewer, text)


def _next_buttons(game: GameView, *, another: bool) -> Iterator[Button]:
    """Offer what can be done after a turn."""
    if game.undo_allowed and game.to_move is not None:
        yield button("undo", game, labels.UNDO)
    if another:  # by its number the game just played is left out when the button is pressed
        yield Button(ComponentId("next", 0, game.id), labels.NEXT_GAME, Style.primary)


def _whole_turn(done: Played) -> LastTurn | None:
    """Return the turn that is complete now; its first stone may have come earlier.

    None: asked twice, and the game has gone on.
    """
    last = done.game.position.last_turn
    return last if last is not None and last.moves[-len(done.moves) :] == done.moves else None


def refusal(error: RefusedMove, viewer: Viewer) -> MessageDraft:
    """Say why a move is not allowed, and what is near it that would be; show it on the board."""
    near = nearest_moves(error.position, error.move)
    lines = [error_text.refusal(error), *([moves.nearest(near)] if near else [])]
    if error.before:
        names = [format_move(move, error.position.topology).upper() for move in error.before]
        lines.append(refusals.whole_again(" ".join([*names, *near[:1]]) if near else ""))
    if error.position.phase in BARGAINING:
        return MessageDraft("\n".join(lines))
    why = Illegal(error.move, error.reason)
    outlined = outlined_in_words(error.position, error.reason)
    who = _seated(error)
    words = describe(
        error.position,
        who.black,
        who.white,
        added=outlined,
        elsewhere=moves.STONES_BY_COMMAND,
    )
    shown = BoardImage("refused.png", error.position, who, (why,), viewer.display_settings, words)
    return MessageDraft("\n".join(lines), shown)


def _seated(error: RefusedMove) -> Header:
    if error.seats is None:
        return Header()
    first, second = error.seats
    return seated(error.position, (name_of(first), name_of(second)))


def result(
    game: GameView, score: Score, quiet: frozenset[int] = frozenset(), *, review: bool = False
) -> MessageDraft:
    """Announce the end of a game to its players, with the whole game as a moving picture.

    :param review: offer to look back on it.
    """
    present = [player for player in game.seats if player.user_id != DELETED_USER_ID]
    pinged = [player for player in present if player in game.people]
    mentions = " ".join(map(mention, pinged))  # empty after practice of a deleted user
    lines = [ending(game), *action(game, game.position), *([mentions] if mentions else [])]
    if len(present) == 2:
        names = [escape(each.name) for each in present]
        game_name = find_game(game.ruleset.game).name
        lines.append(moves.score(game_name, names, score.wins, score.draws))
    animation = make_replay_animation(game)
    has_moves = bool(animation.record.moves)
    has_stones = has_moves and game.position.phase not in BARGAINING
    review_buttons = (review_button(game),) if review and has_stones else ()
    return MessageDraft(
        "\n".join([*lines, game_line(game)]),
        make_board_image(game, game.position),
        animation if has_moves else None,
        rows=(
            (_rematch_button(game, present), *review_buttons),
            board_view_menu(game, game.position),
        ),
        pings=tuple(each.user_id for each in pinged if each.user_id not in quiet),
    )


def _rematch_button(game: GameView, present: list[Player]) -> Button:
    """Offer another game; by this button the message is known, so it is there in any case."""
    return replace(button("rematch", game, labels.REMATCH), disabled=len(present) < 2)


def nearest_moves(position: Position, refused: Move, limit: int = MOST_SUGGESTED) -> list[str]:
    """Return a few legal cells around the refused one, the nearest first; none for other moves."""
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
    """Visit all cells ring by ring around one."""
    topology = position.topology
    seen = ring = 1 << centre
    while ring:
        yield from bits(ring)
        ring = topology.border(ring) & ~seen
        seen |= ring
