"""Conversion of messages and forms to arguments for discord.py."""

from contextlib import nullcontext
from dataclasses import replace

import discord
import pytest

from bot.messages.component_ids import LARGEST, MAX_LENGTH, ComponentId, parse_form_id
from bot.messages.outgoing_message import (
    Attachment,
    Button,
    Form,
    Link,
    Option,
    OutgoingMessage,
    Select,
    SelectField,
    Style,
    TextField,
    action_rows_view,
    edit_arguments,
    modal,
    send_arguments,
)
from bot.words.escaping import LONGEST_NAME

ROWS = (
    (Button(ComponentId("move", 7, 3), "Move"), Link("https://discord.com/x", "Jump")),
    (Select(ComponentId("view", 7, 3), "View", (Option("plain", "Plain"),)),),
)


async def test_a_message_without_pings_allows_no_mentions():
    mentions = send_arguments(OutgoingMessage("@everyone <@1> <@&2>"))["allowed_mentions"].to_dict()

    assert mentions == {"parse": [], "users": []}


async def test_a_ping_allows_one_user_and_neither_roles_nor_everyone():
    mentions = send_arguments(OutgoingMessage("<@5>", pings=(5,)))["allowed_mentions"].to_dict()

    assert mentions == {"parse": [], "users": [5]}


@pytest.mark.parametrize("pings", [(), (5,)])
@pytest.mark.parametrize("wide", [False, True])
def test_only_a_wide_message_may_not_ping(pings, wide):
    refusal = pytest.raises(ValueError, match="empty") if wide and pings else nullcontext()
    with refusal:
        OutgoingMessage("<@5>", pings=pings, wide=wide)
    with refusal:
        replace(OutgoingMessage("<@5>", pings=pings), wide=wide)


async def test_discord_py_stores_no_view():
    assert action_rows_view(ROWS).is_finished()


async def test_discord_py_stores_no_modal():
    assert modal(
        Form(ComponentId("move-form", 7, 3), "Title", (TextField("text", "Cell"),))
    ).is_finished()


async def test_components_stay_in_their_rows():
    rows = action_rows_view(ROWS).to_components()

    assert [[child["type"] for child in row["components"]] for row in rows] == [[2, 2], [3]]
    assert rows[0]["components"][0]["custom_id"] == "move:7:3"


async def test_every_part_of_a_message_reaches_discord():
    move = Button(ComponentId("move", 7, 3), "Move", Style.success, disabled=True)
    options = (Option("plain", "Plain", "as it is"), Option("text", "Text", default=True))
    select = Select(ComponentId("view", 7, 3), "View", options)
    rows = ((move, Link("https://discord.com/x", "Jump")), (select,))
    chosen = {"type": 3, "custom_id": "view:7:3", "placeholder": "View"}
    shown = [
        {"type": 2, "custom_id": "move:7:3", "label": "Move", "style": 3, "disabled": True},
        {"type": 2, "url": "https://discord.com/x", "label": "Jump", "style": 5, "disabled": False},
        {"value": "plain", "label": "Plain", "description": "as it is", "default": False},
        {"value": "text", "label": "Text", "default": True},
    ]
    files = (Attachment("a.png", b"", "a board"), Attachment("b.png", b""))
    wide = send_arguments(OutgoingMessage("Text", files, rows, wide=True))["view"].to_components()

    *galleries, text = wide[:3]
    assert [each["items"][0]["media"]["url"] for each in galleries] == [
        "attachment://a.png",
        "attachment://b.png",
    ]
    assert [each["items"][0].get("description") for each in galleries] == ["a board", None]
    assert text["content"] == "Text"
    for buttons, row in (wide[3:], action_rows_view(rows).to_components()):
        (menu,) = row["components"]
        assert [*buttons["components"], *menu["options"]] == shown
        assert menu.items() >= chosen.items()


async def test_every_part_of_a_form_reaches_discord():
    first = TextField("a", "A", "e6", max_length=5, required=False, value="c3", description="B")
    options = (Option("a", "A", "about A", default=True), Option("b", "B"))
    fields = (first, TextField("b", "C"), SelectField("c", "Clock", options))
    window = modal(Form(ComponentId("move-form", 7), "Your move", fields)).to_dict()
    shown = [(each["label"], each.get("description")) for each in window["components"]]
    full, usual, menu = [each["component"] for each in window["components"]]

    assert window["title"] == "Your move"
    assert shown == [("A", "B"), ("C", None), ("Clock", None)]
    text = {"type": 4, "style": 1, "label": None}
    assert full == text | {
        "custom_id": "a",
        "placeholder": "e6",
        "max_length": 5,
        "required": False,
        "value": "c3",
    }
    assert usual == text | {"custom_id": "b", "max_length": 20, "required": True}
    assert menu["custom_id"] == "c"
    assert menu["options"] == [
        {"value": "a", "label": "A", "description": "about A", "default": True},
        {"value": "b", "label": "B", "default": False},
    ]


async def test_an_edit_keeps_the_pings_of_a_message_and_its_files():
    made = edit_arguments(OutgoingMessage("<@5>", (Attachment("a.png", b""),), pings=(5,)))

    assert made["allowed_mentions"].to_dict() == {"parse": [], "users": [5]}
    assert [each.filename for each in made["attachments"]] == ["a.png"]
    assert made["content"] == "<@5>"


async def test_an_attachment_carries_its_alternative_text():
    (made,) = send_arguments(OutgoingMessage("", (Attachment("game-7-3.png", b"png", "a board"),)))[
        "files"
    ]

    assert (made.filename, made.description) == ("game-7-3.png", "a board")


async def test_an_edit_removes_files_and_buttons_that_the_message_lacks():
    made = edit_arguments(OutgoingMessage("done"))

    assert made["attachments"] == []
    assert made["view"] is None


async def test_too_many_buttons_in_a_row_raise_an_error():
    row = tuple(Button(ComponentId("move", n), "x") for n in range(6))

    with pytest.raises(ValueError, match="width"):
        action_rows_view((row,))


async def test_a_form_has_its_field_and_custom_id():
    made = modal(
        Form(ComponentId("move-form", 7, 3), "Your move", (TextField("text", "Cell"),))
    ).to_dict()

    assert parse_form_id(made["custom_id"]) == ComponentId("move-form", 7, 3)
    assert made["components"][0]["type"] == discord.ComponentType.label.value
    assert made["components"][0]["component"]["max_length"] == 20


FIELDS = (
    TextField("text", "Cell", "e6", max_length=5, value="c3"),
    SelectField("pace", "Clock", (Option("a", "A", "about A", default=True), Option("b", "B"))),
)
FORM = Form(ComponentId("move-form", 7, 3, "x"), "Your move", FIELDS)
TEXT, SELECT = FIELDS
FIRST, SECOND = SELECT.options


@pytest.mark.parametrize(
    "other",
    [
        replace(FORM, title="Another"),
        replace(FORM, fields=(TEXT,)),
        replace(FORM, fields=(SELECT, TEXT)),
        *(
            replace(FORM, fields=(replace(TEXT, **change), SELECT))
            for change in (
                {"value": "c4"},
                {"value": None},
                {"label": "Cells"},
                {"placeholder": "e7"},
                {"max_length": 6},
                {"required": False},
                {"description": "more"},
            )
        ),
        *(
            replace(FORM, fields=(TEXT, replace(SELECT, options=options)))
            for options in (
                (replace(FIRST, default=False), replace(SECOND, default=True)),
                (FIRST,),
                (FIRST, replace(SECOND, label="C")),
                (FIRST, replace(SECOND, description="about B")),
            )
        ),
    ],
)
async def test_forms_with_other_content_have_other_ids(other):
    assert modal(other).custom_id != modal(FORM).custom_id
    assert parse_form_id(modal(other).custom_id) == FORM.id


async def test_a_form_with_the_same_content_keeps_its_id():
    same = replace(FORM, fields=(replace(TEXT), replace(SELECT)))
    assert modal(same).custom_id == modal(FORM).custom_id


async def test_the_longest_id_of_a_form_is_allowed_by_discord():
    name = "W" * LONGEST_NAME
    made = modal(replace(FORM, id=ComponentId("challenge-form", LARGEST, None, name)))
    assert len(made.custom_id) <= MAX_LENGTH
