"""Support for tests, drills and benchmarks: PostgreSQL clusters, bot processes, simulations."""
