"""Rules for a message's body: text, flags, mentions, nonce, and what does not go together."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.errors import InvalidRequestError
from sandbox.state.models import Json, MessageFlag
from sandbox.validation.components import ComponentRules
from sandbox.validation.embeds import check_embeds
from sandbox.validation.faults import Faults

CONTENT = 2000
_SHARED = frozenset(
    {"content", "embeds", "allowed_mentions", "components", "flags", "attachments", "poll"}
)
CREATE_KEYS = _SHARED | {
    "nonce", "tts", "message_reference", "sticker_ids", "enforce_nonce", "shared_client_theme",
}  # fmt: skip
# discord.py sends tts with every edit, and Discord lets it pass
EDIT_KEYS = _SHARED | {"tts"}
WEBHOOK_KEYS = _SHARED | {"tts", "thread_name", "applied_tags", "username", "avatar_url"}
CALLBACK_KEYS = _SHARED | {"tts"}
# Only these may be set by a bot (Discord's documentation, "Message Flags").
_SETTABLE = (
    MessageFlag.SUPPRESS_EMBEDS
    | MessageFlag.EPHEMERAL
    | MessageFlag.SUPPRESS_NOTIFICATIONS
    | MessageFlag.COMPONENTS_V2
    | 1 << 13
)
_NOT_WITH_V2 = ("content", "embeds", "poll", "sticker_ids")


@dataclass(frozen=True, slots=True)
class Shape:
    """What a body is checked against: its allowed keys, its file names, its layout."""

    keys: frozenset[str]
    files: frozenset[str]
    v2: bool


def check_message(body: Json, shape: Shape) -> None:
    """Refuse (400) a message body that Discord would refuse."""
    faults = Faults()
    faults.keys("", body, shape.keys)
    faults.text("", body, "content", (0, CONTENT))
    check_embeds(faults, body.get("embeds"), shape.files)
    ComponentRules(faults, shape.files, v2=shape.v2).check(body.get("components"))
    faults.items("attachments", body.get("attachments"), (0, 10))
    _mentions(faults, body.get("allowed_mentions"))
    _nonce(faults, body)
    if shape.v2:
        _v2(faults, body)
    flags = body.get("flags") or 0
    if not isinstance(flags, int) or flags & ~_SETTABLE:
        faults.add("flags", "Some of these flags cannot be set by a bot.")
    faults.refuse()


def check_not_empty(body: Json, files: int) -> None:
    """Refuse (50006) a new message that shows nothing."""
    parts = ("content", "embeds", "components", "sticker_ids", "poll", "attachments")
    content = body.get("content")
    blank = isinstance(content, str) and not content.strip()
    if not files and (blank or not any(body.get(p) for p in parts)):
        others = any(body.get(p) for p in parts[1:])
        if not others:
            raise InvalidRequestError(400, 50006, "Cannot send an empty message")


def _v2(faults: Faults, body: Json) -> None:
    for key in _NOT_WITH_V2:
        if body.get(key):
            faults.add(key, f"The '{key}' field cannot be used with IS_COMPONENTS_V2.")


def _nonce(faults: Faults, body: Json) -> None:
    nonce = body.get("nonce")
    if isinstance(nonce, str) and len(nonce) > 25:
        faults.add("nonce", "Must be 25 or fewer in length.")
    if body.get("enforce_nonce") and nonce in (None, ""):
        faults.add("nonce", "enforce_nonce needs a nonce.")


def _mentions(faults: Faults, allowed: object) -> None:
    if allowed is None:
        return
    if not isinstance(allowed, dict):
        faults.add("allowed_mentions", "Only an object is accepted.")
        return
    faults.keys("allowed_mentions", allowed, {"parse", "users", "roles", "replied_user"})
    parse = allowed.get("parse") or []
    for kind in ("users", "roles"):
        listed = allowed.get(kind) or []
        if listed and kind in parse:
            faults.add(f"allowed_mentions.{kind}", f'"{kind}" stands in parse and as a list.')
        if len(listed) > 100:
            faults.add(f"allowed_mentions.{kind}", "Must be 100 or fewer in length.")
    if not set(parse) <= {"users", "roles", "everyone"}:
        faults.add("allowed_mentions.parse", "Values must be users, roles or everyone.")
