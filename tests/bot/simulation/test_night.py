"""Quiet hours that begin between an event and its delayed message."""

from datetime import UTC, datetime

import pytest

from bot.words import labels
from sandbox.client.find import labels_of
from testbed.simulation.servers import MESSAGES

SHOW = labels.show_game(1)
ANSWERS = (labels.UNDO_ACCEPT(), labels.UNDO_DECLINE())


def at(day, hour, minute=0, second=0):
    return datetime(2030, 3, day, hour, minute, second, tzinfo=UTC)


async def challenged(evening):
    await evening.ann.slash("challenge", opponent=evening.ben, size=4, pace="none")


async def resigned(evening):
    await evening.ann.click(await evening.ann.slash("resign"), "Yes, resign")


async def asked(evening):
    await evening.ann.click(await evening.ann.slash("undo"), "Yes, ask")


@pytest.mark.parametrize(
    ("action", "shown", "notification", "buttons"),
    [
        (challenged, " challenges ", "challenged you in", []),
        (resigned, " wins", "has ended", [SHOW]),
        (asked, "is asking to undo", "is asking for an undo", [*ANSWERS, SHOW]),
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
