"""Ratings: how strong players are, by the games they finished."""
