"""Undo: the player's private confirmation, and the opponent's response to a public request."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.context.request import Request
from bot.errors.refusals import GameOver
from bot.messages.confirmations import undo_question
from bot.messages.review import try_again_buttons
from bot.messages.undo import undone
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import (
    add_to_refusal,
    append_to_message,
    edit_or_reply,
    reply,
    show_private_game,
)
from bot.words.undo import DECLINED, listed
from bot.words.undo import undone as undone_sentence


async def ask_to_undo(request: Request, game_id: int) -> None:
    """Ask a player to confirm an undo, or to confirm asking the opponent for one.

    :raises NoSuchGame, NotYourGame: when the actor does not play in the game.
    :raises GameOver: when it is over.
    :raises CannotUndo: when no turn can be undone.
    """
    async with _offering_retry(request, game_id):
        possible = await request.services.undo.preview(request.actor, game_id)
    question = request.pictures.render(undo_question, possible, request.actor.user_id)
    # a board has been posted below the button's message since a complete turn
    is_above_board = not possible.unseen and possible.game.practice is None
    await (reply if is_above_board else edit_or_reply)(request, question)


@asynccontextmanager
async def _offering_retry(request: Request, game_id: int) -> AsyncIterator[None]:
    """Add a retry button to the refusal if an undo in the block fails because the game is over.

    The button starts a new game from the last position in which the person was to move. It is left
    out if `try_again_buttons` returns none.
    """
    try:
        yield
    except GameOver:
        game = await request.services.games.get_visible(request.actor, game_id)
        if buttons := try_again_buttons(game):
            add_to_refusal(request, buttons)
        raise


async def ask(request: ComponentRequest) -> None:
    await ask_to_undo(request, request.id.target_id)


async def undo(request: ComponentRequest) -> None:
    await _undo(request)


async def undo_by_hand(request: ComponentRequest) -> None:
    """Undo the last turn that the player chose, and the turns played for the player since then."""
    await _undo(request, by_hand=True)


async def _undo(request: ComponentRequest, *, by_hand: bool = False) -> None:
    async with _offering_retry(request, request.id.target_id):
        done = await request.services.undo.undo(
            request.actor, request.id.target_id, revision=request.id.number, by_hand=by_hand
        )
    viewer = await request.viewer()
    show_private_game(request, done.game)
    await edit_or_reply(request, request.pictures.render(undone, done, viewer))


async def accept(request: ComponentRequest) -> None:
    done = await request.services.undo.accept(
        request.actor, request.id.target_id, revision=request.id.number
    )
    await append_to_message(request, done.game, lambda: undone_sentence(listed(done.moves)))


async def decline(request: ComponentRequest) -> None:
    game = await request.services.undo.decline(
        request.actor, request.id.target_id, revision=request.id.number
    )
    await append_to_message(request, game, DECLINED)


HANDLERS: Handlers = {
    "undo": ask,
    "undo-yes": undo,
    "undo-by-hand": undo_by_hand,
    "undo-accept": accept,
    "undo-decline": decline,
}
