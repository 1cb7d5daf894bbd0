"""Steps of a game's page: the board and the turn in words, at the start and after each turn."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from renderer.describe import ends_in_words, moves_in_words
from renderer.phrases import all_of, enumerated, labelled
from renderer.threads import distinct_cuts
from renderer.translation import Message, plural, text
from renderer.words import colour_name, has_prison, komi_left, status_of
from rules.moves import Place
from rules.position import KOMI_PHASES, Colour, LastTurn, Phase, Position
from rules.topology import Bitboard, Cell, Topology, bits

SENTENCES = Message(". ")
"""Separator between two sentences."""


class Step(NamedTuple):
    """State of the game at the end of a turn; turn 0 is the start."""

    turn: int
    words: str
    on_board: tuple[int, int]
    to_play: Colour | None
    """None when the game is over or the players have no colours yet."""


class Stone(NamedTuple):
    """Stone, with the turn that placed it and the turn that removed it, if any."""

    cell: Cell
    colour: int
    placed: int
    removed: int | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """Lifeline that a turn cut; ``cells`` lead from a captured stone to a friend or the edge."""

    cells: tuple[Cell, ...]
    turn: int


@dataclass(frozen=True, slots=True)
class Span:
    """Short text beside the board, shown from turn `since` until just before turn `until`."""

    text: str
    since: int
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Steps:
    """Content of a page about a game; pairs are in the order Black, White."""

    topology: Topology
    steps: tuple[Step, ...]
    stones: tuple[Stone, ...]
    cuts: tuple[Cut, ...]
    names: tuple[tuple[Span, ...], tuple[Span, ...]]
    held: tuple[tuple[Span, ...], tuple[Span, ...]]
    """Own stones taken so far or, in games with a prison, enemy stones imprisoned now."""
    komi: tuple[Span, ...]
    """White's remaining points."""
    prison: bool

    @property
    def first(self) -> int:
        return self.steps[0].turn

    @property
    def last(self) -> int:
        return self.steps[-1].turn

    def ending(self, ends: Sequence[Position]) -> "Steps":
        """Return a copy with only the last turns of the game, as if it began just before them.

        :param ends: the position before these turns, then the position after each of them.
        """
        over = len(ends) == 1 and self.steps[-1].to_play is None
        first, *others = _first_step(ends[0], over=over), *self.steps[-len(ends) :][1:]
        since = first.turn
        return replace(
            self,
            steps=(first, *others),
            stones=tuple(
                each if each.placed > since else each._replace(placed=since - 1)
                for each in self.stones
                if each.removed is None or each.removed > since
            ),
            cuts=tuple(cut for cut in self.cuts if cut.turn > since),
            names=(_spans_from(since, self.names[0]), _spans_from(since, self.names[1])),
            held=(_spans_from(since, self.held[0]), _spans_from(since, self.held[1])),
            komi=_spans_from(since, self.komi),
        )


def ends_of_turns(history: Iterable[Position]) -> list[Position]:
    """Return the positions at the ends of turns, and always the last position."""
    positions = list(history)
    return [each for each in positions[:-1] if not each.mid_turn] + positions[-1:]


def steps_of(ends: Sequence[Position], names: tuple[str, str], *, over: bool) -> Steps:
    """Compute the content of a game's page from its positions.

    :param ends: the position at the start and after each turn.
    :param names: the names of the persons in seats 0 and 1.
    :param over: whether the game is over, which the board may not show.
    """
    last = ends[-1]
    over = over or last.outcome() is not None
    return Steps(
        topology=last.topology,
        steps=(
            _first_step(ends[0], over=over and last is ends[0]),
            *(_step(each, before, over=over and each is last) for before, each in pairwise(ends)),
        ),
        stones=tuple(_stones(ends)),
        cuts=tuple(cut for each in ends[1:] for cut in _cuts(each)),
        names=(
            _spans(ends, lambda each: names[each.swapped]),
            _spans(ends, lambda each: names[not each.swapped]),
        ),
        held=(_held(ends, Colour.BLACK), _held(ends, Colour.WHITE)),
        komi=_spans(ends, _komi_left),
        prison=has_prison(last),
    )


def words_of(position: Position) -> str:
    """Return the last turn in words: its moves, then its captures, losses and cut lifelines.

    An example is “Black E6. Takes 2: B3 C4 (5 taken in all)”. All removed stones are listed, but
    at most two lifelines. At the start of a game, the text is “Start”.
    """
    return SENTENCES().join(_sentences(position))


def _sentences(position: Position) -> Iterator[str]:
    """Yield the moves of the last turn in words, then its captures, losses and cut lifelines."""
    turn = position.last_turn
    if turn is None:
        yield text("Start")
        return
    by = colour_name(turn.by)
    cells = [position.topology.label(move.cell) for move in turn.moves if isinstance(move, Place)]
    if cells:
        yield f"{by} {all_of(cells)}"
    others = [move for move in turn.moves if not isinstance(move, Place)]
    if others:
        yield from (_capital(words) for words in moves_in_words(position, others, by))
    taken, lost = turn.removed[turn.by.other], turn.removed[turn.by]
    if taken:
        yield _taken(position, taken, position.taken[turn.by.other])
    if lost:
        yield text("Loses {cells}", cells=_counted(position.topology, lost))
    if turn.cuts:
        yield _cut(position)


def _taken(position: Position, cells: Bitboard, total: int) -> str:
    """Return the sentence about the stones that a turn took.

    It includes the total of the game so far, unless the game has a prison, which shows the total.
    """
    named = _counted(position.topology, cells)
    if has_prison(position):
        return text("Takes {cells}", cells=named)
    return text("Takes {cells} ({total} taken in all)", cells=named, total=total)


def _cut(position: Position) -> str:
    """Return the sentence about the lifelines that the last turn cut; it names at most two."""
    links = [cut.link for cut in distinct_cuts(position)]
    ends = enumerated(ends_in_words(link, position.topology) for link in links[:2])
    if len(links) > 2:
        ends = text("{items} and {more} more", items=ends, more=len(links) - 2)
    return plural("Cuts the lifeline {ends}", "Cuts the lifelines {ends}", len(links), ends=ends)


def _counted(topology: Topology, cells: Bitboard) -> str:
    names = " ".join(topology.labels(cells))
    count = cells.bit_count()
    return labelled(str(count), names) if count > 1 else names


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _first_step(position: Position, *, over: bool = False) -> Step:
    if position.last_turn is None:
        return _step(position, position, text("Start"), over=over)
    words = text("Earlier turns are in the record below")
    return _step(position, position, words, over=over)


def _step(position: Position, before: Position, words: str = "", *, over: bool = False) -> Step:
    black, white = position.stones
    parts = [words or words_of(position)]
    if position.prison != before.prison:
        parts.append(text("Prison: {stones}", stones=_prison(position)))
    if not over and _unusual(position):
        parts.append(status_of(position)[0])
    return Step(
        turn=_turn(position),
        words=SENTENCES().join(parts),
        on_board=(black.bit_count(), white.bit_count()),
        to_play=None if over or position.phase in KOMI_PHASES else position.to_move,
    )


def _unusual(position: Position) -> bool:
    """Return whether the next turn is unusual: anything but one stone of the other player.

    Examples are a komi offer and a turn of two stones.
    """
    turn = position.last_turn
    return (
        position.placements_left > 1
        or position.mid_turn
        or position.phase in KOMI_PHASES
        or (turn is not None and turn.by is position.to_move)
    )


def _prison(position: Position) -> str:
    black, white = position.prison
    if black:
        return text("{count} black", count=black)
    return text("{count} white", count=white) if white else text("empty")


def _turn(position: Position) -> int:
    return position.last_turn.number if position.last_turn else 0


def _cuts(position: Position) -> Iterator[Cut]:
    for cut in distinct_cuts(position):
        end = () if cut.link.end is None else (cut.link.end,)
        yield Cut((cut.link.start, *cut.link.path, *end), _turn(position))


def _held(ends: Sequence[Position], colour: Colour) -> tuple[Span, ...]:
    prison = has_prison(ends[-1])
    if prison:
        return _spans(ends, lambda each: str(each.prison[colour.other]))
    return _spans(ends, lambda each: str(each.taken[colour]))


def _komi_left(position: Position) -> str:
    shown = position.komi and not has_prison(position) and position.phase is not Phase.CHOOSE
    return komi_left(position.komi) if shown else ""


def _spans(ends: Sequence[Position], text_of: Callable[[Position], str]) -> tuple[Span, ...]:
    """Return the texts of positions as spans; successive turns with equal texts share a span."""
    spans: list[Span] = []
    for position in ends:
        value = text_of(position)
        if spans and spans[-1].text == value:
            continue
        if spans:
            spans[-1] = replace(spans[-1], until=_turn(position))
        spans.append(Span(value, _turn(position)))
    return tuple(spans)


def _spans_from(turn: int, spans: Iterable[Span]) -> tuple[Span, ...]:
    return tuple(
        replace(span, since=max(span.since, turn))
        for span in spans
        if span.until is None or span.until > turn
    )


def _stones(ends: Sequence[Position]) -> Iterator[Stone]:
    """Yield each stone once, with the turns between which it is on the board."""
    start = _turn(ends[0]) - 1
    since = [dict.fromkeys(bits(stones), start) for stones in ends[0].stones]
    for before_it, position in pairwise(ends):
        turn = position.last_turn
        if turn is None:
            continue
        before, after = before_it.stones, position.stones
        for colour in Colour:
            old, new = before[colour], after[colour]
            placed = turn.placed if colour is turn.by else 0
            if old != new or placed:
                yield from _changed(since[colour], colour, turn, (old, new, placed))
    for colour in Colour:
        for cell, placed_at in since[colour].items():
            yield Stone(cell, colour, placed_at)


def _changed(
    since: dict[Cell, int],
    colour: Colour,
    turn: LastTurn,
    stones: tuple[Bitboard, Bitboard, Bitboard],
) -> Iterator[Stone]:
    """Yield the stones that a turn removed, including a stone that it placed itself.

    :param since: the turn that placed each stone of the colour; updated.
    :param stones: the colour's stones before the turn, after it, and placed by it.
    """
    old, new, placed = stones
    for cell in bits(old & ~new):
        yield Stone(cell, colour, since.pop(cell), turn.number)
    for cell in bits(new & ~old):
        since[cell] = turn.number
    for cell in bits(placed & ~new):
        yield Stone(cell, colour, turn.number, turn.number)
