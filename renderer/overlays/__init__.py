"""Things to show besides the board: one file a kind."""
