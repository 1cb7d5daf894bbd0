"""Line of a turn message with the player to move, unusual moves and the deadline."""

from datetime import datetime

from bot.words.clocks import moment
from bot.words.translation import Message, plural, text
from renderer.words import colour_name
from rules.moves import Hold, Komi, Place, Swap
from rules.position import Ending, Phase, Position
from rules.topology import bits

# Asli and Liflina
NO_SECOND_INCURSION = Message(
    "That was a minimal incursion (it took just one group), so the reply can't be one."
)
# in the first turn
WHITE_MAY_SWAP = Message(
    "-# White may swap sides and take over your stones, so choose a start that's fair to both "
    "players."
)
CLOCK_PAUSED = Message("clock paused")


def due(at: datetime, *, strict: bool) -> str:
    """Return the deadline of a turn as text, which Discord shows as `due in 5 days`.

    :param strict: whether a timeout loses the game at once, which the text then says.
    """
    if strict:
        return text("auto-loss {when}", when=moment(at))
    return text("due {when}", when=moment(at))


def turn_line(player: str, position: Position) -> str:
    """Return the line that asks a player to move, and names possible unusual moves such as a swap.

    It names no colour before colours are chosen.

    :param player: the player's mention or name.
    """
    if position.phase is Phase.OFFER:
        return text(
            "{player}, offer a komi (turns that White may skip). Your opponent then picks a colour",
            player=player,
        )
    if position.phase is Phase.CHOOSE:
        return _choice(player, position.komi)
    colour = colour_name(position.to_move)
    # stops at the first, because listing all takes milliseconds on the largest boards
    if not any(position.is_legal(Place(cell)) for cell in bits(position.board.empty)):
        return _without_placement(player, colour, position)
    if position.is_legal(Swap()):
        return _or_swap(player, colour, position.placements_left)
    if position.is_legal(Hold()):
        return text(
            "{player}, your turn ({colour}): place a stone or hold", player=player, colour=colour
        )
    if position.is_legal(Komi()):
        return _or_komi(player, colour, position)
    return _placement(player, colour, position)


def _choice(player: str, komi: int) -> str:
    if not komi:
        return text("{player}, pick a colour. The komi is 0", player=player)
    return plural(
        "{player}, pick a colour. The komi is {count}: White may skip one turn",
        "{player}, pick a colour. The komi is {count}: White may skip {count} turns",
        komi,
        player=player,
    )


def _placement(player: str, colour: str, position: Position) -> str:
    left = position.placements_left
    if _is_last(position):
        return text(
            "{player}, your turn ({colour}): place the winning stone",
            player=player,
            colour=colour,
        )
    if position.mid_turn:
        return plural(
            "{player}, your turn ({colour}): place {count} more stone",
            "{player}, your turn ({colour}): place {count} more stones",
            left,
            player=player,
            colour=colour,
        )
    if left > 1:
        return plural(
            "{player}, your turn ({colour}): place {count} stone",
            "{player}, your turn ({colour}): place {count} stones",
            left,
            player=player,
            colour=colour,
        )
    return text("{player}, your turn ({colour})", player=player, colour=colour)


def _is_last(position: Position) -> bool:
    """Return whether the next stone wins because the opponent has no stones on the board."""
    if position.stones[position.to_move.other] or position.placements_left > 1:
        return False
    legal = (Place(cell) for cell in bits(position.board.empty) if position.is_legal(Place(cell)))
    outcome = position.play(next(legal)).outcome()
    # not in Liflina, where a player without stones may still place one
    return outcome is not None and outcome.ending is Ending.NO_STONES


def _without_placement(player: str, colour: str, position: Position) -> str:
    if position.is_legal(Hold()):
        return text(
            "{player}, your turn ({colour}): you can only hold", player=player, colour=colour
        )
    return text(
        "{player}, your turn ({colour}): you can only spend komi", player=player, colour=colour
    )


def _or_swap(player: str, colour: str, stones: int) -> str:
    return plural(
        "{player}, your turn ({colour}): place a stone or swap sides",
        "{player}, your turn ({colour}): place {count} stones or swap sides",
        stones,
        player=player,
        colour=colour,
    )


def _or_komi(player: str, colour: str, position: Position) -> str:
    left = position.placements_left
    if position.mid_turn:
        return plural(
            "{player}, your turn ({colour}): place one more stone or spend komi",
            "{player}, your turn ({colour}): place {count} more stones or spend komi",
            left,
            player=player,
            colour=colour,
        )
    return plural(
        "{player}, your turn ({colour}): place a stone or spend komi",
        # with the start 12*, a point of komi replaces one stone, not the whole turn
        "{player}, your turn ({colour}): place {count} stones, or spend komi instead of one of "
        "them",
        left,
        player=player,
        colour=colour,
    )
