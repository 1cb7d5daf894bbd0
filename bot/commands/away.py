"""/away: let all games stand until a day; without one, say how it is, with a button to end it."""

from discord import app_commands

from bot.absence import absence, day_of
from bot.answers import reply
from bot.desk import Interaction, actor
from bot.texts import labels


@app_commands.command(name="away", description=labels.AWAY_COMMAND)
@app_commands.describe(until=labels.AWAY_UNTIL)
async def command(
    interaction: Interaction, until: app_commands.Range[str, 8, 10] | None = None
) -> None:
    away = interaction.client.desk.services.away
    if until is not None:
        await away.leave(actor(interaction), day_of(until))
    await reply(interaction, absence(await away.state(interaction.user.id)))
