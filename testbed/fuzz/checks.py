"""Checks of the bot's response to an interaction: missing, refused, failed or injected."""

import re
from collections.abc import Iterator

from testbed.fuzz.texts import EVIL_HOST, FORGED
from testbed.wire.requests import CHOICES, Request, walk

FAILED = "Something went wrong on our side"
# Markup that Discord would interpret; a backslash before it makes it plain text
ACTIVE = re.compile(
    rf"(?<!\\)<(?:@[!&]?|#|t:|/\w+:|a?:\w+:){FORGED}"
    rf"|@(?:everyone|here)\b"
    rf"|https?://{re.escape(EVIL_HOST)}"
    rf"|(?<!\\)\]\([^)]*{re.escape(EVIL_HOST)}"
    r"|discord(?:app)?\.(?:gg|com/invite)/evil",
    re.IGNORECASE,
)
DANGEROUS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def find_problems(asked: list[Request]) -> Iterator[str]:
    """Yield descriptions of the problems in the bot's requests after one interaction."""
    if not asked:
        yield "no answer: the person reads that the interaction failed"
    for each in asked:
        if each.refused:
            yield f"Discord refuses the answer: {each.refused}"
        yield from _of_message(each)


def _of_message(request: Request) -> Iterator[str]:
    words = request.words
    if FAILED in words:
        yield f"the program broke: {words}"
    if found := ACTIVE.search(words):
        yield f"markup got through: {found.group()!r} in {words!r}"
    if found := DANGEROUS.search(_everything(request)):
        yield f"{found.group()!a} got through in {_everything(request)!a}"
    yield from _of_mentions(request)


def _of_mentions(request: Request) -> Iterator[str]:
    is_form = request.body.get("type") in {CHOICES, 9}
    allowed = request.data.get("allowed_mentions")
    if is_form or "content" not in request.data:
        return
    if allowed is None or set(allowed.get("parse", [])) or allowed.get("roles"):
        yield f"mentions are not held back: {allowed}"
    elif FORGED in map(str, allowed.get("users", [])):
        yield "a forged id is pinged"


def _everything(request: Request) -> str:
    shown = [request.words, str(request.data.get("title", ""))]
    for each in walk(request.data.get("components") or []):
        shown += [str(each.get(key, "")) for key in ("label", "placeholder", "description")]
        shown += [str(option.get("label", "")) for option in each.get("options", [])]
    shown += [str(choice["name"]) for choice in request.data.get("choices") or []]
    shown += [str(file.get("description") or "") for file in request.data.get("attachments") or []]
    return "\n".join(shown)
