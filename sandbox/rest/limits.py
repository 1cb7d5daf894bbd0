"""Rate limits by route with Discord's headers, and the ban for too many refused requests.

Discord publishes only the headers and the global limit. The limits by route are observations by
bots.
"""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass

from sandbox.errors import ApiError
from sandbox.settings import Settings

GLOBAL_A_SECOND = 50
_MESSAGES = "/channels/{channel_id}/messages"
_FIGURES: dict[tuple[str, str], tuple[int, float]] = {
    ("POST", _MESSAGES): (5, 5.0),
    ("PATCH", _MESSAGES + "/{message_id}"): (5, 5.0),
    ("DELETE", _MESSAGES + "/{message_id}"): (5, 1.0),
    ("PUT", _MESSAGES + "/{message_id}/reactions/{emoji_name}/@me"): (1, 0.25),
    ("POST", "/channels/{channel_id}/typing"): (5, 5.0),
    ("POST", "/channels/{channel_id}/threads"): (10, 600.0),
    ("POST", _MESSAGES + "/{message_id}/threads"): (10, 600.0),
    ("PATCH", "/channels/{channel_id}"): (5, 15.0),
    ("POST", "/users/@me/channels"): (10, 10.0),
    ("PUT", "/applications/{application_id}/commands"): (5, 20.0),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): (5, 2.0),
}
_OTHERS = (50, 1.0)
_MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_token")


@dataclass(slots=True)
class Bucket:
    """Rate limit of one route: at most `limit` requests in each time window."""

    limit: int
    window: float
    name: str
    ends: float = 0.0
    left: int = 0

    def take(self, now: float) -> bool:
        """Count a request; return whether the request is within the limit."""
        if now >= self.ends:
            self.ends, self.left = now + self.window, self.limit
        if self.left == 0:
            return False
        self.left -= 1
        return True

    def headers(self, now: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.left),
            "X-RateLimit-Reset": f"{self.ends:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, self.ends - now):.3f}",
            "X-RateLimit-Bucket": self.name,
        }


class RateLimitedError(ApiError):
    """Error response 429 with `retry_after` in seconds and the scope of the limit."""

    def __init__(self, retry_after: float, scope: str, headers: dict[str, str]) -> None:
        super().__init__(429, 0, "You are being rate limited.", retry_after=retry_after)
        self.headers = headers | {
            "Retry-After": str(int(retry_after) + 1),
            "X-RateLimit-Scope": scope,
        }
        self.is_global = scope == "global"
        if self.is_global:
            self.headers["X-RateLimit-Global"] = "true"

    def body(self) -> dict[str, object]:
        return {
            "message": self.message,
            "retry_after": self.retry_after,
            "global": self.is_global,
        }


class Limits:
    """Rate limits of one sandbox, by route and in total, and a count of refused requests."""

    def __init__(self, settings: Settings) -> None:
        self.enabled = settings.rate_limits
        self._settings = settings
        self._buckets: dict[tuple[str, ...], Bucket] = {}
        self._global: dict[int, Bucket] = {}
        self._refused: deque[float] = deque(maxlen=settings.invalid_limit)

    def check(
        self, route: tuple[str, str], ids: dict[str, str], app_id: int | None, now: float
    ) -> dict[str, str]:
        """Count a request and return the rate limit headers of its response.

        :raises RateLimitedError: when the limit is exceeded.
        """
        if not self.enabled:
            return {}
        if app_id is not None:
            everything = self._global.setdefault(app_id, Bucket(GLOBAL_A_SECOND, 1.0, "global"))
            if not everything.take(now):
                raise RateLimitedError(everything.ends - now, "global", {})
        bucket = self._bucket(route, ids, app_id)
        if not bucket.take(now):
            raise RateLimitedError(bucket.ends - now, "user", bucket.headers(now))
        return bucket.headers(now)

    def _bucket(self, route: tuple[str, str], ids: dict[str, str], app_id: int | None) -> Bucket:
        key = (*route, str(app_id), *(ids.get(name, "") for name in _MAJOR))
        if key not in self._buckets:
            limit, window = _FIGURES.get(route, _OTHERS)
            name = hashlib.sha256(" ".join(route).encode()).hexdigest()[:32]
            self._buckets[key] = Bucket(limit, window, name)
        return self._buckets[key]

    def count_refusal(self, status: int, now: float) -> None:
        if status in (401, 403, 429):
            self._refused.append(now)

    def is_banned(self, now: float) -> bool:
        """Return whether too many refused requests within the time window have led to a ban."""
        full = len(self._refused) == self._settings.invalid_limit
        return full and self._refused[0] > now - self._settings.invalid_window
