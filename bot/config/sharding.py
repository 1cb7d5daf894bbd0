"""What the host writes about shards: SHARD_COUNT=4 and SHARD_IDS=0,1 or 0-1."""

import re

ONE = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?")


def read_numbers(text: str) -> tuple[int, ...]:
    """Read numbers and ranges.

    >>> read_numbers("0, 4-6")
    (0, 4, 5, 6)

    :raises ValueError: with what must be written instead.
    """
    found: set[int] = set()
    for part in filter(None, (each.strip() for each in text.split(","))):
        read = ONE.fullmatch(part)
        if read is None:
            raise ValueError("must be numbers or ranges of them, such as 0,1 or 0-3")
        first, last = int(read.group(1)), int(read.group(2) or read.group(1))
        if first > last:
            # no shard at all would be read as every shard
            raise ValueError("must have the lower number of a range first, such as 0-3")
        found |= set(range(first, last + 1))
    return tuple(sorted(found))


def refuse_bad_shards(count: int | None, ids: tuple[int, ...], *, on_file: bool) -> None:
    """Refuse shards that are not among as many as there are, and a part of them on a file.

    :raises ValueError: with what SHARD_IDS must be.
    """
    if not ids:
        return
    if count is None:
        raise ValueError("needs SHARD_COUNT, the number of shards of all processes together")
    if ids[-1] >= count:
        raise ValueError(f"must be below SHARD_COUNT, which is {count}")
    if on_file and len(ids) < count:
        raise ValueError("needs PostgreSQL in DATABASE_URL: a file serves one process only")
