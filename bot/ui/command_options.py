"""Choices and ranges of command options that several commands share."""

from collections.abc import Mapping
from typing import TypeVar

from discord.app_commands import Choice, Range

from bot.messages.game_text import pace_in_words
from bot.services.values.clocks.clock import OFFERED_PACES
from bot.words import challenge as challenge_words
from bot.words import settings
from bot.words.translation import Message
from rules.registry import GAMES

V = TypeVar("V", str, int)


def choices_of(named: Mapping[V, str | Message]) -> list[Choice[V]]:
    """Return the choices of a command option for discord.py, in the order of `named`.

    :param named: the label of each choice by its value.
    """
    return [
        Choice(name=name() if isinstance(name, Message) else name, value=value)
        for value, name in named.items()
    ]


GAME_CHOICES = choices_of({game.key: game.name for game in GAMES})
PACES = choices_of({pace.value: pace_in_words(pace) for pace in OFFERED_PACES})
TIMEOUTS = choices_of(challenge_words.IS_STRICT)
ON_OFF = choices_of(settings.ON_OFF)


def _bounds(option: str) -> tuple[int, int]:
    """Return the smallest and the largest value that any game allows for a number option."""
    options = [each for game in GAMES for each in game.options if each.name == option]
    return min(each.minimum for each in options), max(each.maximum for each in options)


Size = Range[int, *_bounds("size")]
Komi = Range[int, *_bounds("komi")]
Handicap = Range[int, *_bounds("handicap")]
