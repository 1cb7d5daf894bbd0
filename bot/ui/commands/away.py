"""/away: take a vacation until a day, or show the current one with a button to end it."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.vacation import parse_return_day, vacation
from bot.ui.autocomplete import coming_days
from bot.ui.responses import reply
from bot.words import clocks


@app_commands.command(name="away", description=clocks.AWAY_COMMAND())
@app_commands.describe(until=clocks.AWAY_UNTIL())
@app_commands.autocomplete(until=coming_days)
@with_request
async def command(request: Request, until: app_commands.Range[str, 8, 10] | None = None) -> None:
    services = request.services
    zone = None
    if until is not None:
        zone = (await services.notifications.get_settings(request.actor.user_id)).zone
        await services.vacations.start(request.actor, parse_return_day(until, zone))
    await reply(
        request, vacation(await services.vacations.get_current(request.actor.user_id), zone)
    )
