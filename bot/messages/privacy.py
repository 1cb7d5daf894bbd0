"""Messages about personal data: overview, export, and the prompt for deletion."""

import gzip
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from bot.messages.component_ids import ComponentId
from bot.messages.outgoing_message import Attachment, Button, OutgoingMessage, Style
from bot.services.use_cases.people.privacy import Stored
from bot.words import privacy

FILE = "my-data.json"
EXPORT_COST = 20  # charge for an export, in pictures: it reads every table


def overview(stored: Stored, policy: str | None) -> OutgoingMessage:
    """Return the overview of the data stored about a person.

    :param policy: the URL of the privacy policy, if the operator has one.
    """
    if stored.nothing:
        return OutgoingMessage(privacy.NOTHING_SHOWN())
    lines = [privacy.TITLE(), *privacy.stored(stored.rows), "", privacy.advice(policy)]
    return OutgoingMessage("\n".join(lines))


def exported(tables: Mapping[str, Any], max_bytes: int) -> OutgoingMessage:
    """Return a person's data as one JSON file; this is slow for thousands of games.

    :param max_bytes: Discord's limit for attachments; a larger file is compressed with gzip.
    """
    content = to_json(tables)
    if len(content) <= max_bytes:
        return OutgoingMessage(privacy.EXPORTED(), (Attachment(FILE, content),))
    return OutgoingMessage(privacy.EXPORTED(), (Attachment(f"{FILE}.gz", gzip.compress(content)),))


def to_json(tables: Mapping[str, Any]) -> bytes:
    """Encode tables as JSON, with times in ISO 8601 and durations in seconds."""
    return json.dumps(tables, ensure_ascii=False, default=_plain).encode()


def question(stored: Stored, user_id: int) -> OutgoingMessage:
    """Return the prompt for deletion of a person's data, with the consequences."""
    if stored.nothing:
        return OutgoingMessage(privacy.NOTHING_STORED())
    finished = stored.rows["games"] - stored.running
    lines = [
        privacy.QUESTION(),
        *privacy.consequences(stored.running, stored.open_challenges, finished),
        privacy.EVERYTHING_ELSE(),
        "",
        privacy.POSTED_STAYS(),
    ]
    confirm = Button(ComponentId("forget-yes", user_id), privacy.CONFIRM_DELETE(), Style.danger)
    cancel = Button(ComponentId("forget-no", user_id), privacy.KEEP_MY_DATA())
    return OutgoingMessage("\n".join(lines), rows=((confirm, cancel),))


def _plain(value: datetime | timedelta) -> str | float:
    return value.isoformat() if isinstance(value, datetime) else value.total_seconds()
