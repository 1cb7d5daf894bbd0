"""Alembic's entry point, run inside the transaction that `bot.store.migrate` opens and commits."""

from alembic import context

from bot.store.tables.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite supports little of ALTER TABLE, so Alembic copies the table instead
    render_as_batch=True,
    # the caller's transaction covers the whole upgrade
    transactional_ddl=False,
)
context.run_migrations()
