"""Steps that use cases share; each runs within an open transaction, passed by its caller."""
