"""Names and errors as literal text: no markdown, no mention, no link; and counting words."""

import re

_SPECIAL = re.compile(r"([\\*_~`|<>\[\]()#:])")
_INVISIBLE = "\u200b"


def escape(name: str) -> str:
    """Return somebody's name as literal text: no markdown, no mention, no link."""
    return _SPECIAL.sub(r"\\\1", name).replace("@", "@" + _INVISIBLE)


def plural(count: int, one: str) -> str:
    """`1 stone`, `2 stones`."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"
