"""Computer opponent for the four games: the engine process, its levels, search and game reviews."""
