"""Errors of commands without a game number: no game, or several, could be meant."""

# ruff: noqa: N818 - the names are the domain's words, as in bot.errors

from dataclasses import dataclass

from bot.errors import PlayerError
from bot.words.escaping import first_few

MOST_CANDIDATES = 5  # games named in the sentence


@dataclass(frozen=True, slots=True)
class GameChoice:
    """Game that may be meant; `name` is game and size, such as `Lifeline 7`."""

    game_id: int
    name: str
    opponent: str
    my_turn: bool


@dataclass(eq=False)
class NoRunningGame(PlayerError):
    """A command needs a game, and the player has none in progress.

    `last` is the game that ended last, `challenged` whether the player has an open challenge,
    `to_see` whether the command accepts games of other players.
    """

    last: GameChoice | None = None
    challenged: bool = False
    to_see: bool = False

    @property
    def sentence(self) -> str:
        none = "You have no running game."
        if self.challenged:
            none = f"{none} /games lists your open challenges."
        if self.last is None:
            others = " A game of others is shown by its number, as in /board game:12."
            return f"{none} Start one with /challenge.{others if self.to_see else ''}"
        number, last = self.last.game_id, self.last
        over = f"Your last one, game {number} ({last.name} against {last.opponent}), is over"
        return f"{none} {over}: /board game:{number} shows it. Start another with /challenge."


@dataclass(eq=False)
class WhichGame(PlayerError):
    """Several games could be meant; the player has to choose one."""

    candidates: tuple[GameChoice, ...]

    @property
    def sentence(self) -> str:
        named = [
            f"{each.game_id} ({each.name} against {each.opponent})" for each in self.candidates
        ]
        few = first_few(named, MOST_CANDIDATES)
        return f"Which game? You are playing {few}. Name it in the game option."
