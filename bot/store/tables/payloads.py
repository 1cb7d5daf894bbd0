"""Payloads: data of outbox messages that cannot be looked up at the time of sending.

The kind of an outbox message decides which of these classes its payload has. A field is stored as
JSON under its name, unless it has its default value, so renaming a field needs a migration.
Payloads contain no names of people, because a name may change or be erased.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from functools import cache
from typing import Any, Protocol, Self, TypeVar, get_type_hints

P = TypeVar("P", bound="Payload")


class HasPayload(Protocol):
    """Message with a payload: an outbox message, or a draft made from it."""

    @property
    def payload(self) -> "Payload": ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """Data of an outbox message; this base class is for kinds of messages without data."""

    @classmethod
    def of(cls, message: HasPayload) -> Self:
        """Return the payload of a message as an instance of this class.

        The kind of the message must be one whose payloads have this class or a subclass.
        """
        assert isinstance(message.payload, cls), "the kind of a message decides its payload"
        return message.payload


NO_DATA = Payload()


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing(Payload):
    """Removal of the controls of an older message; `message` is its id on Discord."""

    message: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockChange(Payload):
    """New text of the clock below a board; `turn` is the only turn to which it applies."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack(Payload):
    """Withdrawal of a turn; `undone` is the number of undos before it."""

    undone: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WeeklyNews(Payload):
    """Weekly news of a server; `until` is the end of the week."""

    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyPuzzle(Payload):
    """Puzzle of the day; `day` is the ordinal of its date."""

    day: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyResults(DailyPuzzle):
    """Results of a puzzle of the day; `message` is the id of the posted message to update."""

    message: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfSeason(Payload):
    """Message about a season of a league; `season` is the id of the season."""

    season: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement(Payload):
    """Message that pings its readers, except the people in `held`.

    :ivar held: people who must not be pinged now, found when the message is sent; they get a
        notification instead.
    """

    held: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OfGroup(Announcement):
    """Message to the players of a group in a season of a league; groups are numbered from 1."""

    season: int
    group: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal(Announcement):
    """Announcement that a request (undo, end) was declined; `by` is the seat that asked."""

    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(Announcement):
    """Message that shows the board of a game after one or several turns.

    :ivar since: the number of moves before the first turn, if further turns were played
        automatically after it; None for a single turn.
    :ivar plain: whether to send only text, because Discord rejected the picture or the controls.
    :ivar guesses: the number of spectators' guesses of the turn, or of the first of several turns.
    :ivar right: the number of right guesses among them.
    """

    since: int | None = None
    plain: bool = False
    guesses: int = 0
    right: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Board):
    """Message with a game's result.

    :ivar invites: whether the message invites the server's managers to set up the bot.
    """

    invites: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Board):
    """Message that begins a turn.

    :ivar matched: whether the game began in the lobby.
    :ivar no_thread: whether the thread of the game was deleted.
    :ivar opponent_left: whether the message mentions that the opponent has left the server.
    :ivar challenger_left: whether the challenger, who has left the server, was notified of the
        game.
    """

    matched: bool = False
    no_thread: bool = False
    opponent_left: bool = False
    challenger_left: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Turn):
    """Message that begins a turn again after an undo.

    :ivar moves: the moves that were undone.
    :ivar by: the seat that requested the undo.
    """

    moves: tuple[str, ...]
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Personal(Payload):
    """Data common to all kinds of notifications.

    :ivar undeliverable: whether the channel of the notification takes no messages.
    :ivar tried: channels that refused the notification, if it is about several games.
    :ivar refusals: the number of direct messages that Discord refused.
    :ivar plain: as in `Board`.
    """

    undeliverable: bool = False
    tried: tuple[int, ...] = ()
    refusals: int = 0
    plain: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Away(Personal):
    """Notification that an opponent is on vacation, during which games are paused.

    :ivar games: the ids of all paused games against this opponent.
    :ivar strict: those with automatic loss on time, if they resume before the vacation ends.
    :ivar strict_until: when the games in `strict` resume.
    """

    who: int
    until: datetime
    games: tuple[int, ...]
    strict: tuple[int, ...] = ()
    strict_until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched(Personal):
    """Notification of a spectator about the end of a game that they watch.

    The names of the players are filled in when the message is composed; `winner` is empty for a
    game without a winner.
    """

    game: int
    first: str = ""
    second: str = ""
    winner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfChallenge(Personal):
    """Notification about a challenge; `challenge` is the id of the challenge."""

    challenge: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfLeague(Personal):
    """Notification about a league; `league` is the id of the league."""

    league: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfGame(Personal):
    """Notification about a game; `revision` identifies its position (see `revisions.py`)."""

    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfTurn(OfGame):
    """Notification about a turn, still valid once the first half of the turn is played."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asleep(OfTurn):
    """Notification that a game is inactive and will be closed.

    :ivar until: when the game will be closed; set when the notification is composed.
    """

    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegun(OfGame):
    """Notification that a turn begins: the reader's, or after an undo again the opponent's.

    :ivar pinged: whether the message in the channel pings the reader as well.
    :ivar matched: whether it is the first turn of a game that began in the lobby.
    :ivar moves: the moves whose undo begins the turn again; empty without an undo.
    :ivar by: the seat that requested the undo.
    """

    pinged: bool = False
    matched: bool = False
    moves: tuple[str, ...] = ()
    by: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnVacation(OfGame):
    """Notification that a person's automatic vacation has begun and lasts until `until`."""

    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched(OfGame):
    """Notification that a game has begun from the person's offer in the lobby.

    :ivar unrated: whether the game is unrated although the offer was rated, because it is the first
        game of two strangers.
    """

    unrated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed(OfGame):
    """Notification that a requested review is ready, or was given up."""

    given_up: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalOfGame(OfGame):
    """Notification that a request (undo, end) was declined; `by` is the seat that asked."""

    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanDropped(OfGame):
    """Notification that planned moves could not be played.

    :ivar reason: the template of the sentence that says why.
    :ivar values: the values for the placeholders of the template.
    """

    moves: tuple[str, ...]
    reason: str
    values: dict[str, str]


class InvalidPayload(Exception):  # noqa: N818 - a failure of the stored data, not of the program
    """A stored payload does not fit the kind of its message, or there is no such kind."""


def to_json(payload: Payload) -> dict[str, Any]:
    """Return the stored form of a payload: its fields by name, except those with default values."""
    values = {each.name: (getattr(payload, each.name), each.default) for each in fields(payload)}
    return {
        name: _stored(value)
        for name, (value, default) in values.items()
        if default is MISSING or value != default
    }


def _stored(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def from_json(family: type[P], stored: Mapping[str, Any]) -> P:
    """Return a payload of the given class from its stored form, after checking each field.

    :raises InvalidPayload: a field is missing, unknown or of another type.
    """
    readers = _readers(family)  # type: ignore[arg-type]  # a class is hashable
    try:
        return family(**{name: readers[name](value) for name, value in stored.items()})
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidPayload(f"{family.__name__}: {error!r}") from error


@cache
def _readers(family: type[Payload]) -> Mapping[str, Callable[[Any], Any]]:
    return {name: _READERS[hint] for name, hint in get_type_hints(family).items()}


def _exactly(kind: type[Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:  # True is an int, too
            raise TypeError(value)
        return value

    return read


def _several(kind: type[Any]) -> Callable[[Any], Any]:
    read_list, read = _exactly(list), _exactly(kind)
    return lambda value: tuple(map(read, read_list(value)))


def _texts(value: Any) -> dict[str, str]:
    read = _exactly(str)
    return {read(name): read(each) for name, each in _exactly(dict)(value).items()}


_READERS: Mapping[Any, Callable[[Any], Any]] = {
    int: _exactly(int),
    int | None: _exactly(int),
    bool: _exactly(bool),
    str: _exactly(str),
    datetime: datetime.fromisoformat,
    datetime | None: datetime.fromisoformat,
    tuple[int, ...]: _several(int),
    tuple[str, ...]: _several(str),
    dict[str, str]: _texts,
}
