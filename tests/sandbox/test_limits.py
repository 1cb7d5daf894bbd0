"""Rate limits by route, their headers, and the ban after too many refused requests."""

import asyncio

import pytest

from sandbox import Sandbox, Settings


@pytest.fixture
async def limited(new_raw):
    """Bot and channel in a sandbox with Discord's rate limits."""
    async with Sandbox(settings=Settings(invalid_limit=6)) as made:
        channel = made.create_guild("Friends").create_text_channel("games")
        async with new_raw(made) as raw:
            yield raw, channel
        assert made.log.own_errors == []


async def test_rate_limit_headers_count_down(limited):
    raw, channel = limited
    answers = [await raw.send(channel) for _ in range(5)]
    left = [a.headers["X-RateLimit-Remaining"] for a in answers]
    assert left == ["4", "3", "2", "1", "0"]
    first = answers[0].headers
    assert (first["X-RateLimit-Limit"], len(first["X-RateLimit-Bucket"])) == ("5", 32)
    assert 4.5 < float(first["X-RateLimit-Reset-After"]) <= 5


async def test_refuses_the_sixth_message_within_five_seconds(limited):
    raw, channel = limited
    for _ in range(5):
        assert (await raw.send(channel)).status == 200
    answer = await raw.send(channel)
    assert answer.status == 429
    assert 0 < answer.data["retry_after"] <= 5
    assert answer.data["global"] is False
    assert answer.headers["Via"]
    assert answer.headers["X-RateLimit-Scope"] == "user"
    assert int(answer.headers["Retry-After"]) >= answer.data["retry_after"]
    raw.made.clock.advance(5)
    assert (await raw.send(channel)).status == 200


async def test_each_channel_has_its_own_limit(limited):
    raw, channel = limited
    guild = raw.made.create_guild("Others")
    for _ in range(5):
        await raw.send(channel)
    assert (await raw.send(guild.create_text_channel("x"))).status == 200


async def test_each_interaction_has_its_own_limit(limited):
    raw, _ = limited
    guild = raw.made.create_guild("Others")
    ann, channel = guild.add_member("Ann"), guild.create_text_channel("x")
    await raw.connect()
    await raw.command()
    left = []
    for _ in range(2):
        task = asyncio.create_task(ann.slash("ask", channel=channel))
        answer = await raw.respond(await raw.event("INTERACTION_CREATE"), 4, {"content": "x"})
        assert answer.status == 200
        left.append(answer.headers["X-RateLimit-Remaining"])
        await task
    assert left == ["49", "49"]


async def test_limits_a_bot_to_50_requests_a_second(limited):
    raw, _ = limited
    paths = ["/users/@me", "/oauth2/applications/@me", "/users/@me/guilds"]
    answers = [await raw.call("GET", paths[n % 3]) for n in range(51)]
    assert {a.status for a in answers[:50]} == {200}
    assert (answers[50].status, answers[50].data["global"]) == (429, True)
    assert answers[50].headers["X-RateLimit-Global"] == "true"


async def test_too_many_refused_requests_ban_the_address_temporarily(limited):
    raw, _ = limited
    token, raw.token = raw.token, "wrong"
    for _ in range(6):
        assert (await raw.call("GET", "/users/@me")).status == 401
    raw.token = token
    url = raw.made.api_base + "/users/@me"
    async with raw.session.get(url, headers={"Authorization": f"Bot {token}"}) as banned:
        assert (banned.status, banned.content_type) == (429, "text/html")
        assert "Via" not in banned.headers
    raw.made.clock.advance(601)
    assert (await raw.call("GET", "/users/@me")).status == 200


async def test_disabled_limits_allow_everything(raw, place):
    answers = [await raw.send(place.channel) for _ in range(60)]
    assert {a.status for a in answers} == {200}
    assert "X-RateLimit-Limit" not in answers[0].headers
