"""Gateway: connecting, events of each session, and resuming."""

import asyncio
import zlib

import pytest

from sandbox import NotPossible, Permission, Sandbox, Settings
from sandbox.state.messages import react

GUILDS, MEMBERS, MESSAGES, DIRECT, CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 12, 1 << 15


async def test_ready_lists_the_guilds(raw, place, sandbox):
    ready = await raw.connect()
    assert ready["resume_gateway_url"].startswith("ws://127.0.0.1")
    assert ready["user"]["id"] == str(sandbox.application.id)
    assert ready["guilds"] == [{"id": str(place.guild.id), "unavailable": True}]
    guild = await raw.event("GUILD_CREATE")
    assert [c["name"] for c in guild["channels"]] == ["games"]
    assert [m["user"]["id"] for m in guild["members"]] == [str(sandbox.application.id)]


async def test_a_heartbeat_is_acknowledged(raw):
    await raw.open()
    await raw.frame(1, None)
    assert (await raw.next())["op"] == 11


async def test_an_ack_takes_a_moment(raw, monkeypatch):
    monkeypatch.setattr("sandbox.gateway.socket.ACK_DELAY", 0.5)
    await raw.open()
    await raw.frame(1, None)
    await raw.frame(2, {"token": raw.token, "intents": GUILDS, "properties": {}})
    frames = [await raw.next()]
    while frames[-1]["op"] != 11:
        frames.append(await raw.next())
    assert [frame["op"] for frame in frames[:2]] == [0, 0], "later frames are answered meanwhile"


@pytest.mark.parametrize(
    ("identify", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"intents": 1 << 40}, 4013),
        ({"intents": MEMBERS}, 4014),
        ({"intents": CONTENT}, 4014),
        ({"shard": [2, 2]}, 4010),
        ({"shard": "x"}, 4010),
    ],
)
async def test_an_invalid_identify_closes_the_connection(raw, identify, code):
    await raw.open()
    await raw.frame(2, {"token": raw.token, "intents": GUILDS, "properties": {}, **identify})
    assert await raw.next() == code


async def test_accepts_an_enabled_privileged_intent(raw, sandbox):
    sandbox.application.privileged = CONTENT
    ready = await raw.connect(GUILDS | CONTENT)
    assert ready["application"]["flags"] == 1 << 19


@pytest.mark.parametrize(
    ("frame", "code"),
    [("{", 4002), ("[]", 4002), ('{"op": 99}', 4001), ('{"op": 8, "d": {}}', 4003)],
)
async def test_an_invalid_frame_closes_the_connection(raw, frame, code):
    await raw.open()
    await raw.socket.send_str(frame)
    assert await raw.next() == code


async def test_identifying_twice_closes_the_connection(raw):
    await raw.connect(0)
    await raw.frame(2, {"token": raw.token, "intents": 0, "properties": {}})
    assert await raw.next() == 4005


async def test_a_frame_over_4096_bytes_closes_the_connection(raw):
    await raw.connect(0)
    await raw.frame(3, {"status": "a" * 4096})
    assert await raw.next() == 4002


async def test_the_121st_frame_of_a_minute_closes_the_connection(raw):
    await raw.open()
    for _ in range(120):
        await raw.frame(1, None)
        assert (await raw.next())["op"] == 11
    await raw.frame(1, None)
    assert await raw.next() == 4008


async def test_missing_heartbeats_close_the_connection(new_raw):
    async with Sandbox(settings=Settings(heartbeat=0.1)) as made, new_raw(made) as raw:
        await raw.connect(0)
        assert await raw.next() == 4009


async def test_compresses_frames_on_request(raw):
    url = raw.made.gateway_url + "/?v=10&encoding=json&compress=zlib-stream"
    async with raw.session.ws_connect(url) as socket:
        packed = await socket.receive_bytes(timeout=5)
    assert packed.endswith(b"\x00\x00\xff\xff")
    assert b'"op":10' in zlib.decompressobj().decompress(packed)


@pytest.mark.parametrize(
    ("intents", "content"),
    [(GUILDS | MESSAGES, ""), (GUILDS | MESSAGES | CONTENT, "hello"), (GUILDS, None)],
)
async def test_intents_filter_message_events(raw, place, sandbox, intents, content):
    sandbox.application.privileged = CONTENT
    await raw.connect(intents)
    place.ann.say("hello", place.channel)
    if content is None:
        await raw.nothing_of("MESSAGE_CREATE")
    else:
        event = await raw.event("MESSAGE_CREATE")
        assert (event["content"], event["guild_id"]) == (content, str(place.guild.id))


async def test_a_mention_of_the_bot_is_readable_without_the_intent(raw, place, sandbox):
    await raw.connect()
    place.ann.say(f"hello {sandbox.application.bot.mention}", place.channel)
    assert (await raw.event("MESSAGE_CREATE"))["content"].startswith("hello")


async def test_no_events_from_an_invisible_channel(raw, place, sandbox):
    await raw.connect()
    sandbox.faults.revoke(Permission.VIEW_CHANNEL, place.channel)
    await raw.event("CHANNEL_UPDATE")
    place.ann.say("psst", place.channel)
    await raw.nothing_of("MESSAGE_CREATE")


async def test_member_events_need_the_privileged_intent(raw, place, sandbox):
    await raw.connect()
    place.guild.add_member("Cat")
    await raw.nothing_of("GUILD_MEMBER_ADD")
    sandbox.application.privileged = MEMBERS
    await raw.connect(GUILDS | MEMBERS)
    dan = place.guild.add_member("Dan")
    assert (await raw.event("GUILD_MEMBER_ADD"))["user"]["id"] == str(dan.id)


async def test_sends_events_for_channels_threads_and_messages(raw, place, sandbox):
    await raw.connect()
    said = place.ann.say("hello", place.channel)
    thread = place.guild.create_thread(place.channel, "A game", place.ann)
    assert (await raw.event("THREAD_CREATE"))["id"] == str(thread.id)
    sandbox.faults.archive(thread)
    assert (await raw.event("THREAD_UPDATE"))["thread_metadata"]["archived"] is True
    sandbox.faults.delete_message(said)
    assert (await raw.event("MESSAGE_DELETE"))["id"] == str(said.id)
    sandbox.faults.delete_channel(place.channel)
    await raw.event("THREAD_DELETE")
    assert (await raw.event("CHANNEL_DELETE"))["id"] == str(place.channel.id)


async def test_sends_an_event_for_a_new_role(raw, place):
    await raw.connect()
    role = place.guild.create_role("Mods", Permission.MANAGE_MESSAGES)
    event = await raw.event("GUILD_ROLE_CREATE")
    assert (event["guild_id"], event["role"]["id"]) == (str(place.guild.id), str(role.id))
    assert event["role"]["permissions"] == str(int(Permission.MANAGE_MESSAGES))


async def test_changing_a_role_sends_an_event_and_takes_effect(raw, place):
    await raw.connect()
    place.guild.set_permissions(place.guild.everyone, Permission.VIEW_CHANNEL)
    event = await raw.event("GUILD_ROLE_UPDATE")
    assert event["role"]["permissions"] == str(int(Permission.VIEW_CHANNEL))
    with pytest.raises(NotPossible, match="may not write"):
        place.ann.say("hello", place.channel)


async def test_reaction_events_need_their_intent(raw, place, sandbox):
    await raw.connect(GUILDS | MESSAGES | 1 << 10)
    said = place.ann.say("hello", place.channel)
    react(sandbox.world, said, "⚫", place.ben.user, add=True)
    event = await raw.event("MESSAGE_REACTION_ADD")
    assert (event["user_id"], event["emoji"]["name"]) == (str(place.ben.id), "⚫")


async def test_an_outage_differs_from_a_removal(raw, place, sandbox):
    await raw.connect()
    with sandbox.faults.outage(place.guild):
        assert (await raw.event("GUILD_DELETE"))["unavailable"] is True
    await raw.event("GUILD_CREATE")
    sandbox.faults.kick(place.guild)
    assert "unavailable" not in await raw.event("GUILD_DELETE")
    place.guild.invite(sandbox.application)
    await raw.event("GUILD_CREATE")


async def test_direct_messages_go_to_shard_0_and_guilds_to_their_shard(
    new_raw, raw, place, sandbox
):
    mine = (place.guild.id >> 22) % 2
    async with new_raw(sandbox) as other:
        both = [raw, other]
        for number, bot in enumerate(both):
            ready = await bot.connect(shard=[number, 2])
            assert ready["shard"] == [number, 2]
            assert len(ready["guilds"]) == (1 if number == mine else 0)
        place.ann.say("hello", place.channel)
        await both[mine].event("MESSAGE_CREATE")
        await both[1 - mine].nothing_of("MESSAGE_CREATE")
        place.ann.say("psst", sandbox.direct_channel(place.ann))
        assert "guild_id" not in await both[0].event("MESSAGE_CREATE")


async def resume(raw, session, seq):
    await raw.open()
    await raw.frame(6, {"token": raw.token, "session_id": session, "seq": seq})


async def test_resuming_replays_missed_events(raw, place, sandbox):
    ready = await raw.connect()
    await raw.event("GUILD_CREATE")
    seen = raw.events[-1]["s"]
    sandbox.faults.drop_gateway()
    await sandbox.wait_until(lambda: not sandbox.is_bot_connected)
    said = place.ann.say("while you were away", place.channel)
    await resume(raw, ready["session_id"], seen)
    assert (await raw.event("MESSAGE_CREATE"))["id"] == str(said.id)
    await raw.event("RESUMED")
    assert [e["s"] for e in raw.events[-2:]] == [seen + 1, seen + 2]


async def test_refuses_to_resume_an_ended_session(raw, place):
    await resume(raw, "nonsense", 1)
    assert await raw.next() == {"op": 9, "d": False, "s": None, "t": None}


async def test_refuses_to_resume_from_a_future_sequence(raw, place, sandbox):
    ready = await raw.connect()
    sandbox.faults.drop_gateway()
    await resume(raw, ready["session_id"], 10_000)
    assert (await raw.next())["op"] == 9


async def test_resuming_replays_a_missed_interaction(raw, place, sandbox):
    ready = await raw.connect()
    await raw.command()
    sandbox.faults.drop_gateway()
    await sandbox.wait_until(lambda: not sandbox.is_bot_connected)
    task = asyncio.create_task(place.ann.slash("ask", channel=place.channel))
    await asyncio.sleep(0)
    await resume(raw, ready["session_id"], 2)
    await raw.respond(await raw.event("INTERACTION_CREATE"), 4, {"content": "just in time"})
    assert (await task).content == "just in time"


async def test_answers_a_member_request(raw, place):
    await raw.connect()
    ids = [str(place.ann.id), "1"]
    await raw.frame(8, {"guild_id": str(place.guild.id), "user_ids": ids, "nonce": "n"})
    chunk = await raw.event("GUILD_MEMBERS_CHUNK")
    assert [m["user"]["id"] for m in chunk["members"]] == ids[:1]
    assert (chunk["not_found"], chunk["nonce"]) == (["1"], "n")


async def test_several_bots_are_independent(new_raw, raw, place, sandbox):
    second = sandbox.create_application("Second")
    place.guild.invite(second)
    async with new_raw(sandbox) as other:
        other.token = second.token
        await raw.connect()
        await other.connect()
        await raw.command()
        task = asyncio.create_task(place.ann.slash("ask", channel=place.channel))
        await raw.respond(await raw.event("INTERACTION_CREATE"), 4, {"content": "x"})
        await task
        await other.nothing_of("INTERACTION_CREATE")


async def test_a_joined_guild_differs_from_a_known_one(raw, place, sandbox):
    await raw.connect()
    assert (await raw.event("GUILD_CREATE"))["unavailable"] is False
    guild = sandbox.create_guild("New", with_bot=False)

    guild.invite(sandbox.application)

    arrived = await raw.event("GUILD_CREATE")
    assert arrived["id"] == str(guild.id)
    assert "unavailable" not in arrived
