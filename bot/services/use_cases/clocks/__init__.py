"""Deadlines, what a player may do when time is up, and vacations."""
