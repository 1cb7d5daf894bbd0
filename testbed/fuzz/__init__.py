"""Generators of valid and invalid user input for hypothesis: text, choices, controls, files."""
