"""Columns of the permission matrix: people, each with a location and permissions."""

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
OPERATOR = Someone(77, "Hal")
BLOCKED = Someone(88, "Bob")
ELSEWHERE = Someone(111, "Oli", OTHER_CLUB, 98, MANAGE_SERVER | MANAGE_MESSAGES)
# not in a column: the target of challenges, and the target of blocks
TARGET = Someone(122, "Cat")
BLOCK_TARGET = Someone(133, "Dan")

PEOPLE = {
    "player to move": MOVER,
    "opponent": OPPONENT,
    "spectator": SPECTATOR,
    "stranger": STRANGER,
    "moderator": MODERATOR,
    "manager": MANAGER,
    "operator": OPERATOR,
    "blocked member": BLOCKED,
    "manager of another server": ELSEWHERE,
}
USER_INSTALL = ("stranger", "manager of another server")

Verdicts = dict[str, str]

DOES, SEES = "does", "sees"


def everybody(verdict: str, **others: str) -> Verdicts:
    """Return the same verdict for everyone, with exceptions such as `blocked_member="..."`."""
    exceptions = {name.replace("_", " "): other for name, other in others.items()}
    return dict.fromkeys(PEOPLE, verdict) | exceptions


def only(names: Iterable[str], verdict: str, *, inside: str, user_install: str) -> Verdicts:
    """Return a verdict for the named people; refuse all others, inside and outside the server."""
    refused = dict.fromkeys(PEOPLE, inside) | dict.fromkeys(USER_INSTALL, user_install)
    return refused | dict.fromkeys(names, verdict)


def players(verdict: str, opponent: str | None = None, mover: str | None = None) -> Verdicts:
    """Return a verdict for the two players of a game; all others are refused."""
    table = only((), verdict, inside="NotYourGame", user_install="NoSuchGame")
    return table | {"player to move": mover or verdict, "opponent": opponent or verdict}


def mover(verdict: str) -> Verdicts:
    """Return a verdict for the player to move; the opponent and all others are refused."""
    return players(verdict, opponent="NotYourTurn")


def watchers(verdict: str = SEES) -> Verdicts:
    """Return a verdict for everyone in the game's server; for others there is no such game."""
    return everybody(verdict) | dict.fromkeys(USER_INSTALL, "NoSuchGame")


def guessers(verdict: str) -> Verdicts:
    """Return a verdict for people who may guess a turn: they see the game but do not play it."""
    refused = dict.fromkeys(("player to move", "opponent"), "Refusal")
    return watchers(verdict) | refused | {"blocked member": "NotPlayingHere"}


def private_players(verdict: str) -> Verdicts:
    """Return a verdict for the players of a private game, which is invisible to all others."""
    seated = dict.fromkeys(("player to move", "opponent"), verdict)
    return everybody("NoSuchGame") | seated


def managers(verdict: str) -> Verdicts:
    """Return a verdict for the managers of both servers; all others are refused."""
    refused = only(["manager"], verdict, inside="NotManager", user_install="NotManager")
    return refused | {"manager of another server": verdict}


def named(*people: str, verdict: str) -> Verdicts:
    """Return a verdict for the named people of a challenge; all others are refused."""
    return only(people, verdict, inside="NotYourChallenge", user_install="NoSuchChallenge")
