"""Bot without a network: interaction payloads in, requests out.

Thousands of interactions a minute pass through discord.py's own parsing and the real handlers.
"""
