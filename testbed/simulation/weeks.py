"""The course of time: people act, things break, and the bot does what is due, moment by moment."""

import random
from collections import Counter
from datetime import datetime, timedelta
from types import SimpleNamespace

from bot.jobs.deadlines import BATCH_DELAY
from bot.services.clocks.game_clocks import GRACE, HEARTBEAT
from bot.store.engine.database import Database
from bot.store.tables import notes
from sandbox import Channel, Message
from testbed.simulation.hall import Hall
from testbed.simulation.heard import Heard, challenged, ended
from testbed.simulation.play import DAY, Play
from testbed.simulation.present import Present
from testbed.simulation.robot import Robot

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
BEATS = timedelta(seconds=90)  # the bot notes more often that it is there; this is often enough
OUTAGES = (1, 30, 300, 600, 3000, 7 * 24 * 60)  # minutes
# a clock, a vacation that begins when it runs out, and the night after it
AFTERWARDS = 60 * DAY
NO_JOBS = SimpleNamespace(__path__=[], __name__="no_jobs")


class Weeks:
    """One simulation."""

    def __init__(
        self,
        robot: Robot,
        hall: Hall,
        present: Present,
        play: Play,
        chance: random.Random,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self._robot = robot
        self._hall = hall
        self._present = present
        self._play = play
        self._chance = chance
        self._course = play.course
        self._beaten_at = present.moment - DAY
        self._down_until: datetime | None = None
        self._stopped = False
        self._faults: list[AssertionError] = []
        hall.listen(present, self._see, self._hear)

    async def run(self, games: int, reader: Database) -> Counter[str]:
        """Play until the goal is reached and everybody has heard of it; returns all counts."""
        self._play.ledger.reader = reader
        try:
            await self._robot.start()
            await self._pass(games)
        finally:
            # one that is left running would outlive a failed test, whose loop waits for it
            await self._robot.stop()
        ledger = self._play.ledger
        parts = (self.counts, self._play.counts, ledger.counts, ledger.verdict())
        return sum(parts, self._hall.check_limits())

    async def _pass(self, games: int) -> None:
        await self._play.settle_in(games)
        for error in (self.outage, self.revoke, self.close_dms):
            self._course.add(self._chance.random() * DAY, error)
        while not self._play.is_over:
            await self._step()
        self._course.forget(
            self.outage, self.revoke, self.close_dms, self._play.go_away, self._play.challenge
        )
        end = self._present.moment + AFTERWARDS
        while self._present.moment < end:
            await self._step(end)

    def _hear(self, told: Heard) -> None:
        try:
            self._play.ledger.hear(told)
        except AssertionError as fault:
            # the sandbox must not fail for it; the next step does
            self._faults.append(fault)
        if told.kind == "time_up":
            self._course.add(self._play.hours(12), self._play.react, told)

    def _see(self, message: Message) -> None:
        challenge = challenged(message)
        if challenge is not None:
            self._course.add(self._play.hours(1), self._play.accept, message, *challenge)
        if (game_id := ended(message)) is not None:
            self._play.ledger.end_shown(game_id)

    # trouble

    async def outage(self) -> None:
        """Let the bot be killed, or lose Discord, for up to a week."""
        await self._beat(now=True)
        length = self._chance.choices(OUTAGES, weights=(3, 3, 3, 3, 2, 1))[0] * MINUTE
        self._down_until = self._present.moment + length
        # a short pause counts as time
        if length > GRACE:
            self._play.ledger.outages.append((self._present.moment, self._down_until))
        self._stopped = self._chance.random() < 0.6
        if self._stopped:
            await self._robot.kill_worker(self._chance.randrange(200))
            await self._robot.stop()
        else:
            self._hall.vanish()
            await self._robot.watches(again=False)
        self.counts["outages of the bot" if self._stopped else "outages of Discord"] += 1
        self._course.put_off(self._down_until + SECOND)
        self._course.add(length + self._play.hours(48), self.outage)

    async def _end_of_outage(self) -> None:
        self._down_until = None
        if self._stopped:
            self._stopped = False
            await self._robot.start()
        else:
            self._hall.come_back()
        await self._robot.watches(again=True)

    async def revoke(self) -> None:
        channel = self._hall.revoke()
        self.counts["permissions revoked"] += 1
        self._course.add(self._play.hours(5), self.restore, channel)
        self._course.add(self._play.hours(12), self.revoke)

    async def restore(self, channel: Channel) -> None:
        self._hall.restore(channel)

    async def close_dms(self) -> None:
        self._hall.toggle_direct_messages()
        self.counts["direct messages closed or opened"] += 1
        self._course.add(self._play.hours(8), self.close_dms)

    # the course of time

    async def _step(self, end: datetime | None = None) -> None:
        self._present.moment = max(await self._next(end), self._present.moment)
        self.counts["steps"] += 1
        now = self._present.moment
        if self._down_until is not None and now >= self._down_until:
            await self._end_of_outage()
        if self._down_until is None:
            await self._beat()
            await self._act()
            await self._watch()
        if not self._stopped:
            await self._deliver()
        await self._play.ledger.check()
        if self._faults:
            raise self._faults[0]

    async def _next(self, end: datetime | None) -> datetime:
        moments = [end, self._down_until]
        if self._down_until is None:
            moments += [self._course.next(), await self._robot.services.deadlines.next_due()]
        if not self._stopped:
            due = await self._robot.services.outbox.next_due()
            # what is due and was not sent waits for its channel
            moments.append(due and max(due, self._present.moment + SECOND))
        return min(moment for moment in moments if moment is not None)

    async def _act(self) -> None:
        while await self._course.do_next():
            if self._down_until is not None:
                return

    async def _watch(self) -> None:
        if self._down_until is not None:
            return
        due = await self._robot.services.deadlines.next_due()
        if due is None or due > self._present.moment:
            return
        while await self._robot.watch.once() == BATCH_DELAY:
            self._present.moment += SECOND

    async def _deliver(self) -> None:
        error = self._hall.annoy() if self._down_until is None else None
        if error:
            self.counts[error] += 1
        await self._robot.deliver()

    async def _beat(self, *, now: bool = False) -> None:
        """Note that the bot was there all the time: only its last heartbeat matters."""
        moment = self._present.moment
        if now or moment - self._beaten_at > BEATS:
            self._beaten_at = moment
            reader = self._play.ledger.reader
            await reader.write(notes.write, HEARTBEAT, moment.isoformat())
