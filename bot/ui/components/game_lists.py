"""Buttons of game lists: the next game to move in, games in progress, pages of finished games."""

from bot.messages.game_lists import finished_list, games_list, next_board, waiting_after
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.components.lobby import lobby_is_open
from bot.ui.responses import edit_or_reply, reply
from bot.words import game_lists


async def next_game(request: ComponentRequest) -> None:
    games = await request.services.games.find_running(request.actor.user_id)
    waiting = waiting_after([game.id for game in games if game.my_turn], request.id.number)
    if not waiting:
        nothing = game_lists.NO_OTHER_WAITS() if request.id.number else game_lists.NOTHING_WAITS()
        await reply(request, OutgoingMessage(nothing))
        return
    game = await request.services.games.get(waiting[0], viewer_id=request.actor.user_id)
    viewer = await request.viewer()
    skip = len(waiting) > 1
    seen = await request.services.last_looks.record(viewer.user_id, game)
    shown = request.pictures.render(next_board, game, viewer, may_skip=skip, seen=seen)
    await reply(request, shown)


async def finished(request: ComponentRequest) -> None:
    page = await request.services.history.find_visible_finished(
        request.actor, request.id.target_id, request.id.number or 0
    )
    lobby = request.id.target_id == request.actor.user_id and await lobby_is_open(request)
    shown = finished_list(page, request.id.target_id, request.id.value, lobby=lobby)
    await edit_or_reply(request, shown)


async def running(request: ComponentRequest) -> None:
    games = await request.services.games.find_visible_running(request.actor, request.id.target_id)
    is_me = request.id.target_id == request.actor.user_id
    own = request.services.challenges
    challenges = await own.find_open(request.actor.user_id) if is_me else ()
    shown = games_list(
        games,
        request.id.target_id,
        request.id.value,
        request.id.number or 0,
        is_me=is_me,
        challenges=challenges,
    )
    await edit_or_reply(request, shown)


HANDLERS: Handlers = {"next": next_game, "finished": finished, "running": running}
