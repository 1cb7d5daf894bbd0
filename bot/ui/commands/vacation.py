"""/away: let all games stand until a day; without one, say how it is, with a button to end it."""

from discord import app_commands

from bot.context.app_context import Interaction, actor
from bot.messages.vacation import parse_return_day, vacation
from bot.ui.autocomplete import coming_days
from bot.ui.responses import reply
from bot.words import labels


@app_commands.command(name="away", description=labels.AWAY_COMMAND)
@app_commands.describe(until=labels.AWAY_UNTIL)
@app_commands.autocomplete(until=coming_days)
async def command(
    interaction: Interaction, until: app_commands.Range[str, 8, 10] | None = None
) -> None:
    services = interaction.client.context.services
    zone = None
    if until is not None:
        zone = (await services.notifications.notification_settings(interaction.user.id)).zone
        await services.away.leave(actor(interaction), parse_return_day(until, zone))
    await reply(interaction, vacation(await services.away.state(interaction.user.id), zone))
