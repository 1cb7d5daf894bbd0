"""Puzzles: positions in which exactly one turn wins, each with its proved solution."""
