"""Stored messages for Discord: the outbox and interaction tokens. Sending is in `bot.delivery`."""
