"""Commands about a game: each command's action, and the menu if several games fit."""

from collections.abc import Awaitable, Callable, Mapping

from bot.context.request import Request
from bot.errors.game_lookup import WhichGame
from bot.messages.beginner_tips import board_with_tip
from bot.messages.component_ids import OldComponent, parse_choice
from bot.messages.game_controls import BoardView
from bot.messages.game_page import exported
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.replay import step
from bot.messages.try_board import try_board
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.components.resign import ask_to_resign
from bot.ui.components.undo import ask_to_undo
from bot.ui.game_files import make_game_files
from bot.ui.moves import play_typed
from bot.ui.responses import edit_or_reply
from bot.words import clocks

MUTED, UNMUTED = "on", "off"


async def act_on_game(
    request: Request, command: str, game: str | None, argument: str = "", *, to_see: bool = False
) -> None:
    """Perform a command's action in the game that the command means.

    :param to_see: see `GameService.resolve`.
    :raises WhichGame: several games fit; the menu below the refusal keeps the argument.
    """
    try:
        game_id = await request.services.games.resolve(request.actor, game, to_see=to_see)
    except WhichGame as error:
        error.command, error.argument = command, argument
        raise
    await COMMANDS[command](request, game_id, argument)


async def choose_game(request: ComponentRequest) -> None:
    command, _, argument = request.id.value.partition(" ")
    if command not in COMMANDS:
        raise OldComponent
    await act_on_game(request, command, request.entered, argument)


async def _move(request: Request, game_id: int, text: str) -> None:
    await edit_or_reply(request, play_typed(request, game_id, text))


async def _board(request: Request, game_id: int, view: str) -> None:
    services, viewer = request.services, await request.viewer()
    look = parse_choice(BoardView, view) if view else None
    game = await services.games.get_visible(request.actor, game_id)
    learning = await services.personal_settings.gets_tips(viewer.user_id, game)
    seen = await services.last_looks.record(viewer.user_id, game)
    shown = request.pictures.render(
        board_with_tip, game, viewer, look, learning=learning, seen=seen
    )
    await edit_or_reply(request, shown)


async def _resign(request: Request, game_id: int, _: str) -> None:
    await ask_to_resign(request, game_id)


async def _undo(request: Request, game_id: int, _: str) -> None:
    await ask_to_undo(request, game_id)


async def _mute(request: Request, game_id: int, switch: str) -> None:
    muted = switch != UNMUTED
    await request.services.notifications.mute(request.actor, game_id, muted=muted)
    text = clocks.muted(game_id) if muted else clocks.unmuted(game_id)
    await edit_or_reply(request, OutgoingMessage(text))


async def _replay(request: Request, game_id: int, _: str) -> None:
    game = await request.services.games.get_visible(request.actor, game_id)
    comments = await request.services.published_lines.comments(request.actor, game_id)
    viewer = await request.viewer()
    await edit_or_reply(request, request.pictures.render(step, game, viewer, None, comments))


async def _export(request: Request, game_id: int, _: str) -> None:
    await edit_or_reply(request, make_game_files(request, exported, game_id))


async def _try(request: Request, game_id: int, _: str) -> None:
    view = await request.services.try_board.open(request.actor, game_id)
    await edit_or_reply(request, request.pictures.render(try_board, view, await request.viewer()))


# by command name: a function of request, game id and argument
COMMANDS: Mapping[str, Callable[[Request, int, str], Awaitable[None]]] = {
    "move": _move,
    "board": _board,
    "resign": _resign,
    "undo": _undo,
    "mute": _mute,
    "replay": _replay,
    "export": _export,
    "try": _try,
}

HANDLERS: Handlers = {"which": choose_game}
