"""Settings of a sandbox; the defaults are Discord's values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a sandbox: times in seconds, sizes in bytes; defaults are Discord's, if known.

    A message older than `old_after` can be edited `old_edits` times within `old_window`. Discord
    does not publish that limit; the default is a cautious guess.
    """

    answer_within: float = 3.0
    token_lifetime: float = 15 * 60
    timeout: float = 20.0
    heartbeat: float = 41.25
    shards: int = 1
    max_concurrency: int = 16
    rate_limits: bool = True
    file_size: int = 10 * 1024 * 1024
    old_after: float = 3600.0
    old_edits: int = 5
    old_window: float = 3600.0
    nonce_lifetime: float = 300.0
    daily_commands: int = 200
    invalid_limit: int = 10_000
    invalid_window: float = 600.0
