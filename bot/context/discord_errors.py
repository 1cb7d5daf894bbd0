"""What may go wrong when something is asked of Discord, and what that is called in figures."""

import aiohttp
import discord

# RateLimited is no HTTPException, broken connections come raw
DISCORD_ERRORS = (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError)
# whom the bot may not write to is refused with one of these, some as direct messages are opened
UNREACHABLE = (400, 403, 404)
CLIENT_ERROR, SERVER_ERROR = 400, 500  # where these groups of statuses begin
MAY_PASS = (401, 403, 408, 429)  # of the client's errors
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
ARCHIVED = 50083  # a thread that Discord has folded away: it takes messages, and then edits again
BLOCKED = 200000  # by the server's AutoMod, whose words can be changed as permissions can
DELETED = frozenset({UNKNOWN_CHANNEL, UNKNOWN_MESSAGE})
THREAD_SHUT = frozenset({ARCHIVED, 160005})  # archived or locked, which can be undone
# no channel; it holds no text (two codes)
LOCATION_GONE = frozenset({UNKNOWN_CHANNEL, 50008, 50024}) | THREAD_SHUT
UNKNOWN_MEMBER = 10007
TOO_FAST = 40003  # "You are opening direct messages too fast": a 403 that passes


def discord_code(error: BaseException) -> str:
    """Name what Discord answered: its code, else the status, else what broke on the way."""
    if isinstance(error, discord.HTTPException):
        return str(error.code or error.status)
    return type(error).__name__


def is_unreachable(refusal: discord.HTTPException) -> bool:
    """Say whether a direct message was refused because its reader takes none, or is gone."""
    return refusal.status in UNREACHABLE and refusal.code != TOO_FAST


def is_gone(error: BaseException) -> bool:
    """Return whether Discord says that a channel or thread takes messages no longer."""
    return isinstance(error, discord.HTTPException) and error.code in LOCATION_GONE


def is_message_gone(error: BaseException) -> bool:
    """Return whether a message that was to be changed, or its channel, has been deleted."""
    return isinstance(error, discord.HTTPException) and error.code in DELETED


def is_invalid_request(error: BaseException) -> bool:
    """Return whether a request is wrong in itself: no other time or place makes it right."""
    if not isinstance(error, discord.HTTPException) or error.status in MAY_PASS:
        return False
    known = error.code in LOCATION_GONE | DELETED | {BLOCKED}
    return CLIENT_ERROR <= error.status < SERVER_ERROR and not known
