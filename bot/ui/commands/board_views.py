"""/board: show the board of a game, in one of several views."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.delivery.private_practice import PrivatePractice
from bot.messages.beginner_tips import board_with_tip
from bot.messages.component_ids import parse_choice
from bot.messages.game_controls import BoardView
from bot.messages.game_messages import finished_practice
from bot.ui.autocomplete import my_games
from bot.ui.game_commands import act_on_game, action_of
from bot.ui.responses import edit_or_reply, show_private_board
from bot.words import labels

VIEWS = [
    app_commands.Choice(name=labels.BOARD_VIEWS[look][0](), value=look.value) for look in BoardView
]


@action_of("board")
async def _show(request: Request, game_id: int, view: str) -> None:
    services, viewer = request.services, await request.viewer()
    look = parse_choice(BoardView, view) if view else None
    game = await services.games.get_visible(request.actor, game_id)
    learning = await services.personal_settings.gets_tips(viewer.user_id, game)
    seen = await services.last_looks.record(viewer.user_id, game)
    if game.is_private and game.result is not None:
        level = await PrivatePractice(request.client).level_to_offer(game)
        review = request.context.can_review(game.ruleset.game)
        shown = request.pictures.render(
            finished_practice, game, viewer, look, level=level, review=review, seen=seen
        )
    else:
        shown = request.pictures.render(
            board_with_tip, game, viewer, look, learning=learning, seen=seen
        )
    show_private_board(request, game)
    await edit_or_reply(request, shown)


@app_commands.command(name="board", description=labels.BOARD_COMMAND())
@app_commands.describe(game=labels.GAME_ARGUMENT(), view=labels.BOARD_VIEW())
@app_commands.autocomplete(game=my_games)
@app_commands.choices(view=VIEWS)
@with_request
async def command(request: Request, game: str | None = None, view: str | None = None) -> None:
    await act_on_game(request, "board", game, view or "", may_watch=True)
