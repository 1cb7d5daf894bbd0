"""The program's own upkeep: cleanup, backups, checks of the database, and statistics."""
