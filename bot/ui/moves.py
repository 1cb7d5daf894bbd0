"""Moves by button or as text, after a confirmation if needed."""

from bot.context.location import next_board_location
from bot.context.request import Request
from bot.context.user_install import with_delay_note
from bot.errors.refusals import RefusedMove, UnreadableMove
from bot.messages.confirmations import swap_question
from bot.messages.message_draft import Viewer
from bot.messages.move_answers import played
from bot.messages.move_panel import (
    is_playable,
    mid_turn_buttons,
    preview_panel,
    went_back_panel,
)
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.values.games.typed_turns import CostlyTurn, WentBack
from bot.services.values.views import GameView
from bot.ui.component_router import ComponentRequest
from bot.ui.responses import add_to_refusal, edit_or_reply, show_private_game
from rules.moves import Swap, parse_turn
from rules.reasons import InvalidMove
from rules.typed_text import plain

SWAP = "swap"  # in the notation of `rules.moves`


async def make_move(request: ComponentRequest, text: str) -> None:
    """Play a move in the position for which the control was made, and respond.

    :param text: a move or a turn in notation, such as `e6`, `c3 e5` or `swap`.
    :raises PlayerError: see `GameService.play`.
    """
    answer = _play(request, request.id.target_id, text, request.id.number)
    await edit_or_reply(request, answer)


async def make_typed_move(request: ComponentRequest, text: str) -> None:
    """Play a move as `make_move` does, but ask for a confirmation first as `play_typed` does."""
    answer = play_typed(request, request.id.target_id, text, revision=request.id.number)
    await edit_or_reply(request, answer)


async def play_typed(
    request: Request, game_id: int, text: str, *, revision: int | None = None
) -> OutgoingMessage:
    """Play a typed move or turn and return the answer; ask for a confirmation first if needed.

    Swaps, costly turns, and turns after an undo that the player has not seen need a confirmation;
    all turns do if the player's settings say so.

    :param revision: the game's revision when the control was made; None for a command.
    :raises PlayerError: see `GameService.play`.
    """
    text = plain(text)
    try:
        confirmation = await _confirmation(request, game_id, text, revision)
        return confirmation or await _play(request, game_id, text, revision, typed=True)
    except WentBack:
        return await _went_back(request, game_id, text)
    except CostlyTurn:
        viewer = await request.viewer()
        game = await request.services.games.get(game_id, viewer_id=viewer.user_id)
        return await request.pictures.render(preview_panel, game, viewer, text)
    except (RefusedMove, UnreadableMove):
        if revision is None:
            await _keep_buttons(request, game_id)
        raise


async def _went_back(request: Request, game_id: int, text: str) -> OutgoingMessage:
    """Store that the player has seen an undo, and return the board after it.

    The message has a button that plays the turn that the player typed before seeing the undo.
    """
    viewer = await request.viewer()
    game = await request.services.games.get(game_id, viewer_id=viewer.user_id)
    shown = await request.pictures.render(went_back_panel, game, viewer, text)
    await request.services.last_looks.see_undo(viewer.user_id, game)
    return shown


async def _keep_buttons(request: Request, game_id: int) -> None:
    """Add the buttons of an unfinished turn to the refusal of a move typed as a command."""
    user_id = request.actor.user_id
    game = await request.services.games.get(game_id, viewer_id=user_id)
    if game.waits_for(user_id) and game.position.mid_turn:
        add_to_refusal(request, mid_turn_buttons(game))


async def _confirmation(
    request: Request, game_id: int, text: str, revision: int | None
) -> OutgoingMessage | None:
    # the player has named the cells, so only "always" shows every move, and "losses" costly ones
    viewer = await request.viewer()
    always, pictures = viewer.settings["confirm"] == "always", request.pictures
    if not always and SWAP not in text.lower():
        return None
    game = await request.services.games.get(game_id, viewer_id=viewer.user_id)
    went_back = revision is None and game.went_back_for(viewer.user_id)
    if went_back or revision not in {None, game.revision}:
        return None
    if _is_legal_swap(game, viewer, text):
        return await pictures.render(swap_question, game)
    if always and await pictures.run(is_playable, game, viewer, text):
        return await pictures.render(preview_panel, game, viewer, text)
    return None


def _is_legal_swap(game: GameView, viewer: Viewer, text: str) -> bool:
    if not game.waits_for(viewer.user_id) or not game.position.is_legal(Swap()):
        return False
    try:
        return parse_turn(text, game.position.topology) == (Swap(),)
    except InvalidMove:
        return False


async def _play(
    request: Request, game_id: int, text: str, revision: int | None, *, typed: bool = False
) -> OutgoingMessage:
    # read before the move, because a later error would claim that nothing was done
    viewer, another = await request.viewer(), (await request.reader()).another_waits(game_id)
    cautious = typed and viewer.settings["confirm"] == "losses"
    done = await request.services.games.play(
        request.actor, game_id, text, revision=revision, cautious=cautious
    )
    show_private_game(request, done.game)
    location = await next_board_location(request, done.game)
    answer = request.pictures.render(played, done, viewer, location, another=another)
    return await with_delay_note(request, done, answer)
