"""Retries of refused messages, in simulated time."""

from datetime import timedelta
from itertools import pairwise

import pytest

from sandbox.client.find import labels_of
from testbed.simulation.servers import MESSAGES, WRITING
from tests.bot.e2e.turn_text import YOUR_TURN

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
MESSAGE = MESSAGES + "/{message_id}"


def refused(discord, channel):
    """Return the moments of refused direct messages."""
    return [
        entry.at
        for entry in discord.log.entries
        if (entry.method, entry.route) == ("POST", MESSAGES)
        and entry.code is not None
        and entry.ids["channel_id"] != channel.id
    ]


@pytest.mark.parametrize(("way", "code"), [("channel", 50007), ("both", 50007), ("channel", 50001)])
async def test_someone_who_left_gets_an_hourly_direct_message_until_one_arrives(
    evening, discord, clock, way, code
):
    ann, ben = evening.ann, evening.ben
    await evening.play()
    await ben.slash("settings", turns=way)
    discord.create_guild("Elsewhere").add_member(ben)
    ben.user.dms_open = code != 50007
    discord.faults.revoke(WRITING, evening.channel)
    (cell,) = await evening.bot.services.games.legal_moves_text(1, ann.id, "", 1)
    await ann.slash("move", cell=cell)
    evening.guild.remove_member(ben)
    if code == 50001:
        discord.faults.refuse("POST", MESSAGES, 403, code, "By mistake", times=1000)
    await evening.bot.deliver()
    begun = clock.moment
    while clock.moment < begun + 5 * HOUR:
        due = await evening.bot.services.outbox.next_due()
        await evening.wait(max(due, clock.moment + SECOND))

    tried = refused(discord, evening.channel)
    assert 4 <= len(tried) <= 6
    pauses = [later - earlier for earlier, later in pairwise(tried)]
    # doubtful refusals are retried after a minute, and again when the channel is given up
    assert all(pause >= 3600 for pause in pauses) or code == 50001
    assert all(pause in (60, 61) or pause > 600 for pause in pauses)
    discord.faults.stop_faults()
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
