"""Existing messages: reading, edits, deletion, nonces, pins, reactions, mentions."""

import pytest

from sandbox import Permission
from sandbox.state.messages import Draft, post, react

V2 = 1 << 15


async def sent(raw, channel, body=None, **options):
    answer = await raw.send(channel, body, **options)
    assert answer.status == 200, answer.data
    return channel.messages[int(answer.data["id"])], answer.data


def one(message):
    return f"/channels/{message.channel.id}/messages/{message.id}"


async def test_an_edit_changes_only_the_given_fields(raw, place):
    message, _ = await sent(raw, place.channel, {"content": "a", "embeds": [{"title": "t"}]})
    answer = await raw.call("PATCH", one(message), {"content": "b"})
    assert (answer.data["content"], answer.data["embeds"][0]["title"]) == ("b", "t")
    assert answer.data["edited_timestamp"] is not None


@pytest.mark.parametrize(
    ("listed", "left"),
    [("nothing", ["a.txt", "b.txt"]), ("none", []), ("the first", ["a.txt"])],
)
async def test_an_edit_keeps_the_files_that_it_lists(raw, place, listed, left):
    message, data = await sent(raw, place.channel, {}, files=[("a.txt", b"1"), ("b.txt", b"2")])
    first = int(data["attachments"][0]["id"])
    body = {
        "nothing": {"content": "x"},
        "none": {"attachments": []},
        "the first": {"attachments": [{"id": first}]},
    }
    answer = await raw.call("PATCH", one(message), {"content": "x", **body[listed]})
    assert [a["filename"] for a in answer.data["attachments"]] == left


async def test_an_edit_replaces_a_file(raw, place):
    message, _ = await sent(raw, place.channel, {}, files=[("a.txt", b"1")])
    body = {"attachments": [{"id": 0, "filename": "b.txt"}]}
    answer = await raw.call("PATCH", one(message), body, files=[("b.txt", b"2")])
    assert [a["filename"] for a in answer.data["attachments"]] == ["b.txt"]


async def test_an_edit_that_keeps_a_file_of_another_message_is_refused(raw, place):
    message, _ = await sent(raw, place.channel)
    answer = await raw.call("PATCH", one(message), {"attachments": [{"id": 99999}]})
    assert answer.outcome == (400, 50035)


async def test_a_kept_file_can_still_be_shown_by_a_component(raw, place):
    shown = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    body = {"flags": V2, "components": [shown]}
    message, _ = await sent(raw, place.channel, body, files=[("a.png", b"1")])
    answer = await raw.call("PATCH", one(message), {"components": [shown, shown]})
    assert answer.outcome == 200


@pytest.mark.parametrize("body", [{"content": ""}, {"content": None, "embeds": []}])
async def test_an_edit_does_not_leave_an_empty_message(raw, place, body):
    message, _ = await sent(raw, place.channel)
    assert (await raw.call("PATCH", one(message), body)).outcome == (400, 50006)
    assert message.content == "x"


async def test_an_edit_can_remove_the_text_beside_a_file(raw, place):
    message, _ = await sent(raw, place.channel, {"content": "x"}, files=[("a.txt", b"1")])
    assert (await raw.call("PATCH", one(message), {"content": ""})).outcome == 200


async def test_an_edit_cannot_remove_the_v2_flag(raw, place):
    body = {"flags": V2, "components": [{"type": 10, "content": "a"}]}
    message, _ = await sent(raw, place.channel, body)
    assert (await raw.call("PATCH", one(message), {"flags": 0})).data["flags"] == V2
    assert (await raw.call("PATCH", one(message), {"content": "a"})).outcome == (400, 50035)


TO_V2 = {"flags": V2, "components": [{"type": 10, "content": "b"}]}


@pytest.mark.parametrize(
    ("kept", "path"), [({"content": "a"}, "content"), ({"embeds": [{"title": "t"}]}, "embeds")]
)
async def test_refuses_adding_the_v2_flag_beside_kept_content(raw, place, kept, path):
    message, _ = await sent(raw, place.channel, kept)
    answer = await raw.call("PATCH", one(message), TO_V2)
    assert answer.outcome == (400, 50035)
    assert path in answer.data["errors"]
    assert (message.flags, message.components) == (0, [])


async def test_an_edit_can_add_the_v2_flag_when_it_clears_the_rest(raw, place):
    message, _ = await sent(raw, place.channel, {"content": "a", "embeds": [{"title": "t"}]})
    body = {**TO_V2, "content": None, "embeds": []}
    answer = await raw.call("PATCH", one(message), body)
    assert (answer.outcome, answer.data["flags"], answer.data["content"]) == (200, V2, "")


async def test_only_the_author_edits_a_message(raw, place):
    message = place.ann.say("hello", place.channel)
    assert (await raw.call("PATCH", one(message), {"content": "x"})).outcome == (403, 50005)


async def test_limits_edits_of_an_old_message(raw, place, sandbox):
    message, _ = await sent(raw, place.channel)
    sandbox.clock.advance(3601)
    for number in range(sandbox.settings.old_edits):
        assert (await raw.call("PATCH", one(message), {"content": str(number)})).outcome == 200
    answer = await raw.call("PATCH", one(message), {"content": "x"})
    assert answer.outcome == (429, 30046)
    assert 3000 < answer.data["retry_after"] <= 3600
    sandbox.clock.advance(3601)
    assert (await raw.call("PATCH", one(message), {"content": "x"})).outcome == 200


async def test_does_not_limit_edits_of_a_recent_message(raw, place, sandbox):
    message, _ = await sent(raw, place.channel)
    for number in range(sandbox.settings.old_edits + 1):
        assert (await raw.call("PATCH", one(message), {"content": str(number)})).outcome == 200


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
async def test_a_deleted_message_is_unknown(raw, place, method):
    message, _ = await sent(raw, place.channel)
    assert (await raw.call("DELETE", one(message))).status == 204
    body = {"content": "x"} if method == "PATCH" else None
    assert (await raw.call(method, one(message), body)).outcome == (404, 10008)


async def test_deleting_others_messages_needs_the_permission(raw, place, sandbox):
    message = place.ann.say("hello", place.channel)
    sandbox.faults.revoke(Permission.MANAGE_MESSAGES, place.channel)
    assert (await raw.call("DELETE", one(message))).outcome == (403, 50013)
    sandbox.faults.restore(place.channel)
    assert (await raw.call("DELETE", one(message))).status == 204


async def test_an_enforced_nonce_makes_one_message(raw, place):
    body = {"content": "x", "nonce": "move:1", "enforce_nonce": True}
    _, first = await sent(raw, place.channel, body)
    _, again = await sent(raw, place.channel, body)
    assert first["id"] == again["id"]
    assert len(place.channel.messages) == 1


async def test_a_nonce_without_enforcement_does_not_deduplicate(raw, place):
    await sent(raw, place.channel, {"content": "x", "nonce": "move:1"})
    await sent(raw, place.channel, {"content": "x", "nonce": "move:1"})
    assert len(place.channel.messages) == 2


async def test_an_enforced_nonce_expires(raw, place, sandbox):
    body = {"content": "x", "nonce": "move:1", "enforce_nonce": True}
    await sent(raw, place.channel, body)
    sandbox.clock.advance(301)
    await sent(raw, place.channel, body)
    assert len(place.channel.messages) == 2


async def test_an_enforced_nonce_is_scoped_to_the_channel(raw, place):
    body = {"content": "x", "nonce": "move:1", "enforce_nonce": True}
    other = place.guild.create_text_channel("other")
    await sent(raw, place.channel, body)
    await sent(raw, other, body)
    assert (len(place.channel.messages), len(other.messages)) == (1, 1)


async def test_lists_messages_newest_first_in_pages(raw, place):
    ids = [str(place.ann.say(str(n), place.channel).id) for n in range(5)]
    base = f"/channels/{place.channel.id}/messages?limit=2"
    pages = {
        "": ids[3:][::-1],
        f"&before={ids[3]}": ids[1:3][::-1],
        f"&after={ids[1]}": ids[2:4][::-1],
    }
    for query, expected in pages.items():
        assert [m["id"] for m in (await raw.call("GET", base + query)).data] == expected


async def test_lists_messages_around_a_message(raw, place):
    said = [place.ann.say(str(n), place.channel) for n in range(3)]
    path = f"/channels/{place.channel.id}/messages?limit=1&around={said[1].id}"
    assert [m["content"] for m in (await raw.call("GET", path)).data] == ["1"]


@pytest.mark.parametrize("limit", ["0", "101", "x"])
async def test_refuses_a_page_size_out_of_range(raw, place, limit):
    path = f"/channels/{place.channel.id}/messages?limit={limit}"
    assert (await raw.call("GET", path)).outcome == (400, 50035)


async def test_deletes_messages_in_bulk(raw, place):
    ids = [str(place.ann.say(str(n), place.channel).id) for n in range(3)]
    path = f"/channels/{place.channel.id}/messages/bulk-delete"
    assert (await raw.call("POST", path, {"messages": ids[:2]})).status == 204
    assert [m.content for m in place.channel.messages.values()] == ["2"]
    assert (await raw.call("POST", path, {"messages": ids[2:]})).outcome == (400, 50035)


async def test_pins_and_unpins_with_the_permission(raw, place, sandbox):
    message, _ = await sent(raw, place.channel)
    base = f"/channels/{place.channel.id}/messages/pins/{message.id}"
    assert (await raw.call("PUT", base)).outcome == (403, 50013)
    place.guild.set_overwrite(place.channel, sandbox.application, allow=Permission.PIN_MESSAGES)
    assert (await raw.call("PUT", base)).status == 204
    pins = await raw.call("GET", f"/channels/{place.channel.id}/pins")
    assert [m["id"] for m in pins.data] == [str(message.id)]
    assert (await raw.call("DELETE", base)).status == 204
    assert not message.pinned


async def test_adds_and_removes_a_reaction(raw, place, sandbox):
    message, _ = await sent(raw, place.channel)
    path = one(message) + "/reactions/%E2%9A%AB/@me"
    assert (await raw.call("PUT", path)).status == 204
    assert message.reactions == {"⚫": [sandbox.application.id]}
    assert (await raw.call("GET", one(message))).data["reactions"][0]["me"] is True
    assert (await raw.call("DELETE", path)).status == 204
    assert message.reactions == {}


async def test_only_the_first_reaction_of_an_emoji_needs_permission(raw, place, sandbox):
    message, _ = await sent(raw, place.channel)
    react(sandbox.world, message, "⚫", place.ann.user, add=True)
    sandbox.faults.revoke(Permission.ADD_REACTIONS, place.channel)
    assert (await raw.call("PUT", one(message) + "/reactions/%E2%9A%AB/@me")).status == 204
    answer = await raw.call("PUT", one(message) + "/reactions/%E2%9A%AA/@me")
    assert answer.outcome == (403, 50013)


async def test_a_reply_needs_the_history_permission(raw, place, sandbox):
    asked = place.ann.say("hello?", place.channel)
    sandbox.faults.revoke(Permission.READ_MESSAGE_HISTORY, place.channel)
    body = {"content": "yes", "message_reference": {"message_id": str(asked.id)}}
    assert (await raw.send(place.channel, body)).outcome == (400, 160002)


async def test_typing_needs_the_permission_to_send(raw, place, sandbox):
    path = f"/channels/{place.channel.id}/typing"
    assert (await raw.call("POST", path)).status == 204
    sandbox.faults.revoke(Permission.SEND_MESSAGES, place.channel)
    assert (await raw.call("POST", path)).outcome == (403, 50013)


async def test_refuses_a_reaction_that_is_not_an_emoji(raw, place):
    message, _ = await sent(raw, place.channel)
    assert (await raw.call("PUT", one(message) + "/reactions/x/@me")).outcome == (404, 10014)


async def test_a_reply_contains_the_referenced_message(raw, place):
    asked = place.ann.say("hello?", place.channel)
    body = {"content": "yes", "message_reference": {"message_id": str(asked.id)}}
    message, data = await sent(raw, place.channel, body)
    assert data["referenced_message"]["content"] == "hello?"
    assert place.ann.mentions(place.channel) == [message]


async def test_a_reply_to_a_deleted_message_obeys_fail_if_not_exists(raw, place):
    reference = {"message_id": "123"}
    body = {"content": "yes", "message_reference": reference}
    assert (await raw.send(place.channel, body)).outcome == (400, 50035)
    reference["fail_if_not_exists"] = False
    assert (await raw.send(place.channel, body)).outcome == 200


async def test_a_mention_pings_allowed_members(raw, place, sandbox):
    stranger = sandbox.create_person("Stranger")
    content = f"{place.ann.mention} {place.ben.mention} {stranger.mention}"
    allowed = {"parse": [], "users": [str(place.ann.id), str(stranger.id)]}
    message, data = await sent(
        raw, place.channel, {"content": content, "allowed_mentions": allowed}
    )
    assert [u["id"] for u in data["mentions"]] == [str(place.ann.id), str(stranger.id)]
    assert message.notified == {place.ann.id}


async def test_without_allowed_mentions_all_mentioned_users_are_pinged(raw, place):
    content = f"{place.ann.mention} {place.ben.mention}"
    message, _ = await sent(raw, place.channel, {"content": content})
    assert message.notified == {place.ann.id, place.ben.id}


@pytest.mark.parametrize(("parse", "count"), [(["everyone"], 2), ([], 0)])
async def test_everyone_is_pinged_only_with_permission_and_allowed_mentions(
    raw, place, sandbox, parse, count
):
    body = {"content": "@everyone", "allowed_mentions": {"parse": parse}}
    message, _ = await sent(raw, place.channel, body)
    assert message.notified == frozenset()
    place.guild.set_overwrite(place.channel, sandbox.application, allow=Permission.MENTION_EVERYONE)
    message, _ = await sent(raw, place.channel, body)
    assert len(message.notified - {sandbox.world.owner.id}) == count


async def test_a_mentionable_role_is_pinged(raw, place):
    role = place.guild.create_role("Players", mentionable=True)
    place.guild.give_role(place.ben, role)
    message, data = await sent(raw, place.channel, {"content": f"<@&{role.id}>"})
    assert (message.notified, data["mention_roles"]) == ({place.ben.id}, [str(role.id)])
    role.mentionable = False
    message, _ = await sent(raw, place.channel, {"content": f"<@&{role.id}>"})
    assert message.notified == frozenset()


async def test_edits_and_silent_messages_ping_nobody(raw, place):
    body = {"content": place.ann.mention, "flags": 1 << 12}
    message, _ = await sent(raw, place.channel, body)
    assert message.notified == frozenset()
    message, _ = await sent(raw, place.channel, {"content": "x"})
    await raw.call("PATCH", one(message), {"content": place.ann.mention})
    assert (message.notified, message.mentions) == (frozenset(), [place.ann.user])


async def test_text_in_components_can_mention(raw, place):
    body = {"flags": V2, "components": [{"type": 10, "content": place.ann.mention}]}
    message, _ = await sent(raw, place.channel, body)
    assert message.notified == {place.ann.id}


async def test_automod_refuses_a_blocked_word(raw, place, sandbox):
    sandbox.faults.block_words(place.guild, "darn")
    assert (await raw.send(place.channel, {"content": "Darn it"})).outcome == (400, 200000)
    assert (await raw.send(place.channel, {"content": "Dear me"})).outcome == 200


async def test_ephemeral_messages_are_hidden_from_the_api(raw, place, sandbox):
    draft = Draft(content="psst", ephemeral_to=place.ann.user)
    hidden = post(sandbox.world, place.channel, sandbox.application.bot, draft)
    assert (await raw.call("GET", one(hidden))).outcome == (404, 10008)
    listed = await raw.call("GET", f"/channels/{place.channel.id}/messages")
    assert listed.data == []
