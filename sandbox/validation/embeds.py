"""Rules for embeds: at most ten, 6,000 characters in total, and limits on each part."""

from __future__ import annotations

from sandbox.models.entities import Json
from sandbox.validation.problems import Problems

EMBED_TEXT = 6000
_KEYS = frozenset(
    {
        "title", "type", "description", "url", "timestamp", "color", "footer", "image",
        "thumbnail", "video", "provider", "author", "fields", "flags",
    }
)  # fmt: skip
# An embed without any of these would be empty.
_SHOWN = ("title", "description", "fields", "image", "thumbnail", "author", "footer")


def check_embeds(problems: Problems, embeds: object, uploads: frozenset[str]) -> None:
    """Report all problems in the embeds of a message.

    :param uploads: the valid `attachment://` names.
    """
    found = problems.items("embeds", embeds, (0, 10))
    for number, embed in enumerate(found):
        _embed(problems, f"embeds.{number}", embed, uploads)
    if sum(_length(e) for e in found) > EMBED_TEXT:
        problems.add("embeds", f"Embed size exceeds maximum size of {EMBED_TEXT}.")


def _embed(problems: Problems, path: str, embed: Json, uploads: frozenset[str]) -> None:
    problems.keys(path, embed, _KEYS)
    if not any(embed.get(part) for part in _SHOWN):
        problems.add(f"{path}.description", "This field is required")
    problems.text(path, embed, "title", (0, 256))
    problems.text(path, embed, "description", (0, 4096))
    problems.number(path, embed, "color", (0, 0xFFFFFF))
    problems.text(f"{path}.footer", embed.get("footer") or {}, "text", (0, 2048))
    problems.text(f"{path}.author", embed.get("author") or {}, "name", (0, 256))
    for number, field in enumerate(problems.items(f"{path}.fields", embed.get("fields"), (0, 25))):
        where = f"{path}.fields.{number}"
        problems.keys(where, field, {"name", "value", "inline"})
        problems.text(where, field, "name", (1, 256))
        problems.text(where, field, "value", (1, 1024))
    for part in ("image", "thumbnail"):
        _media(problems, f"{path}.{part}", embed.get(part), uploads)


def _media(problems: Problems, path: str, media: object, uploads: frozenset[str]) -> None:
    url = media.get("url") if isinstance(media, dict) else None
    if not isinstance(url, str):
        return
    if url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in uploads:
            problems.add(f"{path}.url", f"{url} names no file that was uploaded or kept.")
    elif not url.startswith(("http://", "https://")):
        problems.add(f"{path}.url", "Scheme must be one of ('http', 'https', 'attachment').")


def _length(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    return sum(len(str(text)) for text in texts if text)
