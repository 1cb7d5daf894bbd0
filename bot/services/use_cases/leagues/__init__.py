"""Use cases of leagues, for players and for organisers."""
