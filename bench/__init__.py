"""What `make bench` runs: one module a subject, each with a `main()` that prints its figures."""

from typing import Any

# scripts play faster than people do; settings of the bot
NO_USER_LIMITS: dict[str, Any] = {
    "actions_per_minute": 0,
    "pictures_per_minute": 0,
    "challenges_per_minute": 0,
    "games_per_minute": 0,
}
