"""All games there are. A new game is one file in `rules.games` and one line here."""

from rules.games import asli, cornered, lifeline, liflina
from rules.options import Game

# The current version of each game, in the order in which they are offered.
GAMES: tuple[Game, ...] = (lifeline.GAME, cornered.GAME, asli.GAME, liflina.GAME)

# Versions that are no longer offered but that running games and old records still need.
_EARLIER: tuple[Game, ...] = ()


class UnknownGame(LookupError):  # noqa: N818 - the name says what was wrong
    """No game has this key, or not in this version; the message is a sentence for people."""


def find_game(key: str, version: int | None = None) -> Game:
    """Find a game by its key, in its current version unless another is asked for.

    >>> find_game("lifeline").name
    'Lifeline'

    :raises UnknownGame: there is none.
    """
    versions = [game for game in (*GAMES, *_EARLIER) if game.key == key]
    if not versions:
        keys = ", ".join(game.key for game in GAMES)
        raise UnknownGame(f"There is no game “{key[:40]}”; there are {keys}.")
    for game in versions:
        if version in (None, game.version):
            return game
    raise UnknownGame(f"There is no version {version} of {versions[0].name} here.")
