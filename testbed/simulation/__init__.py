"""Weeks of play on the sandbox with a clock that is moved by hand, while everything breaks."""
