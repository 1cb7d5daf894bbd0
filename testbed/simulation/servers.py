"""Guilds, channels and people of the simulation, with fault injection and rate checks."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import pairwise

from sandbox import Channel, Message, Permission, Sandbox
from sandbox.state.events import Event
from testbed.simulation.received import ReceivedNotification, read_notifications
from testbed.simulation.tracking import Participant

MESSAGES = "/channels/{channel_id}/messages"
WRITING = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
WINDOW, MOST = 5.0, 5  # Discord's limit for one channel: seconds and messages
NO_DIRECT_MESSAGES = 50007
CONCURRENT, HOUR = 1.0, 3600.0  # seconds


class SimulatedServers:
    """Two guilds, one of them without threads; all players are members of both."""

    def __init__(self, discord: Sandbox, people: int, rng: random.Random) -> None:
        self.discord = discord
        self._rng = rng
        self.guilds = [discord.create_guild(name) for name in ("Threads", "Channels")]
        self.channels = [
            self.guilds[number % 2].create_text_channel(f"games-{number}")
            for number in range(max(people // 4, 2))
        ]
        self.participants: dict[int, Participant] = {}
        for number in range(people):
            person = discord.create_person(f"P{number}")
            for guild in self.guilds:
                guild.add_member(person)
            self.participants[person.id] = Participant(person)

    def listen(
        self,
        clock: Callable[[], datetime],
        on_message: Callable[[Message], None],
        on_notification: Callable[[ReceivedNotification], None],
    ) -> None:
        """Register callbacks for the bot's messages and for the resulting notifications."""
        bot = self.discord.application.bot

        def listener(event: Event) -> None:
            if event.name != "MESSAGE_CREATE" or event.channel is None:
                return
            message = event.channel.messages[int(event.data["id"])]
            if message.author is bot and not message.is_ephemeral:
                on_message(message)
                for each in read_notifications(message, clock()):
                    on_notification(each)

        self.discord.world.listeners.append(listener)

    # Faults

    def inject_fault(self) -> str | None:
        """Plan a fault for the next message, with low probability; return its name or None."""
        roll = self._rng.random()
        if roll < 0.02:
            self.discord.faults.server_error("POST", MESSAGES, status=503)
            return "messages refused for a moment"
        if roll < 0.04:
            self.discord.faults.reset("POST", MESSAGES, after_acting=True)
            return "answers lost"
        if roll < 0.05:
            self.discord.faults.reset("POST", MESSAGES)
            return "connections cut"
        return None

    def revoke(self) -> Channel:
        channel = self._rng.choice(self.channels)
        what = self._rng.choice([WRITING, WRITING, Permission.ATTACH_FILES])
        self.discord.faults.revoke(what, channel)
        return channel

    def restore(self, channel: Channel) -> None:
        self.discord.faults.restore(channel)

    def toggle_direct_messages(self) -> None:
        participant = self._rng.choice(list(self.participants.values()))
        participant.person.user.dms_open = not participant.person.user.dms_open

    def start_outage(self) -> None:
        self.discord.core.hub.closed = True
        self.discord.faults.drop_gateway()
        self.discord.faults.server_error("*", "*", status=503, times=10**9)

    def end_outage(self) -> None:
        self.discord.faults.stop_faults()
        self.discord.core.hub.closed = False

    # Request log

    def check_limits(self) -> Counter[str]:
        """Check the rates of messages in each channel and of retries in closed direct messages."""
        counts: Counter[str] = Counter()
        for times in self._times(lambda entry: 200 <= entry.status < 300):
            counts["messages"] += len(times)
            for first, sixth in zip(times, times[MOST:], strict=False):
                assert sixth - first > WINDOW - 0.001, "more messages than Discord takes"
        # news of a turn that no channel shows is tried hourly
        for times in self._times(
            lambda entry: entry.code == NO_DIRECT_MESSAGES and entry.answer_delivered
        ):
            counts["direct messages refused"] += len(times)
            for earlier, later in pairwise(times):
                # concurrent notifications can be refused together
                again = later - earlier
                assert again < CONCURRENT or again >= HOUR, f"refused again after {again} s"
        return counts

    def _times(self, wanted: Callable[..., bool]) -> Iterator[list[float]]:
        found: dict[int, list[float]] = {}
        for entry in self.discord.log.entries:
            if (entry.method, entry.route) == ("POST", MESSAGES) and wanted(entry):
                found.setdefault(entry.ids["channel_id"], []).append(entry.at)
        yield from found.values()
