"""Alembic: how a database of any released schema becomes the present one."""
