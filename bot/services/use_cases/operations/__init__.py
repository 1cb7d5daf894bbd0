"""Maintenance of the program: cleanup, backups, checks of the database, and statistics."""
