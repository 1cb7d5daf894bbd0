"""The games of the registry: one module for each game, named by the game's key."""
