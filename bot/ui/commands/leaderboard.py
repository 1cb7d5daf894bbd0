"""/leaderboard: show the players with the highest ratings in a game."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.profile import leaderboard_page
from bot.ui.command_options import GAME_CHOICES, choices_of
from bot.ui.responses import reply
from bot.words import profile

WHERE = choices_of({where: label() for where, label in profile.WHERE.items()})


@app_commands.command(name="leaderboard", description=profile.LEADERBOARD_COMMAND())
@app_commands.describe(game=profile.LEADERBOARD_GAME(), where=profile.LEADERBOARD_WHERE())
@app_commands.choices(game=GAME_CHOICES, where=WHERE)
@with_request
async def command(request: Request, game: str | None = None, where: str | None = None) -> None:
    services, actor = request.services, request.actor
    defaults = await services.server_settings.get_settings(actor.guild_id)
    here = actor.guild_id is not None and where != "everywhere"
    board = await services.ratings.leaderboard(
        actor, game or defaults.usual_game, actor.guild_id if here else None
    )
    await reply(request, leaderboard_page(board, here=here))
