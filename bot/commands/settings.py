"""/settings: what a person prefers; without arguments, what is set now."""

from discord import app_commands

from bot import labels
from bot.answers import reply
from bot.desk import Interaction, actor
from bot.preferences import overview

CHOICES = {
    name: [app_commands.Choice(name=label, value=value) for value, label in values.items()]
    for name, values in labels.PREFERENCE_VALUES.items()
}


@app_commands.command(name="settings", description=labels.SETTINGS_COMMAND)
@app_commands.describe(**labels.PREFERENCES)
@app_commands.choices(**CHOICES)
async def command(
    interaction: Interaction,
    theme: str | None = None,
    confirm: str | None = None,
    pings: str | None = None,
) -> None:
    players = interaction.client.desk.services.players
    wishes = {"theme": theme, "confirm": confirm, "pings": pings}
    for name, value in wishes.items():
        if value is not None:
            await players.prefer(actor(interaction), name, value)
    await reply(interaction, overview(await players.preferences(interaction.user.id)))
