"""Runner of fuzzing cases on a bot with games in progress."""

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
from bot.errors.refusals import PlayerError
from bot.messages.message_draft import ReplayAnimation
from bot.messages.outgoing_message import Attachment
from testbed.authority import scenes
from testbed.authority.scenes import ManualClock, SceneContext
from testbed.fuzz.cases import Case
from testbed.fuzz.checks import find_problems
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
BATCH = 12  # concurrent interactions
POSTED = 6  # outbox messages delivered after each batch
A_PICTURE = b"\x89PNG"


@dataclass
class Fuzzing:
    """Bot to which fuzzing cases are sent, with counts and CPU time of the slowest batch."""

    wire: Wire
    runner: asyncio.Runner
    context: SceneContext
    counts: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0

    def run_cases(self, cases: Sequence[Case]) -> list[str]:
        """Send cases to the bot concurrently and return the problems in its requests."""
        begun = time.process_time()
        every = self.runner.run(self._send_cases(cases))
        self.slowest = max(self.slowest, time.process_time() - begun)
        self.counts.update(case.what for case in cases)
        self.wire.request_log.requests.clear()
        self.wire.files.clear()
        return [wrong for asked in every for wrong in find_problems(asked)]

    async def _send_cases(self, cases: Sequence[Case]) -> list[list[Request]]:
        answers = await asyncio.gather(*(case.send(self.wire) for case in cases))
        return [*answers, *await self._deliver_outbox()]

    async def _deliver_outbox(self) -> list[list[Request]]:
        """Deliver a batch of due outbox messages, so that they are checked too."""
        outbox, delivery = self.wire.app.context.services.outbox, Dispatcher(self.wire.app)
        found: list[list[Request]] = []
        for row in await outbox.take_due(POSTED):
            asked: list[Request] = []
            self.wire.request_log.collect(asked)
            try:
                sent = await delivery.deliver(row)
                await outbox.mark_sent(row, None if sent is None else sent.id)
                self.counts["post"] += 1
                found += [asked] if asked else []
            except (DeliverLater, PlayerError):
                await outbox.mark_dead(row, "nothing to tell")
        return found

    def summary(self) -> str:
        """Return a line with the number of cases of each kind and the slowest batch's CPU time."""
        each = ", ".join(f"{count} {what}" for what, count in sorted(self.counts.items()))
        slowest = f"the slowest {BATCH} took {self.slowest:.2f} CPU-s"
        return f"{self.counts.total()} cases ({each}); {slowest}"


@contextmanager
def fuzzing(folder: Path, *, drawn: bool = False) -> Iterator[Fuzzing]:
    """Yield a bot to fuzz, with games at all stages, by default with blank pictures."""
    settings = Settings(
        database_url=f"sqlite+aiosqlite:///{folder}/games.db", backup_dir=folder / "backups"
    )
    clock = ManualClock()
    with asyncio.Runner() as runner, patch("bot.runtime.wiring.now", clock), _drawing(drawn):
        bot = wired(settings)
        wire = runner.run(bot.__aenter__())
        # durability does not matter here
        database = wire.app.context.services.games._database  # noqa: SLF001
        event.listen(database.engine.sync_engine, "connect", _quick)
        context = SceneContext(wire.app.context.services, clock)
        for scene in SCENES:
            runner.run(_set(scene, context))
        yield Fuzzing(wire, runner, context)
        runner.run(bot.__aexit__(None, None, None))


async def _set(scene: scenes.Scene, context: SceneContext) -> None:
    await scene(context)


def blank_replay(replay_animation: ReplayAnimation, *_options: object) -> Attachment:
    return Attachment(replay_animation.filename, A_PICTURE, "")


@contextmanager
def _drawing(drawn: bool) -> Iterator[None]:  # noqa: FBT001 - of this module only
    if drawn:
        yield
        return
    with (
        patch("bot.messages.pictures.draw_png", lambda *_args, **_more: A_PICTURE),
        patch("bot.messages.pictures.draw_replay_animation", blank_replay),
    ):
        yield


def _quick(connection: object, _record: object) -> None:
    connection.execute("PRAGMA synchronous = OFF")  # type: ignore[attr-defined]
