"""Values and rules without a database: results of use cases, and their decisions."""
