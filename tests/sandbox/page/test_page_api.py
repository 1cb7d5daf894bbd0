"""The page's server side: what a window may ask, and what it is told. No browser."""

import base64
import zlib

import aiohttp
import pytest
from yarl import URL

from sandbox.page_api.files import FOLDER

pytestmark = pytest.mark.asyncio(loop_scope="session")
HOST_OF_ANOTHER_SITE = {"Host": "evil.example:80"}


async def get(sandbox, path, **headers):
    url = URL(sandbox.base_url + path, encoded=True)
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
        return answer.status, await answer.text(), answer.headers


async def test_the_page_is_served_and_may_load_nothing_from_elsewhere(sandbox):
    status, text, headers = await get(sandbox, "/")

    assert status == 200
    assert "not Discord" in text
    assert "default-src 'none'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize("name", ["main.js", "theme.css", "icon.svg"])
async def test_each_kind_of_file_is_served_with_its_type(sandbox, name):
    status, _, headers = await get(sandbox, f"/page/{name}")

    assert status == 200
    assert headers["Content-Type"].split(";")[0] in ("text/javascript", "text/css", "image/svg+xml")


@pytest.mark.parametrize("name", ["..%2fserver.py", "nothing.js", "%2e%2e%2fserver.py"])
async def test_only_files_of_the_page_are_served(sandbox, name):
    assert (await get(sandbox, f"/page/{name}"))[0] == 404


async def test_a_site_whose_name_points_at_this_computer_is_refused(sandbox):
    assert (await get(sandbox, "/", **HOST_OF_ANOTHER_SITE))[0] == 403


async def test_a_page_of_another_site_cannot_open_a_window(place, line):
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        async with line("Ann", Origin="http://evil.example"):
            pass


async def test_the_address_of_the_page_names_the_person_and_the_channel(place):
    url = place.discord.page_url(place.ann, place.channel)

    assert url == f"{place.discord.base_url}/?as=Ann&channel={place.channel.id}"


async def test_a_window_learns_who_is_there_and_where_one_can_go(place, line):
    place.discord.page.hint = "Type something."
    async with line("Ben") as ben:
        state = (await ben.event("hello"))["state"]

    assert state["me"] == str(place.ben.id)
    assert [p["name"] for p in state["people"]] == ["Ann", "Ben", "Bot"]
    assert [c["name"] for c in state["guilds"][0]["channels"]] == ["games"]
    assert state["hint"] == "Type something."


async def test_a_channel_that_a_person_may_not_see_is_not_listed_nor_opened(place, line):
    hidden = place.guild.create_text_channel("hidden")
    place.guild.set_overwrite(hidden, place.guild.everyone, deny=1 << 10)
    async with line("Ben") as ben:
        state = (await ben.event("hello"))["state"]
        answer = await ben.attempt("open", channel=str(hidden.id))

    assert [c["name"] for c in state["guilds"][0]["channels"]] == ["games"]
    assert "may no longer see it" in answer["error"]


async def test_what_one_says_the_other_sees_at_once(place, line):
    where = str(place.channel.id)
    async with line("Ann") as ann, line("Ben") as ben:
        await ben.event("hello")
        await ann.ask("say", channel=where, text="Hello there")
        event = await ben.event("message")

    assert event["message"]["content"] == "Hello there"
    assert event["message"]["author"]["global_name"] == "Ann"


async def test_a_name_with_an_at_sign_becomes_a_mention_and_a_badge_until_read(place, line):
    where = str(place.channel.id)
    async with line("Ann") as ann, line("Ben") as ben:
        await ann.ask("say", channel=where, text="Well, @ben?")
        state = await ben.event("state", lambda e: _channel(e, where)["mentions"] == 1)
        assert _person(state, "Ben")["mentions"] == 1
        await ben.ask("read", channel=where)
        await ann.event("state", lambda e: _person(e, "Ben")["mentions"] == 0)

    assert place.ben.in_(place.channel).mentions()[0].content == f"Well, {place.ben.mention}?"


@pytest.mark.parametrize(
    ("name", "typed"),
    # Folding case makes two letters of some, and one of "İ" that is no "i".
    [("Straße", "@Straße"), ("Straße", "@STRAßE"), ("İda", "@İda")],
)
async def test_a_name_with_letters_that_fold_to_others_becomes_a_mention(place, line, name, typed):
    person = place.guild.add_member(name)
    async with line("Ann") as ann:
        await ann.ask("say", channel=str(place.channel.id), text=f"Well, {typed}?")

    (said,) = place.ann.messages(place.channel)
    assert said.content == f"Well, {person.mention}?"
    assert person.mentions(place.channel) == [said]


async def test_what_only_resembles_a_name_stays_text(place, line):
    place.guild.add_member("İda")
    async with line("Ann") as ann:
        await ann.ask("say", channel=str(place.channel.id), text="Well, @ida?")

    assert place.ann.messages(place.channel)[0].content == "Well, @ida?"


async def test_own_messages_are_never_unread(place, line):
    where = str(place.channel.id)
    async with line("Ann") as ann:
        await ann.ask("say", channel=where, text="Hello")
        state = await ann.event("state")

    assert _channel(state, where)["unread"] == 0


async def test_a_direct_message_has_a_badge_and_the_name_of_the_other(place, line):
    async with line("Ann") as ann, line("Ben") as ben:
        opened = await ann.ask("dm", target=str(place.ben.id))
        await ann.ask("say", channel=opened["channel"], text="psst")
        state = await ben.event("state", lambda e: any(d["mentions"] for d in e["state"]["dms"]))

    assert state["state"]["dms"][0]["name"] == "Ann"


async def test_an_ephemeral_answer_reaches_only_its_reader(shop, line):
    where = str(shop.channel.id)
    async with line("Ann") as ann, line("Ben") as ben:
        whisper = await _command(ann, where, "whisper")
        await ann.ask("slash", **whisper, options={"words": "secret"})
        await ann.event("message")
        await ann.ask("say", channel=where, text="after it")
        await ben.event("message", lambda e: e["message"]["content"] == "after it")

    shown = [e["message"]["content"] for e in ben.events if e.get("event") == "message"]
    assert shown == ["after it"]


async def test_a_dismissed_message_stays_away_after_a_reload(shop, line):
    where = str(shop.channel.id)
    async with line("Ann") as ann:
        whisper = await _command(ann, where, "whisper")
        await ann.ask("slash", **whisper, options={"words": "secret"})
        event = await ann.event("message")
        await ann.ask("dismiss", channel=where, message=event["message"]["id"])
        await ann.event("gone")
    async with line("Ann") as again:
        opened = await again.ask("open", channel=where)

    assert opened["messages"] == []


async def test_a_public_message_cannot_be_dismissed(place, line):
    message = place.ann.say("Hello", place.channel)
    async with line("Ann") as ann:
        answer = await ann.attempt(
            "dismiss", channel=str(place.channel.id), message=str(message.id)
        )

    assert "nobody else sees" in answer["error"]


async def test_sub_commands_are_offered_one_by_one_with_their_options(shop, line):
    async with line("Ann") as ann:
        commands = await ann.ask("commands", channel=str(shop.channel.id))
    paths = {command["path"]: command for command in commands}

    assert "list show" in paths
    assert "list" not in paths
    assert [o["name"] for o in paths["buy"]["options"]] == ["kind", "pieces", "ripe"]


async def test_a_command_that_needs_a_person_takes_one(shop, line):
    where = str(shop.channel.id)
    async with line("Ann") as ann:
        wave = await _command(ann, where, "wave")
        await ann.ask("slash", **wave, options={"who": str(shop.ben.id)})
        event = await ann.event("message")

    assert event["message"]["content"] == f"Hello {shop.ben.mention}"


async def test_a_person_who_is_not_there_is_refused_with_a_sentence(shop, line):
    where = str(shop.channel.id)
    async with line("Ann") as ann:
        wave = await _command(ann, where, "wave")
        answer = await ann.attempt("slash", **wave, options={"who": "17"})

    assert "choose again" in answer["error"]


async def test_a_command_that_needs_a_file_takes_one(shop, line):
    content = bytes(range(256))
    file = {"name": "a.bin", "content": base64.b64encode(content).decode()}
    async with line("Ann") as ann:
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
async def test_a_file_that_did_not_arrive_whole_is_refused_with_a_sentence(shop, line, file):
    async with line("Ann") as ann:
        weigh = await _command(ann, str(shop.channel.id), "weigh")
        answer = await ann.attempt("slash", **weigh, options={"file": file})

    assert answer["error"] == "The file did not arrive whole: choose it again."


async def test_a_value_outside_an_options_range_is_refused_with_a_sentence(shop, line):
    where = str(shop.channel.id)
    async with line("Ann") as ann:
        buy = await _command(ann, where, "buy")
        answer = await ann.attempt("slash", **buy, options={"kind": "apple", "pieces": 10})

    assert "at most 9" in answer["error"]


async def test_autocomplete_asks_the_application(shop, line):
    where = str(shop.channel.id)
    async with line("Ann") as ann:
        buy = await _command(ann, where, "buy")
        choices = await ann.ask("autocomplete", **buy, options={"kind": "ap"}, focused="kind")

    assert [c["value"] for c in choices] == ["apple", "apricot"]


async def test_a_form_of_one_person_cannot_be_sent_by_another(shop, line):
    where = str(shop.channel.id)
    message = await shop.ann.slash("panel", channel=shop.channel)
    async with line("Ann") as ann, line("Ben") as ben:
        click = {"channel": where, "message": str(message.id), "custom_id": "order"}
        opened = (await ann.ask("click", **click))["modal"]
        fields = {"words": "tea", "size": ["Small"]}
        stolen = await ben.attempt("submit", modal=opened["id"], fields=fields)
        await ann.ask("submit", modal=opened["id"], fields=fields)
        event = await ann.event("message")

    assert "no longer open" in stolen["error"]
    assert event["message"]["content"] == "You ordered tea, Small"


async def test_a_select_of_people_hands_the_person_over(shop, line):
    where = str(shop.channel.id)
    message = await shop.ann.slash("panel", channel=shop.channel)
    async with line("Ann") as ann:
        chosen = {"custom_id": "somebody", "values": [str(shop.ben.id)]}
        await ann.ask("choose", channel=where, message=str(message.id), **chosen)
        event = await ann.event("message", lambda e: e["message"]["id"] != str(message.id))

    assert event["message"]["content"] == "Chosen: Ben"


async def test_a_context_menu_on_a_person_works(shop, line):
    where = str(shop.channel.id)
    async with line("Ann") as ann:
        poke = await _command(ann, where, "Poke")
        await ann.ask("user_menu", channel=where, command=poke["command"], target=str(shop.ben.id))
        event = await ann.event("message")

    assert event["message"]["content"] == "Poked Ben"


async def test_an_unknown_wish_is_refused_with_a_sentence(place, line):
    async with line("Ann") as ann:
        answer = await ann.attempt("fly")

    assert answer["error"] == "The sandbox does not know how to do 'fly'."


async def test_a_failure_of_the_sandbox_itself_is_said_and_logged(place, line, caplog):
    async with line("Ann") as ann:
        answer = await ann.attempt("say", channel=str(place.channel.id))

    assert answer["error"] == "The sandbox failed at this; its log says why."
    assert "The page asked for say and it failed" in caplog.text


async def test_what_is_gone_is_refused_with_a_sentence(shop, line):
    where = str(shop.channel.id)
    message = shop.ben.say("going", shop.channel)
    shop.discord.faults.delete_message(message)
    gone = {
        "click": {"channel": where, "message": str(message.id), "custom_id": "x"},
        "dm": {"target": "17"},
        "user_menu": {"channel": where, "command": "17", "target": str(shop.ben.id)},
        "slash": {"channel": where, "command": "17", "path": "old", "options": {}},
        "faults": {"channel": where, "fault": "rain"},
    }
    async with line("Ann") as ann:
        sentences = {
            what: (await ann.attempt(what, **asked))["error"] for what, asked in gone.items()
        }

    assert sentences == {
        "click": "This message was deleted.",
        "dm": "This person is not in the sandbox.",
        "user_menu": "This command is no longer registered.",
        "slash": "The command /old is not offered here any more.",
        "faults": "The sandbox does not know this fault.",
    }


async def test_refuses_faults_of_a_server_in_direct_messages(shop, line):
    direct = shop.discord.direct_channel(shop.ann)
    async with line("Ann") as ann:
        refused = [
            await ann.attempt("faults", fault=control, channel=str(direct.id))
            for control in ("kick", "delete-message", "delete-channel")
        ]
        nowhere = await ann.attempt("faults", fault="kick", channel=None)

    assert "not for direct messages" in refused[0]["error"]
    assert refused[1]["error"] == "Bot has no message here."
    assert "not for direct messages" in refused[2]["error"]
    assert nowhere["error"].startswith("Open a channel first")


async def test_every_fault_control_reports_what_it_did(shop, line):
    thread = shop.guild.create_thread(shop.channel, "Side", shop.ann)
    await shop.ann.slash("panel", channel=shop.channel)
    doomed = shop.guild.create_text_channel("doomed")
    places = {"archive": thread, "lock": thread, "delete-channel": doomed}
    async with line("Ann") as ann:
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


async def test_refuses_a_fault_of_threads_in_a_channel(place, line):
    async with line("Ann") as ann:
        answer = await ann.attempt("faults", fault="archive", channel=str(place.channel.id))

    assert answer["error"] == "Open a thread first: this fault is about threads."


async def test_closed_direct_messages_show_as_a_pressed_button(place, line):
    async with line("Ann") as ann:
        await ann.ask("faults", fault="dms", channel=str(place.channel.id))
        state = await ann.event("state")

    dms = next(t for t in state["state"]["faults"] if t["key"] == "dms")
    assert dms["active"] is True
    assert place.ann.user.dms_open is False


async def test_a_sandbox_without_people_says_what_to_do(sandbox, line):
    with pytest.raises(aiohttp.WSServerHandshakeError, match="409"):
        async with line("Ann"):
            pass


def _channel(event, channel_id):
    channels = event["state"]["guilds"][0]["channels"]
    return next(c for c in channels if c["id"] == channel_id)


def _person(event, name):
    return next(p for p in event["state"]["people"] if p["name"] == name)


async def _command(line, channel_id, path):
    """What an ask about a command needs besides its options."""
    offered = await line.ask("commands", channel=channel_id)
    found = next(c for c in offered if c["path"] == path)
    return {"channel": channel_id, "command": found["id"], "path": path}


@pytest.mark.parametrize("script", sorted(FOLDER.glob("*.js")), ids=lambda path: path.name)
async def test_no_script_parses_html_or_runs_text(script):
    text = script.read_text()

    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert way not in text
