"""Delivery of outbox messages to Discord: exactly once, within rate limits, with fallbacks."""
