"""Pairings of a group in which each player meets each other player once. Pure."""


def pairings(size: int) -> list[tuple[int, int]]:
    """Return the games of a group as (first player, second player), by number from 0.

    As in Berger tables, each player is first and second equally often in a group of odd size; in an
    even one, the two numbers differ by one.
    """
    return [
        (low, high) if (low + high) % 2 else (high, low)
        for high in range(size)
        for low in range(high)
    ]
