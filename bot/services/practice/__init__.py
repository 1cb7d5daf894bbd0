"""Use cases of practice games against the engine, without the engine itself."""
