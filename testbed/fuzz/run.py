"""Runs cases on a bot with games under way; keeps count of what they were."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from sqlalchemy import event

from bot.config.settings import Settings
from bot.delivery.dispatch import DeliverLater, Dispatcher
from bot.errors import PlayerError
from bot.messages.message_draft import ReplayAnimation
from bot.messages.outgoing_message import Attachment
from testbed.authority import scenes
from testbed.authority.scenes import Present, Stage
from testbed.fuzz.cases import Case
from testbed.fuzz.judge import complaints
from testbed.wire.requests import Request
from testbed.wire.wire import Wire, wired

SCENES = (
    scenes.opening,
    scenes.swappable,
    scenes.offering,
    scenes.choosing,
    scenes.holding,
    scenes.spending,
    scenes.undo_asked,
    scenes.over,
    scenes.challenged,
    scenes.open_challenge,
)
BATCH = 12  # interactions that are under way at the same time
POSTED = 6  # messages of the outbox that are made after each batch
A_PICTURE = b"\x89PNG"


@dataclass
class Fuzzing:
    """A bot that is tried; `slowest` is the CPU time of a batch, in seconds."""

    wire: Wire
    runner: asyncio.Runner
    stage: Stage
    counts: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0

    def try_all(self, cases: Sequence[Case]) -> list[str]:
        """Hand cases to the bot, all at once; returns what is wrong with what came of them."""
        begun = time.process_time()
        every = self.runner.run(self._hand(cases))
        self.slowest = max(self.slowest, time.process_time() - begun)
        self.counts.update(case.what for case in cases)
        self.wire.ledger.requests.clear()
        self.wire.files.clear()
        return [wrong for asked in every for wrong in complaints(asked)]

    async def _hand(self, cases: Sequence[Case]) -> list[list[Request]]:
        answers = await asyncio.gather(*(case.hand(self.wire) for case in cases))
        return [*answers, *await self._posted()]

    async def _posted(self) -> list[list[Request]]:
        """Have some of what became due posted, so that it is judged as well."""
        outbox, delivery = self.wire.app.context.services.outbox, Dispatcher(self.wire.app)
        found: list[list[Request]] = []
        for row in await outbox.take_due(POSTED):
            asked: list[Request] = []
            self.wire.ledger.hear(asked)
            try:
                await outbox.done(row, await delivery.deliver(row))
                self.counts["post"] += 1
                found += [asked] if asked else []
            except (DeliverLater, PlayerError):
                await outbox.dead(row, "nothing to tell")
        return found

    def told(self) -> str:
        """Say how much was tried."""
        each = ", ".join(f"{count} {what}" for what, count in sorted(self.counts.items()))
        slowest = f"the slowest {BATCH} took {self.slowest:.2f} CPU-s"
        return f"{self.counts.total()} cases ({each}); {slowest}"


@contextmanager
def fuzzing(folder: Path, *, drawn: bool = False) -> Iterator[Fuzzing]:
    """Yield a bot with games at all stages; pictures are made up unless they are to be drawn."""
    settings = Settings(
        database_url=f"sqlite+aiosqlite:///{folder}/games.db", backup_dir=folder / "backups"
    )
    present = Present()
    with asyncio.Runner() as runner, patch("bot.runtime.wiring.now", present), _drawing(drawn):
        bot = wired(settings)
        wire = runner.run(bot.__aenter__())
        # what is lost by a power cut is of no interest here
        database = wire.app.context.services.games._database  # noqa: SLF001
        event.listen(database.engine.sync_engine, "connect", _quick)
        stage = Stage(wire.app.context.services, present)
        for scene in SCENES:
            runner.run(_set(scene, stage))
        yield Fuzzing(wire, runner, stage)
        runner.run(bot.__aexit__(None, None, None))


async def _set(scene: scenes.Scene, stage: Stage) -> None:
    await scene(stage)


def undrawn(replay_animation: ReplayAnimation, *_options: object) -> Attachment:
    return Attachment(replay_animation.filename, A_PICTURE, "")


@contextmanager
def _drawing(drawn: bool) -> Iterator[None]:  # noqa: FBT001 - of this module only
    if drawn:
        yield
        return
    with (
        patch("bot.messages.pictures.draw_png", lambda *_args, **_more: A_PICTURE),
        patch("bot.messages.pictures.draw_replay_animation", undrawn),
    ):
        yield


def _quick(connection: object, _record: object) -> None:
    connection.execute("PRAGMA synchronous = OFF")  # type: ignore[attr-defined]
