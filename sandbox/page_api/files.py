"""Delivery of the web page's files, and protection against requests from other websites."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web

FOLDER = Path(__file__).parent.parent / "page"
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_HEADERS = {
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}


async def index(request: web.Request) -> web.Response:
    refuse_other_sites(request)
    return _file("index.html")


async def asset(request: web.Request) -> web.Response:
    refuse_other_sites(request)
    return _file(request.match_info["name"])


def _file(name: str) -> web.Response:
    # only names in a listing of the folder are served, which rules out path traversal
    found = {path.name: path for path in FOLDER.iterdir() if path.suffix in _TYPES}.get(name)
    if found is None:
        raise web.HTTPNotFound(text=f"The page has no file {name!r}.")
    return web.Response(
        body=found.read_bytes(),
        content_type=_TYPES[found.suffix],
        charset="utf-8",
        headers=_HEADERS,
    )


def refuse_other_sites(request: web.Request) -> None:
    """Refuse a request with 403 if another website sent it, directly or by DNS rebinding."""
    host = urlsplit(f"//{request.host}").hostname or ""
    origin = request.headers.get("Origin")
    if not _is_address(host) or (origin and urlsplit(origin).netloc != request.host):
        raise web.HTTPForbidden(text="The sandbox answers only to its own page on this computer.")


def _is_address(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
