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
# how a connection to PostgreSQL is encrypted: libpq's words, which are everybody's; asyncpg takes
# the same ones, under the name of `ssl`
SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
SSL_WORDS = ("sslmode", "ssl")
# what else asyncpg, or SQLAlchemy for it, understands after the ? when it is given as text
WORDS = {
    *("host", "port", "passfile", "target_session_attrs", "krbsrvname", "gsslib"),
    *("command_timeout", "prepared_statement_cache_size"),
    *("statement_cache_size", "max_cached_statement_lifetime", "max_cacheable_statement_size"),
}
UNKNOWN_WORD = (
    "has a word after the ? that the bot does not know: it knows sslmode, host, port and what else "
    "asyncpg can be told"
)
UNKNOWN_MODE = f"must have one of these as sslmode: {', '.join(SSL_MODES)}"
NO_WORDS = "must end with the name of the file (write a ? in it as %3F)"
NO_HOST = (
    "must have three slashes before a file in the bot's folder (sqlite:///var/lifeline.db), and "
    "four before one that begins with / (sqlite:////srv/lifeline.db)"
)
IN_MEMORY = (
    "must name a file, such as sqlite:///var/lifeline.db: a database in memory is gone at the "
    "next start"
)


def with_driver(url: str) -> str:
    """Return a database's address with the driver that is used for it, in that driver's words.

    :raises ValueError: it has none, cannot be read, names no file, or has what no driver knows.
        What it says repeats nothing of the address, which may hold a password.
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
    if "@" in (url.host or ""):  # the end of a password, which would be shown with the host
        raise ValueError(UNREADABLE)
    return url


def _refuse_no_file(url: URL) -> None:
    if _is_in_memory(url):
        raise ValueError(IN_MEMORY)
    if url.host or url.username or url.password or url.port:
        raise ValueError(NO_HOST)
    if url.query:
        raise ValueError(NO_WORDS)


def _with_ssl(address: str, url: URL) -> str:
    if set(url.query) - WORDS - set(SSL_WORDS):
        raise ValueError(UNKNOWN_WORD)
    given = [url.query[word] for word in SSL_WORDS if word in url.query]
    if not given:
        return address
    mode, *others = given
    if others or mode not in SSL_MODES:
        raise ValueError(UNKNOWN_MODE)
    plain = url.difference_update_query(SSL_WORDS)
    return plain.update_query_dict({"ssl": mode}).render_as_string(hide_password=False)


def _is_in_memory(url: URL) -> bool:
    file = url.database or ""
    return not file or ":memory:" in file or url.query.get("mode") == "memory"
