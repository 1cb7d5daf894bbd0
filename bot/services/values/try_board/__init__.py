"""Trees of tried moves, their lines and variations."""
