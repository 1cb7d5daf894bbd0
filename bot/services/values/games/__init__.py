"""Replayed games, typed turns, openings."""
