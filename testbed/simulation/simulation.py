"""Main loop of the simulation: actions, faults and due jobs, in order of time."""

import random
from collections import Counter
from datetime import datetime, timedelta
from types import ModuleType

from bot.jobs.deadlines import OFFLINE_DELAY
from bot.store.engine.database import Database
from bot.store.tables.bot_time import GRACE
from sandbox import Channel, Message
from testbed.heartbeats import stay_up
from testbed.simulation.bot import SimulatedBot
from testbed.simulation.players import DAY, Players
from testbed.simulation.received import ReceivedNotification, find_challenge, find_ended_game
from testbed.simulation.schedule import ManualClock
from testbed.simulation.servers import SimulatedServers

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
HEARTBEAT_INTERVAL = timedelta(seconds=90)  # less often than the bot, to save time
OUTAGES = (1, 30, 300, 600, 3000, 7 * 24 * 60)  # minutes
# Covers a clock, the automatic vacation after it, and the night after that
AFTERWARDS = 60 * DAY
NO_JOBS = ModuleType("no_jobs")
NO_JOBS.__path__ = []


class Simulation:
    """Simulation of weeks of play: players' actions, faults and the bot's jobs, in time order."""

    def __init__(
        self,
        bot: SimulatedBot,
        servers: SimulatedServers,
        clock: ManualClock,
        players: Players,
        rng: random.Random,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self._bot = bot
        self._servers = servers
        self._clock = clock
        self._players = players
        self._rng = rng
        self._schedule = players.schedule
        self._heartbeat_at = clock.moment - DAY
        self._down_until: datetime | None = None
        self._stopped = False
        self._faults: list[AssertionError] = []
        servers.listen(clock, self._on_message, self._on_notification)

    async def run(self, games: int, reader: Database) -> Counter[str]:
        """Run until enough turns are played and all notifications are sent; return all counts."""
        self._players.checker.reader = reader
        try:
            await self._bot.start()
            await self._pass(games)
        finally:
            # a bot left running after a failed test would block its event loop
            await self._bot.stop()
        checker = self._players.checker
        parts = (self.counts, self._players.counts, checker.counts, checker.final_counts())
        return sum(parts, self._servers.check_limits())

    async def _pass(self, games: int) -> None:
        await self._players.set_up(games)
        for error in (self.outage, self.revoke, self.close_dms):
            self._schedule.add(self._rng.random() * DAY, error)
        while not self._players.is_over:
            await self._step()
        self._schedule.remove(
            self.outage,
            self.revoke,
            self.close_dms,
            self._players.take_vacation,
            self._players.challenge,
        )
        end = self._clock.moment + AFTERWARDS
        while self._clock.moment < end:
            await self._step(end)

    def _on_notification(self, notification: ReceivedNotification) -> None:
        try:
            self._players.checker.record_notification(notification)
        except AssertionError as fault:
            # raised in the next step, because the sandbox must not fail here
            self._faults.append(fault)
        if notification.kind == "time_up":
            self._schedule.add(self._players.hours(12), self._players.react, notification)

    def _on_message(self, message: Message) -> None:
        challenge = find_challenge(message)
        if challenge is not None:
            self._schedule.add(self._players.hours(1), self._players.accept, message, *challenge)
        if (game_id := find_ended_game(message)) is not None:
            self._players.checker.record_shown_end(game_id)

    # Faults

    async def outage(self) -> None:
        """Stop the bot or disconnect Discord for up to a week."""
        await self._record_heartbeat(now=True)
        length = self._rng.choices(OUTAGES, weights=(3, 3, 3, 3, 2, 1))[0] * MINUTE
        self._down_until = self._clock.moment + length
        # shorter outages count as playing time
        if length > GRACE:
            self._players.checker.outages.append((self._clock.moment, self._down_until))
        self._stopped = self._rng.random() < 0.6
        if self._stopped:
            await self._bot.kill_worker(self._rng.randrange(200))
            await self._bot.stop()
        else:
            self._servers.start_outage()
            await self._bot.wait_for_gateway(again=False)
        self.counts["outages of the bot" if self._stopped else "outages of Discord"] += 1
        self._schedule.postpone(self._down_until + SECOND)
        self._schedule.add(length + self._players.hours(48), self.outage)

    async def _end_of_outage(self) -> None:
        self._down_until = None
        if self._stopped:
            self._stopped = False
            await self._bot.start()
        else:
            self._servers.end_outage()
        await self._bot.wait_for_gateway(again=True)

    async def revoke(self) -> None:
        channel = self._servers.revoke()
        self.counts["permissions revoked"] += 1
        self._schedule.add(self._players.hours(5), self.restore, channel)
        self._schedule.add(self._players.hours(12), self.revoke)

    async def restore(self, channel: Channel) -> None:
        self._servers.restore(channel)

    async def close_dms(self) -> None:
        self._servers.toggle_direct_messages()
        self.counts["direct messages closed or opened"] += 1
        self._schedule.add(self._players.hours(8), self.close_dms)

    # Time

    async def _step(self, end: datetime | None = None) -> None:
        self._clock.moment = max(await self._next(end), self._clock.moment)
        self.counts["steps"] += 1
        now = self._clock.moment
        if self._down_until is not None and now >= self._down_until:
            await self._end_of_outage()
        if self._down_until is None:
            await self._record_heartbeat()
            await self._act()
            await self._watch()
        if not self._stopped:
            await self._deliver()
        await self._players.checker.check()
        if self._faults:
            raise self._faults[0]

    async def _next(self, end: datetime | None) -> datetime:
        moments = [end, self._down_until]
        if self._down_until is None:
            moments += [self._schedule.next(), await self._bot.services.deadlines.next_due()]
        if not self._stopped:
            due = await self._bot.services.outbox.next_due()
            # messages that are due but not sent wait for their channel
            moments.append(due and max(due, self._clock.moment + SECOND))
        return min(moment for moment in moments if moment is not None)

    async def _act(self) -> None:
        while await self._schedule.run_next():
            if self._down_until is not None:
                return

    async def _watch(self) -> None:
        if self._down_until is not None:
            return
        due = await self._bot.services.deadlines.next_due()
        if due is None or due > self._clock.moment:
            return
        while await self._bot.watch.once() == OFFLINE_DELAY:
            self._clock.moment += SECOND

    async def _deliver(self) -> None:
        error = self._servers.inject_fault() if self._down_until is None else None
        if error:
            self.counts[error] += 1
        await self._bot.deliver()

    async def _record_heartbeat(self, *, now: bool = False) -> None:
        """Store a heartbeat; only the last one matters."""
        moment = self._clock.moment
        if now or moment - self._heartbeat_at > HEARTBEAT_INTERVAL:
            self._heartbeat_at = moment
            reader = self._players.checker.reader
            await reader.write(stay_up, moment)
