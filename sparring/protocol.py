"""Records, moves and answers as JSON, for the pipe between the bot and the partner's process."""

from typing import Any, Final

from rules.moves import Move, format_move, parse_move
from rules.record import Record
from rules.registry import find_game
from rules.topology import Topology

Message = dict[str, Any]

# what the process says besides answers
READY: Final[Message] = {"do": "ready"}  # what searches need is compiled and loaded
ALIVE: Final[Message] = {"do": "alive"}  # it works


def topology_of(record: Record) -> Topology:
    """Find the board of a record."""
    return find_game(record.ruleset.game, record.ruleset.version).topology(record.ruleset)


def pack_record(record: Record) -> Message:
    """Turn a record into JSON values."""
    topology = topology_of(record)
    return {
        "game": record.ruleset.game,
        "version": record.ruleset.version,
        "options": dict(record.ruleset.options),
        "moves": [format_move(move, topology) for move in record.moves],
    }


def unpack_record(message: Message) -> Record:
    """Read what `pack_record` wrote."""
    game = find_game(message["game"], message["version"])
    ruleset = game.ruleset(message["options"])
    topology = game.topology(ruleset)
    return Record(ruleset, tuple(parse_move(text, topology) for text in message["moves"]))


def texts(moves: tuple[Move, ...], topology: Topology) -> list[str]:
    """Write moves as text."""
    return [format_move(move, topology) for move in moves]
