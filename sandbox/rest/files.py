"""Uploaded files, stored as attachments on the sandbox's CDN."""

from __future__ import annotations

import mimetypes
import re
import struct
from collections.abc import Mapping

from sandbox.errors import invalid_form
from sandbox.models.entities import Attachment, Channel, Json
from sandbox.rest.call import Upload
from sandbox.state.world import World

# Smaller ids in an `attachments` list are upload numbers, not snowflakes.
_UPLOAD_NUMBERS = 100


def clean_name(filename: str) -> str:
    """Return a file name as Discord stores it: spaces and special characters become underscores."""
    return re.sub(r"[^\w.\-]", "_", filename)


def picture_size(content: bytes) -> tuple[int, int] | None:
    """Return the width and height of a PNG or GIF in pixels; None for another kind of file."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    if content[:6] in (b"GIF87a", b"GIF89a"):
        width, height = struct.unpack("<HH", content[6:10])
        return width, height
    return None


def upload_names(files: Mapping[int, Upload], kept: list[Attachment]) -> frozenset[str]:
    """Return the names of uploaded and kept files to which `attachment://` may refer."""
    names = {f.filename for f in files.values()} | {clean_name(f.filename) for f in files.values()}
    return frozenset(names | {a.filename for a in kept})


def kept_attachments(body: Json, existing: list[Attachment]) -> list[Attachment]:
    """Return the attachments that an edit keeps: the listed, or all if the edit has no list."""
    listed = body.get("attachments")
    if listed is None:
        return existing if "attachments" not in body else []
    wanted = {int(entry["id"]) for entry in listed if "id" in entry}
    known = {a.id for a in existing}
    strangers = {i for i in wanted if i >= _UPLOAD_NUMBERS} - known
    if strangers:
        raise invalid_form({"attachments": f"No attachment has the id {min(strangers)}."})
    return [a for a in existing if a.id in wanted]


def store_uploads(
    world: World, channel: Channel, body: Json, files: Mapping[int, Upload], *, ephemeral: bool
) -> list[Attachment]:
    """Store uploaded files on the CDN and return them as attachments, with their descriptions."""
    entries = {
        int(e["id"]): e
        for e in body.get("attachments") or []
        if "id" in e and int(e["id"]) < _UPLOAD_NUMBERS
    }
    missing = entries.keys() - files.keys()
    if missing:
        raise invalid_form({"attachments": f"There is no upload files[{min(missing)}]."})
    made = [
        _store(world, channel, upload, entries.get(number, {}))
        for number, upload in sorted(files.items())
    ]
    for attachment in made:
        attachment.ephemeral = ephemeral
    return made


def _store(world: World, channel: Channel, upload: Upload, entry: Json) -> Attachment:
    description = entry.get("description")
    if description is not None and len(description) > 1024:
        raise invalid_form({"attachments.description": "Must be 1024 or fewer in length."})
    name = clean_name(entry.get("filename") or upload.filename)
    number = world.snowflakes.new()
    url = f"{world.cdn_base()}/attachments/{channel.id}/{number}/{name}?ex=0&is=0&hm={number:x}&"
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    width, height = picture_size(upload.content) or (None, None)
    world.files[number] = (name, kind, upload.content)
    return Attachment(number, name, upload.content, kind, url, description, width, height)
