"""Files that a person attaches to a command, which are uploaded before the command is sent."""

from __future__ import annotations

from dataclasses import dataclass, field

from sandbox.errors import NotPossible
from sandbox.models.entities import Attachment, Channel
from sandbox.rest.call import Upload
from sandbox.rest.files import store_uploads
from sandbox.state.world import World


@dataclass(frozen=True, slots=True)
class File:
    """Local file that a person attaches. Discord derives a file's type from the name."""

    name: str
    content: bytes = field(repr=False)


def upload(world: World, channel: Channel, file: File, limit: int) -> Attachment:
    """Upload a file to the sandbox's CDN, from which the bot can download the file.

    :param limit: largest accepted size, in bytes.
    :raises NotPossible: when the file is larger.
    """
    if len(file.content) > limit:
        raise NotPossible(f"Your files are too powerful: {file.name} is over {limit} bytes.")
    sent = Upload(file.name, file.content, "application/octet-stream")
    (made,) = store_uploads(world, channel, {}, {0: sent}, ephemeral=True)
    return made
