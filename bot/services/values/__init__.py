"""Values that use cases return, and the rules by which use cases decide."""
