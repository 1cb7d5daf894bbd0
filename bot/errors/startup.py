"""Errors that stop the program at its start, with advice for the operator."""

# ruff: noqa: N818 - the names are the domain's words, as in bot.errors.refusals

from dataclasses import dataclass


@dataclass(eq=False)
class CannotStart(Exception):
    """The program cannot start; `sentence` tells the operator what to change."""

    sentence: str

    def __str__(self) -> str:
        return self.sentence


class NotNow(CannotStart):
    """The program cannot start yet; a later attempt may succeed without any change."""
