"""Errors: Discord's responses to refused requests, and obstacles that a simulated person meets."""

from __future__ import annotations

from typing import Any

# Messages and codes: Discord's documentation, "Opcodes and Status Codes", JSON error codes.
_UNKNOWN = {
    "Account": 10001,
    "Application": 10002,
    "Channel": 10003,
    "Guild": 10004,
    "Member": 10007,
    "Message": 10008,
    "Overwrite": 10009,
    "Role": 10011,
    "User": 10013,
    "Emoji": 10014,
    "Webhook": 10015,
    "interaction": 10062,
    "application command": 10063,
}


class ApiError(Exception):
    """Error response that the bot receives: an HTTP status and a JSON body with Discord's code."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: dict[str, Any] | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{status} (error {code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.retry_after = retry_after

    def body(self) -> dict[str, Any]:
        made: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors is not None:
            made["errors"] = self.errors
        if self.retry_after is not None:
            made |= {"retry_after": self.retry_after, "global": False}
        return made


class InvalidRequestError(ApiError):
    """Error response to a malformed request, which is a mistake in the bot."""


def unknown(what: str) -> ApiError:
    """Return the 404 error for a missing object; `what` is its kind, such as "Message"."""
    return ApiError(404, _UNKNOWN[what], f"Unknown {what}")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def cannot_message_user() -> ApiError:
    return ApiError(403, 50007, "Cannot send messages to this user")


def no_mutual_guilds() -> ApiError:
    message = "Cannot send messages to this user due to having no mutual guilds"
    return ApiError(403, 50278, message)


def unauthorized() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")


def invalid_form(problems: dict[str, str]) -> InvalidRequestError:
    """Return the 400 error for a malformed request body.

    :param problems: messages by dotted path ("embeds.0.title").
    """
    tree: dict[str, Any] = {}
    for path, sentence in problems.items():
        node = tree
        for part in filter(None, path.split(".")):
            node = node.setdefault(part, {})
        node.setdefault("_errors", []).append({"code": "SANDBOX_RULE", "message": sentence})
    return InvalidRequestError(400, 50035, "Invalid Form Body", errors=tree)


class InteractionFailed(Exception):  # noqa: N818 - the words that Discord shows
    """Error when the bot does not respond in time: Discord shows "This interaction failed"."""


class NotPossible(Exception):  # noqa: N818 - it is the person's way that is blocked
    """Error when Discord's client does not allow an action; the message gives the reason."""
