"""Playthroughs: games written out move by move with all output of the rules, to review as diffs.

`python -m tests.rules.playthrough` rewrites the files of all registered games. For a version of a
game without stored records, it also writes the playthrough's games to `records/`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

from rules.moves import Hold, Komi, Offer, Place, Swap, format_move
from rules.options import Game, Ruleset
from rules.position import Colour, Phase, Position
from rules.reasons import ReasonKind
from rules.record import Record, export_text, import_text, replay
from rules.registry import GAMES
from rules.topology import bits

FOLDER = Path(__file__).parent / "playthroughs"
RECORDS = Path(__file__).parent / "records"
OFFERED = 3


def path_of(game: Game) -> Path:
    return FOLDER / f"{game.key}.txt"


def text_of(game: Game) -> str:
    """Return the playthrough of a game: one game per opening, on the smallest offered board."""
    chapters = (chapter(game, ruleset) for ruleset in rulesets(game))
    return "\n".join([f"{game.name}, version {game.version}", "", *chapters])


def rulesets(game: Game) -> Iterator[Ruleset]:
    size = {"size": game.option("size").minimum}
    starts = [option for option in game.options if option.kind == "choice"]
    yield from (
        game.ruleset({**size, start.name: choice}) for start in starts for choice in start.choices
    )
    if not starts:
        yield game.ruleset(size)


def write_records(game: Game) -> None:
    """Write a stored record for each opening of a game, unless its version has records."""
    stem = f"{game.key}-{game.version}"
    if any(RECORDS.glob(f"{stem}-*.txt")):
        return
    for ruleset in rulesets(game):
        text = chapter(game, ruleset)
        record = import_text(text[text.index("Game: ") :])
        path = RECORDS / f"{stem}-{ruleset.options.get('start', 'game')}.txt"
        path.write_text(export_text(record))
        path.with_suffix(".json").write_text(json.dumps(shown(replay(record)), indent=1) + "\n")


def shown(position: Position) -> dict[str, object]:
    """Return the end of a game as stored records have it."""
    black, white = (cells_in_order(position, stones) for stones in position.stones)
    outcome = position.outcome()
    winner = None if outcome.winner is None else outcome.winner.label
    counts = {name: getattr(position, name) for name in ("komi", "swapped", "turn", "ply")}
    pairs = {"prison": list(position.prison), "taken": list(position.taken)}
    end = {"winner": winner, "ending": outcome.ending.value}
    return {"black": black, "white": white, **counts, **pairs, **end}


def cells_in_order(position: Position, mask: int) -> str:
    return " ".join(sorted(position.topology.names[cell] for cell in bits(mask)))


def chapter(game: Game, ruleset: Ruleset) -> str:
    options = ", ".join(f"{name} {value}" for name, value in ruleset.options.items())
    position, moves, sections = game.start(ruleset), [], [f"=== {options} ===\n"]
    shown_kinds: set[ReasonKind] = set()
    while legal := list(position.legal_moves()):
        move = choose(position, legal, options)
        sections.append(f"{describe(position, legal, shown_kinds)}> {word(position, move)}\n")
        position = position.play(move)
        moves.append(move)
    outcome = position.outcome()
    assert outcome is not None, f"{game.key} has no legal move and no outcome"
    winner = outcome.winner.label if outcome.winner is not None else "Nobody"
    end = f"{describe(position, legal, shown_kinds)}{winner} wins. {outcome.ending.sentence}\n"
    return "\n".join([*sections, end, export_text(Record(ruleset, tuple(moves)))])


def choose(position: Position, legal: list, salt: str):
    """Choose a move pseudo-randomly; equal legal moves give the same choice on every machine."""
    if position.phase is Phase.OFFER:
        return Offer(OFFERED)
    words = sorted(word(position, move) for move in legal)
    number = crc32(f"{position.game} {salt} {position.ply}".encode()) % len(words)
    return next(move for move in legal if word(position, move) == words[number])


def describe(position: Position, legal: list, shown_kinds: set[ReasonKind]) -> str:
    """Describe a position in a few lines, with one example of each new kind of refusal."""
    state = (
        f"turn {position.turn}, ply {position.ply}: {position.to_move.label}, "
        f"seat {position.seat_to_move}, {position.phase.value}, "
        f"{position.placements_left} to place"
    )
    counts = (
        f"komi {position.komi}, prison {both(position.prison)}, taken {both(position.taken)}"
        f"{', seats swapped' if position.swapped else ''}"
    )
    lines = [state, position.diagram(), counts, *last_turn(position), *listed(position, legal)]
    lines += [f"refused: {each}" for each in refusals(position, shown_kinds)]
    for colour in Colour:
        lines += [f"danger: {each}" for each in dangers(position, colour)]
    return "\n".join(lines) + "\n"


def both(pair: tuple[int, int]) -> str:
    return f"{pair[0]}/{pair[1]}"


def word(position: Position, move) -> str:
    return format_move(move, position.topology)


def cells(position: Position, mask: int) -> str:
    return " ".join(position.topology.names[cell] for cell in bits(mask))


def last_turn(position: Position) -> Iterator[str]:
    last = position.last_turn
    if last is not None:
        moves = " ".join(word(position, move) for move in last.moves)
        yield f"last: {last.by.label} {moves}"
        for colour in Colour:
            if last.removed[colour]:
                yield f"removed: {colour.label} {cells(position, last.removed[colour])}"


def listed(position: Position, legal: list) -> Iterator[str]:
    offers = isinstance(legal[0], Offer) if legal else False
    words = [word(position, move) for move in (legal[:1] + legal[-1:] if offers else legal)]
    yield f"legal {len(legal)}: {(' … ' if offers else ' ').join(words)}".rstrip()


def refusals(position: Position, shown_kinds: set[ReasonKind]) -> Iterator[str]:
    """Yield an example of each kind of refusal not shown yet, with its cells."""
    tried = [Place(cell) for cell in range(len(position.topology))]
    for move in (*tried, Swap(), Komi(), Hold()):
        reason = position.why_illegal(move)
        if reason is not None and reason.kind not in shown_kinds:
            shown_kinds.add(reason.kind)
            shown = f" [{cells(position, reason.cells)}]" if reason.cells else ""
            yield f"{word(position, move)}: {reason.sentence}{shown}"


def dangers(position: Position, colour: Colour) -> Iterator[str]:
    for danger in position.in_danger(colour):
        group, by = cells(position, danger.group), cells(position, danger.cells)
        yield f"{colour.label} {group} by {by}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        path_of(each).write_text(text_of(each))
        write_records(each)
