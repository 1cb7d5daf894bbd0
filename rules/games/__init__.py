"""Games, one module each, named by the key of its game; a variant may inherit from its game."""
