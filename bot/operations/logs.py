"""The program's log: as text or JSON lines, without anybody's token, name or words."""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from typing import Any

import discord

from bot.config.settings import Settings

# Interaction and webhook tokens stand in the addresses that discord.py logs.
_TOKENS = re.compile(r"((?:interactions|webhooks)/\d+/)[\w.-]{20,}")
_HIDDEN = r"\1[hidden]"
# An error's own words may be a person's. Those of these libraries are about the machine and the
# network, but for what they quote; of all other errors the kind and the place say enough.
_OF_THE_MACHINE = {"discord", "aiohttp", "sqlalchemy", "sqlite3", "asyncpg", "alembic"}
_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|“[^”\n]*”")
_CAUSE = "The cause of what follows:"
# From which level on libraries may speak: below it they log whole messages and statements.
_LIBRARIES = {
    "discord": logging.INFO,
    "aiohttp": logging.INFO,
    "aiosqlite": logging.INFO,
    "asyncpg": logging.INFO,
    "PIL": logging.INFO,
    "alembic": logging.WARNING,
    "sqlalchemy": logging.WARNING,
}


def set_up_logging(settings: Settings) -> None:
    """Send everything to the standard error, in the format and from the level that are set."""
    handler = logging.StreamHandler()
    secret = settings.discord_token
    token = None if secret is None else secret.get_secret_value()
    as_json = settings.log_format == "json"
    handler.setFormatter(JsonLines(token) if as_json else ReplayCache(token))
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    hush_libraries()
    # discord.py would ask at each start for libraries that only voice needs
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def hush_libraries() -> None:
    """Let libraries speak as the rest does, but never so much that they tell what was written."""
    for name, lowest in _LIBRARIES.items():
        logging.getLogger(name).setLevel(max(lowest, logging.getLogger().level))


class ReplayCache(logging.Formatter):
    """One readable line a record, then its traceback."""

    def __init__(self, token: str | None = None) -> None:
        super().__init__("{asctime} {levelname:7} {name}: {message}", style="{")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # what another formatter has made of the error
        return self.clean(super().format(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's own name
        """Write the traces of an error and of what led to it, the first one first."""
        told = [_trace(error) for error in _with_causes(ei[1])]
        return f"\n{_CAUSE}\n".join(told)

    def clean(self, text: str) -> str:
        """Take out what nobody may read in a log."""
        if self._token:
            text = text.replace(self._token, "[hidden]")
        return _TOKENS.sub(_HIDDEN, text)


class JsonLines(ReplayCache):
    """One JSON object a record, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if hasattr(record, "code"):
            told["code"] = record.code
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return self.clean(json.dumps(told, ensure_ascii=False))


def described(error: BaseException) -> str:
    """Name an error, with its words as far as no person has written them."""
    kind = type(error)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    if kind.__module__.partition(".")[0] in _OF_THE_MACHINE or isinstance(error, OSError):
        words = str(error).partition("\n")[0]
        return f"{name}: " + _QUOTED.sub("'…'", words)
    return name


def _trace(error: BaseException) -> str:
    frames = "".join(traceback.format_tb(error.__traceback__))
    return f"Traceback (most recent call last):\n{frames}{described(error)}"


def _with_causes(error: BaseException | None) -> list[BaseException]:
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.insert(0, error)
        hidden = None if error.__suppress_context__ else error.__context__
        error = error.__cause__ or hidden
    return chain
