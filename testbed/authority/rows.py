"""Rows of the permission matrix: a use of a command or control, its scene and the verdicts."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.messages.component_ids import ComponentId
from bot.services.values.try_board.tree import position_key
from rules.moves import parse_move
from testbed.authority import scenes
from testbed.authority.people import Verdicts
from testbed.authority.scenes import Scene, nothing
from testbed.wire.payloads import Someone
from testbed.wire.requests import Request
from testbed.wire.wire import Wire

Use = Callable[[Wire, Someone, int], Awaitable[list[Request]]]


@dataclass(frozen=True, slots=True)
class Row:
    """Row of the matrix: a use of a command (`/resign`) or control (`resign-yes`), with verdicts.

    :ivar own: it changes only the person's own data, so that all cells can share a scene.
    """

    name: str
    use: Use
    verdicts: Verdicts
    scene: Scene = nothing
    variant: str = ""
    own: bool = False

    @property
    def title(self) -> str:
        return f"`{self.name}`" + (f" ({self.variant})" if self.variant else "")


def command(name: str, *, game: bool = False, **options: str | int | bool | Someone) -> Use:
    """Return a function that uses a slash command; with `game`, about the scene's game."""

    async def use(wire: Wire, who: Someone, subject: int) -> list[Request]:
        named = {"game": str(subject)} if game else {}
        return await wire.command(who, name, **named, **options)

    return use


def press(kind: str, value: str = "", chosen: str | None = None) -> Use:
    """Return a function that uses a control of the scene's current position or challenge."""

    async def use(wire: Wire, who: Someone, subject: int) -> list[Request]:
        return await wire.press(who, await _id(wire, kind, subject, value), chosen=chosen)

    return use


def fixed(custom_id: str, chosen: str | None = None) -> Use:
    """Return a function that uses a control with a given custom id."""

    async def use(wire: Wire, who: Someone, subject: int) -> list[Request]:
        return await wire.press(who, custom_id.format(subject), chosen=chosen)

    return use


def form(kind: str, **fields: str) -> Use:
    """Return a function that submits a form about the scene's game or challenge."""

    async def use(wire: Wire, who: Someone, subject: int) -> list[Request]:
        return await wire.send(who, await _id(wire, kind, subject, ""), **fields)

    return use


def on_try_board(kind: str, value: str = "", chosen: str | None = None, **fields: str) -> Use:
    """Return a function that uses a control on the try-board of the scene `tried`."""

    async def use(wire: Wire, who: Someone, subject: int) -> list[Request]:
        game = await wire.app.context.services.games.get(subject)
        move = parse_move(scenes.TRIED, game.position.topology)
        after = position_key(game.position.play(move))
        place = f"{game.position.ply + 1}.{after:x}"
        id_ = str(ComponentId(kind, subject, 1, f"{place}.{value}" if value else place))
        if fields:
            return await wire.send(who, id_, **fields)
        return await wire.press(who, id_, chosen=chosen)

    return use


async def _id(wire: Wire, kind: str, subject: int, value: str) -> str:
    revision = (await wire.app.context.services.games.get(subject)).revision
    return str(ComponentId(kind, subject, revision, value))
