"""The schema and the queries of each family of tables; no other package contains SQL queries."""
