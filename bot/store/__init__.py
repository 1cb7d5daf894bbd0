"""Persistence: the only package that speaks SQL, with migrations, backups and restore."""
