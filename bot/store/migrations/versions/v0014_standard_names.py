"""Standard names for tables, columns and values: vacations, notifications, revisions, tokens."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

TABLES = {
    "absences": "vacations",
    "notices": "turn_notifications",
    "notice_settings": "notification_settings",
    "outside": "user_install_channels",
    "voices": "interaction_tokens",
}
# both kinds of database know this form; Alembic's own is for PostgreSQL alone
COLUMNS = (
    "ALTER TABLE games RENAME COLUMN turn_stamp TO turn_revision",
    "ALTER TABLE games RENAME COLUMN partner_seat TO engine_seat",
    "ALTER TABLE games RENAME COLUMN partner_level TO engine_level",
    "ALTER TABLE turn_notifications RENAME COLUMN stamp TO revision",
)
# (old name, new name, table, columns)
INDEXES = (
    ("ix_absences_user_id", "ix_vacations_user_id", "vacations", ["user_id", "ends_at"]),
    (
        "ix_notices_user_id",
        "ix_turn_notifications_user_id",
        "turn_notifications",
        ["user_id", "state"],
    ),
    (
        "ix_notices_changed_at",
        "ix_turn_notifications_changed_at",
        "turn_notifications",
        ["changed_at"],
    ),
    (
        "ix_voices_channel_id",
        "ix_interaction_tokens_channel_id",
        "interaction_tokens",
        ["channel_id"],
    ),
    (
        "ix_games_partner_seat",
        "ix_games_engine_seat",
        "games",
        ["engine_seat", "status", "seat_to_move"],
    ),
)
# names in the JSON of outbox.payload
PAYLOAD = {"stamp": "revision", "stranded": "undeliverable"}
PART = 500  # rows


def upgrade() -> None:
    for old, new in TABLES.items():
        op.rename_table(old, new)
    for statement in COLUMNS:
        op.execute(statement)
    for old, new, table, columns in INDEXES:
        op.drop_index(old, table)
        op.create_index(new, table, columns)
    op.execute("UPDATE outbox SET status = 'awaiting_interaction' WHERE status = 'unheard'")
    op.execute("UPDATE outbox SET kind = 'undeliverable' WHERE kind = 'stranded'")
    _rename_payload_keys()


def _rename_payload_keys() -> None:
    outbox = sa.table("outbox", sa.column("id", sa.BigInteger), sa.column("payload", sa.Text))
    connection, last = op.get_bind(), 0
    while True:
        query = sa.select(outbox.c.id, sa.cast(outbox.c.payload, sa.Text).label("payload"))
        rows = connection.execute(
            query.where(outbox.c.id > last).order_by(outbox.c.id).limit(PART)
        ).all()
        if not rows:
            return
        last = rows[-1].id
        for row in rows:
            _rename_in_row(connection, row.id, json.loads(row.payload))


def _rename_in_row(connection: sa.Connection, row_id: int, payload: dict[str, Any]) -> None:
    if not payload.keys() & PAYLOAD.keys():
        return
    outbox = sa.table("outbox", sa.column("id", sa.BigInteger), sa.column("payload", sa.JSON))
    renamed = {PAYLOAD.get(key, key): value for key, value in payload.items()}
    connection.execute(sa.update(outbox).where(outbox.c.id == row_id).values(payload=renamed))
