"""What may go wrong when something is asked of Discord, and what that is called in figures."""

import aiohttp
import discord

# RateLimited is no HTTPException, broken connections come raw
DISCORD_TROUBLE = (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError)
# whom the bot may not write to is refused with one of these, some as direct messages are opened
UNREACHABLE = (400, 403, 404)
UNKNOWN_CHANNEL = 10003  # it was deleted
UNKNOWN_MEMBER = 10007
TOO_FAST = 40003  # "You are opening direct messages too fast": a 403 that passes


def discord_code(trouble: BaseException) -> str:
    """Name what Discord answered: its code, else the status, else what broke on the way."""
    if isinstance(trouble, discord.HTTPException):
        return str(trouble.code or trouble.status)
    return type(trouble).__name__


def is_unreachable(refusal: discord.HTTPException) -> bool:
    """Say whether a direct message was refused because its reader takes none, or is gone."""
    return refusal.status in UNREACHABLE and refusal.code != TOO_FAST
