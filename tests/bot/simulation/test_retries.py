"""Retries of refused messages, in simulated time."""

from datetime import timedelta
from itertools import pairwise

import pytest

from sandbox.client.find import labels_of
from testbed.simulation.servers import MESSAGES, WRITING
from tests.bot.e2e.turn_text import YOUR_TURN

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
MESSAGE = MESSAGES + "/{message_id}"


def refused(discord):
    """Return the moments of refused direct messages."""
    return [
        entry.at
        for entry in discord.log.entries
        if (entry.method, entry.route) == ("POST", MESSAGES) and entry.code == 50007
    ]


@pytest.mark.parametrize("way", ["channel", "both"])
async def test_someone_who_left_gets_an_hourly_direct_message_until_one_arrives(
    evening, discord, clock, way
):
    ann, ben = evening.ann, evening.ben
    await evening.play()
    await ben.slash("settings", turns=way)
    discord.create_guild("Elsewhere").add_member(ben)
    ben.user.dms_open = False
    discord.faults.revoke(WRITING, evening.channel)
    (cell,) = await evening.bot.services.games.legal_moves_text(1, ann.id, "", 1)
    await ann.slash("move", cell=cell)
    evening.guild.remove_member(ben)
    await evening.bot.deliver()
    begun = clock.moment
    while clock.moment < begun + 5 * HOUR:
        due = await evening.bot.services.outbox.next_due()
        await evening.wait(max(due, clock.moment + SECOND))

    tried = refused(discord)
    assert 4 <= len(tried) <= 6
    assert all(later - earlier >= 3600 for earlier, later in pairwise(tried))
    ben.user.dms_open = True
    await evening.wait(clock.moment + 2 * HOUR)
    (told,) = ben.direct_messages(discord.application)
    assert "Your turn" in told.content


@pytest.mark.parametrize(
    ("fault", "how"),
    [
        ("server_error", {"status": 503}),
        ("reset", {}),
        ("cloudflare_ban", {"html": True}),
        ("cloudflare_ban", {"html": False}),
        ("rate_limit", {"retry_after": 31}),
    ],
)
async def test_closing_an_old_message_is_retried(evening, discord, clock, fault, how):
    await evening.play()
    limit = evening.bot.app.context.request_limit
    (old,) = evening.public()[-1:]
    assert YOUR_TURN in old.content
    before = discord.log.count("PATCH", MESSAGE)
    getattr(discord.faults, fault)("PATCH", MESSAGE, times=4, **how)
    (cell,) = await evening.bot.services.games.legal_moves_text(1, evening.ann.id, "", 1)
    await evening.ann.slash("move", cell=cell)
    await evening.bot.deliver()
    begun = clock.moment
    while (due := await evening.bot.services.outbox.next_due()) is not None:
        assert due < begun + HOUR
        held_for, limit._held_until = timedelta(seconds=limit.held_for()), 0.0
        await evening.wait(max(due, clock.moment + held_for, clock.moment + SECOND))

    assert labels_of(old) == []
    assert YOUR_TURN not in old.content
    assert discord.log.count("PATCH", MESSAGE) == before + 5
    assert sum("turn 4" in message.content for message in evening.public()) == 1
