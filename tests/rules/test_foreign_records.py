"""Records of Abstract Play and trials of Ludii: read correctly, or refused with a sentence."""

import json
import random
import string

import pytest

from rules.abstract_play import SeveralGames
from rules.moves import Choose, Offer, Swap
from rules.position import Colour
from rules.record import (
    Details,
    RecordError,
    export_json,
    export_text,
    import_json,
    replay,
)
from rules.record_formats import import_record
from rules.record_parser import LONGEST_FILE
from rules.sentences import Sentence
from tests.rules.foreign_records import abstract_play, ludii, random_record

ABSTRACT_PLAY = [
    ("lifeline", {"size": 5}),
    ("lifeline", {"size": 6}),
    ("asli", {"size": 9}),
]
LUDII = [
    {"size": 3},
    {"size": 5},
    {"size": 3, "start": "weak-pie"},
    {"size": 5, "start": "weak-pie"},
]


@pytest.mark.parametrize(("key", "values"), ABSTRACT_PLAY)
def test_games_written_as_by_abstract_play_read_back(key, values):
    for seed in range(6):
        record = random_record(key, values, seed)
        found = import_record(abstract_play(record))
        assert (found.ruleset, found.moves) == (record.ruleset, record.moves)
        assert found.details.first == "Ann"
        assert found.details.started == "2026-01-02"


@pytest.mark.parametrize("values", LUDII)
def test_games_written_as_by_ludii_read_back(values):
    for seed in range(6):
        record = random_record("lifeline", values, seed)
        found = import_record(ludii(record))
        assert (found.ruleset, found.moves) == (record.ruleset, record.moves)


def test_cells_of_abstract_play_are_rows_from_the_bottom():
    found = import_record(lifeline_record([["a1,c3", "m1,m7"]]))
    assert "1. a1 c3\n2. g13 m13\n" in export_text(found)


def test_cells_of_ludii_are_numbered_from_the_bottom():
    lines = ["game=/Lifeline.lud", "Balance/Weak pie", "Board Size/3"]
    lines += [
        f"Move=[Move:mover=1,to={cell},actions=[Add:to={cell},what=1,decision=true]]"
        for cell in (0, 3, 18)
    ]
    assert "1. a1\n2. a2\n3. e5\n" in export_text(import_record("\n".join(lines)))


@pytest.mark.parametrize("reply", ["g1,g3", "resign"])
def test_swap_of_abstract_play_exchanges_the_seats(reply):
    found = import_record(lifeline_record([["a1,c3", reply]], pied=True))
    assert found.moves[2] == Swap()
    assert (found.details.first, found.details.second) == ("Wim", "Bea")
    position = replay(found)
    assert position.colour_of(0) is Colour.WHITE


@pytest.mark.parametrize("answer", ["pie", "pass"])
def test_komi_of_abstract_play_is_offered_and_answered(answer):
    def record(**header):
        return import_record(foreign("Asli", [["7", answer], ["e5"]], **header))

    kept, swapped = record(), record(pied=True)
    assert kept.moves[:2] == (Offer(7), Choose(Colour.WHITE))
    assert swapped.moves[:2] == (Offer(7), Choose(Colour.BLACK))
    assert swapped.details.first == "Wim"
    assert kept.ruleset.options["size"] == 13


@pytest.mark.parametrize(
    ("ending", "scores", "result"),
    [
        ("resign", (1, 0), "Ann wins. Ben resigned."),
        ("timeout", (0, 1), "Ben wins. Ann ran out of time."),
        ("draw", (1, 1), "Draw."),
        ("abandoned", (0, 0), ""),
        (None, (1, 0), "Ann wins."),
    ],
)
@pytest.mark.parametrize("swap", [False, True])
def test_endings_of_abstract_play_become_the_result(ending, scores, result, swap):
    """Its scores, like its players, are those of Black and White, also after a swap."""
    players = [{"name": "Ann", "result": scores[0]}, {"name": "Ben", "result": scores[1]}]
    rounds = [["a1,c3", "g1,g3"], [ending] if ending else []]
    found = import_record(lifeline_record(rounds, players=players, pied=swap))
    assert found.details.result == result
    assert (found.details.first, Swap() in found.moves) == ("Ben" if swap else "Ann", swap)


@pytest.mark.parametrize("scores", [(1, 0), (0, 1)])
@pytest.mark.parametrize("names", [("", "Ben"), ("Ann", ""), ("", "")])
def test_a_result_names_both_players_or_is_left_out(names, scores):
    players = [{"name": name, "result": score} for name, score in zip(names, scores, strict=True)]
    found = import_record(lifeline_record([["a1,c3"], ["resign"]], players=players))
    assert found.details == Details(*names)


def test_trial_without_options_has_ludiis_defaults():
    record = random_record("lifeline", {"size": 7}, 1, longest=30)
    assert import_record(ludii(record, options=False)).ruleset == record.ruleset
    assert import_record(ludii(record)).details == Details()


def test_resignation_ends_a_trial():
    text = ludii(random_record("lifeline", {"size": 5}, 2, longest=10))
    resigned = "Move=[Move:mover=1,actions=[Forfeit:player=P1,decision=true]]\nnumInitial"
    assert import_record(text.replace("numInitial", resigned)) == import_record(text)


def foreign(game, moves, variants=None, **header):
    players = [{"name": "Bea", "result": 1}, {"name": "Wim", "result": 0}]
    described = {"name": game, **({} if variants is None else {"variants": variants})}
    return json.dumps({"header": {"game": described, "players": players, **header}, "moves": moves})


def lifeline_record(moves, **header):
    return foreign("Lifeline", moves, **header)


def listed(*games):
    """Return a player's download from Abstract Play."""
    return f"[{', '.join(games)}]"


def dated(number, game="Lifeline", **dates):
    return foreign(game, [[f"a{number},c3"]] if game == "Lifeline" else [], **dates)


def test_a_list_of_games_is_offered_newest_first_and_one_of_them_is_read():
    text = listed(
        dated(1, **{"date-start": "2026-03-09T10:00:00.000Z"}),
        dated(1, "Hex", **{"date-end": "2026-09-09T10:00:00.000Z"}),
        dated(2, **{"date-end": "2026-03-09T11:00:00.000Z"}),
        dated(3),
        '["no game"]',
        foreign("Lifeline", [], ["Size 8 board"]),
        dated(4, **{"date-start": "2026-01-01", "date-end": "2026-03-10T09:00:00.000Z"}),
    )
    with pytest.raises(SeveralGames, match="has 4 games") as several:
        import_record(text)
    games = several.value.games
    assert [each.number for each in games] == [7, 3, 1, 4]
    assert several.value.others == 3
    assert games[0].headers["first"] == "Bea"
    assert games[0].headers["finished"] == "2026-03-10"
    for number, cell in ((1, "a1"), (3, "b2"), (4, "c3"), (7, "d4")):
        expected = import_record(dated(cell[1]))
        assert import_record(text, number).moves == expected.moves


def test_the_only_game_of_a_list_needs_no_choice():
    game = lifeline_record([["a1,c3"]])
    for text in (listed(game), listed(foreign("Hex", []), game, "null")):
        assert import_record(text) == import_record(game)


def test_a_list_without_a_game_for_us_is_refused():
    with pytest.raises(RecordError, match="only Lifeline, Asli can be imported"):
        import_record(listed(foreign("Hex", []), foreign("Go", [])))
    for number in (0, 3, -1):
        with pytest.raises(RecordError, match=f"no game {number}"):
            import_record(listed(lifeline_record([]), lifeline_record([])), number)
    with pytest.raises(RecordError, match="Move 1: “q1” isn't a move"):
        import_record(listed(lifeline_record([]), lifeline_record([["q1"]])), 2)


@pytest.mark.parametrize("text", ["[]", "[1, 2]", '[{"game": "lifeline"}]'])
def test_another_list_is_no_record(text):
    with pytest.raises(RecordError, match="A record must be a JSON object"):
        import_record(text)


def test_a_byte_order_mark_may_precede_every_format():
    record = random_record("lifeline", {"size": 5}, 1, longest=7)
    for text in (
        export_text(record),
        export_json(record),
        abstract_play(record),
        listed(abstract_play(record)),
        ludii(record),
    ):
        assert import_record(f"\ufeff{text}").moves == record.moves
    assert import_json(f"\ufeff{export_json(record)}") == record


@pytest.mark.parametrize("ending", ["resign", "timeout"])
def test_only_the_last_turn_may_be_null(ending):
    moves = ["a1,c3", "e5,g3", "g1"]
    whole = import_record(lifeline_record([moves[:2], [moves[2]]]))
    assert import_record(lifeline_record([moves[:2], [moves[2], None]])).moves == whole.moves
    assert import_record(lifeline_record([moves[:2], [moves[2], None], [None]])) == whole
    ended = import_record(lifeline_record([moves[:2], [moves[2], None], [ending]]))
    assert ended.moves == whole.moves
    for rounds, missing in (
        ([["a1,c3", None], ["e5,g3", "g1"]], 2),
        ([[None, "a1,c3"], ["e5,g3", "g1"]], 1),
        ([["a1,c3", None], [None, "e5,g3"]], 2),
        ([["a1,c3", "e5,g3"], [None, ending], ["g1"]], 3),
    ):
        with pytest.raises(RecordError, match=f"Move {missing} is missing, but there are moves"):
            import_record(lifeline_record(rounds))


REFUSED = {
    "another game": (foreign("Hex", []), "only Lifeline, Asli can be imported"),
    "another board": (
        foreign("Lifeline", [], ["x8" * 26]),
        f"Only boards of size 5, 6, 7, 10, 12 can be imported, not the variant “{'x8' * 25}”.",
    ),
    "two sizes": (foreign("Lifeline", [], ["Size 5 board", "Size 6 board"]), "Export it there"),
    "another variant": (foreign("Asli", [], ["Toroidal"]), "“Toroidal”"),
    "a cell off the board": (lifeline_record([["a1,n1"]]), "Move 1: “a1,n1” isn't a move"),
    "an unknown move": (lifeline_record([["a1,c3", "pass"]]), "Move 2: “pass” isn't a move"),
    "half a turn": (lifeline_record([["a1", "c3,e5"]]), "Move 2: turn 1 needs one more move"),
    "three stones": (lifeline_record([["a1,c3,e5"]]), "Move 1 has too many moves for turn 1"),
    "an illegal move": (lifeline_record([["a1,a2"]]), "Move 1: B1 is illegal"),
    "negative komi": (foreign("Asli", [["-3", "pie"]]), "Move 1: OFFER -3 is illegal"),
    "no komi": (foreign("Asli", [["e5"]]), "Move 1: The komi offer is missing here. Add one"),
    "no answer to the komi": (foreign("Asli", [["3", "e5"]]), "Move 2: The choice of colour is"),
    "no header": ('{"header": {"site": 1}, "moves": []}', "Export it there again"),
    "no moves": ('{"header": {"game": {"name": "Asli"}}}', "Export it there again"),
    "a move of two values": (lifeline_record([[["a1"]]]), "Export it there again"),
    "another trial": ("game=/lud/Hex.lud\nMove=[Move]", "only Lifeline can be imported"),
    "a komi trial": ("game=/Lifeline.lud\nBalance/Komi pie", "“Komi pie”"),
    "a trial on another board": ("game=/Lifeline.lud\nBoard Size/20", "from 3 to 12"),
    "stones set up": ("game=/Lifeline.lud\nSANDBOX=true", "set up by hand"),
    "half a move": (
        "game=/Lifeline.lud\nMove=[Move:mover=1,actions=[Add:to=",
        "Line 2 of the file:",
    ),
    "a distant cell": (
        "game=/Lifeline.lud\nMove=[Move:mover=1,actions=[Add:to=999,decision=true]]",
        "Line 2 of the file:",
    ),
    "a cell above the board": (
        "game=/Lifeline.lud\nMove=[Move:mover=1,actions=[Add:to=127,decision=true]]",
        "Line 2 of the file:",
    ),
    "a pass": (
        "game=/Lifeline.lud\nMove=[Move:mover=1,actions=[Pass:decision=true]]",
        "Line 2 of the file:",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_name_what_cannot_be_read(name):
    text, part = REFUSED[name]
    with pytest.raises(RecordError) as refusal:
        import_record(text)
    sentence = refusal.value.args[0]
    assert part in sentence
    assert isinstance(sentence, Sentence)  # otherwise it could not be translated


def test_refusal_of_a_trial_in_which_other_stones_were_removed():
    text = next(
        text
        for seed in range(50)
        if "[Remove:" in (text := ludii(random_record("lifeline", {"size": 4}, seed)))
    )
    first = text[: text.index("[Remove:")].count("\n") + 1
    with pytest.raises(RecordError, match=f"Line {first} of the file: Ludii and our rules remove"):
        import_record(text.replace("[Remove:", "[Ignored:", 1))


@pytest.mark.parametrize("start", ['{"header": {', "game=/Lifeline.lud\n"])
def test_size_limit_holds(start):
    with pytest.raises(RecordError, match="more than 300000 characters"):
        import_record(start + "x" * LONGEST_FILE)


@pytest.mark.timeout(60)  # a backtracking pattern would take hours
@pytest.mark.parametrize("part", ["[A", "A", "[", "=", ",to=1", "[Add:decision=true]"])
def test_a_long_hostile_move_is_refused(part):
    actions = "[Add:" + part * (250_000 // len(part))
    with pytest.raises(RecordError):
        import_record(f"game=/Lifeline.lud\nMove=[Move:mover=1,to=1,actions={actions}]")


@pytest.mark.parametrize(
    ("turns", "error"), [(5_000, "Line 2 of the file|Move 2"), (5_001, "more than 5000 turns")]
)
def test_number_of_turns_is_limited(turns, error):
    trial = "game=/Lifeline.lud\n" + "Move=[no move]\n" * turns
    rounds = [["a1", "b1"]] * (turns // 2) + [["a1"]] * (turns % 2)
    for text in (lifeline_record(rounds), trial):
        with pytest.raises(RecordError, match=error):
            import_record(text)


def test_nested_values_are_refused():
    deep = "[" * 900 + "]" * 900
    for text in (
        '{"header": {"game": {"name": %s}}, "moves": []}',
        '{"header": {"game": {"name": "Asli", "variants": %s}}, "moves": []}',
        '{"header": {"game": {"name": "Asli"}, "players": %s}, "moves": []}',
        '{"header": {"game": {"name": "Asli"}}, "moves": %s}',
    ):
        with pytest.raises(RecordError):
            import_record(text % deep)


def test_changed_files_are_read_or_refused_without_another_error():
    rng = random.Random(3)
    letters = string.ascii_letters + string.digits + '[]{}",:=-/\n \u00b2\u0661'
    sources = [
        abstract_play(random_record("lifeline", {"size": 5}, 1, longest=12), "resign"),
        abstract_play(random_record("asli", {"size": 9}, 1, longest=12)),
        ludii(random_record("lifeline", {"size": 4}, 1, longest=12)),
    ]
    refused = []
    for _ in range(1_500):
        text = list(rng.choice(sources))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text))
            text[at : at + rng.randint(0, 6)] = rng.choices(letters, k=rng.randint(0, 4))
        try:
            import_record("".join(text))
        except RecordError as error:
            refused.append(error.args[0])
    assert len(refused) > 500
    assert all(refused)
