"""The HTTP side: one module a subject, each a list of endpoints."""
