"""Replayed games and their cache, parsing of typed turns, and openings of practice games."""
