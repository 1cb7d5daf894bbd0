"""Rules for embeds: ten at most, 6,000 characters of text in all, and each part's own limit."""

from __future__ import annotations

from sandbox.models.entities import Json
from sandbox.validation.faults import Faults

EMBED_TEXT = 6000
_KEYS = frozenset(
    {
        "title", "type", "description", "url", "timestamp", "color", "footer", "image",
        "thumbnail", "video", "provider", "author", "fields", "flags",
    }
)  # fmt: skip
# An embed without any of these shows nothing.
_SHOWN = ("title", "description", "fields", "image", "thumbnail", "author", "footer")


def check_embeds(faults: Faults, embeds: object, uploads: frozenset[str]) -> None:
    """Find everything wrong; `uploads` are the file names `attachment://` may use."""
    found = faults.items("embeds", embeds, (0, 10))
    for number, embed in enumerate(found):
        _embed(faults, f"embeds.{number}", embed, uploads)
    if sum(_length(e) for e in found) > EMBED_TEXT:
        faults.add("embeds", f"Embed size exceeds maximum size of {EMBED_TEXT}.")


def _embed(faults: Faults, path: str, embed: Json, uploads: frozenset[str]) -> None:
    faults.keys(path, embed, _KEYS)
    if not any(embed.get(part) for part in _SHOWN):
        faults.add(f"{path}.description", "This field is required")
    faults.text(path, embed, "title", (0, 256))
    faults.text(path, embed, "description", (0, 4096))
    faults.number(path, embed, "color", (0, 0xFFFFFF))
    faults.text(f"{path}.footer", embed.get("footer") or {}, "text", (0, 2048))
    faults.text(f"{path}.author", embed.get("author") or {}, "name", (0, 256))
    for number, field in enumerate(faults.items(f"{path}.fields", embed.get("fields"), (0, 25))):
        where = f"{path}.fields.{number}"
        faults.keys(where, field, {"name", "value", "inline"})
        faults.text(where, field, "name", (1, 256))
        faults.text(where, field, "value", (1, 1024))
    for part in ("image", "thumbnail"):
        _media(faults, f"{path}.{part}", embed.get(part), uploads)


def _media(faults: Faults, path: str, media: object, uploads: frozenset[str]) -> None:
    url = media.get("url") if isinstance(media, dict) else None
    if not isinstance(url, str):
        return
    if url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in uploads:
            faults.add(f"{path}.url", f"{url} names no file that was uploaded or kept.")
    elif not url.startswith(("http://", "https://")):
        faults.add(f"{path}.url", "Scheme must be one of ('http', 'https', 'attachment').")


def _length(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    return sum(len(str(text)) for text in texts if text)
