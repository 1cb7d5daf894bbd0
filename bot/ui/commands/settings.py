"""/settings: what a person prefers; without arguments, what is set now."""

import asyncio

from discord import app_commands

from bot.context.app_context import Interaction, actor
from bot.messages.settings import PREFERENCE_VALUES, overview, read_notification_settings
from bot.ui.autocomplete import time_zones
from bot.ui.command_options import ON_OFF, choices_of
from bot.ui.responses import reply
from bot.words import settings

THEMES, ORIENTATIONS, CONFIRM, USER_INSTALL = (
    choices_of(PREFERENCE_VALUES[name]) for name in ("theme", "orientation", "confirm", "outside")
)
WAYS = choices_of(settings.WAYS)


@app_commands.command(name="settings", description=settings.SETTINGS_COMMAND)
@app_commands.describe(
    theme=settings.PREFERENCES["theme"],
    orientation=settings.PREFERENCES["orientation"],
    confirm=settings.PREFERENCES["confirm"],
    hints=settings.PREFERENCES["hints"],
    turns=settings.TURNS,
    outside=settings.PREFERENCES["outside"],
    quiet=settings.QUIET_ARGUMENT,
    digest=settings.DIGEST_ARGUMENT,
    zone=settings.ZONE_ARGUMENT,
    reminders=settings.REMINDERS,
)
@app_commands.choices(theme=THEMES, confirm=CONFIRM, turns=WAYS, reminders=ON_OFF, hints=ON_OFF)
@app_commands.choices(outside=USER_INSTALL, orientation=ORIENTATIONS)
@app_commands.autocomplete(zone=time_zones)
async def command(  # noqa: PLR0913, PLR0917 - one argument for each thing that can be set
    interaction: Interaction,
    theme: str | None = None,
    orientation: str | None = None,
    confirm: str | None = None,
    hints: str | None = None,
    turns: str | None = None,
    outside: str | None = None,
    quiet: str | None = None,
    digest: str | None = None,
    zone: str | None = None,
    reminders: str | None = None,
) -> None:
    told = {"turns": turns, "quiet": quiet, "digest": digest, "zone": zone, "reminders": reminders}
    changes = await asyncio.to_thread(
        read_notification_settings, told
    )  # a zone is looked for among all
    wanted = {
        "theme": theme,
        "orientation": orientation,
        "confirm": confirm,
        "hints": hints,
        "outside": outside,
    }
    chosen = {name: value for name, value in wanted.items() if value is not None}
    players = interaction.client.context.services.players
    preferences, notification_settings = await players.adjust(actor(interaction), chosen, changes)
    await reply(interaction, overview(preferences, notification_settings, interaction.created_at))
