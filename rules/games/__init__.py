"""The games, one module each; no game's module imports another."""
