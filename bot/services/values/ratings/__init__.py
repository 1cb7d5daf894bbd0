"""Glicko-2, and what may be rated."""
