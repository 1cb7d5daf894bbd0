"""The games, one module each; they never import each other."""
