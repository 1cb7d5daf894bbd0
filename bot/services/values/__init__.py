"""Values and rules without a database: what use cases return and decide by."""
