"""What Discord offers for an argument of a command, where more than one command has it."""

from collections.abc import Mapping
from typing import TypeVar

from discord.app_commands import Choice, Range

from bot.services.clocks import Pace
from bot.texts import labels
from bot.texts import time as time_texts
from rules.registry import GAMES

V = TypeVar("V", str, int)


def choices_of(named: Mapping[V, str]) -> list[Choice[V]]:
    """Offer values by their names."""
    return [Choice(name=name, value=value) for value, name in named.items()]


GAME_CHOICES = choices_of({game.key: game.name for game in GAMES})
PACES = choices_of({pace.value: time_texts.pace(pace) for pace in Pace})
STRICT = choices_of(labels.IS_STRICT)
ON_OFF = choices_of(labels.ON_OFF)
Size = Range[int, 3, 27]
