"""Puzzles: who is shown which, what they tried, and how difficult puzzles are."""
