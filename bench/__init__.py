"""Benchmarks for `make bench`: each module has a `main()` that prints its measurements."""

from typing import Any

# Settings of the bot without per-user limits, because scripts play faster than people.
NO_USER_LIMITS: dict[str, Any] = {
    "actions_per_minute": 0,
    "pictures_per_minute": 0,
    "challenges_per_minute": 0,
    "games_per_minute": 0,
}
