"""Messages of a game: turns, results, and the private answers to moves."""

from collections.abc import Iterator
from dataclasses import replace

from bot.errors import RefusedMove, error_text
from bot.messages.board_views import text_board_and_description
from bot.messages.component_ids import ComponentId
from bot.messages.game_controls import board_view_menu, button, try_button, turn_buttons
from bot.messages.game_text import (
    ending,
    game_line,
    header,
    is_bots_turn,
    mention,
    prompt,
    special_rule,
)
from bot.messages.lobby import lobby_button
from bot.messages.message_draft import BoardImage, MessageDraft, Viewer, make_board_image
from bot.messages.move_panel import first_panel
from bot.messages.outgoing_message import Button, Style
from bot.messages.page_button import page_button
from bot.messages.planned_turns import forced_among, image_since, turns_since
from bot.messages.ratings import rating_lines
from bot.messages.replay import make_replay_animation, turn_ends
from bot.messages.review import review_button, try_again_buttons
from bot.services.views import GameView, MovePlayed, Player, Score
from bot.store.tables.players import DELETED_USER_ID
from bot.words import labels, moves, plans, practice, refusals, turns
from bot.words.escaping import escape, name_of
from renderer.describe import describe
from renderer.overlays.illegal import Illegal, outlined_in_words
from renderer.scene import Header, seated
from rules.moves import Move, Place, format_move
from rules.position import BARGAINING, LastTurn, Position
from rules.registry import find_game
from rules.topology import Cell, bits

MOST_SUGGESTED = 3  # legal moves suggested after a refused move
TURN_LENGTH = 900  # characters reserved for the other text of a turn message beside a text board


def turn(
    game: GameView, note: str = "", *, ping: bool = True, since: int | None = None
) -> MessageDraft:
    """Return the message that begins a turn and pings the player to move.

    :param note: a first line, for example about an undo.
    :param since: the ply before the first of several turns to show, all but the first planned.
    """
    mover = game.to_move
    assert mover is not None, "a finished game has a result instead"
    position = game.position
    lines = [note, *turns_since(game, since), prompt(game, mention(mover))]
    lines = [*filter(None, [*lines, special_rule(game)]), game_line(game)]
    rows = (*turn_buttons(game, position), board_view_menu(game, position))
    pings = (mover.user_id,) if ping else ()
    return MessageDraft("\n".join(lines), image_since(game, since), rows=rows, pings=pings)


def passed(game: GameView, note: str = "", *, since: int | None = None) -> MessageDraft:
    """Return the message of a turn that ended before it was posted: no ping, no buttons."""
    lines = [*([note] if note else []), *turns_since(game, since), game_line(game)]
    return MessageDraft(
        "\n".join(lines),
        image_since(game, since),
        rows=(board_view_menu(game, game.position),),
    )


def board_as_text(game: GameView) -> str:
    """Return the board as text, for channels where the bot may not attach files."""
    return text_board_and_description(game.position, TURN_LENGTH)


def played(
    done: MovePlayed, viewer: Viewer, where: str | None = "", *, another: bool = False
) -> MessageDraft:
    """Return the private answer to a move; in mid-turn, the panel for the next stone.

    :param where: mention of the channel where the board is posted (see `board_follows`).
    :param another: whether the player is to move in another game.
    """
    game = done.game
    if done.turn_complete:
        turn_played = turns.moved(_whole_turn(done) or done.moves, game.position.topology)
        next_step = practice.THINKING() if is_bots_turn(game) else moves.board_follows(where)
        text = f"{turn_played} {next_step}"
        if done.answers:
            forced = forced_among(turn_ends(game)[-done.answers - 1 :])
            text = f"{text}\n{plans.answered(done.answers, forced)}"
        row = tuple(_next_buttons(game, another=another))
        return MessageDraft(text, rows=(row,) if row else ())
    position = game.position
    opponent = escape(game.opponent_of(viewer.user_id).name)
    saved = done.moves if position.last_turn is None else position.last_turn.moves
    text = turns.unseen_so_far(saved, position.topology, position.placements_left, opponent)
    return first_panel(game, viewer, text)


def _next_buttons(game: GameView, *, another: bool) -> Iterator[Button]:
    """Yield the buttons below the answer to a complete turn."""
    if game.undo_allowed and game.to_move is not None:
        yield button("undo", game, labels.UNDO())
    if another:  # the handler skips the game with this id
        yield Button(ComponentId("next", 0, game.id), labels.NEXT_GAME(), Style.primary)
    yield try_button(game)


def _whole_turn(done: MovePlayed) -> LastTurn | None:
    """Return the completed turn, including stones placed by earlier interactions.

    None for a repeated interaction if the game has changed since.
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
        elsewhere=moves.STONES_BY_COMMAND(),
    )
    shown = BoardImage("refused.png", error.position, who, (why,), viewer.display_settings, words)
    return MessageDraft("\n".join(lines), shown)


def _seated(error: RefusedMove) -> Header:
    if error.seats is None:
        return Header()
    first, second = error.seats
    return seated(error.position, (name_of(first), name_of(second)))


def result(
    game: GameView,
    score: Score,
    quiet: frozenset[int] = frozenset(),
    *,
    review: bool = False,
    since: int | None = None,
    lobby: bool = False,
) -> MessageDraft:
    """Return the message that announces a result, with an animation that begins with the end.

    :param quiet: ids of players who are not pinged now.
    :param review: whether to add the button for a review.
    :param since: as for `turn`.
    :param lobby: whether to add the lobby's button.
    """
    present = [player for player in game.seats if player.user_id != DELETED_USER_ID]
    pinged = [player for player in present if player in game.people]
    mentions = " ".join(map(mention, pinged))  # empty after practice by a deleted user
    lines = [ending(game), *turns_since(game, since)]
    below = [mentions] if mentions else []
    if len(present) == 2:
        names = [escape(each.name) for each in present]
        game_name = find_game(game.ruleset.game).name
        below.append(moves.score(game_name, names, score.wins, score.draws))
    animation = replace(make_replay_animation(game), words=_end_and_replay_in_words(game))
    has_moves = bool(animation.record.moves)
    has_stones = has_moves and game.position.phase not in BARGAINING
    review_buttons = (review_button(game),) if review and has_stones else ()
    page_buttons = (page_button(game.id),) if has_moves else ()
    lobby_buttons = (lobby_button(),) if lobby else ()
    return MessageDraft(
        "\n".join(
            [
                *lines,
                *([" · ".join(below)] if below else []),
                *rating_lines(game, score.ratings),
                game_line(game),
            ]
        ),
        None if has_moves else make_board_image(game, game.position),
        animation if has_moves else None,
        rows=(
            (
                _rematch_button(game, present),
                *try_again_buttons(game),
                *review_buttons,
                *page_buttons,
                *lobby_buttons,
            ),
            board_view_menu(game, game.position),
        ),
        pings=tuple(each.user_id for each in pinged if each.user_id not in quiet),
    )


def _end_and_replay_in_words(game: GameView) -> str:
    """Return the alternative text of a result's animation, beginning with the end as it does."""
    who = header(game)
    replayed = moves.replay_description(*(name_of(player.name) for player in game.seats))
    return describe(
        turn_ends(game)[-1],
        who.black,
        who.white,
        who.whole_result,
        added=f"{replayed}.",
        elsewhere=moves.STONES_IN_MENU(),
    )


def _rematch_button(game: GameView, present: list[Player]) -> Button:
    """Return the rematch button, disabled if a player is deleted.

    It is always present, because it identifies posted results.
    """
    return replace(button("rematch", game, labels.REMATCH()), disabled=len(present) < 2)


def nearest_moves(position: Position, refused: Move, limit: int = MOST_SUGGESTED) -> list[str]:
    """Return the names of legal cells near a refused placement, nearest first."""
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
    """Yield all cells, ring by ring around the centre."""
    topology = position.topology
    seen = ring = 1 << centre
    while ring:
        yield from bits(ring)
        ring = topology.border(ring) & ~seen
        seen |= ring
