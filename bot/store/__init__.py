"""Storage: the only package that contains SQL, with tables, migrations, backups and restore."""
