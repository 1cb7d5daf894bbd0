"""Turns of people whom neither their channel nor a direct message can reach."""

from datetime import timedelta
from itertools import pairwise

import pytest

from testbed.simulation.servers import MESSAGES, WRITING

HOUR = timedelta(hours=1)


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
        await evening.wait(max(due, clock.moment + timedelta(seconds=1)))

    tried = refused(discord)
    assert 4 <= len(tried) <= 6
    assert all(later - earlier >= 3600 for earlier, later in pairwise(tried))
    ben.user.dms_open = True
    await evening.wait(clock.moment + 2 * HOUR)
    (told,) = ben.direct_messages(discord.application)
    assert "Your turn" in told.content
