"""Errors of commands that were given no game number, when no game or several games fit."""

# ruff: noqa: N818 - the names are the domain's words, as in bot.errors.refusals

from dataclasses import dataclass

from bot.errors.refusals import PlayerError
from bot.words.translation import text
from renderer.phrases import first_few, sentences

MOST_CANDIDATES = 5  # games named in the sentence
MOST_IN_MENU = 25  # Discord's limit for the options of a menu


@dataclass(frozen=True, slots=True)
class GameChoice:
    """Game that a command could mean; `name` is game and size, such as `Lifeline, size 7`."""

    game_id: int
    name: str
    opponent: str
    my_turn: bool


@dataclass(eq=False)
class NoRunningGame(PlayerError):
    """Refusal of a command that needs a game, because the player has no game in progress.

    `last` is the game that ended last. `challenged` is True if the player has an open challenge,
    `may_watch` if the command accepts games of other players.
    """

    last: GameChoice | None = None
    challenged: bool = False
    may_watch: bool = False

    @property
    def sentence(self) -> str:
        parts = [text("You have no games in progress.")]
        if self.challenged:
            parts.append(text("/games lists your open challenges."))
        if self.last is None:
            parts.append(text("Start a game with /challenge."))
        else:
            parts.append(_over(self.last))
        if self.last is None and self.may_watch:
            parts.append(text("To watch a game, add its number: /board game:12."))
        return sentences(*parts)


def _over(last: GameChoice) -> str:
    return text(
        "Your last game, {game_id} ({game} against {opponent}), is over: /board game:{game_id} "
        "shows it. Start another with /challenge.",
        game_id=last.game_id,
        game=last.name,
        opponent=last.opponent,
    )


@dataclass(eq=False)
class WhichGame(PlayerError):
    """Refusal of a command that could mean several games, of which the player must choose one.

    `candidates` begin with the most urgent game. `command` is the command that a menu of the games
    can repeat, empty without a menu. `argument` is its other input, such as a typed move.
    """

    candidates: tuple[GameChoice, ...]
    command: str = ""
    argument: str = ""

    @property
    def in_menu(self) -> tuple[GameChoice, ...]:
        """The most urgent candidates, as many as a menu can show."""
        return self.candidates[:MOST_IN_MENU]

    @property
    def sentence(self) -> str:
        if self.command and len(self.candidates) > MOST_IN_MENU:
            return text(
                "Which game? The menu lists the {shown} most urgent of your {count} games. For "
                "another game, use /{command} game: and type its number or your opponent's name.",
                shown=MOST_IN_MENU,
                count=len(self.candidates),
                command=self.command,
            )
        if self.command:
            return text("Which game?")
        named = [
            text(
                "{game_id} ({game} against {opponent})",
                game_id=each.game_id,
                game=each.name,
                opponent=each.opponent,
            )
            for each in self.candidates
        ]
        few = first_few(named, MOST_CANDIDATES)
        return text(
            "Which game? You're playing {games}. Type the game's number in the “game” option.",
            games=few,
        )
