"""Responses to interactions: in time, once, visible to the right people, with a valid token."""

import asyncio

import pytest

from sandbox import File, InteractionFailed, NotPossible, Permission, Sandbox, Settings

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
EPHEMERAL = 1 << 6
GO = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go:1"}]}


def modal(**parts):
    field = {"type": 4, "custom_id": "cell", "style": 1, "label": "Cell"}
    return {
        "title": "Move",
        "custom_id": "m",
        "components": [{"type": 1, "components": [field]}],
        **parts,
    }


def labelled(component, **parts):
    return {"type": 18, "label": "Cell", "component": component, **parts}


@pytest.fixture
async def clicked(raw, place, asked):
    """Click Go on the bot's message: `await clicked(...)`."""
    pending = []

    async def click(person=None, body=None):
        await raw.connect()
        await raw.send(place.channel, body or {"content": "x", "components": [GO]})
        message = list(place.channel.messages.values())[-1]
        task = asyncio.create_task((person or place.ann).click(message, "Go"))
        pending.append(task)
        return await raw.event("INTERACTION_CREATE"), task, message

    yield click
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)


async def test_a_callback_response_contains_the_message(raw, asked):
    event, task = await asked()
    answer = await raw.respond(event, MESSAGE, {"content": "hi"})
    assert answer.status == 200
    assert answer.data["interaction"]["response_message_id"] == str((await task).id)
    assert answer.data["resource"]["message"]["content"] == "hi"


async def test_the_interaction_event_has_discords_fields(asked, place):
    event, _ = await asked()
    assert event["attachment_size_limit"] == 10 * 1024 * 1024
    assert event["channel"]["id"] == str(place.channel.id)
    assert event["context"] == 0
    assert event["authorizing_integration_owners"] == {"0": str(place.guild.id)}
    assert event["entitlements"] == []
    assert int(event["app_permissions"]) & Permission.SEND_MESSAGES
    assert event["member"]["user"]["id"] == str(place.ann.id)
    assert all(role.isdecimal() for role in event["member"]["roles"])
    assert "message" not in event


async def test_refuses_a_second_initial_response(raw, asked):
    event, _ = await asked()
    assert (await raw.respond(event, MESSAGE, {"content": "1"})).outcome == 200
    assert (await raw.respond(event, MESSAGE, {"content": "2"})).outcome == (400, 40060)


async def test_an_answer_after_three_seconds_is_refused(raw, asked, sandbox):
    event, _ = await asked()
    sandbox.clock.advance(3.1)
    assert (await raw.respond(event, MESSAGE, {"content": "hi"})).outcome == (404, 10062)


async def test_an_unanswered_interaction_fails_for_the_user(raw, place, sandbox):
    await raw.connect()
    await raw.command()
    with pytest.raises(InteractionFailed, match="did not respond"):
        await place.ann.slash("ask", channel=place.channel)
    event = await raw.event("INTERACTION_CREATE")
    assert (await raw.respond(event, MESSAGE, {"content": "hi"})).outcome == (404, 10062)


async def test_a_wrong_token_is_an_unknown_interaction(raw, asked):
    event, _ = await asked()
    wrong = {**event, "token": "nonsense"}
    assert (await raw.respond(wrong, MESSAGE, {"content": "hi"})).outcome == (404, 10062)


@pytest.mark.parametrize("kind", [1, DEFER_UPDATE, UPDATE, CHOICES, 99])
async def test_refuses_response_types_that_do_not_fit_a_command(raw, asked, kind):
    event, _ = await asked()
    assert (await raw.respond(event, kind, {})).outcome == (400, 50035)


async def test_a_refused_response_can_be_repeated(raw, asked):
    event, _ = await asked()
    assert (await raw.respond(event, MESSAGE, {"content": "a" * 2001})).outcome == (400, 50035)
    assert (await raw.respond(event, MESSAGE, {"content": "a"})).outcome == 200


async def test_an_ephemeral_answer_is_visible_only_to_its_user(raw, asked, place):
    event, task = await asked()
    await raw.respond(event, MESSAGE, {"content": "psst", "flags": EPHEMERAL})
    answer = await task
    assert answer in place.ann.messages(place.channel)
    assert answer not in place.ben.messages(place.channel)
    with pytest.raises(NotPossible, match="does not see"):
        await place.ben.click(answer, "Go")
    await raw.nothing_of("MESSAGE_CREATE")


async def test_accepts_a_response_with_a_file(raw, asked):
    event, task = await asked()
    answer = await raw.respond(event, MESSAGE, {"content": "x"}, files=[("a.png", b"1")])
    assert answer.status == 200
    assert (await task).attachments[0].content == b"1"


async def test_a_deferred_answer_is_filled_by_the_first_follow_up(raw, asked, place):
    event, task = await asked()
    assert (await raw.respond(event, DEFER)).status == 200
    (thinking,) = place.ann.messages(place.channel)
    assert thinking.is_loading
    body = {"content": "now", "flags": EPHEMERAL}
    assert (await raw.hook("POST", event, body=body)).status == 200
    answer = await task
    assert (answer, answer.content, answer.is_loading) == (thinking, "now", False)
    assert answer in place.ben.messages(place.channel), "a public defer stays public"


async def test_an_ephemeral_defer_keeps_its_first_follow_up_ephemeral(raw, asked, place):
    event, task = await asked()
    await raw.respond(event, DEFER, {"flags": EPHEMERAL})
    await raw.hook("POST", event, body={"content": "now"})
    assert (await task) not in place.ben.messages(place.channel)


async def test_a_deferred_answer_is_filled_by_an_edit(raw, asked):
    event, task = await asked()
    await raw.respond(event, DEFER)
    answer = await raw.hook("PATCH", event, "/messages/@original", {"content": "now"})
    assert answer.status == 200
    assert (await task).content == "now"


async def test_a_deleted_deferred_answer_leaves_no_message(raw, asked, place):
    event, task = await asked()
    await raw.respond(event, DEFER)
    assert (await raw.hook("DELETE", event, "/messages/@original")).status == 204
    assert await task is None
    assert place.ann.messages(place.channel) == []


async def test_a_defer_accepts_only_the_ephemeral_flag(raw, asked):
    event, _ = await asked()
    assert (await raw.respond(event, DEFER, {"flags": 1 << 15})).outcome == (400, 50035)


async def test_refuses_follow_ups_before_the_initial_response(raw, asked):
    event, _ = await asked()
    assert (await raw.hook("POST", event, body={"content": "x"})).outcome == (404, 10015)
    await raw.respond(event, MESSAGE, {"content": "1"})
    assert (await raw.hook("POST", event, body={"content": "2"})).outcome == 200


async def test_an_ephemeral_follow_up_is_edited_and_deleted_by_token(raw, asked, place):
    event, _ = await asked()
    await raw.respond(event, MESSAGE, {"content": "1"})
    body = {"content": "2", "flags": EPHEMERAL}
    made = (await raw.hook("POST", event, body=body)).data
    tail = f"/messages/{made['id']}"
    assert (await raw.hook("PATCH", event, tail, {"content": "3"})).data["content"] == "3"
    assert (await raw.hook("GET", event, tail)).data["content"] == "3"
    assert (await raw.hook("DELETE", event, tail)).status == 204
    assert (await raw.hook("GET", event, tail)).outcome == (404, 10008)


async def test_a_token_cannot_edit_other_messages(raw, asked, place):
    said = place.ben.say("hello", place.channel)
    event, _ = await asked()
    await raw.respond(event, MESSAGE, {"content": "1"})
    answer = await raw.hook("PATCH", event, f"/messages/{said.id}", {"content": "3"})
    assert answer.outcome == (404, 10008)


async def test_a_token_expires_after_fifteen_minutes(raw, asked, sandbox):
    event, _ = await asked()
    await raw.respond(event, MESSAGE, {"content": "1"})
    sandbox.clock.advance(14 * 60)
    assert (await raw.hook("POST", event, body={"content": "2"})).outcome == 200
    sandbox.clock.advance(2 * 60)
    assert (await raw.hook("POST", event, body={"content": "3"})).outcome == (401, 50027)


async def test_a_click_edits_its_message(raw, clicked):
    event, task, message = await clicked()
    assert event["data"] == {"component_type": 2, "custom_id": "go:1", "id": 2}
    assert event["message"]["id"] == str(message.id)
    assert "thread" not in event["message"]
    answer = await raw.respond(event, UPDATE, {"content": "done", "components": []})
    assert answer.status == 200
    assert (await task) is message
    assert (message.content, message.components) == ("done", [])


async def test_a_click_can_be_acknowledged_without_an_update(raw, clicked, place):
    event, task, message = await clicked()
    assert (await raw.respond(event, DEFER_UPDATE)).status == 200
    assert (await task) is message
    body = {"content": "only you", "flags": EPHEMERAL}
    assert (await raw.hook("POST", event, body=body)).status == 200
    answer = await place.ann.wait_for(lambda m: m.content == "only you", place.channel)
    assert answer not in place.ben.messages(place.channel)


async def test_a_click_cannot_edit_a_deleted_message(raw, clicked, sandbox):
    event, _, message = await clicked()
    sandbox.faults.delete_message(message)
    assert (await raw.respond(event, UPDATE, {"content": "x"})).outcome == (404, 10008)


async def test_a_stale_button_can_be_clicked(raw, clicked, place):
    _, _, message = await clicked()
    stale = asyncio.create_task(place.ben.click(message, "old:1", stale=True))
    event = await raw.event("INTERACTION_CREATE")
    assert event["data"]["custom_id"] == "old:1"
    await raw.respond(event, MESSAGE, {"content": "too late"})
    assert (await stale).content == "too late"


@pytest.mark.parametrize(
    ("button", "sentence"),
    [
        ({"disabled": True}, "disabled"),
        ({"label": "Other"}, "no button 'Go'"),
        ({"style": 5, "url": "https://example.org", "custom_id": None}, "a link"),
    ],
)
async def test_the_client_refuses_a_click(raw, place, button, sentence):
    made = {**GO["components"][0], **button}
    await raw.send(place.channel, {"content": "x", "components": [{**GO, "components": [made]}]})
    (message,) = place.channel.messages.values()
    with pytest.raises(NotPossible, match=sentence):
        await place.ann.click(message, "Go")


async def test_a_select_sends_the_values_of_the_labels_chosen(raw, place):
    options = [{"label": f"Size {n}", "value": str(n)} for n in (5, 6, 7)]
    pick = {"type": 3, "custom_id": "size", "options": options, "placeholder": "Size?"}
    row = {"type": 1, "components": [pick | {"max_values": 2}]}
    await raw.connect()
    await raw.send(place.channel, {"content": "x", "components": [row]})
    (message,) = place.channel.messages.values()
    task = asyncio.create_task(place.ann.select(message, ["Size 5", "7"], "Size?"))
    event = await raw.event("INTERACTION_CREATE")
    assert event["data"]["values"] == ["5", "7"]
    await raw.respond(event, DEFER_UPDATE)
    await task
    for wrong, sentence in ((["9"], "no option '9'"), (["5", "6", "7"], "1 to 2")):
        with pytest.raises(NotPossible, match=sentence):
            await place.ann.select(message, wrong)


async def test_a_user_select_sends_resolved_users(raw, place):
    row = {"type": 1, "components": [{"type": 5, "custom_id": "who"}]}
    await raw.connect()
    await raw.send(place.channel, {"content": "x", "components": [row]})
    (message,) = place.channel.messages.values()
    task = asyncio.create_task(place.ann.select(message, [place.ben]))
    event = await raw.event("INTERACTION_CREATE")
    number = str(place.ben.id)
    assert event["data"]["values"] == [number]
    assert event["data"]["resolved"]["users"][number]["global_name"] == "Ben"
    await raw.respond(event, DEFER_UPDATE)
    await task


async def test_refuses_a_missing_or_disabled_select(raw, place):
    pick = {"type": 3, "custom_id": "s", "options": [{"label": "A", "value": "a"}]}
    row = {"type": 1, "components": [pick | {"disabled": True}]}
    await raw.send(place.channel, {"content": "x", "components": [row]})
    (message,) = place.channel.messages.values()
    with pytest.raises(NotPossible, match="no select 'other'"):
        await place.ann.select(message, "a", "other")
    with pytest.raises(NotPossible, match="disabled"):
        await place.ann.select(message, "a", "s")


async def test_only_messages_of_applications_have_buttons(place):
    said = place.ben.say("hello", place.channel)
    with pytest.raises(NotPossible, match="Only an application"):
        await place.ann.click(said, "go:1", stale=True)


async def test_an_action_requires_a_channel(raw, place, sandbox):
    with pytest.raises(NotPossible, match="Say in which channel"):
        await place.ann.slash("ask")
    assert place.ann.in_(place.channel).messages() == []
    sandbox.faults.delete_channel(place.channel)
    with pytest.raises(NotPossible, match="was deleted"):
        place.ann.messages(place.channel)


async def test_an_unfilled_defer_times_out(new_raw):
    async with Sandbox(settings=Settings(timeout=0.1)) as made, new_raw(made) as raw:
        guild = made.create_guild("Friends")
        channel, ann = guild.create_text_channel("games"), guild.add_member("Ann")
        await raw.connect()
        await raw.command()
        task = asyncio.create_task(ann.slash("ask", channel=channel))
        await raw.respond(await raw.event("INTERACTION_CREATE"), DEFER)
        with pytest.raises(InteractionFailed, match="still thinking"):
            await task


async def test_a_modal_with_choices_sends_them(raw, asked, place):
    event, task = await asked()
    pick = {"type": 3, "custom_id": "s", "options": [{"label": "A", "value": "a"}]}
    items = [{"type": 10, "content": "Words"}, labelled(pick)]
    await raw.respond(event, MODAL, modal(components=items))
    shown = await task
    assert (shown.title, shown.custom_id) == ("Move", "m")
    submitting = asyncio.create_task(place.ann.submit(shown, {"s": "a"}))
    submit = await raw.event("INTERACTION_CREATE")
    text, label = submit["data"]["components"]
    assert (text["type"], label["component"]["values"]) == (10, ["a"])
    await raw.respond(submit, DEFER_UPDATE if submit.get("message") else DEFER)
    await raw.hook("POST", submit, body={"content": "done"})
    assert (await submitting).content == "done"


async def test_a_modal_is_filled_in_and_answered(raw, asked, place):
    event, task = await asked()
    assert (await raw.respond(event, MODAL, modal())).status == 200
    shown = await task
    assert [f["label"] for f in shown.fields] == ["Cell"]
    submitting = asyncio.create_task(place.ann.submit(shown, cell="e6"))
    submit = await raw.event("INTERACTION_CREATE")
    (row,) = submit["data"]["components"]
    assert (submit["type"], row["components"][0]["value"]) == (5, "e6")
    await raw.respond(submit, MESSAGE, {"content": "played"})
    assert (await submitting).content == "played"


async def test_a_modal_from_a_click_can_edit_the_clicked_message(raw, clicked, place):
    event, task, message = await clicked()
    await raw.respond(event, MODAL, modal())
    submitting = asyncio.create_task(place.ann.submit(await task, Cell="e6"))
    submit = await raw.event("INTERACTION_CREATE")
    assert submit["message"]["id"] == str(message.id)
    await raw.respond(submit, UPDATE, {"content": "played"})
    assert (await submitting) is message


async def test_refuses_a_modal_as_response_to_a_modal(raw, asked, place):
    event, task = await asked()
    await raw.respond(event, MODAL, modal())
    submitting = asyncio.create_task(place.ann.submit(await task, cell="e6"))
    submit = await raw.event("INTERACTION_CREATE")
    assert (await raw.respond(submit, MODAL, modal())).outcome == (400, 50035)
    submitting.cancel()


INPUT = {"type": 4, "custom_id": "cell", "style": 1}
GOOD_MODALS = {
    "a title of 45": modal(title="a" * 45),
    "five items": modal(components=[labelled({**INPUT, "custom_id": f"c{n}"}) for n in range(5)]),
    "a select in a label": modal(
        components=[
            labelled({"type": 3, "custom_id": "s", "options": [{"label": "A", "value": "a"}]})
        ]
    ),
    "a text": modal(components=[{"type": 10, "content": "Words"}, labelled(INPUT)]),
}
BAD_MODALS = {
    "a title of 46": modal(title="a" * 46),
    "no title": modal(title=""),
    "six items": modal(components=[labelled({**INPUT, "custom_id": f"c{n}"}) for n in range(6)]),
    "no items": modal(components=[]),
    "a custom id of 101": modal(custom_id="a" * 101),
    "a label of 46": modal(components=[labelled(INPUT, label="a" * 46)]),
    "two labels": modal(components=[labelled({**INPUT, "label": "twice"})]),
    "an input without label": modal(components=[{"type": 1, "components": [INPUT]}]),
    "the same id twice": modal(components=[labelled(INPUT), labelled(INPUT)]),
    "a button": modal(components=[GO]),
    "an unknown key": modal(colour=1),
    "a label around nothing": modal(components=[labelled(None)]),
    "a label around a button": modal(components=[labelled(GO["components"][0])]),
    "a disabled select": modal(
        components=[
            labelled(
                {
                    "type": 3,
                    "custom_id": "s",
                    "options": [{"label": "A", "value": "a"}],
                    "disabled": True,
                }
            )
        ]
    ),
    "an unknown style": modal(components=[labelled({**INPUT, "style": 3})]),
    "lengths the wrong way round": modal(
        components=[labelled({**INPUT, "min_length": 5, "max_length": 2})]
    ),
    "a value too long": modal(components=[labelled({**INPUT, "max_length": 2, "value": "abc"})]),
}


@pytest.mark.parametrize("body", GOOD_MODALS.values(), ids=GOOD_MODALS.keys())
async def test_accepts_a_modal(raw, asked, body):
    event, _ = await asked()
    assert (await raw.respond(event, MODAL, body)).outcome == 200


@pytest.mark.parametrize("body", BAD_MODALS.values(), ids=BAD_MODALS.keys())
async def test_refuses_a_modal(raw, asked, body):
    event, _ = await asked()
    assert (await raw.respond(event, MODAL, body)).outcome == (400, 50035)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [({"cell": ""}, "required"), ({"cell": "abcd"}, "2 to 3"), ({"row": "1"}, "no field 'row'")],
)
async def test_the_client_refuses_a_submission(raw, asked, place, typed, sentence):
    event, task = await asked()
    field = {**INPUT, "min_length": 2, "max_length": 3}
    await raw.respond(event, MODAL, modal(components=[labelled(field)]))
    with pytest.raises(NotPossible, match=sentence):
        await place.ann.submit(await task, typed)


async def test_autocomplete_accepts_25_choices_and_no_other_response(raw, place):
    await raw.connect()
    option = {"name": "cell", "description": "d", "type": 3, "autocomplete": True}
    await raw.command(options=[option])
    task = asyncio.create_task(place.ann.autocomplete("ask", cell="e", channel=place.channel))
    event = await raw.event("INTERACTION_CREATE")
    (typed,) = event["data"]["options"]
    assert typed == {"name": "cell", "type": 3, "value": "e", "focused": True}
    choices = [{"name": f"n{i}", "value": f"v{i}"} for i in range(26)]
    for kind, data in ((CHOICES, {"choices": choices}), (MESSAGE, {"content": "x"}), (DEFER, {})):
        assert (await raw.respond(event, kind, data)).outcome == (400, 50035)
    assert (await raw.respond(event, CHOICES, {"choices": choices[:25]})).status == 200
    assert [c.name for c in await task] == [c["name"] for c in choices[:25]]


@pytest.mark.parametrize(
    ("options", "focused", "sentence"),
    [
        ({"cell": "e", "size": "1"}, "", "'size' has no autocomplete; .'cell'. have"),
        ({"size": "1"}, "cell", "Nothing is typed into 'cell'"),
        ({"cell": None}, "", "Nothing is typed into 'cell'"),
        ({}, "", "'' has no autocomplete"),
    ],
)
async def test_refuses_autocomplete_for_options_without_it(raw, place, options, focused, sentence):
    await raw.connect()
    plain = {"description": "d", "type": 3}
    cell, size = plain | {"name": "cell", "autocomplete": True}, plain | {"name": "size"}
    await raw.command(options=[cell, size])
    with pytest.raises(NotPossible, match=sentence):
        await place.ann.autocomplete("ask", channel=place.channel, focused=focused, **options)


async def test_accepts_values_that_autocomplete_did_not_offer(raw, place, asked):
    await raw.connect()
    option = {"name": "cell", "description": "d", "type": 3, "autocomplete": True}
    await raw.command(options=[option])
    event, _ = await asked(cell="anything at all")
    assert event["data"]["options"][0]["value"] == "anything at all"


async def test_messages_contain_their_interaction_metadata(raw, asked, place):
    event, task = await asked()
    answer = await raw.respond(event, MESSAGE, {"content": "x"})
    metadata = answer.data["resource"]["message"]["interaction_metadata"]
    assert (metadata["id"], metadata["user"]["id"]) == (event["id"], str(place.ann.id))
    assert (await task).type == 20


async def test_a_response_needs_no_channel_permission(raw, asked, place, sandbox):
    event, task = await asked()
    sandbox.faults.revoke(Permission.SEND_MESSAGES | Permission.ATTACH_FILES, place.channel)
    assert (await raw.send(place.channel)).outcome == (403, 50013)
    answer = await raw.respond(event, MESSAGE, {"content": "x"}, files=[("a.png", b"1")])
    assert answer.outcome == 200
    await task


async def test_a_deferred_answer_pings_nobody(raw, asked, place):
    event, task = await asked()
    await raw.respond(event, DEFER)
    await raw.hook("POST", event, body={"content": place.ben.mention})
    assert (await task).notified == frozenset()
    await raw.hook("POST", event, body={"content": place.ben.mention})
    assert len(place.ben.mentions(place.channel)) == 1


async def test_a_command_receives_an_attachment_url(raw, place):
    await raw.connect()
    await raw.command(options=[{"name": "file", "description": "d", "type": 11, "required": True}])
    content = bytes(range(256))
    using = place.ann.slash("ask", file=File("a game.txt", content), channel=place.channel)
    task = asyncio.create_task(using)
    event = await raw.event("INTERACTION_CREATE")
    given = event["data"]["options"][0]
    attachment = event["data"]["resolved"]["attachments"][given["value"]]
    assert (given["type"], attachment["filename"], attachment["size"]) == (11, "a_game.txt", 256)
    assert attachment["content_type"] == "text/plain"
    async with raw.session.get(attachment["url"]) as fetched:
        assert await fetched.read() == content
    await raw.respond(event, 4, {"content": "read"})
    await task


async def test_refuses_a_missing_or_oversized_attachment(raw, place, sandbox):
    await raw.command(options=[{"name": "file", "description": "d", "type": 11, "required": True}])
    too_large = File("game.txt", bytes(sandbox.settings.file_size + 1))
    for given, why in ((too_large, "too powerful"), ("game.txt", "takes no str")):
        with pytest.raises(NotPossible, match=why):
            await place.ann.slash("ask", file=given, channel=place.channel)
