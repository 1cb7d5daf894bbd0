"""JSON messages between the bot and the engine process."""

from typing import Any, Final

from rules.moves import Move, format_move, parse_move
from rules.record import Record
from rules.registry import find_game
from rules.topology import Topology

Message = dict[str, Any]

# messages of the process other than responses
READY: Final[Message] = {"do": "ready"}  # the kernel is compiled and loaded
ALIVE: Final[Message] = {"do": "alive"}  # the heartbeat


def record_topology(record: Record) -> Topology:
    """Return the board, without stones, of a record's ruleset."""
    return find_game(record.ruleset.game, record.ruleset.version).topology(record.ruleset)


def pack_record(record: Record) -> Message:
    """Convert a record to JSON values: game, version, options, and the moves in notation."""
    topology = record_topology(record)
    return {
        "game": record.ruleset.game,
        "version": record.ruleset.version,
        "options": dict(record.ruleset.options),
        "moves": [format_move(move, topology) for move in record.moves],
    }


def unpack_record(message: Message) -> Record:
    """Convert the result of `pack_record` back to a record."""
    game = find_game(message["game"], message["version"])
    ruleset = game.ruleset(message["options"])
    topology = game.topology(ruleset)
    return Record(ruleset, tuple(parse_move(text, topology) for text in message["moves"]))


def read_moves(answer: Message, record: Record) -> tuple[Move, ...]:
    """Return the moves in a response of the engine about a record."""
    topology = record_topology(record)
    return tuple(parse_move(text, topology) for text in answer["moves"])


def format_moves(moves: tuple[Move, ...], topology: Topology) -> list[str]:
    """Return the notation of moves, as JSON values."""
    return [format_move(move, topology) for move in moves]
