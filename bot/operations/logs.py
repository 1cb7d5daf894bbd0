"""Logging as text or JSON lines, without tokens, names and message texts of people."""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from typing import Any

import discord

from bot.config.settings import Settings

# discord.py logs URLs that contain the tokens of interactions and webhooks.
_TOKENS = re.compile(r"((?:interactions|webhooks)/\d+/)[\w.-]{20,}")
_HIDDEN = r"\1[hidden]"
# The text of an exception may quote a person. The texts of these libraries are safe once quotations
# are removed; for other exceptions, only type and traceback are logged.
_SAFE_LIBRARIES = {"discord", "aiohttp", "sqlalchemy", "sqlite3", "asyncpg", "alembic"}
_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|“[^”\n]*”")
_CAUSE = "Cause of the next exception:"
LONGEST = 1000  # characters of a message, or of a line of its traceback
# Lowest log levels of libraries: below these, they log whole messages and statements.
_LIBRARY_LEVELS = {
    "discord": logging.INFO,
    "aiohttp": logging.INFO,
    "aiosqlite": logging.INFO,
    "asyncpg": logging.INFO,
    "PIL": logging.INFO,
    "alembic": logging.WARNING,
    "sqlalchemy": logging.WARNING,
}


def set_up_logging(settings: Settings) -> None:
    """Log to standard error, with the format and level of the settings."""
    handler = logging.StreamHandler()
    secret = settings.discord_token
    token = None if secret is None else secret.get_secret_value()
    as_json = settings.log_format == "json"
    handler.setFormatter(JsonLines(token) if as_json else TextLines(token))
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    limit_libraries()
    # discord.py warns at each start that voice libraries are missing
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def limit_libraries() -> None:
    """Keep libraries from logging message texts, whatever the level in the settings."""
    for name, lowest in _LIBRARY_LEVELS.items():
        logging.getLogger(name).setLevel(max(lowest, logging.getLogger().level))


class TextLines(logging.Formatter):
    """Formatter of log records as text: one line for each record, followed by the traceback."""

    def __init__(self, token: str | None = None) -> None:
        super().__init__("{asctime} {levelname:7} {name}: {message}", style="{")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # cached by another formatter, with the full text
        return self.clean(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """Return the line of a log record without the traceback; a long message is cut."""
        record.message = shortened(self.clean(record.getMessage()))
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's own name
        """Return the tracebacks of an exception and its causes, the first cause first."""
        traces = [_trace(error) for error in _with_causes(ei[1])]
        lines = self.clean(f"\n{_CAUSE}\n".join(traces)).splitlines()
        return "\n".join(map(shortened, lines))

    def clean(self, text: str) -> str:
        """Return a text with the bot's secret tokens replaced."""
        if self._token:
            text = text.replace(self._token, "[hidden]")
        return _TOKENS.sub(_HIDDEN, text)


class JsonLines(TextLines):
    """Formatter of log records as one JSON object each, for log collectors."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": shortened(self.clean(record.getMessage())),
        }
        if hasattr(record, "code"):
            entry["code"] = record.code
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return self.clean(json.dumps(entry, ensure_ascii=False))


def shortened(line: str) -> str:
    """Return a line cut to `LONGEST` characters, followed by the number of characters left out."""
    left_out = len(line) - LONGEST
    return line if left_out <= 0 else f"{line[:LONGEST]}… ({left_out} more characters)"


def described(error: BaseException) -> str:
    """Return the type of an exception, for some types followed by the first line of its text.

    The text is included for system errors and for some libraries. Its quoted parts are left out,
    because they could contain what a person has written.
    """
    kind = type(error)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    if kind.__module__.partition(".")[0] in _SAFE_LIBRARIES or isinstance(error, OSError):
        text = str(error).partition("\n")[0]
        return f"{name}: " + _QUOTED.sub("'…'", text)
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
