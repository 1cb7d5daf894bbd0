"""From a palette image to the bytes of a PNG file."""

import struct
import zlib

from PIL import Image


def png_file(image: Image.Image) -> bytes:
    """Encode a palette image as a PNG file. Its bytes differ between hosts; the pixels do not.

    Written here because zlib lets other threads run while it works and Pillow's encoder does not:
    with that an event loop would wait for whole pictures.
    """
    rows = Image.new("L", (image.width + 1, image.height), 0)  # each row after filter type 0
    rows.paste(Image.frombuffer("L", image.size, image.tobytes(), "raw", "L", 0, 1), (1, 0))
    palette = bytes(image.getpalette("RGB") or ()).ljust(768, b"\0")
    header = struct.pack(">IIBBBBB", *image.size, 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(rows.tobytes(), 6)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    checked = name + data
    return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))
