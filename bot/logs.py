"""The program's log: as text or JSON lines, and without anybody's token."""

import json
import logging
import re
from datetime import UTC, datetime

import discord

from bot.settings import Settings

# Interaction and webhook tokens stand in the addresses that discord.py logs.
_TOKENS = re.compile(r"((?:interactions|webhooks)/\d+/)[\w.-]{20,}")
_HIDDEN = r"\1[hidden]"


def set_up_logging(settings: Settings) -> None:
    """Send everything to the standard error, in the format and from the level that are set."""
    handler = logging.StreamHandler()
    secret = settings.discord_token
    token = None if secret is None else secret.get_secret_value()
    as_json = settings.log_format == "json"
    handler.setFormatter(JsonLines(token) if as_json else Lines(token))
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # discord.py would ask at each start for libraries that only voice needs
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class Lines(logging.Formatter):
    """One readable line a record, then its traceback."""

    def __init__(self, token: str | None = None) -> None:
        super().__init__("{asctime} {levelname:7} {name}: {message}", style="{")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        return self.clean(super().format(record))

    def clean(self, text: str) -> str:
        """Take out what nobody may read in a log."""
        if self._token:
            text = text.replace(self._token, "[hidden]")
        return _TOKENS.sub(_HIDDEN, text)


class JsonLines(Lines):
    """One JSON object a record, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return self.clean(json.dumps(told, ensure_ascii=False))
