"""Use cases of practice games against the engine; the engine itself is elsewhere."""
