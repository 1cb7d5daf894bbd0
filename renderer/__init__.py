"""Rendering of positions as pictures and text, independent of Discord."""
