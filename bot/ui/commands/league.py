"""/league: show a league with the person's place, the person's games and the next season."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.leagues import league_page
from bot.ui.responses import reply
from bot.words import leagues


@app_commands.command(name="league", description=leagues.LEAGUE_COMMAND())
@with_request
async def command(request: Request) -> None:
    await reply(request, league_page(await request.services.leagues.page(request.actor)))
