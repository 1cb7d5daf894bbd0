"""How messages reach Discord: which place, once, at its pace, with the next best way."""
