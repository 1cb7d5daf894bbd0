"""Errors of requests to Discord, and their classification by code."""

import aiohttp
import discord

# RateLimited is no HTTPException; discord.py does not wrap errors of the connection
DISCORD_ERRORS = (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError)
# statuses for a person who takes no direct messages, some of them when the channel is opened
UNREACHABLE = (400, 403, 404)
CLIENT_ERROR, SERVER_ERROR = 400, 500  # first statuses of the two groups
TEMPORARY = (401, 403, 408, 429)  # client errors that can succeed later
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
ARCHIVED = 50083  # archived thread: takes no edits until a new message reopens it
BLOCKED = 200000  # by AutoMod, whose rules the server can change
DELETED = frozenset({UNKNOWN_CHANNEL, UNKNOWN_MESSAGE})
THREAD_CLOSED = frozenset({ARCHIVED, 160005})  # archived or locked; both are reversible
# the channel is unknown, or holds no text (two codes)
LOCATION_GONE = frozenset({UNKNOWN_CHANNEL, 50008, 50024}) | THREAD_CLOSED
UNKNOWN_MEMBER = 10007
TOO_FAST = 40003  # "You are opening direct messages too fast": a temporary 403


def discord_code(error: BaseException) -> str:
    """Return Discord's error code, or else the HTTP status, or else the name of the exception."""
    if isinstance(error, discord.HTTPException):
        return str(error.code or error.status)
    return type(error).__name__


def is_unreachable(refusal: discord.HTTPException) -> bool:
    """Return whether a direct message failed because the person takes none or does not exist."""
    return refusal.status in UNREACHABLE and refusal.code != TOO_FAST


def is_location_gone(error: BaseException) -> bool:
    """Return whether the error means that a channel or thread no longer takes messages."""
    return isinstance(error, discord.HTTPException) and error.code in LOCATION_GONE


def is_message_gone(error: BaseException) -> bool:
    """Return whether the error means that a message or its channel has been deleted."""
    return isinstance(error, discord.HTTPException) and error.code in DELETED


def is_invalid_request(error: BaseException) -> bool:
    """Return whether a request is invalid, so that neither a retry nor another location helps."""
    if not isinstance(error, discord.HTTPException) or error.status in TEMPORARY:
        return False
    known = error.code in LOCATION_GONE | DELETED | {BLOCKED}
    return CLIENT_ERROR <= error.status < SERVER_ERROR and not known
