"""What time forbids, as exceptions with the sentence for the person."""

# ruff: noqa: N818 - the names are the domain's words, as in bot.errors

from dataclasses import dataclass

from bot.errors import PlayerError, Refusal


@dataclass(eq=False)
class OutOfTime(PlayerError):
    """A move in a strict game after the player's time was used up."""

    game_id: int

    @property
    def sentence(self) -> str:
        return f"Your time in game {self.game_id} is used up: the move came too late."


class NotDue(Refusal):
    """Something that time allows is wanted before its time."""


class CannotTakeVacation(Refusal):
    """The vacation may not be taken, or there is none to end."""


class InvalidNotificationSettings(Refusal):
    """How a person wants to be told cannot be read."""
