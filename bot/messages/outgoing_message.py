"""Messages and forms as plain values, and their conversion to arguments for discord.py.

Views are stopped before discord.py receives them, so that it does not store them: they use no
memory and cannot time out. The component router handles presses by custom id instead.
"""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import discord

from bot.messages.component_ids import ComponentId, with_content

Style = discord.ButtonStyle
MAX_OPTIONS = 25
LONGEST_LABEL = 100  # Discord's limit for the label and the description of an option
MAX_CONTENT = 2000  # characters per message


@dataclass(frozen=True, slots=True)
class Button:
    """Button whose press the component router handles by custom id."""

    id: ComponentId
    label: str
    style: Style = Style.secondary
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """Button that opens a URL."""

    url: str
    label: str


@dataclass(frozen=True, slots=True)
class Option:
    """Option of a menu; `default` selects it when the menu is shown."""

    value: str
    label: str
    description: str | None = None
    default: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """Menu with up to 25 options, of which one can be chosen; it takes a whole row."""

    id: ComponentId
    placeholder: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Attachment:
    """File to attach; `description` is its alternative text, at most 1,024 characters."""

    filename: str
    content: bytes
    description: str | None = None


Row = tuple[Button | Link, ...] | tuple[Select]


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """Message to send: text, files, rows of components, and ids of the users it pings.

    `wide` messages use Components V2, which allows more rows and puts the text between picture and
    buttons, where a phone shows it. An edit cannot change this, so edits of a wide message must be
    wide, too. Wide messages must not ping, because their push notifications would be empty.

    `prompt` is the line of the text that is removed when the turn is over.

    :raises ValueError: when a wide message has pings.
    """

    content: str
    files: tuple[Attachment, ...] = ()
    rows: tuple[Row, ...] = ()
    pings: tuple[int, ...] = ()
    wide: bool = False
    prompt: str = ""

    def __post_init__(self) -> None:
        if self.wide and self.pings:
            raise ValueError("the push notification of a wide message would be empty")


@dataclass(frozen=True, slots=True)
class TextField:
    """Text input of a form, in one line; `value` is filled in, `description` is small print."""

    name: str
    label: str
    placeholder: str = ""
    max_length: int = 20
    required: bool = True
    value: str | None = None
    description: str = ""


@dataclass(frozen=True, slots=True)
class SelectField:
    """Menu in a form, with at most 25 options."""

    name: str
    label: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """Modal with up to five fields; the submission has its custom id and values by field name."""

    id: ComponentId
    title: str
    fields: tuple[TextField | SelectField, ...]


def send_arguments(post: OutgoingMessage) -> dict[str, Any]:
    """Return the arguments of discord.py's `send` for a message."""
    arguments: dict[str, Any] = {"allowed_mentions": allow_mentions_of(post.pings)}
    if post.files:
        arguments["files"] = [_file(each) for each in post.files]
    if post.wide:
        return arguments | {"view": layout_view(post)}
    if post.rows:
        arguments["view"] = action_rows_view(post.rows)
    return arguments | {"content": post.content}


def edit_arguments(post: OutgoingMessage) -> dict[str, Any]:
    """Return the arguments of discord.py's `edit` that replace a whole message."""
    arguments: dict[str, Any] = {
        "allowed_mentions": allow_mentions_of(post.pings),
        "attachments": [_file(each) for each in post.files],
    }
    if post.wide:
        return arguments | {"view": layout_view(post)}
    return arguments | {
        "content": post.content,
        "view": action_rows_view(post.rows) if post.rows else None,
    }


def action_rows_view(rows: tuple[Row, ...]) -> discord.ui.View:
    """Return rows of components as a view that discord.py does not store."""
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for control in row:
            view.add_item(_component(control, number))
    view.stop()
    return view


def layout_view(post: OutgoingMessage) -> discord.ui.LayoutView:
    """Return a wide message as a view that discord.py does not store."""
    view = discord.ui.LayoutView(timeout=None)
    for file in post.files:
        shown = discord.MediaGalleryItem(
            f"attachment://{file.filename}", description=file.description
        )
        view.add_item(discord.ui.MediaGallery(shown))
    view.add_item(discord.ui.TextDisplay(post.content))
    for row in post.rows:
        view.add_item(discord.ui.ActionRow(*(_component(control, None) for control in row)))
    view.stop()
    return view


def modal(form: Form) -> discord.ui.Modal:
    """Return a form as a modal that discord.py does not store."""
    window = discord.ui.Modal(title=form.title, custom_id=with_content(form.id, form))
    for each in form.fields:
        field = _text_input(each) if isinstance(each, TextField) else _select_input(each)
        below = each.description or None if isinstance(each, TextField) else None
        window.add_item(discord.ui.Label(text=each.label, description=below, component=field))
    window.stop()
    return window


def _text_input(field: TextField) -> discord.ui.Item[Any]:
    return discord.ui.TextInput(
        custom_id=field.name,
        placeholder=field.placeholder or None,
        max_length=field.max_length,
        required=field.required,
        default=field.value,
    )


def _select_input(field: SelectField) -> discord.ui.Item[Any]:
    return discord.ui.Select(custom_id=field.name, options=_options(field.options))


def _component(control: Button | Link | Select, row: int | None) -> discord.ui.Item[Any]:
    match control:
        case Button():
            return _button(control, row)
        case Link():
            return _link(control, row)
        case Select():
            return _select(control, row)


def _button(button: Button, row: int | None) -> discord.ui.Item[Any]:
    return discord.ui.Button(
        custom_id=str(button.id),
        label=button.label,
        style=button.style,
        disabled=button.disabled,
        row=row,
    )


def _link(link: Link, row: int | None) -> discord.ui.Item[Any]:
    return discord.ui.Button(url=link.url, label=link.label, row=row)


def _select(select: Select, row: int | None) -> discord.ui.Item[Any]:
    return discord.ui.Select(
        custom_id=str(select.id),
        placeholder=select.placeholder,
        options=_options(select.options),
        row=row,
    )


def _options(options: tuple[Option, ...]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            value=each.value,
            label=each.label,
            description=each.description,
            default=each.default,
        )
        for each in options
    ]


def _file(each: Attachment) -> discord.File:
    return discord.File(
        io.BytesIO(each.content), filename=each.filename, description=each.description
    )


def allow_mentions_of(people: Iterable[int]) -> discord.AllowedMentions:
    """Return the setting of mentions with which a message pings only `people`."""
    # by default discord.py allows pings of everyone and of roles
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(user_id) for user_id in people],
    )
