"""Names and errors as literal text: no markdown, no mention, no link; and counting words."""

import re

_SPECIAL = re.compile(r"([\\*_~`|<>\[\]()#:])")
_CHANNEL = re.compile(r"\\<\\#(\d+)\\>")
_INVISIBLE = "\u200b"


def escape(name: str) -> str:
    """Return somebody's name as literal text: no markdown, no mention, no link."""
    return _SPECIAL.sub(r"\\\1", name).replace("@", "@" + _INVISIBLE)


def sentence(text: str) -> str:
    """Return an error's sentence, which may hold names, as literal text with its channel links."""
    return _CHANNEL.sub(r"<#\1>", escape(text))


def plural(count: int, one: str) -> str:
    """`1 stone`, `2 stones`."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"
