"""Validation of requests by hand-written rules and by Discord's OpenAPI document."""
