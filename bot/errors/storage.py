"""Errors of the database and of stored games."""

# ruff: noqa: N818 - the names are the domain's words, as in bot.errors.refusals

from dataclasses import dataclass

from bot.errors.refusals import PlayerError
from bot.words.translation import text


class StorageError(PlayerError):
    """The database failed; a repeated action may succeed."""


class DatabaseBusy(StorageError):
    """Another connection held a lock on the database for longer than the timeout."""

    @property
    def sentence(self) -> str:
        return text("I'm very busy right now, so nothing changed. Please try again in a minute.")


@dataclass(eq=False)
class DatabaseUnavailable(StorageError):
    """The database is unusable: disk full, read-only or missing. `cause` is for the log."""

    cause: str

    @property
    def sentence(self) -> str:
        return text(
            "I can't save right now, so nothing changed. Please try again later. The operator can "
            "find the cause in the log."
        )


@dataclass(eq=False)
class CannotReplay(Exception):
    """A stored game cannot be replayed: its rules are newer than this version, or rows are damaged.

    This is a failure of the program or its data and not a refusal, so it is logged for the
    operator.
    """

    game_id: int
    why: str

    def __str__(self) -> str:
        return f"game {self.game_id} cannot be replayed: {self.why}"
