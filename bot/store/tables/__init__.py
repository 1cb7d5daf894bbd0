"""The schema and the queries of each family of tables; no other package contains SQL queries."""

# importing a module here adds its tables to the schema
from bot.store.tables import daily_schema as daily_schema
from bot.store.tables import last_looks as last_looks
from bot.store.tables import lobby_schema as lobby_schema
from bot.store.tables import puzzle_schema as puzzle_schema
from bot.store.tables import rating_schema as rating_schema
