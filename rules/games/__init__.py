"""The games, one file each; they never import each other."""
