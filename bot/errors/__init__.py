"""Exceptions: refusals for players, and errors of storage and startup."""
