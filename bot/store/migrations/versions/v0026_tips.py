"""The name of a preference: tips for beginners, because a hint is a turn that the bot suggests."""

from alembic import op

revision = "0026"
down_revision = "0025"

# by dialect; JSON is text in SQLite
RENAME = {
    "sqlite": """UPDATE players SET settings = replace(settings, '"hints"', '"tips"')""",
    "postgresql": """
        UPDATE players
        SET settings = CAST(replace(CAST(settings AS TEXT), '"hints"', '"tips"') AS JSON)
    """,
}


def upgrade() -> None:
    op.execute(RENAME[op.get_context().dialect.name])
