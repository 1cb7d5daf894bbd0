"""Pairings of a group in which each player meets each other player once. Pure."""


def pairings(size: int) -> list[tuple[int, int]]:
    """Return the games of a group as (first player, second player), by number from 0.

    These are Berger tables: nobody moves first in two games more or fewer than second. An odd
    group is balanced exactly; an even one is the next odd one without its last player.
    """
    return [
        (low, high) if (low + high) % 2 else (high, low)
        for high in range(size)
        for low in range(high)
    ]
