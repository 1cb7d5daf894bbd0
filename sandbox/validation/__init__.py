"""Validation of requests: hand-written rules, and Discord's OpenAPI document."""
