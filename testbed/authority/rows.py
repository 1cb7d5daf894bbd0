"""The rows: how each command and control is used, in which scene, and who may use it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.ids import ComponentId
from testbed.authority.people import Verdicts
from testbed.authority.scenes import Scene, nothing
from testbed.wire.payloads import Someone
from testbed.wire.requests import Request
from testbed.wire.wire import Wire

Use = Callable[[Wire, Someone, int], Awaitable[list[Request]]]


@dataclass(frozen=True, slots=True)
class Row:
    """A command (`/resign`) or a kind of control (`resign-yes`), and a word to tell variants."""

    name: str
    use: Use
    verdicts: Verdicts
    scene: Scene = nothing
    variant: str = ""

    @property
    def title(self) -> str:
        return f"`{self.name}`" + (f" ({self.variant})" if self.variant else "")


def command(name: str, *, game: bool = False, **options: str | int | bool | Someone) -> Use:
    """Use a slash command, on the scene's game if `game`."""

    async def use(wire: Wire, who: Someone, subject: int) -> list[Request]:
        named = {"game": str(subject)} if game else {}
        return await wire.command(who, name, **named, **options)

    return use


def press(kind: str, value: str = "", chosen: str | None = None) -> Use:
    """Press a control about the scene's game as it stands, or its challenge."""

    async def use(wire: Wire, who: Someone, subject: int) -> list[Request]:
        return await wire.press(who, await _id(wire, kind, subject, value), chosen=chosen)

    return use


def fixed(custom_id: str, chosen: str | None = None) -> Use:
    """Press a control with an id of its own."""

    async def use(wire: Wire, who: Someone, subject: int) -> list[Request]:
        return await wire.press(who, custom_id.format(subject), chosen=chosen)

    return use


def form(kind: str, **fields: str) -> Use:
    """Send a form about the scene's game or challenge."""

    async def use(wire: Wire, who: Someone, subject: int) -> list[Request]:
        return await wire.send(who, await _id(wire, kind, subject, ""), **fields)

    return use


async def _id(wire: Wire, kind: str, subject: int, value: str) -> str:
    stamp = (await wire.app.desk.services.games.get(subject)).stamp
    return str(ComponentId(kind, subject, stamp, value))
