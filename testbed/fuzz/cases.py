"""Generators of fuzzing cases: interactions of any kind, most of them nearly valid."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import discord
from discord import app_commands
from hypothesis import strategies as st

from bot.messages.game_controls import BoardView
from bot.runtime.app import find_commands, find_handlers
from testbed.fuzz.records import records
from testbed.fuzz.texts import integers, names, texts
from testbed.wire.payloads import Someone
from testbed.wire.requests import Request
from testbed.wire.wire import Wire

Kind = discord.AppCommandOptionType
KINDS = tuple(find_handlers())
SUBJECTS = tuple(range(14))  # Games and challenges of the scene, and ids that do not exist
PEOPLE = (11, 22, 33)
STRANGER = 44
FIELDS = (
    *("text", "note", "game", "size", "begins", "pace", "start", "komi", "handicap", "undo"),
    *("quiet", "digest", "zone", "level", "keep", "x"),
)
MENU = "Challenge to a game"


@dataclass(frozen=True, slots=True)
class Case:
    """Fuzzing case: an interaction of the kind `what` (command, press, form ...), and its user."""

    what: str
    name: str
    who: Someone
    options: Mapping[str, Any] = field(default_factory=dict)
    chosen: str | None = None
    content: bytes = b""
    private: bool = True

    async def send(self, wire: Wire) -> list[Request]:
        """Send the case's interaction to the bot and return the bot's requests."""
        match self.what:
            case "command":
                return await wire.command(self.who, self.name, **self.options)
            case "suggest":
                return await wire.suggest(self.who, self.name, self.chosen or "", **self.options)
            case "menu":
                return await wire.menu(self.who, self.name, self.options["target"])
            case "file":
                return await wire.attach(self.who, self.name, "file", self.content)
            case "form":
                return await wire.send(self.who, self.name, **self.options)
            case _:
                return await wire.press(
                    self.who, self.name, chosen=self.chosen, private=self.private
                )


locations = st.sampled_from([(7, 5), (7, 5), (7, 6), (None, 97), (99, 98)])
permissions = st.sampled_from([0, 0, 1 << 13, 1 << 5])
numbers = st.sampled_from([*PEOPLE, *PEOPLE, STRANGER])


@st.composite
def people(draw: st.DrawFn) -> Someone:
    """Draw a user: player or spectator, inside or outside the server, with any name."""
    location = draw(locations)
    return Someone(draw(numbers), draw(names), *location, permissions=draw(permissions))


subjects = st.sampled_from(SUBJECTS).map(str) | texts(40)
plies = st.sampled_from(["", "0", "1", "2", "3", "4", "100002", "999999999"]) | texts(20)
values = st.sampled_from(["a1", "c3", "0", "1.2", "panel", "asli", "black", "e5.1"]) | texts(60)


kinds = st.sampled_from(KINDS) | texts(30)
form_kinds = st.sampled_from([kind for kind in KINDS if kind.endswith("-form")])
lengths = st.integers(1, 4)
choices = st.none() | st.sampled_from([each.value for each in BoardView]) | texts(100)
fields = st.dictionaries(st.sampled_from(FIELDS), texts(4000), max_size=5)


@st.composite
def ids(draw: st.DrawFn) -> str:
    """Draw the custom id of a control: valid, truncated or arbitrary."""
    parts = [draw(kinds), draw(subjects), draw(plies), draw(values)]
    return ":".join(parts[: draw(lengths)])[:100]


@st.composite
def presses(draw: st.DrawFn) -> Case:
    chosen = draw(choices)
    return Case("press", draw(ids()), draw(people()), chosen=chosen, private=draw(st.booleans()))


@st.composite
def forms(draw: st.DrawFn) -> Case:
    about = ":".join([draw(form_kinds), draw(subjects), draw(plies), draw(values)])
    name = about[:100] if draw(st.booleans()) else draw(ids())
    return Case("form", name, draw(people()), draw(fields))


def _commands() -> list[app_commands.Command[Any, ..., Any]]:
    found: list[app_commands.Command[Any, ..., Any]] = []
    for each in find_commands():
        inside = each.commands if isinstance(each, app_commands.Group) else [each]
        found += [one for one in inside if isinstance(one, app_commands.Command)]
    return found


COMMANDS = _commands()


@cache
def _value(parameter: app_commands.Parameter) -> st.SearchStrategy[Any]:
    """Draw an option value that Discord would accept; for choices, only the given values."""
    if parameter.choices:
        return st.sampled_from([choice.value for choice in parameter.choices])
    low, high = parameter.min_value, parameter.max_value
    match parameter.type:
        case Kind.string:
            least, most = int(low or 0), int(high or 6000)
            typed = st.sampled_from(SUBJECTS).map(str) | texts(most)
            return typed.map(lambda text: text.ljust(least, "0")[:most])
        case Kind.integer:
            return integers.filter(
                lambda n: (low is None or n >= low) and (high is None or n <= high)
            )
        case Kind.boolean:
            return st.booleans()
        case Kind.user:
            return people()
        case _:
            return st.none()


@st.composite
def uses(draw: st.DrawFn) -> Case:
    command = draw(st.sampled_from(COMMANDS))
    options = {
        each.name: draw(_value(each))
        for each in command.parameters
        if each.type is not Kind.attachment and (each.required or draw(st.booleans()))
    }
    if command.name == "import":
        return draw(files())
    return Case("command", command.qualified_name, draw(people()), options)


@st.composite
def suggestions(draw: st.DrawFn) -> Case:
    typed = {"move": ("cell", "game"), "board": ("game",), "challenge": ("opening", "game")}
    name = draw(st.sampled_from(sorted(typed)))
    option, *_ = typed[name]
    options = {
        each: draw(texts(100)) for each in typed[name] if each == option or draw(st.booleans())
    }
    return Case("suggest", name, draw(people()), options, option)


@st.composite
def menus(draw: st.DrawFn) -> Case:
    return Case("menu", MENU, draw(people()), {"target": draw(people())})


@st.composite
def files(draw: st.DrawFn) -> Case:
    return Case("file", "import", draw(people()), content=draw(records()))


cases = st.one_of(presses(), presses(), forms(), uses(), uses(), suggestions(), menus(), files())
