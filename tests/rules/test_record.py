"""Records: replay, export and import."""

import json
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import record_parser
from rules.moves import Choose, Offer, Place, Swap
from rules.position import Colour
from rules.reasons import IllegalMove
from rules.record import (
    Details,
    Record,
    RecordError,
    export_json,
    export_text,
    import_json,
    import_text,
    positions,
    replay,
)
from rules.record_parser import (
    LONGEST_FILE,
    LONGEST_LINE,
    MOST_TURNS,
    parse_json,
    parse_text,
)
from rules.registry import UnknownGame, find_game

STARTS = [
    ("lifeline", {"size": 3}),
    ("lifeline", {"size": 3, "start": "weak-pie"}),
    ("lifeline", {"size": 3, "start": "komi-pie"}),
    ("lifeline", {"size": 3, "start": "komi-pie", "komi": 2}),
    ("lifeline", {"size": 3, "start": "none"}),
    ("cornered", {"size": 3, "komi": 2}),
    ("cornered", {"size": 3, "start": "twelve-star", "komi": 1}),
    ("cornered", {"size": 3, "start": "none"}),
    ("asli", {"size": 3}),
    ("asli", {"size": 4, "komi": 3}),
    ("liflina", {"size": 3}),
    ("liflina", {"size": 4, "handicap": 3}),
]
PEOPLE = Details(
    first="Ann: the “1. first”", second="Ben", started="2026-08-01", result="Black wins."
)
# Written by version 1 and never to be changed: games in progress must still replay.
OLD = """\
Game: lifeline
Version: 1
Size: 3
Start: strong-pie

1. b4 d5
2. swap
3. a1 c3
4. c1
"""


def play_random_record(key, values, seed):
    game = find_game(key)
    ruleset = game.ruleset(values)
    position, moves, rng = game.start(ruleset), [], random.Random(seed)
    while position.outcome() is None:
        moves.append(rng.choice(list(position.legal_moves())))
        position = position.play(moves[-1])
    return Record(ruleset, tuple(moves), PEOPLE), position


@pytest.mark.parametrize(("key", "values"), STARTS)
def test_records_of_every_length_read_back_from_text_and_json(key, values):
    record, last = play_random_record(key, values, seed=5)
    assert replay(record) == last
    for plies in range(len(record.moves) + 1):
        part = Record(record.ruleset, record.moves[:plies], record.details)
        assert import_text(export_text(part)) == part
        assert import_json(export_json(part)) == part


def test_text_records_have_headers_and_numbered_turns():
    record = import_text(OLD.replace("Start", "First: Ann\nResult: none yet\nStart"))
    assert export_text(record) == OLD.replace("\n\n1.", "\nFirst: Ann\nResult: none yet\n\n1.")


def test_game_names_ignore_case_and_spaces():
    assert import_text("Game: Lifeline\nSize: 4\n").ruleset.game == "lifeline"
    assert import_json('{"game": " Lifeline "}').ruleset.game == "lifeline"


def test_json_records_name_every_field():
    content = json.loads(export_json(import_text(OLD)))
    assert content == {
        "game": "lifeline",
        "version": 1,
        "options": {"size": 3, "start": "strong-pie"},
        "moves": ["b4", "d5", "swap", "a1", "c3", "c1"],
    }


def test_an_old_record_still_replays():
    record = import_text(OLD)
    board = replay(record).topology
    assert record.ruleset == find_game("lifeline", 1).ruleset({"size": 3})
    assert replay(record).stones == (board.mask(["b4", "d5", "c1"]), board.mask(["a1", "c3"]))
    assert replay(record).swapped


def test_positions_run_from_the_start_to_the_last_move():
    record = import_text(OLD)
    every = list(positions(record))
    assert [position.ply for position in every] == list(range(7))
    assert every[0] == find_game("lifeline").start(record.ruleset)
    assert every[-1] == replay(record)


def test_a_record_without_moves_replays_to_the_start():
    ruleset = find_game("asli").ruleset({})
    assert replay(Record(ruleset)) == find_game("asli").start(ruleset)


def test_an_illegal_move_in_a_record_is_refused():
    ruleset = find_game("lifeline").ruleset({"size": 3})
    with pytest.raises(IllegalMove):
        replay(Record(ruleset, (Place(0), Place(1))))


def test_a_record_of_an_unknown_version_is_refused():
    ruleset = find_game("lifeline").ruleset({})
    later = type(ruleset)("lifeline", 99, ruleset.options)
    with pytest.raises(UnknownGame):
        replay(Record(later))


def test_komi_offers_are_exported_as_words():
    game = find_game("asli")
    record = Record(game.ruleset({"size": 5}), (Offer(5), Choose(Colour.BLACK), Place(0)))
    assert export_text(record).endswith("\n1. offer 5\n2. black\n3. a1\n")


def test_imported_text_may_omit_defaults_and_vary_in_form():
    record = import_text("\ufeffGAME: lifeline\r\n\r\n\r\n1.  A1  C3\r\n2. SWAP\r\n")
    assert record.ruleset == find_game("lifeline").ruleset({})
    assert record.moves[-1] == Swap()


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_name_survives_export_and_import(first, result):
    ruleset = find_game("asli").ruleset({})
    record = Record(ruleset, (), Details(first=first, result=result))
    assert import_text(export_text(record)) == record
    assert import_json(export_json(record)) == record


def test_details_are_normalized_to_one_line_of_200_characters():
    assert Details(first="  Ann\n B. ").first == "Ann B."
    assert Details(result="x" * 300).result == "x" * 200
    assert Details(result="x" * 199 + " y").result == "x" * 199


def test_json_records_keep_non_ascii_names_readable():
    ruleset = find_game("asli").ruleset({})
    assert "Bolaños" in export_json(Record(ruleset, (), Details(first="Bolaños")))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The header “Game” is missing"),
        ("Size: 7", "The header “Game” is missing"),
        ("Game: chess", "Line 1 of the file: There's no game “chess”"),
        ("Game: asli\nVersion: 2", "Line 2 of the file: Version 2 of Asli"),
        ("Game: asli\nVersion: x", "Line 2 of the file: Version"),
        ("Game: asli\nVersion: ²", "Line 2 of the file: Version"),
        ("Game: asli\nSize: 1", "Line 2 of the file: Size must be a whole number from 2 to 27"),
        ("Game: asli\nStart: pie", "Line 2 of the file: Asli has no option “start”"),
        (
            "Game: liflina\nKomi: 1\nHandicap: 2\nSize: 5",
            "Line 3 of the file: A game can't have both komi",
        ),
        ("Game: lifeline\nKomi: 1", "Line 2 of the file: You can set the komi only with"),
        ("Game: asli\nGame: asli", "Line 2 of the file: the header “Game” appears twice"),
        (
            "Game: asli\n1. offer 1\nSize: 5",
            "Line 3 of the file: headers must come before the turns",
        ),
        ("Game: asli\nhello", "Line 2 of the file must be a header"),
        ("Game: asli\n01. offer 1", "Line 2 of the file must be a header"),
        ("Game: asli\n1. pass", "Line 2 of the file: I can't read “pass”"),
        (
            "Game: asli\nSize: 5\n1. offer 26",
            "Line 3 of the file: OFFER 26 is illegal: The komi must",
        ),
        ("Game: asli\nKomi: 0\n1. a1\n2. a1", "Line 4 of the file: A1 is illegal: There's already"),
        ("Game: asli\nSize: 5\nKomi: 0\n1. f1", "Line 4 of the file: There's no cell F1"),
        ("Game: asli\nKomi: 0\n2. a1", "Line 3 of the file: this should be turn 1, not turn 2"),
        ("Game: asli\nKomi: 0\n1. a1 b1", "Line 3 of the file has too many moves for turn 1"),
        (
            "Game: lifeline\n1. a1\n2. c3",
            "Line 3 of the file: turn 1 needs one more move before turn 2",
        ),
        ("Game: asli\nFirst: " + "x" * 600, "Line 2 of the file has more than 500 characters"),
        ("x" * (LONGEST_FILE + 1), "The file has more than 300000 characters"),
        ("1. a\n" * (MOST_TURNS + 1), "The file has more than 5000 turns"),
    ],
)
def test_invalid_text_is_refused_naming_the_line(text, sentence):
    with pytest.raises(RecordError, match=sentence):
        import_text(text)


TO_HOLD = "e1 d3 d5 c2 c4 e5 a2 d1 b3 c3 c5 e2 a1 d4 a3 e3 b1 e4 b2"
BLACK_HOLDS = "c5 d1 d5 b2 d4 a3 b4 d3 e5 e4 a4 e3 b3 c3 a5 d2 a2 b1 a3 a1"


@pytest.mark.parametrize(
    ("head", "moves", "sentence"),
    [
        ("Komi: 0", TO_HOLD + " {}", "20: White can only hold here, but the record has no hold."),
        ("Komi: 0", BLACK_HOLDS + " {}", "21: Black can only hold here, but the record has no h"),
        ("", "{}", "1: The komi offer is missing here. Add one, such as"),
        ("", "black", "1: The komi offer is missing here"),
        ("", "offer 3 {}", "2: The choice of colour is missing here. Add"),
        ("", "offer 3 offer 4", "2: The choice of colour is missing here"),
        ("", "offer 300", "1: OFFER 300 is illegal: The komi must be a whole number from 0 to 25."),
        ("Komi: 0", "e1 offer 3", "2: OFFER 3 is illegal: There's nothing to offer"),
        ("Komi: 0", "e1 e1", "2: E1 is illegal: There's already a stone on E1.$"),
        ("Komi: 0", "hold", "1: HOLD is illegal: You can hold only while a white stone"),
    ],
)
def test_a_missing_hold_offer_or_choice_is_named(head, moves, sentence):
    """In text, in JSON and in a variation; a later move may be any on the board."""
    for cell in ("a4", "e2"):
        turns = re.findall(r"(?:offer )?\S+", moves.format(cell))
        lines = ["Game: asli", "Size: 5", head, ""]
        lines += [f"{number}. {turn}" for number, turn in enumerate(turns, start=1)]
        with pytest.raises(
            RecordError, match=f"^Line {len(lines)} of the file: {sentence.partition(': ')[2]}"
        ):
            import_text("\n".join(lines))
        options = {"size": 5} | ({"komi": 0} if head else {})
        written = json.dumps({"game": "asli", "options": options, "moves": turns})
        with pytest.raises(RecordError, match=f"^Move {sentence}"):
            import_json(written)
        variation = [*lines[:-1], f"(1) {lines[-1]}"]
        why = sentence.partition(": ")[2].split("illegal: ")[-1]
        with pytest.raises(RecordError, match=f"turn {len(turns)}: {why}"):
            import_text("\n".join(variation))


def test_an_illegal_move_that_a_hold_would_allow_may_lack_it():
    moves = ["e3", "d4", "a4", "b4", "a5"]
    lacking, whole = (
        json.dumps({"game": "asli", "options": {"size": 5, "komi": 1}, "moves": [*moves, *more]})
        for more in (["c4"], ["hold", "c4"])
    )
    with pytest.raises(
        RecordError, match=r"^Move 6: C4 is illegal: .* If a hold is missing before"
    ):
        import_json(lacking)
    assert len(import_json(whole).moves) == 7
    with pytest.raises(RecordError, match=r"^Move 6: E3 is illegal: [^.]*\.$"):
        import_json(lacking.replace("c4", "e3"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Line 1 of the file isn't valid JSON"),
        ('{"game":\n\n"asli",}', "Line 3 of the file isn't valid JSON"),
        ("[" * 50_000, "nested too deeply"),
        ("1" * 5_000, "a number in it is too long"),
        ("[]", "A record must be a JSON object"),
        ("{}", "The header “Game” is missing"),
        ('{"game": "chess"}', "“game”: There's no game “chess”"),
        ('{"game": "asli", "version": 7}', "“version”: Version 7"),
        ('{"game": "asli", "options": []}', "The field “options” must be a JSON object"),
        ('{"game": "lifeline", "options": {"komi": 1}}', "“komi”: You can set the komi only with"),
        ('{"game": "asli", "options": {"size": 1}}', "“size”: Size must be a whole number"),
        (
            '{"game": "asli", "options": {"size": true}}',
            "The field “size” must be a string or a whole",
        ),
        (
            '{"game": "asli", "options": {"size": null}}',
            "The field “size” must be a string or a whole",
        ),
        ('{"game": "asli", "first": 1.5}', "“first” must be a string or a whole number"),
        ('{"game": "asli", "%s": ""}' % ("x" * 99), "“x{30}” must be"),
        ('{"game": "asli", "first": "%s"}' % ("x" * 600), "The field “first” has more than 500"),
        ('{"game": "asli", "options": {"game": "liflina"}}', "The field “game” appears twice"),
        ('{"game": "asli", "size": 5, "options": {"size": 9}}', "The field “size” appears twice"),
        ('{"game": "asli", "size": 5, "size": 9}', "The field “size” appears twice"),
        (json.dumps({"x" * 99: 1, "options": {"x" * 99: 2}}), "“x{30}” appears twice"),
        ('{"game": "asli", "moves": "a1"}', "The field “moves” must be a list of strings"),
        ('{"game": "asli", "moves": [1]}', "The field “moves” must be a list of strings"),
        ('{"game": "asli", "moves": ["offer 3", "x"]}', "Move 2: I can't read “x”"),
        ('{"game": "asli", "moves": ["hold"]}', "Move 1: The komi offer is missing here"),
        (json.dumps({"game": "asli", "moves": ["a1"] * (MOST_TURNS + 1)}), "more than 5000"),
        (" " * (LONGEST_FILE + 1), "The file has more than"),
    ],
)
def test_invalid_json_is_refused_naming_the_line_or_move(text, sentence):
    with pytest.raises(RecordError, match=sentence):
        import_json(text)


def test_the_time_to_find_a_name_twice_does_not_grow_with_the_square_of_the_names(monkeypatch):
    """Otherwise this test would not end."""
    monkeypatch.setattr(record_parser, "LONGEST_FILE", 10_000_000)
    names = ",".join(f'"{name}": 0' for name in (*range(400_000), 399_999))
    with pytest.raises(RecordError, match="“399999” appears twice"):
        import_json(f"{{{names}}}")


@given(st.text(max_size=200) | st.text("Game: lifne\n123. ac", max_size=60))
def test_arbitrary_text_is_refused_as_a_record(text):
    for read in (import_text, import_json):
        with pytest.raises(RecordError):
            read(text)


def test_a_line_or_field_may_have_the_largest_number_of_characters():
    name = "x" * 30
    for length in (LONGEST_LINE, LONGEST_LINE + 1):
        is_long = length > LONGEST_LINE
        value, text = "v" * length, f"{name}: {'v' * (length - 32)}"
        variation = f"(1) {'v' * (length * 2 - 4)}"
        if is_long:
            for read in (text, variation):
                with pytest.raises(RecordError, match="Line 1 of the file has more than"):
                    parse_text(read)
            with pytest.raises(RecordError, match="The field “first” has more than 500"):
                parse_json(json.dumps({"first": value}))
        else:
            assert parse_text(text).headers[name].text == text[32:]
            assert [each.text for each in parse_text(variation).variations] == [variation]
            assert parse_json(json.dumps({"first": value})).headers["first"].text == value
    for read, long in ((parse_text, f"{name}x: v"), (parse_json, json.dumps({f"{name}x": "v"}))):
        with pytest.raises(RecordError, match="must be a"):
            read(long)


def test_a_file_may_have_the_largest_number_of_turns():
    assert len(parse_text("1. a\n" * MOST_TURNS).entries) == MOST_TURNS
    moves = {"game": "asli", "moves": ["a1"] * MOST_TURNS}
    assert len(parse_json(json.dumps(moves)).entries) == MOST_TURNS


@pytest.mark.timeout(60)  # a backtracking pattern would take hours
def test_hostile_files_are_refused():
    turns = "".join(f"{turn}. a{turn % 27 + 1}\n" for turn in range(1, MOST_TURNS))
    with pytest.raises(RecordError):
        import_text("Game: asli\nSize: 27\nKomi: 729\n" + turns)
    with pytest.raises(RecordError):
        import_json("[" * LONGEST_FILE)
