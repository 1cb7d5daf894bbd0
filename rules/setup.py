"""Setup of arbitrary positions for tests, puzzles and analysis."""

from collections.abc import Iterable, Mapping

from rules.board import Board
from rules.colour import Colour
from rules.options import Arrangement, Game, SetupError
from rules.position import Position
from rules.registry import find_game
from rules.topology import Bitboard, Topology

__all__ = ["SetupError", "setup"]


def setup(  # noqa: PLR0913 - keywords, each a part of a position
    game_key: str,
    options: Mapping[str, object],
    *,
    black: Iterable[str] = (),
    white: Iterable[str] = (),
    to_move: str = "black",
    komi: int = 0,
    prison: tuple[int, int] = (0, 0),
    minimal_incursion: bool = False,
    ever_two_groups: tuple[bool, bool] = (False, False),
) -> Position:
    """Return a position with the given stones at the start of a turn; its history begins there.

    >>> position = setup("lifeline", {"size": 3}, black=["a1", "c1"], white=["c5", "e5"])
    >>> position.to_move.label
    'Black'

    :param black: names of the cells with Black stones; `white` likewise.
    :param komi: White's remaining points (Lifeline, cornered Lifeline).
    :param prison: the numbers of Black and White stones in prison (Asli, Liflina); one of them is
        0.
    :param minimal_incursion: whether the opponent's last action was a minimal incursion (Asli,
        Liflina).
    :param ever_two_groups: whether Black and White have ever had two groups (Asli); implied for a
        colour that has two now.
    :raises UnknownGame: the game does not exist.
    :raises OptionError: the options are invalid.
    :raises SetupError: the position cannot occur: unknown or duplicate cells, a dead group, or
        stones of both colours in prison.
    """
    game = find_game(game_key)
    ruleset = game.ruleset(options)
    topology = game.topology(ruleset)
    stones = _cells(topology, black), _cells(topology, white)
    _refuse_duplicates(topology, *stones)
    arrangement = Arrangement(
        board=Board.of(topology, *stones),
        to_move=_colour(to_move),
        komi=_count(komi, "komi"),
        prison=_prison(game, prison),
        minimal_incursion=minimal_incursion,
        ever_two_groups=ever_two_groups,
    )
    return game.arrange(ruleset, arrangement)


def _cells(topology: Topology, names: Iterable[str]) -> Bitboard:
    cells = 0
    for name in names:
        try:
            bit = 1 << topology.cell(name)
        except KeyError:
            raise SetupError(f"There is no cell “{name}” on {topology}.") from None
        _refuse_duplicates(topology, cells, bit)
        cells |= bit
    return cells


def _refuse_duplicates(topology: Topology, first: Bitboard, second: Bitboard) -> None:
    if twice := first & second:
        name = topology.names[twice.bit_length() - 1]
        raise SetupError(f"The cell {name.upper()} has two stones.")


def _colour(name: str) -> Colour:
    for colour in Colour:
        if colour.label.lower() == name.lower():
            return colour
    raise SetupError(f"The side to move is “black” or “white”, not “{name}”.")


def _count(number: int, what: str) -> int:
    if number < 0:
        raise SetupError(f"The number for {what} cannot be less than 0.")
    return number


def _prison(game: Game, prison: tuple[int, int]) -> int:
    black, white = (_count(number, "prison") for number in prison)
    if black and white:
        raise SetupError("The prison never holds stones of both colours.")
    if (black or white) and not game.has_prison:
        raise SetupError(f"{game.name} has no prison.")
    return black - white
