"""Simulation of weeks of play on the sandbox, with a manual clock and injected faults."""
