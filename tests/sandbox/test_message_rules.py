"""Content of messages: each limit, just met and just exceeded."""

import pytest

V2 = 1 << 15
MB = 1024 * 1024


def text(length):
    return "a" * length


def embed(**parts):
    return {"embeds": [parts]}


def row(*components):
    return {"content": "x", "components": [{"type": 1, "components": list(components)}]}


def button(number=0, **parts):
    return {"type": 2, "style": 1, "label": "Go", "custom_id": f"id:{number}", **parts}


def link(**parts):
    return {"type": 2, "style": 5, "label": "Go", "url": "https://example.org", **parts}


def select(options=None, **parts):
    if options is None:
        options = [{"label": "A", "value": "a"}]
    return {"type": 3, "custom_id": "pick", "options": options, **parts}


def choices(count):
    return [{"label": f"n{i}", "value": f"v{i}"} for i in range(count)]


def v2(*components):
    return {"flags": V2, "components": list(components)}


def display(content="words"):
    return {"type": 10, "content": content}


def gallery(count=1, url="https://example.org/a.png", **parts):
    return {"type": 12, "items": [{"media": {"url": url}, **parts}] * count}


def section(**parts):
    return {"type": 9, "components": [display()], "accessory": button(), **parts}


def buttons(count):
    rows = [button(i) for i in range(count)]
    split = [rows[i : i + 5] for i in range(0, count, 5)]
    return {"content": "x", "components": [{"type": 1, "components": r} for r in split]}


ACCEPTED = {
    "2,000 characters": {"content": text(2000)},
    "10 embeds": {"embeds": [{"title": "t"}] * 10},
    "6,000 characters of embeds": {"embeds": [{"description": text(3000)}] * 2},
    "an embed title of 256": embed(title=text(256)),
    "25 fields": embed(fields=[{"name": "n", "value": "v"}] * 25),
    "5 x 5 buttons": buttons(25),
    "a label of 80": row(button(label=text(80))),
    "a custom id of 100": row(button(custom_id=text(100))),
    "an emoji instead of a label": row(button(label=None, emoji={"name": "⚫"})),
    "a link button": row(link()),
    "25 options": row(select(choices(25), max_values=25)),
    "a placeholder of 150": row(select(placeholder=text(150))),
    "a mention list": {"content": "x", "allowed_mentions": {"parse": ["roles"], "users": ["1"]}},
    "a nonce of 25": {"content": "x", "nonce": text(25)},
    "text in V2": v2(display(text(4000))),
    "40 components in V2": v2(*[display()] * 40),
    "a gallery of 10": v2(gallery(10)),
    "an alt text of 1,024": v2(gallery(description=text(1024))),
    "a section with a button": v2(section()),
    "a container": v2({"type": 17, "components": [display(), {"type": 14}], "accent_color": 1}),
    "a premium button": row({"type": 2, "style": 6, "sku_id": "1"}),
    "a select of people": row({"type": 5, "custom_id": "who"}),
    "a thumbnail": v2(
        section(accessory={"type": 11, "media": {"url": "https://example.org/a.png"}})
    ),
    "a divider": v2(display(), {"type": 14, "divider": False, "spacing": 2}, display()),
    "an embed with a picture": embed(image={"url": "https://example.org/a.png"}),
    "no notification": {"content": "x", "flags": 1 << 12},
}
REFUSED = {
    "2,001 characters": ({"content": text(2001)}, "content"),
    "text that is a number": ({"content": 5}, "content"),
    "11 embeds": ({"embeds": [{"title": "t"}] * 11}, "embeds"),
    "6,001 characters of embeds": (
        {"embeds": [{"description": text(3000)}, {"description": text(3001)}]},
        "embeds",
    ),
    "an embed title of 257": (embed(title=text(257)), "embeds.0.title"),
    "26 fields": (embed(fields=[{"name": "n", "value": "v"}] * 26), "embeds.0.fields"),
    "an empty field": (embed(fields=[{"name": "", "value": "v"}]), "embeds.0.fields.0.name"),
    "a file that is not there": (
        embed(image={"url": "attachment://no.png"}),
        "embeds.0.image.url",
    ),
    "6 rows": (
        {"content": "x", "components": buttons(25)["components"] + row(link())["components"]},
        "components",
    ),
    "6 buttons in a row": (row(*[button(i) for i in range(6)]), "components.0.components"),
    "a button without a row": ({"content": "x", "components": [button()]}, "components.0.type"),
    "an empty row": (row(), "components.0.components"),
    "a label of 81": (row(button(label=text(81))), "components.0.components.0.label"),
    "a custom id of 101": (
        row(button(custom_id=text(101))),
        "components.0.components.0.custom_id",
    ),
    "a button without custom id": (
        row(button(custom_id=None)),
        "components.0.components.0.custom_id",
    ),
    "a button without label": (row(button(label=None)), "components.0.components.0"),
    "a link with a custom id": (row(link(custom_id="a")), "components.0.components.0.custom_id"),
    "a link without address": (row(link(url=None)), "components.0.components.0.url"),
    "a button with an address": (
        row(button(url="https://example.org")),
        "components.0.components.0.url",
    ),
    "the same custom id twice": (row(button(), button()), "components.0.components.1.custom_id"),
    "26 options": (row(select(choices(26))), "components.0.components.0.options"),
    "no options": (row(select([])), "components.0.components.0.options"),
    "the same value twice": (
        row(select(choices(1) * 2)),
        "components.0.components.0.options.1.value",
    ),
    "an option label of 101": (
        row(select([{"label": text(101), "value": "a"}])),
        "components.0.components.0.options.0.label",
    ),
    "a placeholder of 151": (
        row(select(placeholder=text(151))),
        "components.0.components.0.placeholder",
    ),
    "more defaults than values": (
        row(select([{"label": v, "value": v, "default": True} for v in "ab"])),
        "components.0.components.0.options",
    ),
    "two selects in a row": (
        row(select(), select(custom_id="other")),
        "components.0.components",
    ),
    "users parsed and listed": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions.users",
    ),
    "an unknown key": ({"content": "x", "colour": 1}, "colour"),
    "an unknown key of a button": (
        row(button(colour=1)),
        "components.0.components.0.colour",
    ),
    "a nonce of 26": ({"content": "x", "nonce": text(26)}, "nonce"),
    "enforce without nonce": ({"content": "x", "enforce_nonce": True}, "nonce"),
    "text beside V2": ({**v2(display()), "content": "x"}, "content"),
    "embeds beside V2": ({**v2(display()), "embeds": [{"title": "t"}]}, "embeds"),
    "V2 without the flag": ({"content": "x", "components": [display()]}, "components.0.type"),
    "41 components": (v2(*[display()] * 41), "components"),
    "41 components, some inside": (
        v2(*[{"type": 17, "components": [display()] * 5}] * 6, *[display()] * 5),
        "components",
    ),
    "4,001 characters in V2": (v2(display(text(4000)), display("b")), "components"),
    "a gallery of 11": (v2(gallery(11)), "components.0.items"),
    "an alt text of 1,025": (
        v2(gallery(description=text(1025))),
        "components.0.items.0.description",
    ),
    "a gallery of a missing file": (
        v2(gallery(url="attachment://no.png")),
        "components.0.items.0.media",
    ),
    "a section without accessory": (v2(section(accessory=None)), "components.0.accessory"),
    "a container in a container": (
        v2({"type": 17, "components": [{"type": 17, "components": [display()]}]}),
        "components.0.components.0.type",
    ),
    "an embed that shows nothing": (embed(color=1), "embeds.0.description"),
    "an embed with a local picture": (
        embed(title="t", image={"url": "file:///a.png"}),
        "embeds.0.image.url",
    ),
    "embeds that are no list": ({"content": "x", "embeds": {}}, "embeds"),
    "an embed that is no object": ({"content": "x", "embeds": ["t"]}, "embeds.0"),
    "a colour out of range": (embed(title="t", color=1 << 24), "embeds.0.color"),
    "a button of an unknown style": (
        row(button(style=9)),
        "components.0.components.0.style",
    ),
    "a link to a file": (row(link(url="file:///a")), "components.0.components.0.url"),
    "a premium button without its ware": (
        row({"type": 2, "style": 6}),
        "components.0.components.0.sku_id",
    ),
    "options of a select of people": (
        row({"type": 5, "custom_id": "who", "options": choices(1)}),
        "components.0.components.0.options",
    ),
    "more values wanted than allowed": (
        row(select(choices(3), min_values=3, max_values=2)),
        "components.0.components.0.min_values",
    ),
    "a component id twice": (
        v2({**display(), "id": 7}, {**display(), "id": 7}),
        "components.1.id",
    ),
    "a gallery of a local file": (
        v2(gallery(url="file:///a.png")),
        "components.0.items.0.media",
    ),
    "a gallery without addresses": (
        v2({"type": 12, "items": [{"media": {}}]}),
        "components.0.items.0.media",
    ),
    "a file that was not uploaded": (
        v2({"type": 13, "file": {"url": "https://example.org/a.txt"}}),
        "components.0.file",
    ),
    "a wide separator": (v2({"type": 14, "spacing": 3}), "components.0.spacing"),
    "mentions that are a list": (
        {"content": "x", "allowed_mentions": ["users"]},
        "allowed_mentions",
    ),
    "101 mentions": (
        {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}},
        "allowed_mentions.users",
    ),
    "an unknown kind of mention": (
        {"content": "x", "allowed_mentions": {"parse": ["nobody"]}},
        "allowed_mentions.parse",
    ),
    "an ephemeral message to a channel": ({"content": "x", "flags": 1 << 6}, "flags"),
    "a flag bots cannot set": ({"content": "x", "flags": 1 << 4}, "flags"),
}


@pytest.mark.parametrize("body", ACCEPTED.values(), ids=ACCEPTED.keys())
async def test_accepts_a_message(raw, place, body):
    assert (await raw.send(place.channel, body)).outcome == 200


@pytest.mark.parametrize(("body", "path"), REFUSED.values(), ids=REFUSED.keys())
@pytest.mark.parametrize("checked_by", ["both", "rules alone"])
async def test_refuses_a_message(raw, place, sandbox, body, path, checked_by):
    if checked_by == "rules alone":
        sandbox._rest.document = None
    answer = await raw.send(place.channel, body)
    assert answer.outcome == (400, 50035)
    node = answer.data["errors"]
    for part in path.split("."):
        assert part in node, answer.data["errors"]
        node = node[part]
    assert "_errors" in repr(node)
    assert str(sandbox.refusals[0]).startswith("POST /channels/{channel_id}/messages: Invalid")
    assert place.channel.messages == {}


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": "  \n"}, {"embeds": []}])
async def test_an_empty_message_is_refused(raw, place, body):
    assert (await raw.send(place.channel, body)).outcome == (400, 50006)


async def test_accepts_files_of_up_to_ten_megabytes(raw, place):
    assert (await raw.send(place.channel, {}, files=[("a", b"x" * 10 * MB)])).outcome == 200
    answer = await raw.send(place.channel, {}, files=[("a", b"x" * (10 * MB + 1))])
    assert answer.outcome == (413, 40005)


async def test_an_attachment_is_named_described_and_served(raw, place, sandbox):
    body = {"attachments": [{"id": 0, "filename": "my board.png", "description": "Alt"}]}
    answer = await raw.send(place.channel, body, files=[("x.png", b"data")])
    (attachment,) = answer.data["attachments"]
    assert (attachment["filename"], attachment["description"]) == ("my_board.png", "Alt")
    async with raw.session.get(attachment["url"]) as response:
        assert await response.read() == b"data"
        assert response.content_type == "image/png"


async def test_an_attachment_without_its_file_is_refused(raw, place):
    body = {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}
    assert (await raw.send(place.channel, body)).outcome == (400, 50035)


async def test_a_file_can_be_the_image_of_an_embed(raw, place):
    body = {"embeds": [{"image": {"url": "attachment://a.png"}}]}
    answer = await raw.send(place.channel, body, files=[("a.png", b"data")])
    (shown,) = answer.data["embeds"]
    assert shown["image"]["url"].startswith("http://127.0.0.1")
    assert answer.data["attachments"] == []


async def test_a_file_can_be_in_a_gallery(raw, place):
    body = v2(gallery(url="attachment://a.png", description="A board"))
    answer = await raw.send(place.channel, body, files=[("a.png", b"data")])
    (item,) = answer.data["components"][0]["items"]
    assert item["media"]["url"].startswith("http://127.0.0.1")
    assert item["description"] == "A board"


async def test_accepts_a_message_with_only_a_file(raw, place):
    body = v2({"type": 13, "file": {"url": "attachment://a.txt"}})
    answer = await raw.send(place.channel, body, files=[("a.txt", b"data")])
    assert answer.data["components"][0]["file"]["url"].startswith("http://127.0.0.1")


async def test_an_alt_text_of_a_file_over_1024_is_refused(raw, place):
    body = {"attachments": [{"id": 0, "description": "a" * 1025}]}
    assert (await raw.send(place.channel, body, files=[("a.png", b"1")])).outcome == (400, 50035)


async def test_a_gif_has_its_size(raw, place):
    picture = b"GIF89a" + (300).to_bytes(2, "little") + (200).to_bytes(2, "little")
    answer = await raw.send(place.channel, {}, files=[("a.gif", picture)])
    (attachment,) = answer.data["attachments"]
    assert (attachment["width"], attachment["height"]) == (300, 200)


async def test_json_answers_have_no_charset(raw, place):
    answer = await raw.send(place.channel)
    assert answer.headers["Content-Type"] == "application/json"


async def test_refuses_a_body_that_is_not_json(raw, place, sandbox):
    url = f"{sandbox.api_base}/channels/{place.channel.id}/messages"
    headers = {"Authorization": f"Bot {raw.token}", "Content-Type": "application/json"}
    async with raw.session.post(url, data=b"{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
