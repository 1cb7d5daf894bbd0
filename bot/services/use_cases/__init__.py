"""Use cases. A public method is one transaction."""
