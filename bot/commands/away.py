"""/away: let all games stand until a day; without one, say how it is, with a button to end it."""

from discord import app_commands

from bot.answers import reply
from bot.desk import Interaction, actor
from bot.messages.absence import absence, day_of
from bot.suggestions import coming_days
from bot.texts import labels


@app_commands.command(name="away", description=labels.AWAY_COMMAND)
@app_commands.describe(until=labels.AWAY_UNTIL)
@app_commands.autocomplete(until=coming_days)
async def command(
    interaction: Interaction, until: app_commands.Range[str, 8, 10] | None = None
) -> None:
    services = interaction.client.desk.services
    zone = None
    if until is not None:
        zone = (await services.notices.wishes(interaction.user.id)).zone
        await services.away.leave(actor(interaction), day_of(until, zone))
    await reply(interaction, absence(await services.away.state(interaction.user.id), zone))
