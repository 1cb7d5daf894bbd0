"""Validation of DATABASE_URL and its translation to the URL of the async driver."""

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
# libpq's encryption modes; asyncpg accepts the same as `ssl`
SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
SSL_PARAMETERS = ("sslmode", "ssl")
# other query parameters that asyncpg, or SQLAlchemy's dialect for it, accepts as text
PARAMETERS = {
    *("host", "port", "passfile", "target_session_attrs", "krbsrvname", "gsslib"),
    *("command_timeout", "prepared_statement_cache_size"),
    *("statement_cache_size", "max_cached_statement_lifetime", "max_cacheable_statement_size"),
}
UNKNOWN_PARAMETER = (
    "has an unknown parameter after the ?: use sslmode, host, port or another parameter of asyncpg"
)
UNKNOWN_MODE = f"has an unknown sslmode: use one of {', '.join(SSL_MODES)}"
NO_PARAMETERS = "must end with the name of the file (write a ? in it as %3F)"
NO_HOST = (
    "must have three slashes before a file in the bot's folder (sqlite:///var/lifeline.db), and "
    "four before one that begins with / (sqlite:////srv/lifeline.db)"
)
IN_MEMORY = (
    "must name a file, such as sqlite:///var/lifeline.db: a database in memory is lost at the "
    "next start"
)


def with_driver(url: str) -> str:
    """Return a database URL with the async driver and that driver's query parameters.

    :raises ValueError: the scheme or a parameter is unknown, the URL is malformed, or it names no
        file. The message quotes no part of the URL, because the URL may hold a password.
    """
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in DRIVERS:
        raise ValueError(UNKNOWN)
    address = f"{DRIVERS[scheme]}://{rest}"
    read = _read(address)
    if scheme.startswith("sqlite"):
        _refuse_no_file(read)
        return address
    return _with_ssl(address, read)


def _read(address: str) -> URL:
    try:
        url = make_url(address)
    except (ValueError, ArgumentError):
        raise ValueError(UNREADABLE) from None
    if "@" in (url.host or ""):  # part of a password, which would be shown with the host
        raise ValueError(UNREADABLE)
    return url


def _refuse_no_file(url: URL) -> None:
    if _is_in_memory(url):
        raise ValueError(IN_MEMORY)
    if url.host or url.username or url.password or url.port:
        raise ValueError(NO_HOST)
    if url.query:
        raise ValueError(NO_PARAMETERS)


def _with_ssl(address: str, url: URL) -> str:
    if set(url.query) - PARAMETERS - set(SSL_PARAMETERS):
        raise ValueError(UNKNOWN_PARAMETER)
    given = [url.query[each] for each in SSL_PARAMETERS if each in url.query]
    if not given:
        return address
    mode, *others = given
    if others or mode not in SSL_MODES:
        raise ValueError(UNKNOWN_MODE)
    plain = url.difference_update_query(SSL_PARAMETERS)
    return plain.update_query_dict({"ssl": mode}).render_as_string(hide_password=False)


def _is_in_memory(url: URL) -> bool:
    file = url.database or ""
    return not file or ":memory:" in file or url.query.get("mode") == "memory"
