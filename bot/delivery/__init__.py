"""Delivery of outbox messages to Discord: exactly once, within its rate limits, with fallbacks."""
