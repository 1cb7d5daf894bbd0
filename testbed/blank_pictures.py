"""Blank pictures, for tests in which boards do not matter."""

from bot.messages.message_draft import BoardImage, ReplayAnimation
from bot.messages.outgoing_message import Attachment

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010100000000376ef9240000000a49444154789c63680000"
    "008200815f3b1a280000000049454e44ae426082"
)


def blank(picture: BoardImage | ReplayAnimation, *_options: object) -> Attachment:
    """Return a one-pixel picture in place of a board or an animation."""
    return Attachment(picture.filename, PIXEL, "A board.")
