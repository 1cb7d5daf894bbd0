"""Lessons, tutorial tasks and hints: content that needs only the rules and the renderer."""
