"""What may go wrong when something is asked of Discord, and what that is called in figures."""

import aiohttp
import discord

# RateLimited is no HTTPException, broken connections come raw
DISCORD_TROUBLE = (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError)


def discord_code(trouble: BaseException) -> str:
    """Name what Discord answered: its code, else the status, else what broke on the way."""
    if isinstance(trouble, discord.HTTPException):
        return str(trouble.code or trouble.status)
    return type(trouble).__name__
