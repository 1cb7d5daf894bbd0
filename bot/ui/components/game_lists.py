"""The buttons of lists of games: the next game that waits, finished games by page, back again."""

from bot.context.app_context import viewer
from bot.messages.board_views import board
from bot.messages.game_lists import finished_list, games_list
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.component_router import Handlers, Press
from bot.ui.responses import reply, settle
from bot.words import game_lists as list_texts


async def next_game(press: Press) -> None:
    waiting = [
        game.id
        for game in await press.context.services.games.running(press.actor.user_id)
        if game.my_turn and game.id != press.id.number
    ]
    if not waiting:
        nothing = list_texts.NO_OTHER_WAITS if press.id.number else list_texts.NOTHING_WAITS
        await reply(press.interaction, OutgoingMessage(nothing))
        return
    game = await press.context.services.games.get(waiting[0], viewer_id=press.actor.user_id)
    person = await viewer(press.interaction)
    await reply(press.interaction, press.context.pictures.render(board, game, person))


async def finished(press: Press) -> None:
    page = await press.context.services.history.finished_here(
        press.actor, press.id.subject, press.id.number or 0
    )
    await settle(press.interaction, finished_list(page, press.id.subject, press.id.value))


async def running(press: Press) -> None:
    games = await press.context.services.games.running_here(press.actor, press.id.subject)
    is_me = press.id.subject == press.actor.user_id
    own = press.context.services.challenges
    challenges = await own.open_with(press.actor.user_id) if is_me else ()
    shown = games_list(
        games,
        press.id.subject,
        press.id.value,
        press.id.number or 0,
        is_me=is_me,
        challenges=challenges,
    )
    await settle(press.interaction, shown)


HANDLERS: Handlers = {"next": next_game, "finished": finished, "running": running}
