"""Reports of players to the operator."""
