"""The only SQL of the program: the schema, one file a table family, migrations, upkeep."""
