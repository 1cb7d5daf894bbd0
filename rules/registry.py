"""The registry of all games. A new game is one module in `rules.games` and one entry here."""

from rules.games import asli, cornered, lifeline, liflina
from rules.options import Game
from rules.sentences import Listing, Sentence

# The current version of each game, in the order for players.
GAMES: tuple[Game, ...] = (lifeline.GAME, cornered.GAME, asli.GAME, liflina.GAME)

# Versions that are no longer offered but still needed by games in progress and old records.
_EARLIER: tuple[Game, ...] = ()


class UnknownGame(LookupError):  # noqa: N818 - the name says what was wrong
    """Error for a key or version that no game has; the message is a sentence for people."""


def find_game(key: str, version: int | None = None) -> Game:
    """Return the game with this key, in its current version by default.

    >>> find_game("lifeline").name
    'Lifeline'

    :raises UnknownGame: the game or version does not exist.
    """
    versions = [game for game in (*GAMES, *_EARLIER) if game.key == key]
    if not versions:
        keys = Listing(game.key for game in GAMES)
        raise UnknownGame(
            Sentence("There's no game “{key}”. Choose one of: {keys}.", key=key[:40], keys=keys)
        )
    for game in versions:
        if version in (None, game.version):
            return game
    raise UnknownGame(
        Sentence(
            "Version {version} of {game} isn't available here.",
            version=version,
            game=versions[0].name,
        )
    )
