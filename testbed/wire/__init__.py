"""The bot on a wire: interactions in as Discord words them, requests out, no network between.

Thousands of interactions a minute go through discord.py's own parsing and the real handlers.
"""
