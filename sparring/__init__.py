"""The engine for practice games and reviews: its process, levels, search and game analysis."""
