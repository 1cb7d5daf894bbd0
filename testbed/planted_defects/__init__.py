"""Planted defects, which measure how many bugs the tests detect (`defects.toml`)."""
