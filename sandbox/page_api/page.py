"""Web page of the sandbox: its routes, open windows and shared state."""

from __future__ import annotations

from collections.abc import Mapping

from aiohttp import web

from sandbox.core import Core
from sandbox.fault_injection import FaultInjector
from sandbox.models.entities import Application, Json, User
from sandbox.page_api.actions import Actions
from sandbox.page_api.files import asset, index, refuse_other_sites
from sandbox.page_api.read_marks import ReadMarks
from sandbox.page_api.views import people, state_view
from sandbox.page_api.window import ActionHandler, Window


class Page:
    """Server of the web page for any number of browser windows, each of which shows one person.

    `hint` is Markdown shown in a channel without messages, such as the first command to try.
    """

    def __init__(self, core: Core, faults: FaultInjector, app: Application) -> None:
        actions = Actions(core, faults, app)
        self.world = core.world
        self.marks = ReadMarks()
        self.hint = ""
        self.actions: Mapping[str, ActionHandler] = actions.table
        self._fault_controls = actions.controls
        self._windows: set[Window] = set()

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", index),
            web.get("/page/live", self._live),
            web.get("/page/{name}", asset),
        ]

    def refresh(self) -> None:
        """Send the current state to every browser window."""
        for window in self._windows:
            window.outdated()

    async def close(self) -> None:
        """Close the connection of every browser window."""
        for window in list(self._windows):
            await window.close()

    def state(self, viewer: User) -> Json:
        return state_view(self.world, viewer, self.marks) | {
            "faults": self._fault_controls(viewer),
            "hint": self.hint,
        }

    async def _live(self, request: web.Request) -> web.WebSocketResponse:
        refuse_other_sites(request)
        viewer = self._viewer(request.query.get("as", ""))
        window = Window(self, viewer)
        self._windows.add(window)
        try:
            return await window.serve(request)
        finally:
            self._windows.discard(window)

    def _viewer(self, name: str) -> User:
        """Return the person with a name or id; without a match, the first person."""
        players = [user for user in people(self.world) if not user.bot]
        if not players:
            raise web.HTTPConflict(text="This sandbox has no people yet: create a person first.")
        named = [u for u in players if name in (u.name, str(u.id))]
        return (named or players)[0]
