"""Komi values for approximately even games, from matches between equal players.

`komi_matches.txt` contains the matches. Levels 1 and 2 are excluded: they spend holds too early, so
that their games are even at every komi.
"""

from collections import Counter
from functools import cache
from importlib import resources

Board = tuple[str, int]
"""Key of a game, and the size of its board."""


@cache
def even_komi(game: str, size: int) -> tuple[int, int] | None:
    """Return the komi values between which games are about even; None if the board is not measured.

    Black won at least half of the games at the smaller value, and less than half at the larger.
    """
    shares = _black_shares(game, size)
    too_much = [komi for komi, share in shares.items() if share < 1 / 2]
    if not too_much:
        return None
    high = min(too_much)
    enough = [komi for komi in shares if komi < high]
    return (max(enough), high) if enough else None


def komi_for(game: str, size: int, share: float) -> tuple[int, float] | None:
    """Return the komi with which Black wins about a given share of games of equal players.

    It is the largest measured komi at which Black wins at least that share, but not above the komi
    of even games. If Black's share is smaller at every komi, it is the komi with Black's largest
    share.

    :param share: from 0.5 to 1.
    :returns: the komi, and Black's share of the matches; None for an unmeasured board.
    """
    even = even_komi(game, size)
    if even is None:
        return None
    shares = {komi: each for komi, each in _black_shares(game, size).items() if komi <= even[0]}
    enough = [komi for komi, each in shares.items() if each >= share]
    # the largest share may be measured at several values, of which the largest komi costs least
    chosen = max(enough) if enough else max(shares, key=lambda komi: (shares[komi], komi))
    return chosen, shares[chosen]


def _black_shares(game: str, size: int) -> dict[int, float]:
    games, black_wins = Counter[int](), Counter[int]()
    for board, komi, wins, played in read_matches():
        if board == (game, size):
            black_wins[komi] += wins
            games[komi] += played
    return {komi: black_wins[komi] / games[komi] for komi in games}


def measured_boards() -> list[Board]:
    """Return the boards whose even komi is known, sorted by game and size."""
    boards = sorted({board for board, *_ in read_matches()})
    return [board for board in boards if even_komi(*board) is not None]


def nearest_even_komi(game: str, size: int) -> tuple[int, int, int] | None:
    """Return the measured board size nearest to `size`, with its two komi values of `even_komi`.

    None if no board of the game is measured.
    """
    sizes = {board[1] for board, *_ in read_matches() if board[0] == game}
    found = ((each, even_komi(game, each)) for each in sizes)
    known = [(each, *usual) for each, usual in found if usual is not None]
    return min(known, key=lambda each: abs(each[0] - size), default=None)


def read_matches() -> tuple[tuple[Board, int, int, int], ...]:
    """Return every measured match: its board, komi, Black's wins and number of games."""
    text = resources.files("sparring").joinpath("komi_matches.txt").read_text(encoding="ascii")
    rows = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return tuple(
        ((game, int(size)), int(komi), int(wins), int(played))
        for game, size, _, komi, wins, played in rows
    )
