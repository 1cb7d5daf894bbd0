"""A database's address as a host writes it, with the driver that is used for it."""

from sqlalchemy import URL
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
UNKNOWN = "must begin with sqlite:/// or postgresql://"
UNREADABLE = "cannot be read: write @ : / # % of a password as %40 %3A %2F %23 %25"
IN_MEMORY = (
    "must name a file, such as sqlite:///var/lifeline.db: a database in memory is gone at the "
    "next start"
)


def with_driver(url: str) -> str:
    """Return a database's address with the driver that is used for it.

    :raises ValueError: it has none, cannot be read or names no file. What it says repeats nothing
        of the address, which may hold a password.
    """
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in DRIVERS:
        raise ValueError(UNKNOWN)
    address = f"{DRIVERS[scheme]}://{rest}"
    read = _read(address)
    if scheme.startswith("sqlite") and _is_in_memory(read):
        raise ValueError(IN_MEMORY)
    return address


def _read(address: str) -> URL:
    try:
        url = make_url(address)
    except (ValueError, ArgumentError):
        raise ValueError(UNREADABLE) from None
    if "@" in (url.host or ""):  # the end of a password, which would be shown with the host
        raise ValueError(UNREADABLE)
    return url


def _is_in_memory(url: URL) -> bool:
    file = url.database or ""
    return not file or ":memory:" in file or url.query.get("mode") == "memory"
