"""Kinds of notifications, their traits, and personal settings."""
