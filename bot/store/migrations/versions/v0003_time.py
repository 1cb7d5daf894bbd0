"""Clocks, deadlines, vacations and notifications; existing games get no clock and may go idle."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

# SQLite generates ids only for a column whose type is exactly INTEGER
RowId = sa.BigInteger().with_variant(sa.Integer, "sqlite")
DAY = 24 * 60 * 60 * 1_000_000  # times are microseconds


def upgrade() -> None:
    op.add_column(
        "challenges", sa.Column("pace", sa.String(20), nullable=False, server_default="none")
    )
    op.add_column(
        "challenges", sa.Column("strict", sa.Boolean, nullable=False, server_default=sa.false())
    )
    # without a foreign key, which SQLite could only add by copying the table
    op.add_column("outbox", sa.Column("user_id", sa.BigInteger))
    _clocks()
    _deadlines()
    _absences()
    _notices()
    _notice_settings()
    _mutes()
    op.execute(
        "INSERT INTO deadlines (kind, subject, due_at) "  # noqa: S608 - a constant of this file
        f"SELECT 'asleep', id, updated_at + {30 * DAY} FROM games WHERE status = 'running'"
    )


def _clocks() -> None:
    op.create_table(
        "clocks",
        sa.Column("game_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("pace", sa.String(20), nullable=False),
        sa.Column("strict", sa.Boolean, nullable=False),
        sa.Column("left0", sa.BigInteger, nullable=False),
        sa.Column("left1", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("since", sa.BigInteger),
        sa.Column("no_vacation_at", sa.BigInteger),
        sa.Column("reminded_at", sa.BigInteger),
        sa.Column("nudged_at", sa.BigInteger),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_clocks"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_clocks_game_id"),
    )
    op.create_index("ix_clocks_since", "clocks", ["since"])


def _deadlines() -> None:
    op.create_table(
        "deadlines",
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("subject", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject", name="pk_deadlines"),
    )
    for column in ("due_at", "subject"):
        op.create_index(f"ix_deadlines_{column}", "deadlines", [column])


def _absences() -> None:
    op.create_table(
        "absences",
        sa.Column("id", RowId, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("starts_at", sa.BigInteger, nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=False),
        sa.Column("strict_ends_at", sa.BigInteger, nullable=False),
        sa.Column("automatic", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_absences"),
        sa.ForeignKeyConstraint(["user_id"], ["players.id"], name="fk_absences_user_id"),
    )
    op.create_index("ix_absences_user_id", "absences", ["user_id", "ends_at"])


def _notices() -> None:
    op.create_table(
        "notices",
        sa.Column("game_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("stamp", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "stamp", name="pk_notices"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_notices_game_id"),
    )
    op.create_index("ix_notices_user_id", "notices", ["user_id", "state"])
    op.create_index("ix_notices_changed_at", "notices", ["changed_at"])


def _notice_settings() -> None:
    op.create_table(
        "notice_settings",
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("way", sa.String(20), nullable=False),
        sa.Column("quiet_from", sa.SmallInteger),
        sa.Column("quiet_to", sa.SmallInteger),
        sa.Column("digest_at", sa.SmallInteger),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("reminders", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("dm_refused_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("user_id", name="pk_notice_settings"),
        sa.ForeignKeyConstraint(["user_id"], ["players.id"], name="fk_notice_settings_user_id"),
    )


def _mutes() -> None:
    op.create_table(
        "mutes",
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("game_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game_id", name="pk_mutes"),
        sa.ForeignKeyConstraint(["user_id"], ["players.id"], name="fk_mutes_user_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_mutes_game_id"),
    )
