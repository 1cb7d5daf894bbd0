"""Hypothesis generators of valid and invalid user input: text, choices, controls, files."""
