"""The line of a turn message that names the player to move and the legal kinds of move."""

from collections.abc import Iterator

from bot.words.escaping import plural
from rules.moves import Hold, Komi, Move, Place, Swap
from rules.position import BARGAINING, Phase, Position
from rules.topology import bits

# Asli, Liflina
NO_SECOND_INCURSION = "That was a minimal incursion: the next move cannot be another."
INSTEAD: dict[Move, str] = {
    Swap(): "swap colours",
    Komi(): "spend a point of komi",
    Hold(): "hold, which lets a prisoner out",
}


def turn_line(mention: str, position: Position) -> str:
    """Return the line that asks a player to move; it names no colour before colours are chosen."""
    chosen = position.phase not in BARGAINING
    colour = f" as **{position.to_move.label}**" if chosen else ""
    return f"{mention}, your turn{colour}: {task(position)}"


def task(position: Position) -> str:
    """Return the kinds of move that the side to move may make, as a sentence."""
    if position.phase is Phase.OFFER:
        return (
            "offer a komi, the number of turns that White may spend without placing a stone; "
            "your opponent then chooses a colour."
        )
    if position.phase is Phase.CHOOSE:
        return f"choose your colour; {_worth(position.komi)}."
    ways = list(_ways(position))
    return ways[0] + "".join(f", or {way}" for way in ways[1:]) + "."


def _worth(komi: int) -> str:
    if not komi:
        return "the komi is 0"
    return f"with the komi of {komi}, White may spend {plural(komi, 'turn')} without a stone"


def _ways(position: Position) -> Iterator[str]:
    """Yield the legal kinds of move, placements first; a hold or komi may be the only one."""
    left = position.placements_left
    # stop at the first: listing all of them takes milliseconds on the largest boards
    if any(position.is_legal(Place(cell)) for cell in bits(position.board.empty)):
        more = "more " if position.mid_turn else ""
        yield f"place {plural(left, more + 'stone')}" if left > 1 or more else "place a stone"
    for move, words in INSTEAD.items():
        if position.is_legal(move):
            # with the start 12*, a point of komi replaces one stone, not the whole turn
            yield f"{words} instead of a stone" if isinstance(move, Komi) and left > 1 else words
