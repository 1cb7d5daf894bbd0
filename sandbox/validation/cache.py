"""Cache of valid bodies, because a bot registers the same long list of commands at each start."""

import hashlib
import json
import re
from itertools import count
from typing import Any, Final

_MAX_DIGESTS: Final = 20_000  # digests of 16 bytes each
_SNOWFLAKE: Final = re.compile(r'"[1-9][0-9]{16,19}"')


class ValidBodies:
    """Set of digests of valid bodies; bodies that differ only in their ids have the same digest."""

    def __init__(self) -> None:
        self._digests: set[bytes] = set()

    def digest(self, pointer: str, body: Any) -> bytes:
        """Return a digest that is independent of the ids in the body.

        Each id is replaced by the number of its first occurrence, so that equal ids remain equal,
        which matters for lists with unique items.
        """
        numbers = count()
        seen: dict[str, str] = {}

        def numbered(found: re.Match[str]) -> str:
            return seen.get(found[0]) or seen.setdefault(found[0], f"#{next(numbers)}")

        text = _SNOWFLAKE.sub(numbered, json.dumps(body))
        return hashlib.blake2b(f"{pointer} {text}".encode(), digest_size=16).digest()

    def __contains__(self, digest: bytes) -> bool:
        return digest in self._digests

    def add(self, digest: bytes) -> None:
        """Add the digest of a valid body."""
        if len(self._digests) >= _MAX_DIGESTS:
            self._digests.clear()
        self._digests.add(digest)
