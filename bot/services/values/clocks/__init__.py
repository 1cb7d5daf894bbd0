"""Clocks of games, deadlines, quiet hours: their arithmetic."""
