"""Lessons, tutorial tasks and hints. They need only the rules and the renderer."""
