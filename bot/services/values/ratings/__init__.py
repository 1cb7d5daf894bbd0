"""Glicko-2, and the conditions for rating."""
