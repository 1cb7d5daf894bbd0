"""Services with the use cases, by subject; each public method is one transaction."""
