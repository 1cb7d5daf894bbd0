"""Permissions and limits of people."""
