"""Use cases of games: moves, undo, results, history, reviews, locations."""
