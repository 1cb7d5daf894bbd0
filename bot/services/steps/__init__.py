"""Functions within an open transaction, shared by use cases."""
