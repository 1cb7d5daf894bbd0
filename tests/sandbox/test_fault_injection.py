"""Each injected fault, and the exception that an unmodified discord.py raises for it."""

import asyncio
import io

import aiohttp
import discord
import pytest

from sandbox import InteractionFailed, Permission

SEND = ("POST", "/channels/{channel_id}/messages")
CALLBACK = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")


@pytest.fixture
def answer_within():
    return 1.0


@pytest.fixture
async def bot(sandbox, place, new_bot, running):
    """Running bot that responds to /ask and stores the exception raised by responding."""
    made = new_bot(max_ratelimit_timeout=30)
    made.raised = []

    @made.tree.command(description="Ask")
    async def ask(interaction: discord.Interaction):
        try:
            await interaction.response.send_message("here")
        except (discord.DiscordException, aiohttp.ClientError, TypeError) as error:
            made.raised.append(error)

    async with running(sandbox, made):
        yield made


@pytest.fixture
def channel(bot, place):
    return bot.get_channel(place.channel.id)


@pytest.fixture
def no_waiting(monkeypatch):
    """Skip discord.py's pauses between retries."""
    sleep = asyncio.sleep

    async def short(seconds, *rest):
        await sleep(min(seconds, 0.01), *rest)

    monkeypatch.setattr(discord.http.asyncio, "sleep", short)


async def test_discord_py_waits_for_a_route_limit(channel, sandbox):
    sandbox.faults.rate_limit(*SEND, retry_after=0.05)
    await channel.send("x")
    assert sandbox.requests.count(*SEND, status=429) == 1
    assert sandbox.requests.count(*SEND, status=200) == 1


async def test_discord_py_waits_for_a_global_limit(channel, sandbox):
    sandbox.faults.rate_limit(*SEND, retry_after=0.05, scope="global")
    await channel.send("x")
    assert sandbox.requests.count(*SEND, status=200) == 1


async def test_a_limit_beyond_the_maximum_wait_is_raised(channel, sandbox):
    sandbox.faults.rate_limit(*SEND, retry_after=60)
    with pytest.raises(discord.RateLimited) as raised:
        await channel.send("x")
    assert not isinstance(raised.value, discord.HTTPException)


@pytest.mark.parametrize("html", [True, False])
async def test_a_cloudflare_ban_is_raised(channel, sandbox, html):
    sandbox.faults.cloudflare_ban(*SEND, html=html)
    with pytest.raises(discord.HTTPException) as raised:
        await channel.send("x")
    assert raised.value.status == 429


async def test_a_cloudflare_ban_of_a_callback_raises_a_type_error(bot, place, sandbox):
    sandbox.faults.cloudflare_ban(*CALLBACK)
    with pytest.raises(InteractionFailed):
        await place.ann.slash("ask", channel=place.channel)
    assert isinstance(bot.raised[0], TypeError | discord.HTTPException)


async def test_editing_an_old_message_has_its_own_limit(channel, place, sandbox):
    message = await channel.send("x")
    sandbox.clock.advance(3601)
    for number in range(sandbox.settings.old_edits):
        await message.edit(content=str(number))
    with pytest.raises(discord.RateLimited):
        await message.edit(content="x")


async def test_discord_py_retries_a_500_with_one_nonce(channel, place, sandbox, no_waiting):
    sandbox.faults.server_error(*SEND, after_acting=True)
    await channel.send("x")
    assert sandbox.requests.count(*SEND) == 2
    assert len(place.channel.messages) == 1


async def test_a_lost_response_without_nonce_duplicates_the_message(raw, place, sandbox):
    sandbox.faults.server_error(*SEND, after_acting=True)
    assert (await raw.send(place.channel)).status == 500
    assert (await raw.send(place.channel)).status == 200
    assert len(place.channel.messages) == 2


async def test_a_503_is_raised_at_once(channel, place, sandbox):
    sandbox.faults.server_error(*SEND, status=503)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("x")
    assert place.channel.messages == {}


async def test_the_log_marks_lost_responses(channel, sandbox):
    sandbox.faults.reset(*SEND, after_acting=True)
    with pytest.raises(aiohttp.ClientError):
        await channel.send("hello")
    await channel.send("hello again")
    sent = [entry for entry in sandbox.requests.entries if (entry.method, entry.route) == SEND]
    assert [(entry.status, entry.answer_delivered) for entry in sent] == [(200, False), (200, True)]


@pytest.mark.parametrize(("after_acting", "messages"), [(False, 0), (True, 1)])
async def test_a_reset_raises_a_client_error(channel, place, sandbox, after_acting, messages):
    sandbox.faults.reset(*SEND, after_acting=after_acting)
    with pytest.raises(aiohttp.ClientError):
        await channel.send("x")
    assert len(place.channel.messages) == messages


@pytest.mark.parametrize(("after_acting", "messages"), [(False, 0), (True, 1)])
async def test_silence_lasts_until_the_client_times_out(
    channel, place, sandbox, after_acting, messages
):
    sandbox.faults.silence(*SEND, after_acting=after_acting)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(channel.send("x"), 0.2)
    assert len(place.channel.messages) == messages


@pytest.mark.parametrize("after_acting", [False, True])
async def test_a_silent_request_is_logged_before_it_ends(channel, sandbox, after_acting):
    sandbox.faults.silence(*SEND, after_acting=after_acting)
    sending = asyncio.create_task(channel.send("x"))
    await sandbox.wait_until(lambda: sandbox.requests.count(*SEND) == 1)
    assert not sending.done()
    sending.cancel()


async def test_a_slow_response_arrives(channel, place, sandbox):
    sandbox.faults.slow(0.1, *SEND)
    before = asyncio.get_running_loop().time()
    await channel.send("x")
    assert asyncio.get_running_loop().time() - before >= 0.1


async def test_a_held_request_is_served_when_it_is_released(channel, place, sandbox):
    held = sandbox.faults.hold(*SEND)
    sending = asyncio.create_task(channel.send("x"))
    await held.arrived()
    assert not place.channel.messages

    held.release()
    await sending
    assert len(place.channel.messages) == 1


async def test_answers_with_a_chosen_refusal(channel, sandbox):
    sandbox.faults.refuse(*SEND, 403, 50013, "Missing Permissions")
    with pytest.raises(discord.Forbidden):
        await channel.send("x")
    await channel.send("x")


async def test_stop_faults_clears_planned_faults(channel, sandbox):
    sandbox.faults.server_error(status=503, times=99)
    sandbox.faults.stop_faults()
    await channel.send("x")


@pytest.mark.parametrize(
    ("permission", "code"),
    [(Permission.SEND_MESSAGES, 50013), (Permission.VIEW_CHANNEL, 50001)],
)
async def test_a_revoked_permission_is_forbidden(channel, place, sandbox, permission, code):
    sandbox.faults.revoke(permission, place.channel)
    with pytest.raises(discord.Forbidden) as raised:
        await channel.send("x")
    assert raised.value.code == code


async def test_a_deleted_channel_or_message_is_not_found(channel, place, sandbox):
    message = await channel.send("x")
    sandbox.faults.delete_message(place.channel.messages[message.id])
    with pytest.raises(discord.NotFound):
        await message.edit(content="y")
    sandbox.faults.delete_channel(place.channel)
    with pytest.raises(discord.NotFound):
        await channel.send("x")


async def test_closed_direct_messages_are_forbidden(bot, place, sandbox):
    person = await bot.fetch_user(place.ann.id)
    await person.send("hello")
    sandbox.faults.close_direct_messages(place.ann)
    with pytest.raises(discord.Forbidden) as raised:
        await person.send("hello")
    assert raised.value.code == 50007


async def test_a_lost_interaction_fails_for_the_user(bot, place, sandbox):
    sandbox.faults.lose_interactions()
    with pytest.raises(InteractionFailed):
        await place.ann.slash("ask", channel=place.channel)
    assert (await place.ann.slash("ask", channel=place.channel)).content == "here"


async def test_a_duplicated_interaction_is_answered_once(bot, place, sandbox):
    sandbox.faults.double_interactions()
    assert (await place.ann.slash("ask", channel=place.channel)).content == "here"
    await sandbox.wait_until(lambda: sandbox.requests.count(*CALLBACK) == 2)
    assert [e.code for e in sandbox.requests.entries if e.route == CALLBACK[1]] == [0, 40060]


async def test_a_callback_that_arrives_late_is_an_unknown_interaction(bot, place, sandbox):
    held = sandbox.faults.hold(*CALLBACK)
    task = asyncio.create_task(place.ann.slash("ask", channel=place.channel))
    await held.arrived()
    sandbox.clock.advance(3.1)
    held.release()
    await sandbox.wait_until(lambda: bool(bot.raised))
    assert (type(bot.raised[0]), bot.raised[0].code) == (discord.NotFound, 10062)
    task.cancel()


async def test_a_dropped_gateway_is_resumed(bot, place, sandbox):
    sandbox.faults.drop_gateway()
    await sandbox.wait_until(lambda: not sandbox.is_bot_connected)
    await sandbox.wait_until(lambda: sandbox.is_bot_connected)
    assert (await place.ann.slash("ask", channel=place.channel)).content == "here"
    assert bot.seen.count("shard_resumed") == 1
    assert bot.seen.count("ready") <= 1


async def test_discord_py_follows_a_reconnect_request(bot, place, sandbox):
    sandbox.faults.ask_to_reconnect()
    await sandbox.wait_until(lambda: "shard_resumed" in bot.seen)
    assert (await place.ann.slash("ask", channel=place.channel)).content == "here"


async def test_discord_py_replaces_an_invalid_session(bot, place, sandbox, no_waiting):
    before = sandbox.core.hub.identified
    sandbox.faults.invalidate_sessions()
    await sandbox.wait_until(lambda: sandbox.core.hub.identified > before)
    assert (await place.ann.slash("ask", channel=place.channel)).content == "here"


async def test_discord_py_reconnects_after_a_gateway_outage(bot, place, sandbox, no_waiting):
    with sandbox.faults.gateway_outage():
        await sandbox.wait_until(lambda: not sandbox.is_bot_connected)
        await asyncio.sleep(0.05)
        assert not sandbox.is_bot_connected
    await sandbox.wait_until(lambda: sandbox.is_bot_connected)


@pytest.mark.parametrize("code", [4004, 4014])
async def test_a_final_close_code_ends_the_bot(bot, place, sandbox, code):
    sandbox.faults.close_gateway(code)
    await sandbox.wait_until(bot.is_closed)


async def test_a_zombie_connection_receives_nothing(raw, place, sandbox):
    await raw.connect()
    sandbox.faults.freeze_gateway()
    await raw.frame(1, None)
    place.ann.say("x", place.channel)
    await raw.nothing_of("MESSAGE_CREATE")


async def test_a_wrong_token_does_not_log_in(sandbox, place, new_bot, running):
    with pytest.raises(discord.LoginFailure):
        async with running(sandbox, new_bot(), token="wrong"):
            pytest.fail("logged in")


async def test_an_intent_that_is_switched_off_ends_the_bot(sandbox, place, new_bot, running):
    intents = discord.Intents(guilds=True, members=True)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(sandbox, new_bot(intents)):
            pytest.fail("logged in")


async def test_discord_py_sends_files_and_components(channel, place):
    view = discord.ui.LayoutView(timeout=None)
    gallery = discord.ui.MediaGallery()
    gallery.add_item(media="attachment://board.png", description="A board")
    view.add_item(gallery)
    view.add_item(discord.ui.TextDisplay("Your turn"))
    file = discord.File(io.BytesIO(b"1"), "board.png")
    sent = await channel.send(view=view, file=file)
    assert place.channel.messages[sent.id].attachments[0].content == b"1"
    assert sent.components[0].items[0].media.url.startswith("http://127.0.0.1")


async def test_a_callback_runs_before_the_request_is_served(channel, place, sandbox):
    seen = []
    sandbox.faults.when(*SEND, lambda: seen.append(len(place.channel.messages)))
    await channel.send("x")
    await channel.send("y")
    assert seen == [0]
    assert len(place.channel.messages) == 2


async def test_slow_mode_does_not_apply_to_the_bot(channel, place, sandbox):
    sandbox.faults.slow_mode(place.channel, 30)
    await channel.send("x")
    await channel.send("y")
    assert channel.slowmode_delay == 30
    assert len(place.channel.messages) == 2
