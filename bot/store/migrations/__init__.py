"""Alembic migrations from every released schema to the current one."""
