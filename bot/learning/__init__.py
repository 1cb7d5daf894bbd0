"""Lessons, tutorial tasks and tips; they know nothing of services, storage and Discord."""
