"""Quiet hours that begin between an event and its delayed message."""

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from bot.words import labels
from sandbox import Channel, Message, Person
from sandbox.client.find import labels_of
from testbed.simulation.bot import SimulatedBot
from testbed.simulation.schedule import ManualClock
from testbed.simulation.servers import MESSAGES

SHOW = labels.show_game(1)
ANSWERS = (labels.UNDO_ACCEPT(), labels.UNDO_DECLINE())


def at(day, hour, minute=0, second=0):
    return datetime(2030, 3, day, hour, minute, second, tzinfo=UTC)


@dataclass
class Evening:
    """Ann and Ben with the bot in a channel, and the clock."""

    bot: SimulatedBot
    clock: ManualClock
    channel: Channel
    ann: Person
    ben: Person

    def public(self) -> list[Message]:
        return [m for m in self.channel.messages.values() if not m.is_ephemeral]

    def pings(self) -> list[Message]:
        return [message for message in self.public() if self.ben.id in message.notified]

    async def wait(self, moment) -> None:
        """Set the clock, run the deadlines and send due messages."""
        self.clock.moment = moment
        await self.bot.watch.once()
        await self.bot.deliver()

    async def play(self):
        """Start a game and play one turn each, so that Ann is to move."""
        await challenged(self)
        await self.bot.deliver()
        await self.ben.click(self.public()[-1], "Accept")
        await self.ann.slash("move", cell="a1 c3")
        await self.ben.slash("move", cell="e5 b4")
        await self.bot.deliver()


async def challenged(evening):
    await evening.ann.slash("challenge", opponent=evening.ben, size=4, pace="none")


async def resigned(evening):
    await evening.ann.click(await evening.ann.slash("resign"), "Yes, resign")


async def asked(evening):
    await evening.ann.click(await evening.ann.slash("undo"), "Yes, ask")


@pytest.fixture
async def evening(discord, settings, clock):
    guild = discord.create_guild("Club")
    channel = guild.create_text_channel("games")
    people = [guild.add_member(name).in_(channel) for name in ("Ann", "Ben")]
    clock.moment = at(8, 20)
    bot = SimulatedBot(discord, settings, clock)
    await bot.start()
    await bot.services.server_settings.change(guild.id, threads=False)
    yield Evening(bot, clock, channel, *people)
    await bot.stop()


@pytest.mark.parametrize(
    ("action", "shown", "notification", "buttons"),
    [
        (challenged, " challenges ", "challenges you in", []),
        (resigned, " wins", "ended during", [SHOW]),
        (asked, "asks to undo", "asks for an undo", [*ANSWERS, SHOW]),
    ],
)
async def test_an_event_posted_late_in_quiet_hours_notifies_in_the_morning(
    evening, discord, action, shown, notification, buttons
):
    if action is not challenged:
        await evening.play()
    await evening.ben.slash("settings", quiet="22:00-7:00")
    await evening.wait(at(8, 21, 59, 59))
    public, pings = evening.public(), evening.pings()
    discord.faults.reset("POST", MESSAGES)
    await action(evening)
    await evening.bot.deliver()
    assert evening.public() == public

    await evening.wait(at(8, 22))
    assert shown in evening.public()[-1].content
    await evening.wait(at(9, 6, 59, 59))
    assert evening.pings() == pings

    await evening.wait(at(9, 7))
    (written,) = evening.pings()[len(pings) :]
    assert notification in written.content
    assert labels_of(written) == buttons
    await evening.wait(at(9, 21))
    assert evening.pings() == [*pings, written]
