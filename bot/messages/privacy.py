"""What is stored about a person, as messages: counted, as a file, asked before it is deleted."""

import gzip
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from bot.messages.component_ids import ComponentId
from bot.messages.outgoing_message import Attachment, Button, OutgoingMessage, Style
from bot.services.people.privacy import Stored
from bot.words import privacy

FILE = "my-data.json"
EXPORT_COST = 20  # pictures that an export is charged as: it reads every table


def overview(stored: Stored, policy: str | None) -> OutgoingMessage:
    """Say what is stored about a person."""
    if stored.nothing:
        return OutgoingMessage(privacy.NOTHING_SHOWN)
    lines = [privacy.TITLE, *privacy.stored(stored.rows), "", privacy.advice(policy)]
    return OutgoingMessage("\n".join(lines))


def exported(tables: Mapping[str, Any], max_bytes: int) -> OutgoingMessage:
    """Hand over all of it as one file; takes long for thousands of games.

    :param room: how many bytes Discord takes; what is larger is compressed.
    """
    content = to_json(tables)
    if len(content) <= max_bytes:
        return OutgoingMessage(privacy.EXPORTED, (Attachment(FILE, content),))
    return OutgoingMessage(privacy.EXPORTED, (Attachment(f"{FILE}.gz", gzip.compress(content)),))


def to_json(tables: Mapping[str, Any]) -> bytes:
    """Return what the file holds: JSON, with times in ISO 8601 and durations in seconds."""
    return json.dumps(tables, ensure_ascii=False, default=_plain).encode()


def question(stored: Stored, user_id: int) -> OutgoingMessage:
    """Ask before all of it is deleted, and say what that does."""
    if stored.nothing:
        return OutgoingMessage(privacy.NOTHING_STORED)
    finished = stored.rows["games"] - stored.running
    lines = [
        privacy.QUESTION,
        *privacy.consequences(stored.running, stored.open_challenges, finished),
        privacy.EVERYTHING_ELSE,
        "",
        privacy.POSTED_STAYS,
    ]
    confirm = Button(ComponentId("forget-yes", user_id), privacy.CONFIRM_DELETE, Style.danger)
    cancel = Button(ComponentId("forget-no", user_id), privacy.KEEP_MY_DATA)
    return OutgoingMessage("\n".join(lines), rows=((confirm, cancel),))


def _plain(value: datetime | timedelta) -> str | float:
    return value.isoformat() if isinstance(value, datetime) else value.total_seconds()
