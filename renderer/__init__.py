"""Rendering of positions as pictures and as text. Depends on the rules, not on Discord."""
