"""What can go wrong, as exceptions that carry data and the sentence for the person.

`PlayerError` is for players, `CannotStart` for the host; how a sentence is shown is left to others.
"""

# ruff: noqa: N818 - the names are the domain's words: raise NotYourTurn(...), raise GameOver(...)

from dataclasses import dataclass

from rules.moves import Move
from rules.position import Position
from rules.reasons import Reason


class PlayerError(Exception):
    """Something a player asked for cannot be done; nothing has changed."""

    @property
    def sentence(self) -> str:
        """What happened and what to do next, in English."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.sentence


@dataclass(eq=False)
class Refusal(PlayerError):
    """A refusal with many causes; `why` is the whole sentence."""

    why: str

    @property
    def sentence(self) -> str:
        return self.why


@dataclass(eq=False)
class NoSuchGame(PlayerError):
    """The game does not exist, or the text is no game's number."""

    asked: str

    @property
    def sentence(self) -> str:
        return f"There is no game {self.asked}. Use /games to see yours."


@dataclass(eq=False)
class NotYourGame(PlayerError):
    """Somebody who is not one of the two players wants to act in a game."""

    game_id: int

    @property
    def sentence(self) -> str:
        own = "Start your own with /challenge."
        return f"You are not playing game {self.game_id}, but you may watch it. {own}"


@dataclass(eq=False)
class NotYourTurn(PlayerError):
    """A player moves while the other one is to move."""

    game_id: int
    to_move: str

    @property
    def sentence(self) -> str:
        # not everybody is told: who wants no pings, or has muted the game, has to look
        then = "/games shows when it is yours."
        return f"It is {self.to_move}'s turn in game {self.game_id}. {then}"


@dataclass(eq=False)
class StaleButton(PlayerError):
    """The control was made for another position than that of the game; its stamp says so."""

    game_id: int

    @property
    def sentence(self) -> str:
        newest = f"Use the newest message of the game, or /board game:{self.game_id}."
        return f"Game {self.game_id} has moved on since that button was made. {newest}"


@dataclass(eq=False)
class GameOver(PlayerError):
    """The game has ended; `result` is how, in a sentence, and `winner` who has won, if anybody."""

    game_id: int
    result: str
    winner: str | None = None

    @property
    def sentence(self) -> str:
        won = "." if self.winner is None else f": {self.winner} has won."
        again = "For another game press Rematch under its result, or use /challenge."
        return f"Game {self.game_id} is over{won} {self.result} {again}"


@dataclass(eq=False)
class GameRunning(PlayerError):
    """Something that comes after the end is wanted while the game goes on."""

    game_id: int

    @property
    def sentence(self) -> str:
        return f"Game {self.game_id} is not over yet: finish it first."


class CannotUndo(Refusal):
    """Moves may not be taken back, or there is no such request."""


@dataclass(eq=False)
class UnreadableMove(PlayerError):
    """The text is no move; `advice` says what can be typed."""

    text: str
    advice: str

    @property
    def sentence(self) -> str:
        return self.advice


@dataclass(eq=False)
class RefusedMove(PlayerError):
    """The rules forbid `move` in `position`; `reason` has the sentence and the cells to show.

    `before` are moves of the same text that led to the position: they have not been made either.
    `seats` are the names of the players, for the picture.
    """

    reason: Reason
    position: Position
    move: Move
    before: tuple[Move, ...] = ()
    seats: tuple[str, str] | None = None

    @property
    def sentence(self) -> str:
        return self.reason.sentence


@dataclass(eq=False)
class NoSuchChallenge(PlayerError):
    """The challenge does not exist."""

    challenge_id: int

    @property
    def sentence(self) -> str:
        return "That challenge no longer exists. Make a new one with /challenge."


CLOSED_HOW = {"expired": "its time ran out", "countered": "it was answered with other terms"}


@dataclass(eq=False)
class ChallengeClosed(PlayerError):
    """The challenge was answered, withdrawn or has run out; `status` is its status now.

    `playing` says whether the person whom it is told plays the game that came of it.
    """

    challenge_id: int
    status: str
    playing: bool = False

    @property
    def sentence(self) -> str:
        if self.playing:
            return "This challenge was accepted: its game has begun. /games lists yours."
        if self.status == "accepted":
            return "Somebody else has accepted this challenge. Make a new one with /challenge."
        how = CLOSED_HOW.get(self.status, f"it was {self.status}")
        return f"This challenge is closed: {how}. Make a new one with /challenge."


@dataclass(eq=False)
class NotYourChallenge(PlayerError):
    """Only `whose` may do this with the challenge, which `is_own` or `is_for` the person told."""

    challenge_id: int
    whose: str
    is_own: bool = False
    is_for: bool = False

    @property
    def sentence(self) -> str:
        if self.is_own:
            answer = f"only {self.whose} can answer it"
            return f"This is your own challenge: {answer}. Press Withdraw if you want it no more."
        if self.is_for:
            return f"Only {self.whose} can withdraw this challenge. You may accept or decline it."
        return f"Only {self.whose} can do that with this challenge. Make your own with /challenge."


class CannotChallenge(Refusal):
    """The challenge may not be made or accepted."""


class BadPreference(Refusal):
    """There is no such preference, of a person or a server, or it has no such value."""


class StorageError(PlayerError):
    """The database, not the player, is in the way: the same deed may succeed later."""


class DatabaseBusy(StorageError):
    """Another connection held the database for longer than we wait."""

    sentence = "The bot is very busy, and nothing has changed. Please try again in a minute."


@dataclass(eq=False)
class DatabaseUnavailable(StorageError):
    """The database cannot be used: disk full, read-only, gone. `cause` is for the log."""

    cause: str

    @property
    def sentence(self) -> str:
        return (
            "The bot cannot save anything at the moment, so nothing has changed. "
            "Please try again later; whoever runs the bot finds the cause in its log."
        )


@dataclass(eq=False)
class CannotReplay(Exception):
    """A stored game cannot be replayed: a newer version of the rules, or damage to its rows.

    It is a failure of the program or of its data, not a refusal: the operator reads it in the log.
    """

    game_id: int
    why: str

    def __str__(self) -> str:
        return f"game {self.game_id} cannot be replayed: {self.why}"


@dataclass(eq=False)
class CannotStart(Exception):
    """The program cannot run as it is set up; `sentence` tells the host what to change."""

    sentence: str

    def __str__(self) -> str:
        return self.sentence


class NotNow(CannotStart):
    """What is in the way may pass by itself: the same start may succeed a little later."""


@dataclass(eq=False)
class OutOfTime(PlayerError):
    """A move in a strict game after the player's time was used up."""

    game_id: int

    @property
    def sentence(self) -> str:
        return f"Your time in game {self.game_id} is used up: the move came too late."


class NotDue(Refusal):
    """Something that time allows is wanted before its time."""


class CannotTakeVacation(Refusal):
    """The vacation may not be taken, or there is none to end."""


class InvalidNotificationSettings(Refusal):
    """How a person wants to be told cannot be read."""


@dataclass(eq=False)
class NotPractice(PlayerError):
    """Help that is for practice games only, in a game against somebody."""

    game_id: int

    @property
    def sentence(self) -> str:
        return f"Game {self.game_id} is against a person: only practice games come with help."


class CannotPractise(Refusal):
    """The bot cannot play that, or cannot answer now."""
