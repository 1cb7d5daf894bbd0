"""Arithmetic of game clocks, deadlines and quiet hours."""
