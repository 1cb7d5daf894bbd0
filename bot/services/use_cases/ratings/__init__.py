"""Ratings: the strength of players, from their finished games."""
