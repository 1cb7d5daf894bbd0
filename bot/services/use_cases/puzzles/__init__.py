"""Puzzles: their selection for each person, attempts, and difficulty."""
