"""Lessons, tutorial tasks and tips. They need only the rules and the renderer."""
