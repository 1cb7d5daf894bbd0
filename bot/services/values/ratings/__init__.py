"""Ratings: the Glicko-2 formulas, standings over time, and the conditions for rated games."""
