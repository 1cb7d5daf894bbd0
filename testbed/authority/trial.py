"""Trial of the permission matrix on the real bot, with a verdict for every cell."""

import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.config.settings import Settings
from bot.errors.refusals import PlayerError
from bot.services import Services
from bot.services.values.people.permissions import Rank
from bot.ui import responses
from testbed.authority.people import BLOCKED, DOES, MODERATOR, PEOPLE, SEES
from testbed.authority.rows import Row
from testbed.authority.scenes import ManualClock, SceneContext
from testbed.blank_pictures import blank
from testbed.sql_count import counting_sql
from testbed.wire.payloads import Someone
from testbed.wire.wire import Wire, wired

# the bot records that a person has seen a game, but that is not an action
CHANGE = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM) (?!last_looks\b)")


@dataclass(frozen=True, slots=True)
class CellResult:
    """Expected and actual verdict of a cell of the permission matrix."""

    row: str
    person: str
    expected: str
    found: str


class Trial:
    """Bot on which rows of the permission matrix are tried, watching for database changes."""

    def __init__(self, wire: Wire, context: SceneContext, watcher: sqlite3.Connection) -> None:
        self._wire = wire
        self._context = context
        self._watcher = watcher
        self._errors: list[BaseException] = []

    async def row(self, row: Row) -> list[CellResult]:
        """Try one row of the matrix for every person and return the verdict of each cell."""
        cells = sorted(row.verdicts.items(), key=lambda cell: cell[1] in {DOES, SEES})
        found, subject, fresh = [], 0, False
        for person, expected in cells:
            if not fresh:
                subject = await row.scene(self._context)
            verdict = await self._cell(row, PEOPLE[person], subject)
            fresh = verdict != DOES or row.own
            found.append(CellResult(row.title, person, expected, verdict))
        return found

    async def _cell(self, row: Row, who: Someone, subject: int) -> str:
        before = self._version()
        self._errors.clear()
        with self._listening(), counting_sql() as sql:
            asked = await row.use(self._wire, who, subject)
        changed = self._version() != before and any(map(CHANGE.match, sql.statements))
        if self._errors:
            return self._refusal(self._errors[0], changed=changed)
        if not asked or asked[0].refused:
            return f"no proper answer: {[each.refused for each in asked]}"
        return DOES if changed else SEES

    def _refusal(self, error: BaseException, *, changed: bool) -> str:
        name = type(error).__name__
        if not isinstance(error, PlayerError):
            return f"broke: {error!r}"
        return f"{name}, and yet something changed" if changed else name

    def _version(self) -> int:
        # SQLite increments this for commits by other connections
        (version,) = self._watcher.execute("PRAGMA data_version").fetchone()
        return int(version)

    @contextmanager
    def _listening(self) -> Iterator[None]:
        explain = responses.explain

        async def record(interaction: Any, error: BaseException, what: str) -> None:
            self._errors.append(error)
            await explain(interaction, error, what)

        with patch.object(responses, "explain", record), patch("bot.runtime.app.explain", record):
            yield


@asynccontextmanager
async def trial(folder: Path) -> AsyncIterator[Trial]:
    """Yield a bot without a network over a new database, with a manual clock and blank pictures."""
    file = folder / "games.db"
    settings = Settings(
        database_url=f"sqlite+aiosqlite:///{file}",
        backup_dir=folder / "backups",
        max_open_challenges=1000,
        max_running_games=1000,
    )
    clock = ManualClock()
    with (
        patch("bot.runtime.wiring.now", clock),
        patch("bot.messages.pictures.draw_board_image", blank),
        patch("bot.messages.pictures.draw_replay_animation", blank),
    ):
        async with wired(settings) as wire:
            services = wire.app.context.services
            await _block_member(services, clock)
            with closing(sqlite3.connect(file)) as watcher:
                yield Trial(wire, SceneContext(services, clock), watcher)


async def _block_member(services: Services, clock: ManualClock) -> None:
    moderator = SceneContext(services, clock).actor(MODERATOR, Rank.MODERATOR)
    await services.moderation.block(moderator, BLOCKED.id)
