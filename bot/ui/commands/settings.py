"""/settings: change a person's preferences and notification settings, and show them all."""

import asyncio

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.languages import LANGUAGES
from bot.messages.settings import read_notification_settings
from bot.ui.autocomplete import time_zones
from bot.ui.command_options import ON_OFF, choices_of
from bot.ui.responses import reply
from bot.ui.settings import change_settings
from bot.words import settings

THEMES, ORIENTATIONS, CONFIRM, USER_INSTALL, RATINGS = (
    choices_of(settings.PREFERENCE_VALUES[name])
    for name in ("theme", "orientation", "confirm", "outside", "ratings")
)
WAYS = choices_of(settings.WAYS)
REMINDERS = choices_of(settings.REMINDER_TIMES)
LANGUAGE_CHOICES = choices_of({**settings.PREFERENCE_VALUES["language"], **LANGUAGES})


@app_commands.command(name="settings", description=settings.SETTINGS_COMMAND())
@app_commands.describe(
    language=settings.PREFERENCES["language"](),
    theme=settings.PREFERENCES["theme"](),
    orientation=settings.PREFERENCES["orientation"](),
    confirm=settings.PREFERENCES["confirm"](),
    tips=settings.PREFERENCES["tips"](),
    only_move=settings.PREFERENCES["only_move"](),
    vacation=settings.PREFERENCES["vacation"](),
    turns=settings.TURNS(),
    outside=settings.PREFERENCES["outside"](),
    quiet=settings.QUIET_ARGUMENT(),
    digest=settings.DIGEST_ARGUMENT(),
    zone=settings.ZONE_ARGUMENT(),
    reminders=settings.REMINDERS(),
    ratings=settings.PREFERENCES["ratings"](),
)
@app_commands.choices(theme=THEMES, confirm=CONFIRM, turns=WAYS, reminders=REMINDERS, tips=ON_OFF)
@app_commands.choices(only_move=ON_OFF, vacation=ON_OFF)
@app_commands.choices(outside=USER_INSTALL, orientation=ORIENTATIONS, ratings=RATINGS)
@app_commands.choices(language=LANGUAGE_CHOICES)
@app_commands.autocomplete(zone=time_zones)
@with_request
async def command(  # noqa: PLR0913, PLR0917 - one argument for each thing that can be set
    request: Request,
    language: str | None = None,
    theme: str | None = None,
    orientation: str | None = None,
    confirm: str | None = None,
    tips: str | None = None,
    only_move: str | None = None,
    vacation: str | None = None,
    turns: str | None = None,
    outside: str | None = None,
    quiet: str | None = None,
    digest: str | None = None,
    zone: str | None = None,
    reminders: str | None = None,
    ratings: str | None = None,
) -> None:
    given = {"turns": turns, "quiet": quiet, "digest": digest, "zone": zone, "reminders": reminders}
    # the first check of a time zone reads files
    changes = await asyncio.to_thread(read_notification_settings, given)
    preferences = {
        "language": language,
        "theme": theme,
        "orientation": orientation,
        "confirm": confirm,
        "tips": tips,
        "only_move": only_move,
        "vacation": vacation,
        "outside": outside,
        "ratings": ratings,
    }
    chosen = {name: value for name, value in preferences.items() if value is not None}
    await reply(request, await change_settings(request, chosen, changes))
