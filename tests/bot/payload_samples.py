"""Sample payloads of outbox messages."""

from dataclasses import MISSING, fields
from datetime import UTC, datetime
from typing import get_type_hints

from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox_kinds import OutboxKind

KINDS = (*OutboxKind, *NotificationKind)
FAMILIES = {kind.value: kind.family for kind in KINDS}
VALUES = {
    int: 7,
    bool: True,
    str: "a template",
    datetime: datetime(2026, 7, 4, 12, tzinfo=UTC),
    tuple[int, ...]: (7, 8),
    tuple[str, ...]: ("a1", "c3"),
    dict[str, str]: {"name": "value"},
}
VALUES |= {int | None: VALUES[int], datetime | None: VALUES[datetime]}


def sample(kind, **given):
    """Return a payload with values for the fields of a kind that have no default."""
    family = FAMILIES[kind]
    hints = get_type_hints(family)
    required = [each.name for each in fields(family) if each.default is MISSING]
    return family(**{name: VALUES[hints[name]] for name in required} | given)


def full_sample(kind):
    """Return a payload with a value for every field of a kind."""
    return FAMILIES[kind](
        **{name: VALUES[hint] for name, hint in get_type_hints(FAMILIES[kind]).items()}
    )
