"""Games, plies, challenges, the outbox, handled interactions, players."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

# SQLite generates ids only for a column whose type is exactly INTEGER
RowId = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    _meta()
    _players()
    _games()
    _plies()
    _challenges()
    _outbox()
    _interactions()


def _meta() -> None:
    op.create_table(
        "meta",
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", RowId, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("seat0", sa.BigInteger, nullable=False),
        sa.Column("seat1", sa.BigInteger, nullable=False),
        sa.Column("game_key", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("undone", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("seat_to_move", sa.SmallInteger),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("winner_seat", sa.SmallInteger),
        sa.Column("ending", sa.String(40)),
        sa.Column("turn_message_id", sa.BigInteger),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["seat0"], ["players.id"], name="fk_games_seat0"),
        sa.ForeignKeyConstraint(["seat1"], ["players.id"], name="fk_games_seat1"),
    )
    for seat in ("seat0", "seat1"):
        op.create_index(f"ix_games_{seat}", "games", [seat, "status", "updated_at"])


def _plies() -> None:
    op.create_table(
        "plies",
        sa.Column("game_id", RowId, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("move", sa.String(40), nullable=False),
        sa.Column("played_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "ply", name="pk_plies"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_plies_game_id"),
        sqlite_with_rowid=False,
    )


def _challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", RowId, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("challenger_id", sa.BigInteger, nullable=False),
        sa.Column("opponent_id", sa.BigInteger),
        sa.Column("game_key", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("game_id", sa.BigInteger),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sa.ForeignKeyConstraint(
            ["challenger_id"], ["players.id"], name="fk_challenges_challenger_id"
        ),
        sa.ForeignKeyConstraint(["opponent_id"], ["players.id"], name="fk_challenges_opponent_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_challenges_game_id"),
    )
    for columns in (
        ["challenger_id", "status"],
        ["opponent_id", "status"],
        ["status", "expires_at"],
    ):
        op.create_index(f"ix_challenges_{columns[0]}", "challenges", columns)


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", RowId, nullable=False),
        sa.Column("stream", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("game_id", sa.BigInteger),
        sa.Column("challenge_id", sa.BigInteger),
        sa.Column("ply", sa.Integer),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("error", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("closed_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_outbox_game_id"),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name="fk_outbox_challenge_id"),
    )
    op.create_index("ix_outbox_status", "outbox", ["status", "due_at"])
    op.create_index("ix_outbox_stream", "outbox", ["stream", "status"])


def _interactions() -> None:
    op.create_table(
        "interactions",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("game_id", sa.BigInteger),
        sa.Column("challenge_id", sa.BigInteger),
        sa.Column("from_ply", sa.Integer),
        sa.Column("to_ply", sa.Integer),
        sa.Column("handled_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_interactions"),
    )
    op.create_index("ix_interactions_handled_at", "interactions", ["handled_at"])
