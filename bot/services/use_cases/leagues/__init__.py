"""Use cases of leagues."""
