"""What Discord offers for an argument of a command, where more than one command has it."""

from collections.abc import Mapping
from typing import TypeVar

from discord.app_commands import Choice, Range

from bot.messages.wording import pace_in_words
from bot.services.clocks import Pace
from bot.texts import labels
from rules.registry import GAMES

V = TypeVar("V", str, int)


def choices_of(named: Mapping[V, str]) -> list[Choice[V]]:
    """Offer values by their names."""
    return [Choice(name=name, value=value) for value, name in named.items()]


GAME_CHOICES = choices_of({game.key: game.name for game in GAMES})
PACES = choices_of({pace.value: pace_in_words(pace) for pace in Pace})
STRICT = choices_of(labels.IS_STRICT)
ON_OFF = choices_of(labels.ON_OFF)
Size = Range[int, 3, 27]
