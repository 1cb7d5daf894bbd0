"""What practice with the bot forbids, as exceptions with the sentence."""

# ruff: noqa: N818 - the names are the domain's words, as in bot.errors

from dataclasses import dataclass

from bot.errors import PlayerError, Refusal


@dataclass(eq=False)
class NotPractice(PlayerError):
    """Help that is for practice games only, in a game against somebody."""

    game_id: int

    @property
    def sentence(self) -> str:
        return f"Game {self.game_id} is against a person: only practice games come with help."


class CannotPractise(Refusal):
    """The bot cannot play that, or cannot answer now."""
