"""What tests, drills and benches share: a temporary PostgreSQL, bot processes, simulated weeks."""
