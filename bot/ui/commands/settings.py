"""/settings: change a person's settings, with an option for each setting, and show them all."""

from collections.abc import Callable, Coroutine
from inspect import Parameter, Signature
from typing import Any

from discord import app_commands

from bot.context.request import Request, with_request
from bot.services.values.people.personal_settings import SETTINGS
from bot.ui.autocomplete import time_zones
from bot.ui.command_options import choices_of
from bot.ui.responses import reply
from bot.ui.settings import change_settings
from bot.words import settings as words

EXPLANATIONS = {name: (each.explanation or each.label)() for name, each in SETTINGS.items()}
CHOICES = {name: choices_of(each.labels) for name, each in SETTINGS.items() if each.parse is None}


Handler = Callable[..., Coroutine[Any, Any, None]]


def _with_options(handler: Handler) -> Handler:
    """Give a handler one option for each setting: discord.py reads them from its signature."""
    options = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=str | None)
        for name in SETTINGS
    ]
    request = Parameter("request", Parameter.POSITIONAL_OR_KEYWORD)
    vars(handler)["__signature__"] = Signature([request, *options])
    return handler


@app_commands.command(name="settings", description=words.SETTINGS_COMMAND())
@app_commands.describe(**EXPLANATIONS)
@app_commands.choices(**CHOICES)
@app_commands.autocomplete(zone=time_zones)
@with_request
@_with_options
async def command(request: Request, **given: str | None) -> None:
    chosen = {name: value for name, value in given.items() if value is not None}
    await reply(request, await change_settings(request, chosen))
