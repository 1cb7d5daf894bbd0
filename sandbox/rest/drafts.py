"""Conversion of validated message bodies to drafts: files are stored, ids are assigned."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from sandbox.models.entities import Attachment, Channel, Json, Message, MessageFlag
from sandbox.rest.call import Call
from sandbox.rest.files import clean_name, kept_attachments, store_uploads, upload_names
from sandbox.state.messages import Draft
from sandbox.state.world import World
from sandbox.validation.messages import (
    Body,
    Shape,
    check_message,
    check_not_empty,
    check_only_components,
)

# Fields that Discord always adds to components in responses.
_DEFAULTS: dict[int, Json] = {
    3: {"min_values": 1, "max_values": 1},
    5: {"min_values": 1, "max_values": 1},
    6: {"min_values": 1, "max_values": 1},
    7: {"min_values": 1, "max_values": 1},
    8: {"min_values": 1, "max_values": 1},
    11: {"description": None, "spoiler": False},
    13: {"spoiler": False},
    14: {"divider": True, "spacing": 1},
    17: {"accent_color": None, "spoiler": False},
}
FILE = 13
_NULLABLE = frozenset({"description", "accent_color"})


def new_draft(
    call: Call, channel: Channel, body: Json, kind: Body, *, ephemeral: bool = False
) -> Draft:
    """Validate the body of a new message and return its draft."""
    flags = int(body.get("flags") or 0)
    v2 = bool(flags & MessageFlag.COMPONENTS_V2)
    check_message(body, Shape(kind, upload_names(call.files, []), v2))
    check_not_empty(body, len(call.files))
    world = call.core.world
    attachments = store_uploads(world, channel, body, call.files, ephemeral=ephemeral)
    return Draft(
        content=str(body.get("content") or "").strip(),
        embeds=resolve_embeds(body.get("embeds") or [], attachments),
        components=resolve_components(world, body.get("components") or [], attachments),
        attachments=attachments,
        flags=flags,
        allowed_mentions=body.get("allowed_mentions"),
        nonce=body.get("nonce"),
    )


def apply_edit(call: Call, message: Message, body: Json, kind: Body) -> None:
    """Validate the body of an edit and change the parts of the message which the body contains."""
    flags = int(body.get("flags") or 0) | message.flags & MessageFlag.COMPONENTS_V2
    v2 = bool(flags & MessageFlag.COMPONENTS_V2)
    kept = kept_attachments(body, message.attachments)
    check_message(body, Shape(kind, upload_names(call.files, kept), v2))
    _check_rest(message, body, len(kept) + len(call.files), v2=v2)
    world = call.core.world
    new = store_uploads(world, message.channel, body, call.files, ephemeral=message.is_ephemeral)
    message.attachments = [*kept, *new]
    if "content" in body:
        message.content = str(body["content"] or "").strip()
    if "embeds" in body:
        message.embeds = resolve_embeds(body["embeds"] or [], message.attachments)
    if "components" in body:
        message.components = resolve_components(
            world, body["components"] or [], message.attachments
        )
    if "flags" in body or v2:
        fixed = message.flags & ~(MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2)
        message.flags = fixed | flags & ~MessageFlag.EPHEMERAL


def _check_rest(message: Message, body: Json, files: int, *, v2: bool) -> None:
    """Refuse an edit that leaves an empty message or mixes both layouts."""
    left: Json = {
        "content": message.content,
        "embeds": message.embeds,
        "components": message.components,
    }
    check_not_empty(left | body, files)
    if v2:
        check_only_components(left | body)


def resolve_embeds(embeds: list[Json], files: list[Attachment]) -> list[Json]:
    made = []
    for embed in copy.deepcopy(embeds):
        embed["type"] = "rich"
        for part in ("image", "thumbnail"):
            if (embed.get(part) or {}).get("url"):
                embed[part] = _media(embed[part]["url"], files)
        for field in embed.get("fields") or []:
            field.setdefault("inline", False)
        made.append({k: v for k, v in embed.items() if v is not None})
    return made


def _media(url: str, files: list[Attachment]) -> Json:
    name = clean_name(url.removeprefix("attachment://"))
    file = next((f for f in files if f.url == url or f.filename == name), None)
    if file is None or not url.startswith(("attachment://", file.url)):
        return {"url": url, "proxy_url": url}
    made: Json = {"url": file.url, "proxy_url": file.url, "content_type": file.content_type}
    return made | ({"width": file.width, "height": file.height} if file.width else {})


def resolve_components(world: World, components: list[Json], files: list[Attachment]) -> list[Json]:
    """Return components as in Discord's responses: each with an id, and media with URLs."""
    made = copy.deepcopy(components)
    parts = list(walk(made))
    taken = {p["id"] for p in parts if p.get("id")}
    free = (n for n in range(1, 10_000) if n not in taken)
    for part in parts:
        if not part.get("id"):
            part["id"] = next(free)
        _complete(world, part, files)
    return made


def _complete(world: World, part: Json, files: list[Attachment]) -> None:
    for key, value in _DEFAULTS.get(part["type"], {}).items():
        if part.get(key) is None:
            part[key] = value
    for key in ("media", "file"):
        if isinstance(part.get(key), dict):
            part[key] = _unfurled(world, part[key]["url"], files)
    if part["type"] == FILE:
        part |= _name_and_size(part["file"]["url"], files)
    for item in part.get("items") or []:
        item["media"] = _unfurled(world, item["media"]["url"], files)
        item.setdefault("description", None)
        item.setdefault("spoiler", False)
    for key in [k for k, v in part.items() if v is None and k not in _NULLABLE]:
        del part[key]


def _name_and_size(url: str, files: list[Attachment]) -> Json:
    file = next(f for f in files if f.url == url)
    return {"name": file.filename, "size": len(file.content)}


def _unfurled(world: World, url: str, files: list[Attachment]) -> Json:
    found = _media(url, files)
    return found | {"id": str(world.snowflakes.new())}


def walk(components: list[Json]) -> Iterator[Json]:
    """Yield every component, including nested ones, in reading order."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield from walk([component[key]])
