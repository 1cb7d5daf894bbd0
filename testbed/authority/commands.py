"""Rows of the permission matrix for each command."""

from discord import app_commands

from bot.runtime.app import find_commands
from bot.services.values.people.permissions import Rank
from testbed.authority import scenes
from testbed.authority.people import (
    BLOCK_TARGET,
    DOES,
    ELSEWHERE,
    MODERATOR,
    MOVER,
    PEOPLE,
    SEES,
    TARGET,
    USER_INSTALL,
    everybody,
    managers,
    mover,
    players,
    private_players,
    watchers,
)
from testbed.authority.rows import Row, command
from testbed.authority.scenes import SceneContext
from testbed.wire.payloads import Someone
from testbed.wire.requests import Request
from testbed.wire.wire import Wire

RECORD = b"Game: lifeline\n\n1. a1 c3\n"
MENU = "Challenge to a game"
BEGINS = everybody(DOES, blocked_member="NotPlayingHere")
MODERATES = everybody("NotModerator") | dict.fromkeys(
    ("moderator", "manager", "manager of another server"), DOES
)


async def blocked_by_all(context: SceneContext) -> int:
    """Let every person and both servers block the same user."""
    for who in PEOPLE.values():
        await context.services.blocks.block(context.actor(who), BLOCK_TARGET.id)
    for who in (MODERATOR, ELSEWHERE):
        await context.services.moderation.block(context.actor(who, Rank.MODERATOR), BLOCK_TARGET.id)
    return 0


async def blocked_by_nobody(context: SceneContext) -> int:
    """Let every person and both servers block the same user, then remove the servers' blocks."""
    await blocked_by_all(context)
    for who in (MODERATOR, ELSEWHERE):
        await context.services.moderation.unblock(
            context.actor(who, Rank.MODERATOR), BLOCK_TARGET.id
        )
    return 0


async def imports(wire: Wire, who: Someone, subject: int) -> list[Request]:
    del subject
    return await wire.attach(who, "import", "file", RECORD)


async def reports(wire: Wire, who: Someone, subject: int) -> list[Request]:
    return await wire.command(who, "report", game=subject, reason="cheating")


async def by_menu(wire: Wire, who: Someone, subject: int) -> list[Request]:
    del subject
    return await wire.menu(who, MENU, TARGET)


_ROWS = (
    Row("/away", command("away", until="2030-12-24"), everybody(DOES)),
    Row("/block", command("block", player=BLOCK_TARGET), everybody(DOES)),
    Row("/block", command("block"), everybody(SEES), variant="list"),
    Row("/board", command("board", game=True), watchers(), scenes.opening),
    Row(
        "/board",
        command("board", game=True),
        private_players(SEES),
        scenes.private,
        "private game",
    ),
    Row(
        "/challenge",
        command("challenge", opponent=TARGET, size=4),
        BEGINS | {"stranger": "CannotChallenge"},
    ),
    Row("/export", command("export", game=True), watchers(), scenes.opening),
    Row(
        "/export",
        command("export", game=True),
        private_players(SEES),
        scenes.private,
        "private game",
    ),
    Row("/games", command("games", player=MOVER), everybody(SEES), scenes.opening),
    Row("/import", imports, everybody(SEES)),
    Row(
        "/league",
        command("league"),
        everybody(SEES) | dict.fromkeys(USER_INSTALL, "CannotDoInLeague"),
        scenes.league,
    ),
    Row(
        "/lobby",
        command("lobby"),
        everybody(SEES, blocked_member="NotPlayingHere")
        | {"manager of another server": "CannotChallenge"},
        scenes.lobby_offer,
    ),
    Row(
        "/moderate close",
        command("moderate close", game=True),
        MODERATES | {"moderator": SEES, "manager": SEES, "manager of another server": "NoSuchGame"},
        scenes.opening,
    ),
    Row(
        "/moderate block",
        command("moderate block", member=BLOCK_TARGET),
        MODERATES,
        blocked_by_nobody,
    ),
    Row(
        "/moderate unblock",
        command("moderate unblock", member=BLOCK_TARGET),
        MODERATES,
        blocked_by_all,
    ),
    Row(
        "/moderate list",
        command("moderate list"),
        MODERATES | dict.fromkeys(("moderator", "manager", "manager of another server"), SEES),
    ),
    Row("/move", command("move", game=True, cell="a1 c3"), mover(DOES), scenes.opening),
    Row("/mute", command("mute", game=True), players(DOES), scenes.opening),
    Row("/report", reports, players(DOES), scenes.opening),
    Row("/puzzle solve", command("puzzle solve", theme="cut"), everybody(DOES)),
    Row(
        "/puzzle solve",
        command("puzzle solve", theme="mine"),
        everybody(SEES),
        variant="without own mistakes",
    ),
    Row("/replay", command("replay", game=True), watchers(), scenes.opening),
    Row("/profile", command("profile", player=MOVER), everybody(SEES)),
    Row("/practice", command("practice"), everybody(SEES, blocked_member="NotPlayingHere")),
    Row(
        "/replay",
        command("replay", game=True),
        private_players(SEES),
        scenes.private,
        "private game",
    ),
    Row("/resign", command("resign", game=True), players(SEES), scenes.opening),
    Row("/settings", command("settings", theme="light"), everybody(DOES)),
    Row(
        "/setup",
        command("setup", threads="off"),
        managers(DOES),
    ),
    Row(
        "/setup",
        command("setup", hour=8),
        managers(DOES) | {"manager of another server": SEES},
        scenes.day_posted,
        "puzzle of the day",
    ),
    Row("/try", command("try", game=True), watchers(), scenes.opening),
    Row(
        "/try",
        command("try", game=True),
        private_players(SEES),
        scenes.private,
        "private game",
    ),
    Row("/unblock", command("unblock", player=BLOCK_TARGET), everybody(DOES), blocked_by_all),
    Row("/undo", command("undo", game=True), players(SEES), scenes.both_have_moved),
    Row(
        MENU,
        by_menu,
        everybody(SEES, blocked_member="NotPlayingHere", stranger="CannotChallenge"),
    ),
)


def names() -> set[str]:
    """Return the names of all commands: `/board`, `/privacy show`, `Challenge to a game`."""
    found: set[str] = set()
    for each in find_commands():
        if isinstance(each, app_commands.ContextMenu):
            found.add(each.name)
        else:
            single = each.commands if isinstance(each, app_commands.Group) else [each]
            found.update(f"/{one.qualified_name}" for one in single)
    return found


# a command without a row above answers everyone, and only them
_OPEN = sorted(names() - {row.name for row in _ROWS})
ROWS = (*_ROWS, *(Row(name, command(name.removeprefix("/")), everybody(SEES)) for name in _OPEN))
