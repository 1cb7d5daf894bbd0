"""Planted defects (`defects.toml`), which measure how many bugs the tests detect."""
