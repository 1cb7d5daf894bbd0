"""Server side of the page without a browser: requests of a window and the events sent to it."""

import base64
import zlib

import aiohttp
import pytest
from yarl import URL

from sandbox.page_api.files import FOLDER
from sandbox.permissions import Permission, guild_permissions

pytestmark = pytest.mark.asyncio(loop_scope="session")
HOST_OF_ANOTHER_SITE = {"Host": "evil.example:80"}


async def get(sandbox, path, **headers):
    url = URL(sandbox.base_url + path, encoded=True)
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
        return answer.status, await answer.text(), answer.headers


async def test_serves_the_page_with_a_policy_against_foreign_content(sandbox):
    status, text, headers = await get(sandbox, "/")

    assert status == 200
    assert "not Discord" in text
    assert "default-src 'none'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize("name", ["main.js", "theme.css", "icon.svg"])
async def test_serves_each_file_with_its_content_type(sandbox, name):
    status, _, headers = await get(sandbox, f"/page/{name}")

    assert status == 200
    assert headers["Content-Type"].split(";")[0] in ("text/javascript", "text/css", "image/svg+xml")


@pytest.mark.parametrize("name", ["..%2fserver.py", "nothing.js", "%2e%2e%2fserver.py"])
async def test_serves_only_files_of_the_page(sandbox, name):
    assert (await get(sandbox, f"/page/{name}"))[0] == 404


async def test_refuses_dns_rebinding(sandbox):
    assert (await get(sandbox, "/", **HOST_OF_ANOTHER_SITE))[0] == 403


async def test_refuses_a_websocket_from_another_site(place, socket_window):
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        async with socket_window("Ann", Origin="http://evil.example"):
            pass


async def test_page_url_contains_the_person_and_the_channel(place):
    url = place.discord.page_url(place.ann, place.channel)

    assert url == f"{place.discord.base_url}/?as=Ann&channel={place.channel.id}"


async def test_hello_event_lists_people_and_channels(place, socket_window):
    place.discord.page.hint = "Type something."
    async with socket_window("Ben") as ben:
        state = (await ben.event("hello"))["state"]

    assert state["me"] == str(place.ben.id)
    assert [p["name"] for p in state["people"]] == ["Ann", "Ben", "Bot"]
    assert [c["name"] for c in state["guilds"][0]["channels"]] == ["games"]
    assert state["hint"] == "Type something."


async def test_hides_channels_without_view_permission(place, socket_window):
    hidden = place.guild.create_text_channel("hidden")
    place.guild.set_overwrite(hidden, place.guild.everyone, deny=1 << 10)
    async with socket_window("Ben") as ben:
        state = (await ben.event("hello"))["state"]
        answer = await ben.attempt("open", channel=str(hidden.id))

    assert [c["name"] for c in state["guilds"][0]["channels"]] == ["games"]
    assert "may no longer see it" in answer["error"]


async def test_delivers_a_message_to_the_other_window(place, socket_window):
    where = str(place.channel.id)
    async with socket_window("Ann") as ann, socket_window("Ben") as ben:
        await ben.event("hello")
        await ann.ask("say", channel=where, text="Hello there")
        event = await ben.event("message")

    assert event["message"]["content"] == "Hello there"
    assert event["message"]["author"]["global_name"] == "Ann"


async def test_an_at_name_becomes_a_mention_with_an_unread_badge(place, socket_window):
    where = str(place.channel.id)
    async with socket_window("Ann") as ann, socket_window("Ben") as ben:
        await ann.ask("say", channel=where, text="Well, @ben?")
        state = await ben.event("state", lambda e: _channel(e, where)["mentions"] == 1)
        assert _person(state, "Ben")["mentions"] == 1
        await ben.ask("read", channel=where)
        await ann.event("state", lambda e: _person(e, "Ben")["mentions"] == 0)

    assert place.ben.in_(place.channel).mentions()[0].content == f"Well, {place.ben.mention}?"


@pytest.mark.parametrize(
    ("name", "typed"),
    # Case folding turns some letters into two, and "İ" into something other than "i".
    [("Straße", "@Straße"), ("Straße", "@STRAßE"), ("İda", "@İda")],
)
async def test_mentions_names_with_special_case_folding(place, socket_window, name, typed):
    person = place.guild.add_member(name)
    async with socket_window("Ann") as ann:
        await ann.ask("say", channel=str(place.channel.id), text=f"Well, {typed}?")

    (said,) = place.ann.messages(place.channel)
    assert said.content == f"Well, {person.mention}?"
    assert person.mentions(place.channel) == [said]


async def test_text_that_only_resembles_a_name_is_not_a_mention(place, socket_window):
    place.guild.add_member("İda")
    async with socket_window("Ann") as ann:
        await ann.ask("say", channel=str(place.channel.id), text="Well, @ida?")

    assert place.ann.messages(place.channel)[0].content == "Well, @ida?"


async def test_own_messages_are_not_unread(place, socket_window):
    where = str(place.channel.id)
    async with socket_window("Ann") as ann:
        await ann.ask("say", channel=where, text="Hello")
        state = await ann.event("state")

    assert _channel(state, where)["unread"] == 0


async def test_a_direct_message_has_a_badge_and_the_other_persons_name(place, socket_window):
    async with socket_window("Ann") as ann, socket_window("Ben") as ben:
        opened = await ann.ask("dm", target=str(place.ben.id))
        await ann.ask("say", channel=opened["channel"], text="psst")
        state = await ben.event("state", lambda e: any(d["mentions"] for d in e["state"]["dms"]))

    assert state["state"]["dms"][0]["name"] == "Ann"


async def test_delivers_an_ephemeral_answer_only_to_its_reader(shop, socket_window):
    where = str(shop.channel.id)
    async with socket_window("Ann") as ann, socket_window("Ben") as ben:
        whisper = await _command(ann, where, "whisper")
        await ann.ask("slash", **whisper, options={"words": "secret"})
        await ann.event("message")
        await ann.ask("say", channel=where, text="after it")
        await ben.event("message", lambda e: e["message"]["content"] == "after it")

    shown = [e["message"]["content"] for e in ben.events if e.get("event") == "message"]
    assert shown == ["after it"]


async def test_a_dismissed_message_stays_hidden_after_a_reload(shop, socket_window):
    where = str(shop.channel.id)
    async with socket_window("Ann") as ann:
        whisper = await _command(ann, where, "whisper")
        await ann.ask("slash", **whisper, options={"words": "secret"})
        event = await ann.event("message")
        await ann.ask("dismiss", channel=where, message=event["message"]["id"])
        await ann.event("gone")
    async with socket_window("Ann") as again:
        opened = await again.ask("open", channel=where)

    assert opened["messages"] == []


async def test_a_public_message_cannot_be_dismissed(place, socket_window):
    message = place.ann.say("Hello", place.channel)
    async with socket_window("Ann") as ann:
        answer = await ann.attempt(
            "dismiss", channel=str(place.channel.id), message=str(message.id)
        )

    assert "nobody else sees" in answer["error"]


async def test_lists_each_sub_command_with_its_options(shop, socket_window):
    async with socket_window("Ann") as ann:
        commands = await ann.ask("commands", channel=str(shop.channel.id))
    paths = {command["path"]: command for command in commands}

    assert "list show" in paths
    assert "list" not in paths
    assert [o["name"] for o in paths["buy"]["options"]] == ["kind", "pieces", "ripe"]


async def test_accepts_a_user_option(shop, socket_window):
    where = str(shop.channel.id)
    async with socket_window("Ann") as ann:
        wave = await _command(ann, where, "wave")
        await ann.ask("slash", **wave, options={"who": str(shop.ben.id)})
        event = await ann.event("message")

    assert event["message"]["content"] == f"Hello {shop.ben.mention}"


async def test_refuses_an_unknown_user_option(shop, socket_window):
    where = str(shop.channel.id)
    async with socket_window("Ann") as ann:
        wave = await _command(ann, where, "wave")
        answer = await ann.attempt("slash", **wave, options={"who": "17"})

    assert "choose again" in answer["error"]


async def test_accepts_an_attachment_option(shop, socket_window):
    content = bytes(range(256))
    file = {"name": "a.bin", "content": base64.b64encode(content).decode()}
    async with socket_window("Ann") as ann:
        weigh = await _command(ann, str(shop.channel.id), "weigh")
        await ann.ask("slash", **weigh, options={"file": file})
        event = await ann.event("message")

    assert event["message"]["content"] == f"a.bin: 256 bytes, {zlib.crc32(content):08x}"


@pytest.mark.parametrize(
    "file",
    [
        {"name": "a.bin", "content": "YQ"},
        {"name": "a.bin", "content": "no base64!"},
        {"name": "a.bin", "content": "ÄÖÜ="},
        {"name": "a.bin", "content": None},
        {"name": "a.bin"},
        "a.bin",
        None,
    ],
    ids=repr,
)
async def test_refuses_an_incomplete_file(shop, socket_window, file):
    async with socket_window("Ann") as ann:
        weigh = await _command(ann, str(shop.channel.id), "weigh")
        answer = await ann.attempt("slash", **weigh, options={"file": file})

    assert answer["error"] == "The file did not arrive whole: choose it again."


async def test_refuses_an_option_value_out_of_range(shop, socket_window):
    where = str(shop.channel.id)
    async with socket_window("Ann") as ann:
        buy = await _command(ann, where, "buy")
        answer = await ann.attempt("slash", **buy, options={"kind": "apple", "pieces": 10})

    assert "at most 9" in answer["error"]


async def test_autocomplete_asks_the_application(shop, socket_window):
    where = str(shop.channel.id)
    async with socket_window("Ann") as ann:
        buy = await _command(ann, where, "buy")
        choices = await ann.ask("autocomplete", **buy, options={"kind": "ap"}, focused="kind")

    assert [c["value"] for c in choices] == ["apple", "apricot"]


async def test_refuses_a_modal_submitted_by_another_person(shop, socket_window):
    where = str(shop.channel.id)
    message = await shop.ann.slash("panel", channel=shop.channel)
    async with socket_window("Ann") as ann, socket_window("Ben") as ben:
        click = {"channel": where, "message": str(message.id), "custom_id": "order"}
        opened = (await ann.ask("click", **click))["modal"]
        fields = {"words": "tea", "size": ["Small"]}
        stolen = await ben.attempt("submit", modal=opened["id"], fields=fields)
        await ann.ask("submit", modal=opened["id"], fields=fields)
        event = await ann.event("message")

    assert "no longer open" in stolen["error"]
    assert event["message"]["content"] == "You ordered tea, Small"


async def test_a_user_select_sends_the_chosen_user(shop, socket_window):
    where = str(shop.channel.id)
    message = await shop.ann.slash("panel", channel=shop.channel)
    async with socket_window("Ann") as ann:
        chosen = {"custom_id": "somebody", "values": [str(shop.ben.id)]}
        await ann.ask("choose", channel=where, message=str(message.id), **chosen)
        event = await ann.event("message", lambda e: e["message"]["id"] != str(message.id))

    assert event["message"]["content"] == "Chosen: Ben"


async def test_a_context_menu_on_a_person_works(shop, socket_window):
    where = str(shop.channel.id)
    async with socket_window("Ann") as ann:
        poke = await _command(ann, where, "Poke")
        await ann.ask("user_menu", channel=where, command=poke["command"], target=str(shop.ben.id))
        event = await ann.event("message")

    assert event["message"]["content"] == "Poked Ben"


async def test_refuses_an_unknown_request(place, socket_window):
    async with socket_window("Ann") as ann:
        answer = await ann.attempt("fly")

    assert answer["error"] == "The sandbox does not know how to do 'fly'."


async def test_reports_and_logs_an_internal_error(place, socket_window, caplog):
    async with socket_window("Ann") as ann:
        answer = await ann.attempt("say", channel=str(place.channel.id))

    assert answer["error"] == "The sandbox failed at this; its log says why."
    assert "The page asked for say and it failed" in caplog.text


async def test_refuses_actions_on_deleted_objects(shop, socket_window):
    where = str(shop.channel.id)
    message = shop.ben.say("going", shop.channel)
    shop.discord.faults.delete_message(message)
    actions = {
        "click": {"channel": where, "message": str(message.id), "custom_id": "x"},
        "dm": {"target": "17"},
        "user_menu": {"channel": where, "command": "17", "target": str(shop.ben.id)},
        "slash": {"channel": where, "command": "17", "path": "old", "options": {}},
        "faults": {"channel": where, "fault": "rain"},
    }
    async with socket_window("Ann") as ann:
        sentences = {
            what: (await ann.attempt(what, **asked))["error"] for what, asked in actions.items()
        }

    assert sentences == {
        "click": "This message was deleted.",
        "dm": "This person is not in the sandbox.",
        "user_menu": "This command is no longer registered.",
        "slash": "The command /old is not offered here any more.",
        "faults": "The sandbox does not know this fault.",
    }


async def test_refuses_faults_of_a_server_in_direct_messages(shop, socket_window):
    direct = shop.discord.direct_channel(shop.ann)
    async with socket_window("Ann") as ann:
        refused = [
            await ann.attempt("faults", fault=control, channel=str(direct.id))
            for control in ("kick", "delete-message", "delete-channel")
        ]
        nowhere = await ann.attempt("faults", fault="kick", channel=None)

    assert "not for direct messages" in refused[0]["error"]
    assert refused[1]["error"] == "Bot has no message here."
    assert "not for direct messages" in refused[2]["error"]
    assert nowhere["error"].startswith("Open a channel first")


async def test_every_fault_control_reports_what_it_did(shop, socket_window):
    thread = shop.guild.create_thread(shop.channel, "Side", shop.ann)
    await shop.ann.slash("panel", channel=shop.channel)
    doomed = shop.guild.create_text_channel("doomed")
    places = {"archive": thread, "lock": thread, "delete-channel": doomed}
    async with socket_window("Ann") as ann:
        controls = (await ann.event("hello"))["state"]["faults"]
        for control in controls:
            where = places.get(control["key"], shop.channel)
            for choice in control["choices"] or [{"value": ""}]:
                said = await ann.ask(
                    "faults", fault=control["key"], choice=choice["value"], channel=str(where.id)
                )
                assert said.endswith("."), control

    assert len(controls) > 15
    assert doomed.id not in shop.discord.world.channels


@pytest.mark.parametrize(
    ("role", "manages"), [("member", False), ("moderator", False), ("manager", True)]
)
async def test_a_person_is_added_with_a_role(place, socket_window, role, manages):
    async with socket_window("Ann") as ann:
        answer = await ann.ask(
            "faults", fault="add-person", choice=role, channel=str(place.channel.id)
        )

    name = answer.partition(" joined")[0]
    (added,) = (
        each.user for each in place.channel.guild.members.values() if each.user.name == name
    )
    assert bool(guild_permissions(place.channel.guild, added) & Permission.MANAGE_GUILD) is manages


async def test_refuses_a_fault_of_threads_in_a_channel(place, socket_window):
    async with socket_window("Ann") as ann:
        answer = await ann.attempt("faults", fault="archive", channel=str(place.channel.id))

    assert answer["error"] == "Open a thread first: this fault is about threads."


async def test_closed_direct_messages_are_shown_as_a_pressed_button(place, socket_window):
    async with socket_window("Ann") as ann:
        await ann.ask("faults", fault="dms", channel=str(place.channel.id))
        state = await ann.event("state")

    dms = next(t for t in state["state"]["faults"] if t["key"] == "dms")
    assert dms["active"] is True
    assert place.ann.user.dms_open is False


async def test_reports_a_sandbox_without_people(sandbox, socket_window):
    with pytest.raises(aiohttp.WSServerHandshakeError, match="409"):
        async with socket_window("Ann"):
            pass


def _channel(event, channel_id):
    channels = event["state"]["guilds"][0]["channels"]
    return next(c for c in channels if c["id"] == channel_id)


def _person(event, name):
    return next(p for p in event["state"]["people"] if p["name"] == name)


async def _command(socket_window, channel_id, path):
    """Return the common fields of a request about a command."""
    offered = await socket_window.ask("commands", channel=channel_id)
    found = next(c for c in offered if c["path"] == path)
    return {"channel": channel_id, "command": found["id"], "path": path}


@pytest.mark.parametrize("script", sorted(FOLDER.glob("*.js")), ids=lambda path: path.name)
async def test_page_scripts_do_not_parse_html_or_evaluate_text(script):
    text = script.read_text()

    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert way not in text
