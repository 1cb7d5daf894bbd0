"""Use cases of games: moves, undos, results, history, reviews, locations."""
