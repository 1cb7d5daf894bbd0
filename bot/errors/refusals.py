"""Refusals of players' requests: exceptions with their data and an English sentence.

`bot.errors.error_text` formats them. Sentences of refusals with several causes are in
`bot/words/refusals.py`, those about illegal moves in `rules/`.
"""

# ruff: noqa: N818 - the names are the domain's words: raise NotYourTurn(...), raise GameOver(...)

from dataclasses import dataclass

from bot.words.translation import text, translated
from rules.moves import Move
from rules.position import Position
from rules.reasons import Reason


class PlayerError(Exception):
    """Refusal of a player's request; nothing was changed."""

    @property
    def sentence(self) -> str:
        """English text for the player: the error and the next step."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.sentence


@dataclass(eq=False)
class Refusal(PlayerError):
    """Refusal of a player's request where one class covers several causes.

    `why` is the complete sentence that tells the player the cause.
    """

    why: str

    @property
    def sentence(self) -> str:
        return translated(self.why)


@dataclass(eq=False)
class NoSuchGame(PlayerError):
    """Refusal: no game has the number `asked`."""

    asked: str

    @property
    def sentence(self) -> str:
        return text("There's no game {game}. /games lists yours.", game=self.asked)


@dataclass(eq=False)
class NotYourGame(PlayerError):
    """Refusal of an action in a game in which the person does not play."""

    game_id: int

    @property
    def sentence(self) -> str:
        return text(
            "You aren't playing in game {game_id}, but you can watch it. Start your own with "
            "/challenge.",
            game_id=self.game_id,
        )


@dataclass(eq=False)
class NotYourTurn(PlayerError):
    """Refusal of a move in the opponent's turn."""

    game_id: int
    to_move: str

    @property
    def sentence(self) -> str:
        # promise no notification, because the player may have turned them off or muted the game
        return text(
            "It's {player}'s turn in game {game_id}. /games shows when it's yours.",
            player=self.to_move,
            game_id=self.game_id,
        )


@dataclass(eq=False)
class StaleButton(PlayerError):
    """Refusal of a button that belongs to an earlier revision of the game."""

    game_id: int

    @property
    def sentence(self) -> str:
        return text(
            "That button is out of date. /board game:{game_id} shows the latest board.",
            game_id=self.game_id,
        )


@dataclass(eq=False)
class GameOver(PlayerError):
    """Refusal: the game is over; `result` is the reason as a sentence, `winner` a name or None."""

    game_id: int
    result: str
    winner: str | None = None

    @property
    def sentence(self) -> str:
        if self.winner is None:
            return text(
                "Game {game_id} is over. {result} To play again, press Rematch under the "
                "result or use /challenge.",
                game_id=self.game_id,
                result=translated(self.result),
            )
        return text(
            "Game {game_id} is over: {winner} won. {result} To play again, press Rematch "
            "under the result or use /challenge.",
            game_id=self.game_id,
            winner=self.winner,
            result=translated(self.result),
        )


@dataclass(eq=False)
class GameRunning(PlayerError):
    """Refusal of an action for finished games in a game in progress."""

    game_id: int

    @property
    def sentence(self) -> str:
        return text("Game {game_id} isn't over yet. Finish it first.", game_id=self.game_id)


class CannotUndo(Refusal):
    """Refusal of an impossible undo, or of an answer to an undo that was not requested."""


class CannotEndGame(Refusal):
    """Refusal to request an end without a result, or to answer a request that was not made."""


@dataclass(eq=False)
class UnreadableMove(PlayerError):
    """Refusal of a text that is no move in notation; the sentence `advice` gives valid input."""

    text: str
    advice: str

    @property
    def sentence(self) -> str:
        return self.advice


@dataclass(eq=False)
class RefusedMove(PlayerError):
    """Refusal of an illegal `move` in `position`; `reason` has the sentence and the cells to mark.

    `before` are the moves that the player typed before it in the same text; they were not played
    either. `seats` are the names of the players, for the picture.
    """

    reason: Reason
    position: Position
    move: Move
    before: tuple[Move, ...] = ()
    seats: tuple[str, str] | None = None

    @property
    def sentence(self) -> str:
        return translated(self.reason.sentence)


@dataclass(eq=False)
class NoSuchChallenge(PlayerError):
    """Refusal: no challenge has the number `challenge_id`."""

    challenge_id: int

    @property
    def sentence(self) -> str:
        return text("That challenge is gone. Make a new one with /challenge.")


@dataclass(eq=False)
class ChallengeClosed(PlayerError):
    """Refusal: the challenge is no longer open; `status` is its current status.

    `playing` is True if the reader plays in the game that resulted from it.
    """

    challenge_id: int
    status: str
    playing: bool = False

    @property
    def sentence(self) -> str:
        if self.playing:
            return text("This challenge was accepted, and your game has started. /games lists it.")
        match self.status:
            case "accepted":
                return text(
                    "Another player accepted this challenge. Make a new one with /challenge."
                )
            case "expired":
                return text("This challenge has expired. Make a new one with /challenge.")
            case "countered":
                return text(
                    "This challenge was answered with a counter-offer. Make a new challenge with "
                    "/challenge."
                )
            case "declined":
                return text("This challenge was declined. Make a new one with /challenge.")
            case _:
                return text("This challenge was withdrawn. Make a new one with /challenge.")


@dataclass(eq=False)
class NotYourChallenge(PlayerError):
    """Refusal of an action that only another player may take on a challenge, such as accepting it.

    `whose` is the player who may, None if a challenge is open to all or has no opponent yet.
    `is_own` is True for the reader's own challenge, `is_for` for a challenge to the reader.
    """

    challenge_id: int
    whose: str | None
    is_own: bool = False
    is_for: bool = False

    @property
    def sentence(self) -> str:
        if self.is_own and self.whose is None:
            return text("That's your own challenge. Only other players can accept it.")
        if self.is_own:
            return text(
                "That's your own challenge. Only {player} can answer it. You can change its "
                "terms or withdraw it.",
                player=self.whose,
            )
        if self.is_for:
            return text(
                "Only {player} can withdraw this challenge. You can accept or decline it.",
                player=self.whose,
            )
        if self.whose is None:
            return text("This is an open challenge. Accept it, or make your own with /challenge.")
        return text(
            "Only {player} can do that. Make your own challenge with /challenge.",
            player=self.whose,
        )


class CannotChallenge(Refusal):
    """Refusal to make or accept a challenge, or to start a game."""


class BadSetting(Refusal):
    """Refusal of a setting that does not exist, or of a value that it does not take."""


@dataclass(eq=False)
class OutOfTime(PlayerError):
    """Refusal of a move in a game with automatic loss on time, after the player's time ran out."""

    game_id: int

    @property
    def sentence(self) -> str:
        return text("Your time in game {game_id} ran out before this move.", game_id=self.game_id)


class NotDue(Refusal):
    """Refusal of an action that comes too early, such as a claim before the deadline."""


class CannotTakeVacation(Refusal):
    """Refusal to begin or end a vacation."""


@dataclass(eq=False)
class NotPractice(PlayerError):
    """Refusal of a feature of practice games, such as a hint, in a game between two people."""

    game_id: int

    @property
    def sentence(self) -> str:
        return text(
            "Game {game_id} is against a person. Hints are only for practice games.",
            game_id=self.game_id,
        )


class CannotPractise(Refusal):
    """Refusal of a practice game that the bot cannot play, or cannot play now."""


class NoSuchLeague(PlayerError):
    """Refusal: the league does not exist, or the person may not see it."""

    @property
    def sentence(self) -> str:
        return text("There's no such league here. /league shows yours.")


class NotInLeague(PlayerError):
    """Refusal to let a person act in a league in which they do not play."""

    @property
    def sentence(self) -> str:
        return text("You aren't in this league. /league shows how to join.")


class NotOrganiser(PlayerError):
    """Refusal of an action that only the organisers of a league may do."""

    @property
    def sentence(self) -> str:
        return text("Only this server's managers and the person who opened the league can do that.")


class CannotDoInLeague(Refusal):
    """Refusal of an action that a league does not allow now."""
