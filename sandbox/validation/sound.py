"""Remembers which bodies were sound: a bot tells the same long list of commands at each start."""

import hashlib
import json
import re
from itertools import count
from typing import Any, Final

_MOST: Final = 20_000  # of 16 bytes each
_SNOWFLAKE: Final = re.compile(r'"[1-9][0-9]{16,19}"')


class SoundBodies:
    """What was validated and without a fault, but for which ids were in it."""

    def __init__(self) -> None:
        self._digests: set[bytes] = set()

    def digest(self, pointer: str, body: Any) -> bytes:
        """Return what bodies have in common that differ in nothing but their ids.

        Each id is replaced by its number among those of the body: where one stands twice, as in a
        list whose items must differ, it stands twice in all of them.
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
        """Remember a body without a fault."""
        if len(self._digests) >= _MOST:
            self._digests.clear()
        self._digests.add(digest)
