"""The columns: who asks. Each acts in a place, with the permissions that Discord says."""

from collections.abc import Iterable

from testbed.wire.payloads import Someone

MANAGE_SERVER, MANAGE_MESSAGES = 1 << 5, 1 << 13
CLUB, OTHER_CLUB = 7, 99

MOVER = Someone(11, "Ann")
OPPONENT = Someone(22, "Ben")
SPECTATOR = Someone(33, "Eve")
STRANGER = Someone(44, "Zed", guild_id=None, channel_id=97)
MODERATOR = Someone(55, "Mod", permissions=MANAGE_MESSAGES)
MANAGER = Someone(66, "Max", permissions=MANAGE_SERVER)
HOST = Someone(77, "Hal")
BLOCKED = Someone(88, "Bob")
ELSEWHERE = Someone(111, "Oli", OTHER_CLUB, 98, MANAGE_SERVER | MANAGE_MESSAGES)
# nobody's column: whom the others challenge, and whom they block
TARGET = Someone(122, "Cat")
FOE = Someone(133, "Dan")

PEOPLE = {
    "player to move": MOVER,
    "opponent": OPPONENT,
    "spectator": SPECTATOR,
    "stranger": STRANGER,
    "moderator": MODERATOR,
    "manager": MANAGER,
    "host": HOST,
    "blocked member": BLOCKED,
    "manager of another server": ELSEWHERE,
}
USER_INSTALL = ("stranger", "manager of another server")

Verdicts = dict[str, str]

DOES, SEES = "does", "sees"


def everybody(verdict: str, **others: str) -> Verdicts:
    """Give one verdict to all, but another to some: `blocked_member="..."`."""
    exceptions = {name.replace("_", " "): other for name, other in others.items()}
    return dict.fromkeys(PEOPLE, verdict) | exceptions


def only(names: Iterable[str], verdict: str, *, inside: str, user_install: str) -> Verdicts:
    """Give a verdict to some; others are refused, inside the server and outside."""
    refused = dict.fromkeys(PEOPLE, inside) | dict.fromkeys(USER_INSTALL, user_install)
    return refused | dict.fromkeys(names, verdict)


def players(verdict: str, opponent: str | None = None, mover: str | None = None) -> Verdicts:
    """Give a verdict to both players, or one to each; a game is unseen outside its server."""
    table = only((), verdict, inside="NotYourGame", user_install="NoSuchGame")
    return table | {"player to move": mover or verdict, "opponent": opponent or verdict}


def mover(verdict: str) -> Verdicts:
    """Give a verdict to the player to move; the other one has to wait."""
    return players(verdict, opponent="NotYourTurn")


def watchers(verdict: str = SEES) -> Verdicts:
    """Give a verdict to all who may see the game."""
    return everybody(verdict) | dict.fromkeys(USER_INSTALL, "NoSuchGame")


def private_players(verdict: str) -> Verdicts:
    """Give a verdict to the players of a private game; nobody else sees it anywhere."""
    seated = dict.fromkeys(("player to move", "opponent"), verdict)
    return everybody("NoSuchGame") | seated


def named(person: str, verdict: str) -> Verdicts:
    """Give a verdict to one side of a challenge."""
    return only([person], verdict, inside="NotYourChallenge", user_install="NoSuchChallenge")
