"""Resignation: the prompt to confirm, valid for one turn, and the resignation itself."""

from bot.context.request import Request
from bot.errors.refusals import StaleButton
from bot.messages.confirmations import nothing_changed, resign_question
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply, show_private_board, show_private_game
from bot.words.endings import left
from bot.words.moves import resigned


async def ask_to_resign(request: Request, game_id: int, *, again: bool = False) -> None:
    """Ask a player of a game in progress to confirm a resignation.

    :param again: whether the game has changed since an earlier prompt.
    :raises NoSuchGame, NotYourGame: when the actor does not play in it.
    :raises GameOver: when it is over.
    """
    game = await request.services.games.get_own(request.actor, game_id)
    question = request.pictures.render(resign_question, game, request.actor.user_id, again=again)
    await edit_or_reply(request, question)


async def ask(request: ComponentRequest) -> None:
    await ask_to_resign(request, request.id.target_id)


async def resign(request: ComponentRequest) -> None:
    games, game_id = request.services.games, request.id.target_id
    try:
        game = await games.resign(request.actor, game_id, revision=request.id.number)
    except StaleButton:
        # the position has changed since the prompt, so ask again
        await ask_to_resign(request, game_id, again=True)
        return
    show_private_game(request, game)
    await edit_or_reply(request, OutgoingMessage(resigned(game.id)))


async def leave(request: ComponentRequest) -> None:
    games, game_id = request.services.games, request.id.target_id
    try:
        game = await games.leave(request.actor, game_id, revision=request.id.number)
    except StaleButton:
        await ask_to_resign(request, game_id, again=True)
        return
    show_private_game(request, game)
    await edit_or_reply(request, OutgoingMessage(left(game.id)))


async def cancel(request: ComponentRequest) -> None:
    games = request.services.games
    game = await games.get(request.id.target_id, viewer_id=request.actor.user_id)
    viewer = await request.viewer()
    show_private_board(request, game)
    await edit_or_reply(request, request.pictures.render(nothing_changed, game, viewer))


HANDLERS: Handlers = {"resign": ask, "resign-yes": resign, "leave": leave, "keep": cancel}
