"""Rendering of positions as pictures and text. It depends on the rules, not on Discord."""
