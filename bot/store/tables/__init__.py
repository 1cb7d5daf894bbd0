"""The schema, and the queries of each family of tables; nothing else contains SQL queries."""
