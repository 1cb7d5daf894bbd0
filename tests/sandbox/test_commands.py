"""Application commands: registration, and use by people."""

import asyncio

import pytest

from sandbox import NotPossible, Permission

TEXT, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER = 3, 4, 5, 6, 7, 8, 10


def command(**parts):
    return {"name": "ask", "description": "d", "type": 1, **parts}


def option(name="cell", kind=TEXT, **parts):
    return {"name": name, "description": "d", "type": kind, **parts}


def choice(number=0, **parts):
    return {"name": f"n{number}", "value": f"v{number}", **parts}


def many(count, kind=1):
    more = {"description": "d"} if kind == 1 else {}
    return [{"name": f"c{n}", "type": kind, **more} for n in range(count)]


GOOD = {
    "a name of 32": [command(name="a" * 32)],
    "dashes and digits": [command(name="a-1_b")],
    "letters of another script": [command(name="γειά")],
    "a description of 100": [command(description="d" * 100)],
    "25 options": [command(options=[option(f"o{n}") for n in range(25)])],
    "25 choices": [command(options=[option(choices=[choice(n) for n in range(25)])])],
    "required first": [command(options=[option("a", required=True), option("b")])],
    "a context menu with spaces": [{"name": "Challenge to a game", "type": 2}],
    "100 commands": many(100),
    "15 user menus": many(15, 2),
    "one name for three types": [command(), {"name": "ask", "type": 2}, {"name": "ask", "type": 3}],
    "sub-commands": [command(options=[option("a", 1), option("b", 2, options=[option("c", 1)])])],
}
BAD = {
    "upper case": [command(name="Ask")],
    "a space": [command(name="ask me")],
    "a name of 33": [command(name="a" * 33)],
    "no description": [{"name": "ask", "type": 1}],
    "an empty description": [command(description="")],
    "a description of 101": [command(description="d" * 101)],
    "26 options": [command(options=[option(f"o{n}") for n in range(26)])],
    "26 choices": [command(options=[option(choices=[choice(n) for n in range(26)])])],
    "required after optional": [command(options=[option("a"), option("b", required=True)])],
    "an option twice": [command(options=[option("a"), option("a")])],
    "choices and autocomplete": [
        command(options=[option(choices=[choice()], autocomplete=True)])
    ],
    "autocomplete of a person": [command(options=[option(kind=USER, autocomplete=True)])],
    "a choice name of 101": [command(options=[option(choices=[choice(name="a" * 101)])])],
    "a command twice": [command(), command()],
    "101 commands": many(101),
    "16 user menus": many(16, 2),
    "a described context menu": [{"name": "Menu", "type": 2, "description": "d"}],
    "an unknown key": [command(colour=1)],
    "an unknown type": [command(options=[option(kind=99)])],
    "options beside sub-commands": [command(options=[option("a", 1), option("b")])],
    "more than 8,000 characters": [
        command(
            options=[option(f"o{n}", choices=[choice(i, name="a" * 100, value=f"v{n}{i}")
            for i in range(25)]) for n in range(4)]
        )
    ],
}  # fmt: skip


@pytest.fixture
def put(raw, sandbox):
    base = f"/applications/{sandbox.application.id}"

    async def put(commands, guild=None):
        scope = f"/guilds/{guild.id}" if guild else ""
        return await raw.call("PUT", f"{base}{scope}/commands", commands)

    return put


@pytest.mark.parametrize("commands", GOOD.values(), ids=GOOD.keys())
async def test_accepts_commands(put, commands):
    answer = await put(commands)
    assert answer.outcome == 200
    assert [c["name"] for c in answer.data] == [c["name"] for c in commands]


@pytest.mark.parametrize("commands", BAD.values(), ids=BAD.keys())
async def test_refuses_commands(put, sandbox, commands):
    sandbox._rest.document = None
    assert (await put(commands)).outcome == (400, 50035)
    assert len(sandbox.refusals) == 1
    assert not sandbox.application.commands


async def test_a_registered_command_has_its_fields(put, sandbox):
    (answer,) = (await put([{"name": "Menu", "type": 2}])).data
    assert answer["application_id"] == str(sandbox.application.id)
    assert answer["description"] == ""
    assert answer["default_member_permissions"] is None
    assert int(answer["version"]) > 0


async def test_a_kept_command_keeps_its_id(put):
    (first,) = (await put([command()])).data
    (same, _) = (await put([command(), command(name="new")])).data
    (changed, _) = (await put([command(description="e"), command(name="new")])).data
    assert (same["id"], same["version"]) == (first["id"], first["version"])
    assert changed["id"] == first["id"]
    assert changed["version"] != first["version"]


async def test_limits_command_creations_to_200_a_day(put, sandbox):
    assert (await put(many(100))).outcome == 200
    assert (await put([])).outcome == 200
    assert (await put(many(100))).outcome == 200
    assert (await put([*many(100), {"name": "Menu", "type": 2}])).outcome == (429, 30034)
    sandbox.clock.advance(86_401)
    assert (await put([*many(100), {"name": "Menu", "type": 2}])).outcome == 200


async def test_creates_reads_updates_and_deletes_a_command(raw, sandbox):
    base = f"/applications/{sandbox.application.id}/commands"
    made = (await raw.call("POST", base, command())).data
    one = f"{base}/{made['id']}"
    assert (await raw.call("GET", one)).data["name"] == "ask"
    assert (await raw.call("PATCH", one, {"description": "e"})).data["description"] == "e"
    assert (await raw.call("DELETE", one)).status == 204
    assert (await raw.call("GET", one)).outcome == (404, 10063)
    assert (await raw.call("GET", base)).data == []


async def test_refuses_access_to_commands_of_another_application(raw, sandbox):
    other = sandbox.create_application("Other")
    answer = await raw.call("GET", f"/applications/{other.id}/commands")
    assert answer.outcome == (403, 20012)


async def test_a_guild_command_is_offered_only_in_its_guild(put, place, sandbox):
    other = sandbox.create_guild("Others")
    channel = other.create_text_channel("games")
    other.add_member(place.ann)
    assert (await put([command()], place.guild)).outcome == 200
    with pytest.raises(NotPossible, match="offered: none"):
        await place.ann.slash("ask", channel=channel)


async def test_commands_for_a_guild_without_the_bot_are_refused(put, sandbox):
    other = sandbox.create_guild("Others", with_bot=False)
    assert (await put([command()], other)).outcome == (403, 50001)


@pytest.mark.parametrize("kind", [str, int])
async def test_a_command_is_offered_only_with_its_default_permissions(put, place, raw, kind):
    await raw.connect()
    needed = kind(Permission.MANAGE_GUILD.value)
    (made,) = (await put([command(default_member_permissions=needed)])).data
    assert made["default_member_permissions"] == "32"
    with pytest.raises(NotPossible, match="no command 'ask'"):
        await place.ann.slash("ask", channel=place.channel)
    place.guild.give_role(place.ann, place.guild.create_role("Mods", Permission.MANAGE_GUILD))
    task = asyncio.create_task(place.ann.slash("ask", channel=place.channel))
    await raw.respond(await raw.event("INTERACTION_CREATE"), 4, {"content": "x"})
    assert (await task).content == "x"


FILLED = {
    "text": (TEXT, {}, "e6", "e6"),
    "a number": (INTEGER, {"min_value": 3, "max_value": 12}, 7, 7),
    "a decimal": (NUMBER, {}, 0.5, 0.5),
    "a truth value": (BOOLEAN, {}, False, False),
    "a choice by its name": (TEXT, {"choices": [choice()]}, "n0", "v0"),
    "a choice by its value": (TEXT, {"choices": [choice()]}, "v0", "v0"),
}
NOT_FILLED = {
    "text for a number": (INTEGER, {}, "7", "does not take"),
    "a truth value for a number": (INTEGER, {}, True, "does not take"),
    "too small a number": (INTEGER, {"min_value": 3}, 2, "at least 3"),
    "too large a number": (INTEGER, {"max_value": 12}, 13, "at most 12"),
    "too long a text": (TEXT, {"max_length": 2}, "abc", "at most 2"),
    "no choice": (TEXT, {"choices": [choice()]}, "n1", "one of"),
    "text for a person": (USER, {}, "Ann", "takes no str"),
    "nothing for a required one": (TEXT, {"required": True}, None, "required"),
}


@pytest.mark.parametrize("case", FILLED.values(), ids=FILLED.keys())
async def test_the_client_accepts_options(asked, raw, case):
    kind, parts, value, sent = case
    await raw.connect()
    await raw.command(options=[option(kind=kind, **parts)])
    event, _ = await asked(cell=value)
    assert event["data"]["options"] == [{"name": "cell", "type": kind, "value": sent}]


@pytest.mark.parametrize("case", NOT_FILLED.values(), ids=NOT_FILLED.keys())
async def test_the_client_refuses_options(raw, place, case):
    kind, parts, value, sentence = case
    await raw.command(options=[option(kind=kind, **parts)])
    with pytest.raises(NotPossible, match=sentence):
        await place.ann.slash("ask", cell=value, channel=place.channel)


async def test_a_user_option_is_resolved(asked, raw, place):
    await raw.connect()
    await raw.command(options=[option(kind=USER)])
    event, _ = await asked(cell=place.ben)
    number = str(place.ben.id)
    assert event["data"]["options"][0]["value"] == number
    assert event["data"]["resolved"]["users"][number]["global_name"] == "Ben"
    assert event["data"]["resolved"]["members"][number]["roles"] == []


@pytest.mark.parametrize(("kind", "group"), [(ROLE, "roles"), (CHANNEL, "channels")])
async def test_role_and_channel_options_are_resolved(asked, raw, place, kind, group):
    thing = place.guild.create_role("Players") if kind == ROLE else place.channel
    await raw.connect()
    await raw.command(options=[option(kind=kind)])
    event, _ = await asked(cell=thing)
    assert event["data"]["resolved"][group][str(thing.id)]["name"] == thing.name


async def test_refuses_a_channel_of_the_wrong_type(raw, place):
    await raw.command(options=[option(kind=CHANNEL, channel_types=[5])])
    with pytest.raises(NotPossible, match="types"):
        await place.ann.slash("ask", cell=place.channel, channel=place.channel)


async def test_refuses_an_unknown_option(raw, place):
    await raw.command(options=[option()])
    with pytest.raises(NotPossible, match="no option 'row'"):
        await place.ann.slash("ask", row="1", channel=place.channel)


async def test_a_sub_command_is_selected_by_words(raw, place):
    await raw.connect()
    inner = option("show", 1, options=[option()])
    await raw.command("game", options=[option("board", 2, options=[inner])])
    task = asyncio.create_task(place.ann.slash("game board show", cell="a1", channel=place.channel))
    event = await raw.event("INTERACTION_CREATE")
    (group,) = event["data"]["options"]
    (sub,) = group["options"]
    assert (group["name"], sub["name"], sub["options"][0]["value"]) == ("board", "show", "a1")
    await raw.respond(event, 4, {"content": "x"})
    await task
    with pytest.raises(NotPossible, match="Choose a sub-command"):
        await place.ann.slash("game", channel=place.channel)


async def test_a_context_menu_on_a_message_carries_the_message(raw, put, place):
    said = place.ben.say("look", place.channel)
    await raw.connect()
    await put([{"name": "Quote", "type": 3}])
    task = asyncio.create_task(place.ann.message_menu("Quote", said))
    event = await raw.event("INTERACTION_CREATE")
    assert event["data"]["target_id"] == str(said.id)
    assert event["data"]["resolved"]["messages"][str(said.id)]["content"] == "look"
    await raw.respond(event, 4, {"content": "x"})
    await task
