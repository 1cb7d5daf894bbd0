"""Writers of records in the formats of Abstract Play and Ludii, for round trips."""

import json
import random

from rules.moves import Choose, Hold, Offer, Place, Swap
from rules.position import Colour
from rules.record import Record, positions, turns
from rules.registry import find_game

NAMES = ("Ann", "Ben")


def random_record(key, values, seed, longest=400):
    game = find_game(key)
    ruleset = game.ruleset(values)
    position, moves, rng = game.start(ruleset), [], random.Random(seed)
    while position.outcome() is None and len(moves) < longest:
        moves.append(rng.choice(list(position.legal_moves())))
        position = position.play(moves[-1])
    if position.mid_turn:
        moves.pop()
    return Record(ruleset, tuple(moves))


def abstract_play_cell(name, size, shape):
    """Return a cell's name at Abstract Play; on a hexhex board the letter is the row."""
    if shape == "square":
        return name
    diagonal, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
    return f"{chr(ord('a') + row)}{diagonal - max(0, row - size + 1) + 1}"


def abstract_play(record, ending=None, scores=(1, 0)):
    """Return a record of Abstract Play, with Black as the first player of the header."""
    game = find_game(record.ruleset.game)
    topology = game.topology(record.ruleset)
    written, swapped = [], False
    for moves in turns(record).values():
        match moves:
            case [Swap()]:
                swapped = True
            case [Offer(value)]:
                written.append(str(value))
            case [Choose(colour)]:
                swapped = colour is Colour.BLACK
                written.append("pie")
            case [Hold()]:
                written.append("pass")
            case places:
                cells = [topology.names[place.cell] for place in places]
                cells = [abstract_play_cell(cell, topology.size, game.shape) for cell in cells]
                written.append(",".join(cells))
    written += [ending] if ending else []
    size = topology.size
    variant = f"Size {size} board" if game.shape == "hexhex" else f"{size}x{size} board"
    black, white = reversed(NAMES) if swapped else NAMES
    header = {
        "game": {"name": game.name, "variants": [variant]},
        "site": {"name": "Abstract Play", "gameid": "1"},
        "date-start": "2026-01-02T03:04:05.000Z",
        "date-end": "2026-02-03T04:05:06.000Z",
        "date-generated": "2026-02-03T04:05:06.000Z",
        "players": [
            {"name": name, "userid": name, "result": score}
            for name, score in zip((black, white), scores, strict=True)
        ],
    }
    if swapped:
        header["pie-invoked"] = True
    rounds = [written[at : at + 2] for at in range(0, len(written), 2)]
    return json.dumps({"header": header, "moves": rounds})


def ludii(record, *, options=True):
    """Return a trial of Ludii, with the stones that the rules remove."""
    lines = ["game=/lud/board/space/territory/Lifeline.lud"]
    if options:
        start = {"strong-pie": "Strong pie (standard)", "weak-pie": "Weak pie"}
        lines += [
            "START GAME OPTIONS",
            f"Balance/{start[record.ruleset.options['start']]}",
            f"Board Size/{record.ruleset.options['size']}",
            "END GAME OPTIONS",
        ]
    lines.append("RNG internal state=1,-2,3")
    history, ply = list(positions(record)), 0
    for number, moves in turns(record).items():
        before, after = history[ply], history[ply + len(moves)]
        ply += len(moves)
        lines.append(f"Move={_ludii_move(2 - number % 2, moves, before, after)}")
    lines += ["numInitialPlacementMoves=0", "rankings=0.0,1.0,2.0"]
    return "\n".join([*lines, "SANDBOX=false", "LUDII_VERSION=1.3.13"]) + "\n"


def _ludii_move(mover, moves, before, after):
    if moves == [Swap()]:
        return f"[Move:mover={mover},actions=[Swap:player1=1,player2=2,decision=true]]"
    cells = [place.cell for place in moves if isinstance(place, Place)]
    head, adds = (
        f"from={cells[0]},to={cells[-1]}",
        [f"[Add:type=Cell,to={c},what=1]" for c in cells],
    )
    if len(cells) == 2:
        actions = [f"[Select:type=Cell,{head},decision=true]", *adds]
    else:
        actions = [adds[0].replace("]", ",decision=true]")]
    stood = {cell for cell in range(len(before.topology)) if _occupied(before, cell)} | set(cells)
    gone = sorted(cell for cell in stood if not _occupied(after, cell))
    actions += [f"[Remove:type=Cell,to={cell}]" for cell in gone] or ["[Pass:]"]
    return f"[Move:mover={mover},{head},actions={','.join(actions)}]"


def _occupied(position, cell):
    return (position.stones[0] | position.stones[1]) >> cell & 1
