"""Errors as exceptions with their data and an English sentence.

`PlayerError` is for players, `CannotStart` for the operator. `bot.errors.error_text` formats them.
"""

# ruff: noqa: N818 - the names are the domain's words: raise NotYourTurn(...), raise GameOver(...)

from dataclasses import dataclass

from rules.moves import Move
from rules.position import Position
from rules.reasons import Reason


class PlayerError(Exception):
    """Refusal of a player's request; nothing has changed."""

    @property
    def sentence(self) -> str:
        """Text for the player in English: the error and what to do next."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.sentence


@dataclass(eq=False)
class Refusal(PlayerError):
    """Refusal with several possible causes; `why` is the whole sentence."""

    why: str

    @property
    def sentence(self) -> str:
        return self.why


@dataclass(eq=False)
class NoSuchGame(PlayerError):
    """There is no game with this number."""

    asked: str

    @property
    def sentence(self) -> str:
        return f"There is no game {self.asked}. Use /games to see yours."


@dataclass(eq=False)
class NotYourGame(PlayerError):
    """A person who is not one of the two players tries to act in a game."""

    game_id: int

    @property
    def sentence(self) -> str:
        own = "Start your own with /challenge."
        return f"You are not playing game {self.game_id}, but you may watch it. {own}"


@dataclass(eq=False)
class NotYourTurn(PlayerError):
    """A player tries to move in the opponent's turn."""

    game_id: int
    to_move: str

    @property
    def sentence(self) -> str:
        # no promise of a notification: the player may have turned them off, or muted the game
        then = "/games shows when it is yours."
        return f"It is {self.to_move}'s turn in game {self.game_id}. {then}"


@dataclass(eq=False)
class StaleButton(PlayerError):
    """A component was made for an earlier revision of the game."""

    game_id: int

    @property
    def sentence(self) -> str:
        newest = f"Use the newest message of the game, or /board game:{self.game_id}."
        return f"Game {self.game_id} has moved on since that button was made. {newest}"


@dataclass(eq=False)
class GameOver(PlayerError):
    """The game has ended; `result` is the reason as a sentence, `winner` a name or None."""

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
    """An action for finished games is used in a game in progress."""

    game_id: int

    @property
    def sentence(self) -> str:
        return f"Game {self.game_id} is not over yet: finish it first."


class CannotUndo(Refusal):
    """An undo is not possible, or there is no request for one."""


@dataclass(eq=False)
class UnreadableMove(PlayerError):
    """The text cannot be parsed as a move; `advice` is the sentence with valid input."""

    text: str
    advice: str

    @property
    def sentence(self) -> str:
        return self.advice


@dataclass(eq=False)
class RefusedMove(PlayerError):
    """`move` is illegal in `position`; `reason` has the sentence and the cells to mark.

    `before` are the moves of the same text before it, which have not been played either. `seats`
    are the names of the players, for the picture.
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
    """There is no challenge with this number."""

    challenge_id: int

    @property
    def sentence(self) -> str:
        return "That challenge no longer exists. Make a new one with /challenge."


CLOSED_HOW = {"expired": "its time ran out", "countered": "it was answered with other terms"}


@dataclass(eq=False)
class ChallengeClosed(PlayerError):
    """The challenge is no longer open; `status` is its present status.

    `playing` is whether the reader plays the game that came of it.
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
    """Only the player `whose` may do this with the challenge.

    `is_own` is whether the reader made the challenge, `is_for` whether it is addressed to them.
    """

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
    """A challenge cannot be made or accepted."""


class BadPreference(Refusal):
    """A preference of a person or a server does not exist, or not with this value."""


class StorageError(PlayerError):
    """The database failed; the same action may succeed later."""


class DatabaseBusy(StorageError):
    """Another connection locked the database for longer than the timeout."""

    sentence = "The bot is very busy, and nothing has changed. Please try again in a minute."


@dataclass(eq=False)
class DatabaseUnavailable(StorageError):
    """The database is unusable: disk full, read-only or missing. `cause` is for the log."""

    cause: str

    @property
    def sentence(self) -> str:
        return (
            "The bot cannot save anything at the moment, so nothing has changed. "
            "Please try again later; whoever runs the bot finds the cause in its log."
        )


@dataclass(eq=False)
class CannotReplay(Exception):
    """A stored game cannot be replayed: its rules are of a newer version, or its rows are damaged.

    This is a failure of the program or its data, not a refusal, and is logged for the operator.
    """

    game_id: int
    why: str

    def __str__(self) -> str:
        return f"game {self.game_id} cannot be replayed: {self.why}"


@dataclass(eq=False)
class CannotStart(Exception):
    """The program cannot start; `sentence` tells the operator what to change."""

    sentence: str

    def __str__(self) -> str:
        return self.sentence


class NotNow(CannotStart):
    """The program cannot start yet; a later attempt may succeed without any change."""


@dataclass(eq=False)
class OutOfTime(PlayerError):
    """A move in a strict game came after the player's time was used up."""

    game_id: int

    @property
    def sentence(self) -> str:
        return f"Your time in game {self.game_id} is used up: the move came too late."


class NotDue(Refusal):
    """An action is used before its time has come, such as a claim before the deadline."""


class CannotTakeVacation(Refusal):
    """A vacation cannot be taken, or no vacation can be ended."""


class InvalidNotificationSettings(Refusal):
    """A notification setting cannot be parsed."""


@dataclass(eq=False)
class NotPractice(PlayerError):
    """Help for practice games is requested in a game between two people."""

    game_id: int

    @property
    def sentence(self) -> str:
        return f"Game {self.game_id} is against a person: only practice games come with help."


class CannotPractise(Refusal):
    """The bot cannot play this game, or cannot answer now."""
