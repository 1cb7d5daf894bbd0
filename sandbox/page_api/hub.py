"""The page as a whole: its addresses, its open windows, and the state that they show."""

from __future__ import annotations

from collections.abc import Mapping

from aiohttp import web

from sandbox.core import Core
from sandbox.mischief import Mischief
from sandbox.models.entities import Application, Json, User
from sandbox.page_api.acts import Acts
from sandbox.page_api.files import asset, index, refuse_strangers
from sandbox.page_api.live import Act, Window
from sandbox.page_api.marks import ReadMarks
from sandbox.page_api.views import people, places_view


class Page:
    """Serves the page to any number of windows, each of which is one person's.

    `hint` is markdown that a channel without messages shows: what to type first.
    """

    def __init__(self, core: Core, mischief: Mischief, app: Application) -> None:
        acts = Acts(core, mischief, app)
        self.world = core.world
        self.marks = ReadMarks()
        self.hint = ""
        self.acts: Mapping[str, Act] = acts.table
        self._tricks = acts.tricks
        self._windows: set[Window] = set()

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", index),
            web.get("/page/live", self._live),
            web.get("/page/{name}", asset),
        ]

    def refresh(self) -> None:
        """Have every window show the state as it is now."""
        for window in self._windows:
            window.outdated()

    async def close(self) -> None:
        """Close every window's connection."""
        for window in list(self._windows):
            await window.close()

    def state(self, viewer: User) -> Json:
        return places_view(self.world, viewer, self.marks) | {
            "mischief": self._tricks(viewer),
            "hint": self.hint,
        }

    async def _live(self, request: web.Request) -> web.WebSocketResponse:
        refuse_strangers(request)
        viewer = self._viewer(request.query.get("as", ""))
        window = Window(self, viewer)
        self._windows.add(window)
        try:
            return await window.serve(request)
        finally:
            self._windows.discard(window)

    def _viewer(self, name: str) -> User:
        """Find who is meant, by name or id; the first person when nobody is."""
        players = [user for user in people(self.world) if not user.bot]
        if not players:
            raise web.HTTPConflict(text="Nobody is in this sandbox yet: create a person first.")
        named = [u for u in players if name in (u.name, str(u.id))]
        return (named or players)[0]
