"""Notes and variations in records, as text and as JSON."""

import json
import random
from dataclasses import replace

import pytest

from rules import record_parser
from rules.comments import Comments, Variation, lines_of
from rules.moves import Offer, format_move
from rules.position import Position
from rules.record import (
    Record,
    RecordError,
    export_json,
    export_text,
    import_json,
    import_text,
    positions,
)
from rules.record_comments import LONGEST_NAME, LONGEST_NOTE, MOST_TURNS
from rules.record_parser import LONGEST_VARIATION
from rules.registry import GAMES

FORMATS = ((export_text, import_text), (export_json, import_json))
HEAD = "Game: lifeline\nVersion: 1\nSize: 4\nStart: none\n\n1. a1\n2. g4\n3. c3\n"


def random_turn(lots: random.Random, position: Position) -> tuple[Position, list]:
    moves, turn = [], position.turn
    while position.turn == turn and position.outcome() is None:
        move = lots.choice(list(position.legal_moves()))
        moves.append(Offer(3) if isinstance(move, Offer) else move)
        position = position.play(moves[-1])
    return position, moves


def random_tree(lots: random.Random, position: Position, most: int) -> Variation:
    after, moves = random_turn(lots, position)
    then = ()
    if most and after.outcome() is None:
        number = lots.choice((0, 1, 1, 1, 3))
        then = tuple(random_tree(lots, after, most - 1) for _ in range(number))
    return Variation(tuple(moves), lots.choice(("", "", "Good. A note: 12. e5")), then)


def commented(seed: int) -> Record:
    lots = random.Random(seed)
    game = GAMES[seed % len(GAMES)]
    ruleset = game.ruleset({"size": game.option("size").minimum + 1})
    ends, moves = [game.start(ruleset)], []
    while ends[-1].outcome() is None and len(ends) < 15:
        after, turn = random_turn(lots, ends[-1])
        moves += turn
        ends.append(after)
    chosen = [turn for turn, each in enumerate(ends) if each.outcome() is None]
    variations = {
        turn: tuple(random_tree(lots, ends[turn], 8) for _ in range(lots.randrange(1, 3)))
        for turn in sorted(lots.sample(chosen, min(4, len(chosen))))
    }
    named = {
        turn: tuple(Variation(v.moves, v.note, v.then, lots.choice(("Ann", ""))) for v in each)
        for turn, each in variations.items()
    }
    return Record(
        ruleset, tuple(moves), comments=Comments({0: "A start.", 2: "Look: here."}, named)
    )


@pytest.mark.parametrize("game", range(len(GAMES)))
def test_comments_are_read_back_as_they_were_written(game: int) -> None:
    for seed in range(game, 40, len(GAMES)):
        record = commented(seed)
        for write, read in FORMATS:
            assert read(write(record)) == record


@pytest.mark.parametrize(("write", "read"), FORMATS)
def test_a_very_long_line_is_read_back(write, read) -> None:
    game = GAMES[0]
    position, moves = game.start(game.ruleset({"size": 12, "start": "none"})), []
    lots = random.Random(1)
    while position.outcome() is None and len(moves) < 300:
        moves.append(lots.choice(list(position.legal_moves())))
        position = position.play(moves[-1])
    line: tuple[Variation, ...] = ()
    for number, move in reversed(list(enumerate(moves))):
        line = (Variation((move,), "x" * LONGEST_NOTE * (number % 3 == 0), line),)
    record = Record(
        game.ruleset({"size": 12, "start": "none"}), (), comments=Comments({}, {0: line})
    )
    again = read(write(record))
    (found,) = again.comments.variations[0]
    (read_turns,) = [[(each.moves[0], each.note) for each in way] for way in lines_of(found)]
    (turns,) = [[(each.moves[0], each.note) for each in way] for way in lines_of(line[0])]
    assert read_turns == turns
    assert [move for move, _ in turns] == moves


TREE = """\
(1) 2. d1 {Early.}
(2 by Ann) 3. c4 {So.} 4. d4 5. e5
(3 from 2) 4. d5 5. f5
(4 from 3) 5. a3
(5 from 2) 4. e7
(6) 3. b3
(7 by Ben) 4. b4
"""


def plain(found: tuple[Variation, ...], record: Record) -> list[list[object]]:
    """Return variations as lists: the moves and comments of a turn, then the turns after it."""
    board = next(positions(record)).topology
    return [
        [
            " ".join(filter(None, [*(format_move(move, board) for move in each.moves), each.by])),
            *filter(None, [each.note]),
            *plain(each.then, record),
        ]
        for each in found
    ]


def test_a_line_replaces_a_turn_of_another_line_or_continues_it() -> None:
    record = import_text(f"{HEAD}\n{TREE}")
    found = record.comments.variations
    assert {turn: plain(each, record) for turn, each in found.items()} == {
        1: [["d1", "Early."]],
        2: [
            [
                "c4 Ann",
                "So.",
                ["d4", ["e5"]],
                ["d5", ["f5"], ["a3"]],
                ["e7"],
            ],
            ["b3"],
        ],
        3: [["b4 Ben"]],
    }
    assert export_text(record) == f"{HEAD}\n{TREE}"
    assert [
        " ".join(turn for each in line for (turn, *_) in plain((replace(each, then=()),), record))
        for line in lines_of(found[2][0])
    ] == ["c4 Ann d4 e5", "c4 Ann d5 f5", "c4 Ann d5 a3", "c4 Ann e7"]
    for line in ("(8 from 2) 3. d4", "(8) 3. d4"):
        more = import_text(f"{HEAD}\n{TREE}{line}\n").comments.variations[2]
        assert plain(more, record)[2:] == [["d4"]], "the first turn of a line is one of the game's"
    longer = import_text(f"{HEAD}\n{TREE}(8 from 4) 6. b3\n").comments.variations[2]
    assert plain(longer, record)[0][3] == ["d5", ["f5"], ["a3", ["b3"]]]


def test_a_note_on_the_start_stands_before_the_turns() -> None:
    head, note, turn = "Game: lifeline\nSize: 4\n", "{Early.}", "1. a1 c3"
    assert import_text(f"{head}\n{note}\n{turn}\n").comments.notes == {0: "Early."}
    with pytest.raises(RecordError, match="Line 5 of the file must be a header"):
        import_text(f"{head}\n{turn}\n{note}\n")


@pytest.mark.parametrize("length", [LONGEST_NOTE, LONGEST_NOTE + 1])
def test_long_notes_and_names_are_cut(length: int) -> None:
    note, name = "n" * length, "A" * (length - LONGEST_NOTE + LONGEST_NAME)
    cut, short = "n" * LONGEST_NOTE, "A" * LONGEST_NAME
    record = import_text(f"{HEAD}\n(1 by {name}) 3. c4 {{{note}}}\n")
    (line,) = record.comments.variations[2]
    assert (line.by, line.note) == (short, cut)
    long = Comments({1: note}, {2: (replace(line, by=name, note=note),)})
    written = export_text(replace(record, comments=long)).splitlines()
    assert written[5] == f"1. a1 {{{cut}}}"
    assert written[-1] == f"(1 by {short}) 3. c4 {{{cut}}}"


def test_signs_of_the_format_in_notes_and_names_become_others() -> None:
    record = import_text(HEAD)
    move = next(iter(list(positions(record))[-1].legal_moves()))
    variation = Variation((move,), "a {b}\n(1) 2. c3", (), "An(n) by {x}\n3. d4")
    written = export_text(
        Record(
            record.ruleset, record.moves, comments=Comments({1: "{x}\n1. a1"}, {3: (variation,)})
        )
    )
    read = import_text(written).comments
    assert read.notes == {1: "[x] 1. a1"}
    assert read.variations[3][0].note == "a [b] [1] 2. c3"
    assert read.variations[3][0].by == "An[n] by [x] 3. d4"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("(1) 3. a1", "Line 10 of the file, turn 3: "),
        ("(1) 3. q9", "Line 10 of the file, turn 3: "),
        ("(1) 3. c4 5. d4", "Line 10 of the file: turn 5 is out of order."),
        ("(1) 9. c4", "Line 10 of the file: this variation begins at turn 9, but"),
        ("(1 from 1) 3. c4", "Line 10 of the file: there's no variation 1 above."),
        ("(2 from 1) 3. c4", "Line 10 of the file: there's no variation 1 above."),
        ("(1) 3. c4\n(1) 3. d4", "Line 11 of the file isn't a variation"),
        ("(1) 3. c4\n(2 from 1) 6. d4", "Line 11 of the file: turn 6 isn't in that variation."),
        ("(1) c4", "Line 10 of the file: write turns like"),
        ("(1) 3. c4 {", "Line 10 of the file: write turns like"),
        ("(x) 3. c4", "Line 10 of the file isn't a variation"),
        ("(1)", "Line 10 of the file isn't a variation"),
        ("(1) 3. c4 d4", "Line 10 of the file has too many moves for turn 3."),
    ],
)
def test_a_wrong_variation_is_refused_with_its_line(line: str, error: str) -> None:
    with pytest.raises(RecordError, match=f"^{error}".replace("(", r"\(")):
        import_text(f"{HEAD}\n{line}\n")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("(2 from 1) 4. q9", ", turn 4: There's no cell Q9"),
        ("(2 from 1) 6. d4", ": turn 6 isn't in that variation."),
        ("hello", " isn't a variation"),
        ("x" * LONGEST_VARIATION, " isn't a variation"),
        ("x" * (LONGEST_VARIATION + 1), " has more than 1000 characters."),
    ],
)
def test_a_wrong_variation_in_json_is_refused_with_its_number(line: str, error: str) -> None:
    found = json.loads(export_json(import_text(HEAD))) | {"variations": ["(1) 3. c4", line]}
    with pytest.raises(RecordError, match=f"^Variation 2{error}"):
        import_json(json.dumps(found))


@pytest.mark.parametrize("turn", ["4. {gap}{{x", "(1) 4. d4{gap}{{x", "(1) 4. {gap}{{x"])
def test_the_time_to_read_a_line_does_not_grow_with_the_cube_of_its_length(
    turn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise this test would not end."""
    monkeypatch.setattr(record_parser, "LONGEST_LINE", 100_000)
    monkeypatch.setattr(record_parser, "LONGEST_VARIATION", 100_000)
    line = turn.format(gap=" " * 99_000)
    with pytest.raises(RecordError, match="Line 10 of the file"):
        import_text(f"{HEAD}\n{line}\n")


def test_gaps_and_notes_around_turns_may_be_of_any_width() -> None:
    narrow = import_text(f"{HEAD}4. d4 {{Slow.}}\n\n(1 by Ann) 3. d4 {{Bad.}} 4. d5\n")
    wide = import_text(f"{HEAD}4.   d4   {{Slow.}}\n\n(1 by  Ann)   3.d4{{Bad.}}4.\t d5  \n")
    assert wide == narrow
    assert narrow.comments.notes == {4: "Slow."}
    assert narrow.comments.variations[2][0].note == "Bad."


def test_half_a_turn_is_no_variation() -> None:
    with pytest.raises(RecordError, match="turn 1 needs one more move"):
        import_text("Game: lifeline\nSize: 4\n\n(1) 1. a1\n")


def test_too_many_turns_in_variations_are_refused() -> None:
    head = HEAD.replace("g4", "d4")
    most, more = (
        "\n".join(f"({count}) 4. g4" for count in range(1, number + 1))
        for number in (MOST_TURNS, MOST_TURNS + 1)
    )
    assert len(import_text(f"{head}\n{most}\n").comments.variations[3]) == MOST_TURNS
    with pytest.raises(RecordError, match="more than 2000 turns in its variations"):
        import_text(f"{head}\n{more}\n")


@pytest.mark.parametrize("part", ['"notes": []', '"notes": {"x": ""}', '"variations": {}'])
def test_wrong_json_of_comments_is_refused(part: str) -> None:
    with pytest.raises(RecordError, match="must be"):
        import_json(f'{{"game": "lifeline", {part}}}')
