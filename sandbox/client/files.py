"""A file that a person gives to a command: uploaded before the command, as Discord does it."""

from __future__ import annotations

from dataclasses import dataclass, field

from sandbox.client.errors import NotPossible
from sandbox.models.entities import Attachment, Channel
from sandbox.rest.call import Upload
from sandbox.rest.files import store_uploads
from sandbox.state.world import World


@dataclass(frozen=True, slots=True)
class File:
    """A file on a person's own machine; Discord tells its kind from the name."""

    name: str
    content: bytes = field(repr=False)


def upload(world: World, channel: Channel, file: File, limit: int) -> Attachment:
    """Put a file on the CDN, where the bot fetches it by its address.

    :param limit: bytes that Discord takes; its client refuses more.
    """
    if len(file.content) > limit:
        raise NotPossible(f"Your files are too powerful: {file.name} is over {limit} bytes.")
    sent = Upload(file.name, file.content, "application/octet-stream")
    (made,) = store_uploads(world, channel, {}, {0: sent}, ephemeral=True)
    return made
