"""Menu below a private board: choose another view, or an action such as watching the game.

Some views also become the default of the person's private boards.
"""

from bot.delivery.message_filters import has_control
from bot.messages.board_views import board, kept_view
from bot.messages.component_ids import parse_choice
from bot.messages.game_controls import GUESS, SHOW, WATCH, BoardView
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.values.people.personal_settings import KEPT_VIEWS
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.components.guess import open_guess
from bot.ui.practice import show_in_thread
from bot.ui.responses import edit_or_reply, reply, show_private_board
from bot.words import watching
from bot.words.settings import VIEW_KEPT


async def show_view(request: ComponentRequest) -> None:
    if request.entered == SHOW:
        await show_in_thread(request, request.id.target_id)
        return
    if request.entered == WATCH:
        await _watch(request)
        return
    if request.entered == GUESS:
        await open_guess(request)
        return
    game = await request.services.games.get_visible(request.actor, request.id.target_id)
    view = parse_choice(BoardView, request.entered)
    note = VIEW_KEPT() if await _keep(request, view) else ""
    seen = await request.services.last_looks.record(request.actor.user_id, game)
    shown = request.pictures.render(board, game, await request.viewer(), view, note, seen=seen)
    show_private_board(request, game)
    message = request.interaction.message
    # a result would lose its buttons, which no board has
    is_result = message is not None and has_control("rematch", game.id)(message)
    await (reply if is_result else edit_or_reply)(request, shown)


async def _watch(request: ComponentRequest) -> None:
    game_id = request.id.target_id
    is_watching = await request.services.watching.switch(request.actor, game_id)
    answer = watching.watching(game_id) if is_watching else watching.stopped(game_id)
    await reply(request, OutgoingMessage(answer))


async def _keep(request: ComponentRequest, view: BoardView) -> bool:
    """Store a view as the default of a person's private boards.

    Only views in `KEPT_VIEWS` are stored.

    :returns: whether the default has changed.
    """
    if view not in KEPT_VIEWS or view is kept_view(await request.viewer()):
        return False
    await request.services.personal_settings.change_settings(request.actor, {"view": view.value})
    return True


HANDLERS: Handlers = {"look": show_view}
