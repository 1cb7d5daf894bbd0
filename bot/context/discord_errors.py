"""Errors of requests to Discord, classified by code."""

from collections.abc import Mapping

import aiohttp
import discord

# RateLimited is not an HTTPException, and discord.py does not wrap connection errors
DISCORD_ERRORS = (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError)
CLIENT_ERROR, SERVER_ERROR = 400, 500  # first status codes of client errors and server errors
TEMPORARY = (401, 403, 408, 429)  # client errors that may disappear later
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
ARCHIVED = 50083  # the thread is archived and cannot be edited until a new message reopens it
BLOCKED = 200000  # AutoMod blocked the message; the server can change its rules
DELETED = frozenset({UNKNOWN_CHANNEL, UNKNOWN_MESSAGE})
THREAD_CLOSED = frozenset({ARCHIVED, 160005})  # archived or locked; both can be undone
# the channel is unknown, or does not take messages (two codes)
LOCATION_GONE = frozenset({UNKNOWN_CHANNEL, 50008, 50024}) | THREAD_CLOSED
UNKNOWN_MEMBER = 10007
TOO_FAST = 40003  # "You are opening direct messages too fast": a temporary 403
# the person does not exist, cannot be written to, accepts no direct messages, shares no server
NO_DIRECT_MESSAGES = frozenset({10013, 50033, 50007, 50278})
TOO_MANY_REQUESTS = 429
LONGEST_WAIT = 86_400.0  # seconds; a longer Retry-After is a mistake


class Held(discord.RateLimited):
    """Error of a request held back because Discord refuses this process's IP address for now."""


def discord_code(error: BaseException) -> str:
    """Return Discord's error code, or the HTTP status, or the name of the exception."""
    if isinstance(error, discord.HTTPException):
        return str(error.code or error.status)
    return type(error).__name__


def is_ban(status: int, headers: Mapping[str, str]) -> bool:
    """Return whether a response means that the proxy before Discord blocks this IP address.

    Discord itself names the proxy in `Via` and answers in JSON.
    """
    is_page = headers.get("Content-Type", "").startswith("text/html")
    return status == TOO_MANY_REQUESTS and (is_page or "Via" not in headers)


def wait_in(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait according to the header Retry-After, at most `LONGEST_WAIT`.

    :returns: None if the header is missing or unreadable.
    """
    try:
        seconds = float(headers.get("Retry-After", ""))
    except ValueError:
        return None
    return min(seconds, LONGEST_WAIT) if seconds >= 0 else None


def retry_after(error: BaseException) -> float | None:
    """Return the seconds for which Discord asks to wait; None if the error names no time."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if isinstance(error, discord.HTTPException) and error.status == TOO_MANY_REQUESTS:
        return wait_in(error.response.headers)
    return None


def is_held(error: BaseException) -> bool:
    """Return whether an error means that Discord refuses all requests of this address for now."""
    return isinstance(error, Held) or getattr(error, "status", 0) == TOO_MANY_REQUESTS


def is_unreachable(refusal: discord.HTTPException) -> bool:
    """Return whether a refusal means that a person gets no direct messages, at least for now."""
    is_doubtful = refusal.status in (403, 404) and refusal.code != TOO_FAST
    return is_doubtful or is_surely_unreachable(refusal)


def is_surely_unreachable(refusal: discord.HTTPException) -> bool:
    """Return whether a refusal means that a person accepts no direct messages or does not exist.

    After a refusal with error code 50001 or 0, Discord may accept the next direct message.
    """
    return refusal.code in NO_DIRECT_MESSAGES


def is_location_gone(error: BaseException) -> bool:
    """Return whether an error means that a channel or thread no longer takes messages."""
    return isinstance(error, discord.HTTPException) and error.code in LOCATION_GONE


def is_message_gone(error: BaseException) -> bool:
    """Return whether an error means that a message or the channel has been deleted."""
    return isinstance(error, discord.HTTPException) and error.code in DELETED


def is_invalid_request(error: BaseException) -> bool:
    """Return whether an error means an invalid request; no retry or other channel would help."""
    if not isinstance(error, discord.HTTPException) or error.status in TEMPORARY:
        return False
    known = error.code in LOCATION_GONE | DELETED | {BLOCKED}
    return CLIENT_ERROR <= error.status < SERVER_ERROR and not known
