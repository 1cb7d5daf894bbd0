"""Alembic's entry: it is given an open transaction by bot.store.migrate, which commits it."""

from alembic import context

from bot.store.tables.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite cannot alter most of a table: Alembic copies it instead
    render_as_batch=True,
    # the whole upgrade is one transaction, and it is not Alembic's
    transactional_ddl=False,
)
context.run_migrations()
