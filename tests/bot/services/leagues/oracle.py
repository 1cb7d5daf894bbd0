"""Second computation of tables, movements and promises, which shares no code with the bot.

A game is (first, second, result, how): the result is "1", "2", "=", "-" (without a result) or ""
(in progress); how is "time", "left" or "" and describes the loser.
"""

from fractions import Fraction
from itertools import combinations, groupby

HALF = Fraction(1, 2)


def score(game, player):
    first, second, result, _ = game
    if result == "=":
        return HALF
    return Fraction(
        int((result == "1" and player == first) or (result == "2" and player == second))
    )


def loser(game):
    first, second, result, _ = game
    return {"1": second, "2": first}.get(result)


def gone(players, games):
    """Return the players who gave up more than half of their games."""
    found = []
    for player in players:
        own = [game for game in games if player in game[:2]]
        given_up = sum(1 for game in own if loser(game) == player and game[3])
        if Fraction(given_up) > Fraction(len(own), 2):
            found.append(player)
    return found


def standings(players, games):
    """Return [(player, place or None, points, among tied, berger, timeouts)], best first."""
    out = gone(players, games)
    inside = [player for player in players if player not in out]
    kept = [game for game in games if game[0] in inside and game[1] in inside]
    points = {
        player: sum(score(game, player) for game in kept if player in game[:2]) for player in inside
    }
    rows = {}
    for player in inside:
        among = berger = Fraction(0)
        late = 0
        for game in kept:
            if player not in game[:2]:
                continue
            other = game[1] if game[0] == player else game[0]
            mine = score(game, player)
            if points[other] == points[player]:
                among += mine
            berger += mine * points[other]
            late += loser(game) == player and game[3] == "time"
        rows[player] = (points[player], among, berger, -late)
    order = sorted(
        inside, key=lambda player: [-value for value in rows[player]] + [players.index(player)]
    )
    found, place = [], 0
    for _, equal in groupby(order, key=lambda player: rows[player]):
        shared = list(equal)
        for player in shared:
            total, among, berger, late = rows[player]
            found.append((player, place + 1, total, among, berger, -late))
        place += len(shared)
    return found + [(player, None, 0, 0, 0, 0) for player in players if player in out]


def directions(groups, tables):
    """Return {player: (old group, "up" | "stay" | "down")}, groups from 0, from final tables."""
    found = {}
    for number, (group, rows) in enumerate(zip(groups, tables, strict=True)):
        several = 2 if len(group) >= 6 else 1
        order = [row[0] for row in rows]
        for player in order:
            found[player] = (number, "stay")
        if number + 1 < len(groups):
            found |= dict.fromkeys(order[-several:], (number, "down"))
        if number:
            found |= dict.fromkeys(order[:several], (number, "up"))
    return found


def broken_promises(before, after, old_count):
    """Return the players whose promise the groups after break.

    :param before: the result of `directions`.
    :param old_count: the number of groups before.
    """
    now = {player: number for number, group in enumerate(after) for player in group}
    broken = []
    for player, (group, direction) in before.items():
        if player not in now:
            continue
        rose = now[player] < group
        kept = now[player] <= group
        if direction == "up" and not rose:
            broken.append(player)
        if direction == "stay" and group + 1 < old_count and not kept:
            broken.append(player)
    return broken


def colour_differences(players, pairs):
    """Return how much more often each player moves first than second."""
    return {
        player: sum((first == player) - (second == player) for first, second in pairs)
        for player in players
    }


def everybody_once(players, pairs):
    met = sorted(tuple(sorted(pair)) for pair in pairs)
    return met == sorted(combinations(sorted(players), 2))
