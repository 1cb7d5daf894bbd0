"""Komi values for approximately even games, from matches between equal players.

`komi_matches.txt` contains the matches. Levels 1 and 2 are excluded: they spend holds too early, so
that their games are even at every komi.
"""

from functools import cache
from importlib import resources
from itertools import pairwise

Board = tuple[str, int]
"""Key of a game, and the size of its board."""


@cache
def even_komi(game: str, size: int) -> tuple[int, int] | None:
    """Return the komi values between which games are about even; None if the board is not measured.

    Black won at least half of the games at the smaller value, and less than half at the larger.
    """
    results = _results(game, size)
    too_much = [komi for komi, (wins, games) in results.items() if 2 * wins < games]
    if not too_much:
        return None
    high = min(too_much)
    enough = [komi for komi in results if komi < high]
    return (max(enough), high) if enough else None


def komi_for(game: str, size: int, share: float) -> tuple[int, float] | None:
    """Return the komi with which Black wins about a given share of games of equal players.

    It is the whole number, from the smallest measured komi to the largest, with the nearest
    estimated share; of equally near ones the largest.

    :param share: from 0.5 to 1.
    :returns: the komi, and Black's estimated share; None for an unmeasured board.
    """
    if even_komi(game, size) is None:
        return None
    shares = _estimated_shares(game, size)
    chosen = min(shares, key=lambda komi: (abs(shares[komi] - share), -komi))
    return chosen, shares[chosen]


def _estimated_shares(game: str, size: int) -> dict[int, float]:
    """Return Black's estimated share of the wins at every komi between measured ones.

    More komi can't help Black, so that measurements which say so are pooled (isotonic regression
    by pooling adjacent violators); between measured values the share falls evenly.
    """
    pools: list[tuple[list[int], int, int]] = []
    for komi, (wins, games) in sorted(_results(game, size).items()):
        pool = [komi], wins, games
        while pools and pools[-1][1] * pool[2] <= pool[1] * pools[-1][2]:
            values, more_wins, more_games = pools.pop()
            pool = [*values, *pool[0]], pool[1] + more_wins, pool[2] + more_games
        pools.append(pool)
    measured = [(komi, wins / games) for values, wins, games in pools for komi in values]
    shares = dict(measured)
    for (low, first), (high, last) in pairwise(measured):
        for komi in range(low + 1, high):
            shares[komi] = first + (last - first) * (komi - low) / (high - low)
    return shares


def _results(game: str, size: int) -> dict[int, tuple[int, int]]:
    """Return Black's wins and the number of games at each measured komi."""
    results: dict[int, tuple[int, int]] = {}
    for board, komi, wins, played in read_matches():
        if board == (game, size):
            earlier = results.get(komi, (0, 0))
            results[komi] = earlier[0] + wins, earlier[1] + played
    return results


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
