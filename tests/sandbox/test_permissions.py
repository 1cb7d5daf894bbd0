"""Permissions, threads, direct messages, guilds and user-installed applications."""

import asyncio

import pytest

from sandbox import NotPossible, Permission
from sandbox.models.entities import ChannelType

SEND = Permission.SEND_MESSAGES
EMBED = {"embeds": [{"title": "t"}]}


async def test_an_unknown_channel_is_10003(raw, place, sandbox):
    sandbox.faults.delete_channel(place.channel)
    assert (await raw.send(place.channel)).outcome == (404, 10003)
    answer = await raw.call("GET", f"/channels/{place.channel.id}")
    assert answer.outcome == (404, 10003)


async def test_an_invisible_channel_is_missing_access(raw, place, sandbox):
    sandbox.faults.revoke(Permission.VIEW_CHANNEL, place.channel)
    assert (await raw.send(place.channel)).outcome == (403, 50001)
    sandbox.faults.restore(place.channel)
    assert (await raw.send(place.channel)).outcome == 200


@pytest.mark.parametrize(
    ("permission", "body", "files"),
    [
        (SEND, {"content": "x"}, []),
        (Permission.EMBED_LINKS, EMBED, []),
        (Permission.ATTACH_FILES, {}, [("a.png", b"1")]),
    ],
)
async def test_sending_needs_the_permission(raw, place, sandbox, permission, body, files):
    assert (await raw.send(place.channel, body, files=files)).outcome == 200
    sandbox.faults.revoke(permission, place.channel)
    assert (await raw.send(place.channel, body, files=files)).outcome == (403, 50013)


async def test_reading_needs_the_history_permission(raw, place, sandbox):
    said = place.ann.say("hello", place.channel)
    sandbox.faults.revoke(Permission.READ_MESSAGE_HISTORY, place.channel)
    base = f"/channels/{place.channel.id}/messages"
    assert (await raw.call("GET", base)).data == []
    assert (await raw.call("GET", f"{base}/{said.id}")).outcome == (403, 50013)


async def test_a_member_overwrite_takes_precedence_over_everyone(raw, place, sandbox):
    place.guild.set_overwrite(place.channel, place.guild.everyone, deny=SEND)
    assert (await raw.send(place.channel)).outcome == (403, 50013)
    place.guild.set_overwrite(place.channel, sandbox.application, allow=SEND)
    assert (await raw.send(place.channel)).outcome == 200


async def test_an_administrator_ignores_overwrites(raw, place, sandbox):
    sandbox.faults.revoke(SEND, place.channel)
    place.guild.kick(sandbox.application)
    place.guild.invite(sandbox.application, Permission.ADMINISTRATOR)
    assert (await raw.send(place.channel)).outcome == 200


async def test_permissions_apply_to_people(place):
    place.guild.set_overwrite(place.channel, place.ann, deny=SEND)
    with pytest.raises(NotPossible, match="may not write"):
        place.ann.say("x", place.channel)
    place.guild.set_overwrite(place.channel, place.ann, deny=Permission.VIEW_CHANNEL)
    with pytest.raises(NotPossible, match="does not see"):
        place.ann.messages(place.channel)


async def test_a_kicked_bot_has_no_access_until_it_is_invited(raw, place, sandbox):
    sandbox.faults.kick(place.guild)
    assert (await raw.send(place.channel)).outcome == (403, 50001)
    assert (await raw.call("GET", f"/guilds/{place.guild.id}")).outcome == (404, 10004)
    place.guild.invite(sandbox.application)
    assert (await raw.send(place.channel)).outcome == 200


async def test_channels_have_the_fields_of_their_type(raw, place):
    voice = place.guild.create_channel("Lounge", ChannelType.VOICE)
    forum = place.guild.create_channel("questions", ChannelType.FORUM)

    data = [(await raw.call("GET", f"/channels/{each.id}")).data for each in (voice, forum)]
    refused = await raw.call("POST", f"/channels/{forum.id}/messages", {"content": "hello"})

    assert [each["type"] for each in data] == [2, 15]
    assert (data[0]["bitrate"], data[1]["available_tags"]) == (64_000, [])
    assert (refused.status, refused.data["code"]) == (400, 50008)


async def test_a_guild_shows_its_channels_roles_and_members(raw, place):
    base = f"/guilds/{place.guild.id}"
    assert (await raw.call("GET", base)).data["name"] == "Friends"
    channels = (await raw.call("GET", base + "/channels")).data
    assert [c["name"] for c in channels] == ["games"]
    roles = (await raw.call("GET", base + "/roles")).data
    assert [r["name"] for r in roles] == ["@everyone", "Bot"]
    member = await raw.call("GET", f"{base}/members/{place.ann.id}")
    assert member.data["user"]["global_name"] == "Ann"
    assert (await raw.call("GET", f"{base}/members/1")).outcome == (404, 10007)


async def test_a_bot_finds_itself_its_application_and_its_guilds(raw, place, sandbox):
    assert (await raw.call("GET", "/users/@me")).data["bot"] is True
    application = await raw.call("GET", "/oauth2/applications/@me")
    assert application.data["id"] == str(sandbox.application.id)
    (guild,) = (await raw.call("GET", "/users/@me/guilds")).data
    assert guild["id"] == str(place.guild.id)


async def test_a_wrong_token_is_refused(raw, place):
    raw.token = "wrong"
    assert (await raw.call("GET", "/users/@me")).outcome == (401, 0)


async def test_refuses_a_malformed_id(raw, place):
    assert (await raw.call("GET", "/channels/abc")).outcome == (400, 50035)


async def test_reports_an_unsupported_endpoint(raw, place, sandbox):
    assert (await raw.call("GET", "/stickers/1")).status == 404
    assert "no endpoint GET /v10/stickers/1" in str(sandbox.refusals[0])


async def thread_of(raw, place, **body):
    path = f"/channels/{place.channel.id}/threads"
    answer = await raw.call("POST", path, {"name": "A game", "type": 11, **body})
    assert answer.status == 201, answer.data
    return place.guild.guild.channels[int(answer.data["id"])]


async def test_starts_a_thread_and_sends_to_it(raw, place):
    thread = await thread_of(raw, place)
    assert (await raw.send(thread)).outcome == 200
    assert place.ann.messages(thread)[0].content == "x"
    active = await raw.call("GET", f"/guilds/{place.guild.id}/threads/active")
    assert [t["id"] for t in active.data["threads"]] == [str(thread.id)]


async def test_a_thread_from_a_message_has_its_id_and_is_unique(raw, place):
    said = place.ann.say("a game?", place.channel)
    path = f"/channels/{place.channel.id}/messages/{said.id}/threads"
    answer = await raw.call("POST", path, {"name": "A game"})
    assert answer.data["id"] == str(said.id)
    assert (await raw.call("POST", path, {"name": "A game"})).outcome == (400, 160004)
    one = await raw.call("GET", f"/channels/{place.channel.id}/messages/{said.id}")
    assert one.data["thread"]["name"] == "A game"


@pytest.mark.parametrize("body", [{"name": "a" * 101}, {"name": ""}, {"auto_archive_duration": 7}])
async def test_refuses_a_thread(raw, place, body):
    path = f"/channels/{place.channel.id}/threads"
    answer = await raw.call("POST", path, {"name": "A game", "type": 11, **body})
    assert answer.outcome == (400, 50035)


async def test_a_thread_needs_its_own_permissions(raw, place, sandbox):
    thread = await thread_of(raw, place)
    sandbox.faults.revoke(Permission.SEND_MESSAGES_IN_THREADS, place.channel)
    assert (await raw.send(thread)).outcome == (403, 50013)
    assert (await raw.send(place.channel)).outcome == 200
    sandbox.faults.restore(place.channel)
    sandbox.faults.revoke(Permission.SEND_MESSAGES, place.channel)
    assert (await raw.send(thread)).outcome == 200
    sandbox.faults.revoke(Permission.CREATE_PUBLIC_THREADS, place.channel)
    path = f"/channels/{place.channel.id}/threads"
    answer = await raw.call("POST", path, {"name": "A game", "type": 11})
    assert answer.outcome == (403, 50013)


async def test_a_message_reopens_an_archived_thread_but_an_edit_does_not(raw, place, sandbox):
    thread = await thread_of(raw, place)
    message = (await raw.send(thread)).data
    one = f"/channels/{thread.id}/messages/{message['id']}"
    sandbox.faults.archive(thread)
    for method, body in (("PATCH", {"content": "y"}), ("DELETE", None)):
        assert (await raw.call(method, one, body)).outcome == (400, 50083)
    assert (await raw.send(thread)).outcome == 200
    assert not thread.thread.archived
    assert (await raw.call("PATCH", one, {"content": "y"})).outcome == 200


async def test_a_locked_thread_refuses_messages_without_the_permission(raw, place, sandbox):
    thread = await thread_of(raw, place)
    sandbox.faults.lock(thread)
    assert (await raw.send(thread)).outcome == (400, 160005)
    place.guild.set_overwrite(place.channel, sandbox.application, allow=Permission.MANAGE_THREADS)
    assert (await raw.send(thread)).outcome == 200


async def test_writing_in_a_locked_thread_needs_the_permission(place, sandbox):
    thread = place.guild.create_thread(place.channel, "A game", place.ann)
    sandbox.faults.lock(thread)
    with pytest.raises(NotPossible, match="The thread A game is locked"):
        place.ann.say("x", thread)
    assert place.ann.messages(thread) == []
    place.guild.set_overwrite(place.channel, place.ann, allow=Permission.MANAGE_THREADS)
    assert place.ann.say("x", thread) in place.ben.messages(thread)


async def test_a_thread_is_archived_by_its_owner_and_locked_by_managers_only(raw, place, sandbox):
    thread = await thread_of(raw, place)
    path = f"/channels/{thread.id}"
    assert (await raw.call("PATCH", path, {"locked": True})).outcome == (403, 50013)
    assert (await raw.call("PATCH", path, {"archived": True})).outcome == 200
    assert (await raw.call("PATCH", path, {"name": "New"})).outcome == (400, 50083)
    assert (await raw.call("PATCH", path, {"archived": False})).outcome == 200
    place.guild.set_overwrite(place.channel, sandbox.application, allow=Permission.MANAGE_THREADS)
    assert (await raw.call("PATCH", path, {"locked": True})).outcome == 200
    assert thread.thread.locked


async def test_a_private_thread_is_visible_only_to_its_members(raw, place, sandbox):
    thread = await thread_of(raw, place, type=12)
    with pytest.raises(NotPossible, match="does not see"):
        place.ann.messages(thread)
    path = f"/channels/{thread.id}/thread-members/{place.ann.id}"
    assert (await raw.call("PUT", path)).status == 204
    assert place.ann.messages(thread) == []
    secret = place.guild.create_thread(place.channel, "Secret", place.ben, private=True)
    assert (await raw.send(secret)).outcome == (403, 50001)


async def test_a_deleted_thread_is_unknown_and_its_parent_stays(raw, place, sandbox):
    thread = await thread_of(raw, place)
    sandbox.faults.delete_channel(thread)
    assert (await raw.send(thread)).outcome == (404, 10003)
    assert (await raw.send(place.channel)).outcome == 200


async def test_deleting_a_channel_deletes_its_threads(raw, place, sandbox):
    thread = await thread_of(raw, place)
    sandbox.faults.delete_channel(place.channel)
    assert (await raw.send(thread)).outcome == (404, 10003)


async def test_messages_are_not_sent_to_a_category(raw, place):
    category = place.guild.create_channel("Group", 4)
    assert (await raw.send(category)).outcome == (400, 50008)


async def test_changing_a_channel_needs_the_permission(raw, place, sandbox):
    path = f"/channels/{place.channel.id}"
    assert (await raw.call("PATCH", path, {"topic": "x"})).outcome == (403, 50013)
    place.guild.set_overwrite(place.channel, sandbox.application, allow=Permission.MANAGE_CHANNELS)
    assert (await raw.call("PATCH", path, {"topic": "x"})).data["topic"] == "x"
    assert (await raw.call("DELETE", path)).outcome == 200
    assert place.channel.id not in sandbox.world.channels


async def test_a_bot_joins_a_thread_and_sees_its_members(raw, place, sandbox):
    thread = place.guild.create_thread(place.channel, "A game", place.ann)
    path = f"/channels/{thread.id}/thread-members"
    assert (await raw.call("PUT", path + "/@me")).status == 204
    assert (await raw.call("PUT", path + "/@me")).status == 204
    place.ben.join_thread(thread)
    members = [m["user_id"] for m in (await raw.call("GET", path)).data]
    assert members == [str(i) for i in (place.ann.id, sandbox.application.id, place.ben.id)]
    assert (await raw.call("PUT", path + "/1")).outcome == (404, 10013)
    sandbox.faults.archive(thread)
    assert (await raw.call("PUT", path + "/@me")).outcome == (400, 50083)


@pytest.mark.parametrize(
    ("method", "tail"), [("GET", "/thread-members"), ("PUT", "/thread-members/@me")]
)
async def test_refuses_thread_members_of_a_channel(raw, place, method, tail):
    answer = await raw.call(method, f"/channels/{place.channel.id}{tail}")
    assert answer.outcome == (400, 50024)


async def test_refuses_a_thread_in_a_thread(raw, place):
    thread = await thread_of(raw, place)
    answer = await raw.call("POST", f"/channels/{thread.id}/threads", {"name": "x", "type": 11})
    assert answer.outcome == (400, 50024)


async def test_renames_a_channel_and_sets_slow_mode(raw, place, sandbox):
    place.guild.set_overwrite(place.channel, sandbox.application, allow=Permission.MANAGE_CHANNELS)
    path = f"/channels/{place.channel.id}"
    answer = await raw.call("PATCH", path, {"name": "new", "rate_limit_per_user": 5})
    assert (answer.data["name"], answer.data["rate_limit_per_user"]) == ("new", 5)
    assert (await raw.call("PATCH", path, {"name": ""})).outcome == (400, 50035)
    assert (await raw.call("GET", path)).data["name"] == "new"


async def test_refuses_changes_to_direct_channels(raw, place):
    channel = await direct(raw, place.ann)
    path = f"/channels/{channel.id}"
    assert (await raw.call("PATCH", path, {"name": "x"})).outcome == (403, 50003)
    assert (await raw.call("DELETE", path)).data["type"] == 1
    said = place.ann.say("hello", channel)
    answer = await raw.call("DELETE", f"{path}/messages/{said.id}")
    assert answer.outcome == (403, 50003)


async def test_a_former_member_is_unknown(raw, place):
    place.guild.remove_member(place.ben)
    answer = await raw.call("GET", f"/guilds/{place.guild.id}/members/{place.ben.id}")
    assert answer.outcome == (404, 10007)
    with pytest.raises(NotPossible, match="does not see"):
        place.ben.messages(place.channel)
    assert (await raw.call("GET", f"/users/{place.ben.id}")).data["global_name"] == "Ben"
    assert (await raw.call("GET", "/users/1")).outcome == (404, 10013)


async def test_refuses_direct_messages_between_bots(raw, place, sandbox):
    other = sandbox.create_application("Second")
    answer = await raw.call("POST", "/users/@me/channels", {"recipient_id": str(other.id)})
    assert answer.outcome == (403, 50007)
    assert (await raw.call("POST", "/users/@me/channels", {})).outcome == (400, 50035)


async def direct(raw, person):
    answer = await raw.call("POST", "/users/@me/channels", {"recipient_id": str(person.id)})
    return raw.made.world.channels[int(answer.data["id"])]


async def test_delivers_a_direct_message_with_a_ping(raw, place, sandbox):
    channel = await direct(raw, place.ann)
    assert (await raw.send(channel)).outcome == 200
    assert [m.content for m in place.ann.direct_messages(sandbox.application)] == ["x"]
    assert place.ann.mentions(channel)
    assert await direct(raw, place.ann) is channel


async def test_refuses_direct_messages_to_a_user_who_closed_them(raw, place, sandbox):
    channel = await direct(raw, place.ann)
    sandbox.faults.close_direct_messages(place.ann)
    assert (await raw.send(channel)).outcome == (403, 50007)
    sandbox.faults.open_direct_messages(place.ann)
    assert (await raw.send(channel)).outcome == 200


async def test_direct_messages_need_a_mutual_guild_or_installation(raw, place, sandbox):
    stranger = sandbox.create_person("Stranger")
    channel = await direct(raw, stranger)
    assert (await raw.send(channel)).outcome == (403, 50278)
    sandbox.install(stranger)
    assert (await raw.send(channel)).outcome == 200


async def test_refuses_a_direct_message_to_an_unknown_user(raw, place):
    answer = await raw.call("POST", "/users/@me/channels", {"recipient_id": "1"})
    assert answer.outcome == (404, 10013)


async def test_a_bot_does_not_read_the_direct_messages_of_others(raw, place, sandbox):
    channel = sandbox.direct_channel(place.ann, place.ben)
    assert (await raw.send(channel)).outcome == (403, 50001)


@pytest.fixture
async def foreign_channel(raw, place, sandbox):
    """Channel in a guild without the bot, and a user command that can be used there."""
    guild = sandbox.create_guild("Elsewhere", with_bot=False)
    channel = guild.create_text_channel("chat")
    guild.add_member(place.ann)
    await raw.connect()
    await raw.command(integration_types=[0, 1], contexts=[0, 1, 2])
    return channel


async def use(raw, person, channel):
    task = asyncio.create_task(person.slash("ask", channel=channel))
    return await raw.event("INTERACTION_CREATE"), task


async def test_an_installed_command_is_available_in_every_guild(
    raw, place, foreign_channel, sandbox
):
    with pytest.raises(NotPossible, match="offered: none"):
        await place.ann.slash("ask", channel=foreign_channel)
    sandbox.install(place.ann)
    event, task = await use(raw, place.ann, foreign_channel)
    assert event["authorizing_integration_owners"] == {"1": str(place.ann.id)}
    assert event["context"] == 0
    assert not int(event["app_permissions"]) & SEND
    await raw.respond(event, 4, {"content": "here"})
    assert (await task).content == "here"
    assert (await raw.send(foreign_channel)).outcome == (403, 50001)


async def test_a_user_installed_bot_sends_five_follow_ups(raw, place, foreign_channel, sandbox):
    sandbox.install(place.ann)
    event, _ = await use(raw, place.ann, foreign_channel)
    await raw.respond(event, 4, {"content": "here"})
    for _ in range(5):
        assert (await raw.hook("POST", event, body={"content": "x"})).outcome == 200
    assert (await raw.hook("POST", event, body={"content": "x"})).outcome == (400, 40094)


async def test_without_external_apps_an_answer_is_ephemeral(raw, place, foreign_channel, sandbox):
    sandbox.install(place.ann)
    place.guild.set_overwrite(foreign_channel, place.ann, deny=Permission.USE_EXTERNAL_APPS)
    event, task = await use(raw, place.ann, foreign_channel)
    await raw.respond(event, 4, {"content": "here"})
    assert (await task).is_ephemeral


async def test_an_installed_command_works_in_a_group_dm(raw, place, foreign_channel, sandbox):
    sandbox.install(place.ann)
    cat = sandbox.create_person("Cat")
    channel = sandbox.direct_channel(place.ann, place.ben, cat)
    event, task = await use(raw, place.ann, channel)
    assert (event["context"], event["channel"]["type"]) == (2, 3)
    await raw.respond(event, 4, {"content": "here"})
    assert (await task) in cat.messages(channel)


async def test_an_installed_command_works_in_a_dm_of_two_people(
    raw, place, foreign_channel, sandbox
):
    sandbox.install(place.ann)
    channel = sandbox.direct_channel(place.ann, place.ben)
    event, task = await use(raw, place.ann, channel)
    assert (event["context"], "guild_id" in event) == (2, False)
    assert event["user"]["id"] == str(place.ann.id)
    await raw.respond(event, 4, {"content": "here"})
    assert (await task) in place.ben.messages(channel)


async def test_a_command_works_in_the_bots_dm(raw, place, foreign_channel, sandbox):
    channel = sandbox.direct_channel(place.ann)
    sandbox.install(place.ann)
    event, task = await use(raw, place.ann, channel)
    assert event["context"] == 1
    assert event["authorizing_integration_owners"] == {"0": "0", "1": str(place.ann.id)}
    await raw.respond(event, 4, {"content": "here"})
    await task


async def test_a_command_for_guilds_is_not_offered_in_direct_messages(raw, place, sandbox):
    await raw.command(contexts=[0])
    with pytest.raises(NotPossible, match="offered: none"):
        await place.ann.slash("ask", channel=sandbox.direct_channel(place.ann))


async def press(raw, person, message, label="Go"):
    """Click a button and return the bot's event."""
    task = asyncio.create_task(person.click(message, label))
    event = await raw.event("INTERACTION_CREATE")
    await raw.respond(event, 4, {"content": "pressed", "flags": 64})
    await task
    return event


BUTTON = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]


async def test_a_component_keeps_the_integration_owner_of_its_message(
    raw, place, foreign_channel, sandbox
):
    sandbox.install(place.ann)
    channel = sandbox.direct_channel(place.ann, place.ben)
    event, _ = await use(raw, place.ann, channel)
    await raw.respond(event, 4, {"content": "here", "components": BUTTON})
    (card,) = channel.messages.values()
    pressed = await press(raw, place.ben, card)
    assert pressed["user"]["id"] == str(place.ben.id)
    assert pressed["authorizing_integration_owners"] == {"1": str(place.ann.id)}
    assert pressed["context"] == 2


async def test_a_token_can_access_only_its_own_messages(raw, place, foreign_channel, sandbox):
    sandbox.install(place.ann)
    channel = sandbox.direct_channel(place.ann, place.ben)
    event, _ = await use(raw, place.ann, channel)
    await raw.respond(event, 4, {"content": "here", "components": BUTTON})
    (card,) = channel.messages.values()
    sent = (await raw.hook("POST", event, body={"content": "and"})).data["id"]
    other, _ = await use(raw, place.ann, channel)
    await raw.respond(other, 4, {"content": "there"})
    pressed = await press(raw, place.ben, card)
    for token, message, outcome in (
        (event, sent, 200),
        (event, card.id, 200),
        (other, sent, (404, 10008)),
        (other, card.id, (404, 10008)),
        (pressed, card.id, 200),
        (pressed, sent, (404, 10008)),
    ):
        answer = await raw.hook("PATCH", token, f"/messages/{message}", {"content": "new"})
        assert answer.outcome == outcome


async def test_a_user_install_token_expires_after_fifteen_minutes(
    raw, place, foreign_channel, sandbox
):
    sandbox.install(place.ann)
    event, _ = await use(raw, place.ann, foreign_channel)
    await raw.respond(event, 4, {"content": "here"})
    sandbox.clock.advance(15 * 60 + 1)
    assert (await raw.hook("POST", event, body={"content": "x"})).outcome == (401, 50027)
