"""Threads of games with Discord's rate limits applied."""

from types import SimpleNamespace

import discord as discord_py
import pytest

from bot.context.discord_errors import Held
from bot.runtime.app import LONGEST_RATELIMIT, RemainingRequests
from sandbox import Settings
from sandbox.client.find import labels_of

ROUTE = ("POST", "/channels/{channel_id}/messages/{message_id}/threads")


@pytest.fixture
def sandbox_settings():
    return Settings(answer_within=20.0)


@pytest.fixture
async def club(table):
    await table.app.context.services.server_settings.change(table.guild.id, threads=True)
    return table


async def begin(club):
    """Start a game and wait until its first turn is posted."""
    await club.ann.slash("challenge", opponent=club.ben, size=4)
    card = await club.discord.wait_for_message(
        club.channel, lambda message: "Accept" in labels_of(message)
    )
    await club.ben.click(card, "Accept")
    await club.settled()


def channels_with_a_board(club):
    """Return the channels and threads in which a first turn was posted."""
    channels = club.discord.world.channels.values()
    return [each for each in channels if any("turn 1" in m.content for m in each.messages.values())]


async def test_the_second_game_of_a_channel_has_its_thread_at_once(club):
    for _ in range(2):
        await begin(club)

    assert club.discord.requests.count(*ROUTE, status=201) == 2
    assert [each.thread is not None for each in channels_with_a_board(club)] == [True, True]


async def test_a_game_without_a_thread_because_of_a_long_limit_is_played_in_the_channel(club):
    club.discord.faults.rate_limit(*ROUTE, retry_after=300)

    await begin(club)

    assert [each.thread for each in channels_with_a_board(club)] == [None]


REFUSED = SimpleNamespace(status=429, reason="", headers={"Retry-After": "0.01"})


@pytest.mark.parametrize(
    "refusal", [discord_py.HTTPException(REFUSED, "<html>"), Held(0.01)], ids=["first", "later"]
)
async def test_a_refusal_of_all_requests_only_delays_the_thread(club, monkeypatch, refusal):
    start, refusals = club.app.http.start_thread_with_message, [refusal]

    async def refused_at_first(*args, **options):
        if refusals:
            raise refusals.pop()
        return await start(*args, **options)

    monkeypatch.setattr(club.app.http, "start_thread_with_message", refused_at_first)
    await begin(club)

    assert refusals == []
    assert [each.thread is not None for each in channels_with_a_board(club)] == [True]


async def test_an_exhausted_bucket_still_refuses_long_waits():
    bucket = RemainingRequests(LONGEST_RATELIMIT)
    bucket.expires = bucket._loop.time() + 600
    await bucket.acquire()

    with pytest.raises(discord_py.RateLimited):
        await bucket.acquire()
