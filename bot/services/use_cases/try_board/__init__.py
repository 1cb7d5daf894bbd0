"""Try-boards: a person's private lines in a game. Nothing here plays a move."""
