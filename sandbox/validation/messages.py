"""Rules for a message body: text, flags, mentions, nonce, and exclusive fields."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.errors import InvalidRequestError
from sandbox.models.entities import Json, MessageFlag
from sandbox.validation.components import ComponentRules
from sandbox.validation.embeds import check_embeds
from sandbox.validation.problems import Problems

CONTENT = 2000
_SHARED = frozenset(
    {"content", "embeds", "allowed_mentions", "components", "flags", "attachments", "poll"}
)
_CREATE_KEYS = _SHARED | {
    "nonce", "tts", "message_reference", "sticker_ids", "enforce_nonce", "shared_client_theme",
}  # fmt: skip
_WEBHOOK_KEYS = _SHARED | {"tts", "thread_name", "applied_tags", "username", "avatar_url"}
# flags that a bot may set: Discord's documentation, "Message Flags" and "Create Message"
_ON_EDIT = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2
_ON_CREATE = _ON_EDIT | MessageFlag.SUPPRESS_NOTIFICATIONS | 1 << 13
_ON_ANSWER = _ON_CREATE | MessageFlag.EPHEMERAL
_NOT_WITH_V2 = ("content", "embeds", "poll", "sticker_ids")


@dataclass(frozen=True, slots=True)
class Body:
    """Kind of request with a message in its body: the valid keys and flags."""

    keys: frozenset[str]
    flags: int


CREATE = Body(_CREATE_KEYS, _ON_CREATE)
# discord.py sends tts with every edit, and Discord accepts it
EDIT = Body(_SHARED | {"tts"}, _ON_EDIT)
WEBHOOK = Body(_WEBHOOK_KEYS, _ON_ANSWER)
CALLBACK = Body(_SHARED | {"tts"}, _ON_ANSWER)


@dataclass(frozen=True, slots=True)
class Shape:
    """Context of a message's check: kind of request, valid file names, and layout."""

    kind: Body
    files: frozenset[str]
    v2: bool


def check_message(body: Json, shape: Shape) -> None:
    """Refuse a message body that Discord would refuse, with 400 and all problems."""
    problems = Problems()
    problems.keys("", body, shape.kind.keys)
    problems.text("", body, "content", (0, CONTENT))
    check_embeds(problems, body.get("embeds"), shape.files)
    ComponentRules(problems, shape.files, v2=shape.v2).check(body.get("components"))
    problems.items("attachments", body.get("attachments"), (0, 10))
    _mentions(problems, body.get("allowed_mentions"))
    _nonce(problems, body)
    if shape.v2:
        _v2(problems, body)
    flags = body.get("flags") or 0
    if not isinstance(flags, int) or flags & ~shape.kind.flags:
        problems.add("flags", "Some of these flags cannot be set here by a bot.")
    problems.refuse()


def check_only_components(body: Json) -> None:
    """Refuse a message body with 400 if it has fields that IS_COMPONENTS_V2 excludes."""
    problems = Problems()
    _v2(problems, body)
    problems.refuse()


def check_not_empty(body: Json, files: int) -> None:
    """Refuse a message body that would make an empty message.

    :raises InvalidRequestError: the message is empty (50006).
    """
    shown = any(body.get(p) for p in ("embeds", "components", "sticker_ids", "poll"))
    if not files and not shown and not str(body.get("content") or "").strip():
        raise InvalidRequestError(400, 50006, "Cannot send an empty message")


def _v2(problems: Problems, body: Json) -> None:
    for key in _NOT_WITH_V2:
        if body.get(key):
            problems.add(key, f"The '{key}' field cannot be used with IS_COMPONENTS_V2.")


def _nonce(problems: Problems, body: Json) -> None:
    nonce = body.get("nonce")
    if isinstance(nonce, str) and len(nonce) > 25:
        problems.add("nonce", "Must be 25 or fewer in length.")
    if body.get("enforce_nonce") and nonce in (None, ""):
        problems.add("nonce", "enforce_nonce needs a nonce.")


def _mentions(problems: Problems, allowed: object) -> None:
    if allowed is None:
        return
    if not isinstance(allowed, dict):
        problems.add("allowed_mentions", "Only an object is accepted.")
        return
    problems.keys("allowed_mentions", allowed, {"parse", "users", "roles", "replied_user"})
    parse = allowed.get("parse") or []
    for kind in ("users", "roles"):
        listed = allowed.get(kind) or []
        if listed and kind in parse:
            problems.add(f"allowed_mentions.{kind}", f'"{kind}" stands in parse and as a list.')
        if len(listed) > 100:
            problems.add(f"allowed_mentions.{kind}", "Must be 100 or fewer in length.")
    if not set(parse) <= {"users", "roles", "everyone"}:
        problems.add("allowed_mentions.parse", "Values must be users, roles or everyone.")
