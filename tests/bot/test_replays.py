"""Replays and imported records: steps, animations, refusals; unfinished turns stay hidden."""

import json
import random
import re
from dataclasses import replace
from html import unescape
from itertools import product
from pathlib import Path

import pytest

from bot.messages.component_ids import OldComponent
from bot.messages.game_page import exported, page_message
from bot.messages.game_text import game_line
from bot.messages.message_draft import ReplayAnimation, Viewer
from bot.messages.outgoing_message import MAX_CONTENT, Select, Style
from bot.messages.pictures import draw_replay_animation, replay_alt_text
from bot.messages.published_line import published_line
from bot.messages.replay import (
    LONGEST_FILE,
    BadRecord,
    game_at,
    imported,
    imported_games,
    imported_step,
    read_record,
    replay_message,
    step,
    turn_ends,
)
from bot.messages.variations import (
    MOST_TURNS,
    comments_in_words,
    line_in_words,
    line_menu,
    lines_within,
)
from bot.services.values.view_builder import NO_RESULT
from bot.services.values.views import Player, Result
from bot.words import endings, moves
from bot.words.escaping import escape
from bot.words.game_page import files_ready, page_in_words, page_ready
from bot.words.languages import speaking
from bot.words.translation import translated
from bot.words.try_board import (
    LINE_WITHDRAWN,
    LINES_TRIED,
    REMOVE_LINES,
    TO_REPLAY,
    choice_of_line,
    line_of,
    more_lines,
    more_turns,
    note_at,
    numbered,
)
from renderer.fitting import LONGEST
from renderer.orientation import Orientation
from rules.comments import Comments, Variation
from rules.moves import Place, format_move, parse_turn
from rules.record import Details, Record, export_json, export_text, replay, turns
from rules.registry import GAMES, find_game
from rules.values import Ending
from tests.rules.foreign_records import abstract_play, random_record

RECORDS = Path(__file__).parents[1] / "rules" / "records"
ROW_WIDTH = 35  # approximate number of characters of labels that fit on one line of a phone
VIEWER = Viewer(33, {"theme": "dark", "confirm": "losses"})


@pytest.fixture
def files(game_after, ben_resigned):
    game = game_after("a1 c3 swap", result=ben_resigned)
    details = Details(first="Ann", second="Ben", result="Ann wins. Ben resigned.")
    return exported(game, Record(game.ruleset, game.record.moves, details), Comments()).files


@pytest.mark.parametrize("file", [0, 1])
def test_an_exported_file_can_be_imported(files, file):
    draft = imported(files[file].content, VIEWER)

    assert draft.content.splitlines() == [
        "**Lifeline**, size 4, 2 turns. Ann wins. Ben resigned.",
        "Turn 2 of 2.",
    ]
    assert (draft.board_image.header.black, draft.board_image.header.white) == ("Ben", "Ann")
    assert draw_replay_animation(draft.replay_animation).content.startswith(b"GIF")


@pytest.mark.parametrize("swap", [False, True])
def test_the_files_of_a_game_have_its_number_names_and_comments(game_after, ben_resigned, swap):
    """The comments in the files are English, and those on the page in the reader's language."""
    seats = (Player(11, "Ann*"), Player(22, "_Ben"))
    game = game_after(f"a1 c3{' swap' * swap}", result=ben_resigned, seats=seats)
    details = Details("Ann*", "_Ben", "2026-01-02", "2026-01-03", "Ann* wins. _Ben resigned.")
    record = Record(game.ruleset, game.record.moves, details, Comments({1: "English."}))
    page, files = (
        make(game, record, Comments({1: "In German."})) for make in (page_message, exported)
    )

    assert page.content.splitlines() == [page_ready(7), game_line(game)]
    assert files.content == files_ready(7)
    names = ["game-7.txt", "game-7.json", "game-7.html"]
    assert [file.filename for file in (*files.files, *page.files)] == [*names, names[2]]
    written = [file.content.decode() for file in files.files]
    assert written[:2] == [export_text(record), export_json(record)]
    assert files.files[2] == page.files[0]
    assert page.files[0].description == page_in_words("Ann*", "_Ben")
    html = unescape(re.sub("<[^>]*>", "", written[2][: written[2].index("<pre ")]))
    black, white = ("White", "Black") if swap else ("Black", "White")
    assert f"Ann* ({black}) – _Ben ({white})Lifeline, hexagonal board, size 4 · " in html
    assert "2026-01-02 – 2026-01-03Ann* wins. Ben resigned." in html
    assert ("In German." in html, "English." in html) == (True, False)


@pytest.mark.parametrize("ending", [None, *NO_RESULT])
def test_the_page_names_the_winner_on_the_board_unless_the_result_was_removed(game_after, ending):
    record = random_record("lifeline", {"size": 4}, 1)
    last = replay(record)
    sentence = NO_RESULT[ending]() if ending else "Won."
    result = Result(None if ending else 0, ending or last.outcome().ending, sentence)
    played = " ".join(format_move(move, last.topology) for move in record.moves)
    page = exported(game_after(played, result=result), record, Comments()).files[2]
    (shown,) = re.findall("<p id=result>(.*?)</p>", unescape(page.content.decode()))
    assert (" wins. " in shown, sentence in shown) == (not ending, bool(ending))


@pytest.mark.parametrize("why", [endings.resigned, endings.out_of_time])
@pytest.mark.parametrize("winner", [0, 1])
def test_a_win_off_the_board_is_read_in_the_language_of_the_reader(why, winner):
    names = ("Ann wins", "Ben {why} x")
    english = endings.won(names[winner], why(names[1 - winner]))
    with speaking("de"):
        german = endings.won(names[winner], why(names[1 - winner]))
        assert german != english
        assert endings.read_result(english, *names) == german
        assert endings.read_result(endings.read_result(english, *names), *names) == german
        assert endings.read_result(english, "Ann", "Ben") == english


@pytest.mark.parametrize("ending", NO_RESULT)
def test_an_ending_without_result_is_read_in_the_language_of_the_reader(ending):
    english = NO_RESULT[ending]()
    with speaking("de"):
        assert endings.read_result(english, "Ann", "Ben") == NO_RESULT[ending]() != english


@pytest.mark.parametrize(
    ("ending", "scores"),
    [("resign", (1, 0)), ("timeout", (0, 1)), (None, (0, 1))],
)
def test_the_result_of_another_programs_record_is_read_in_the_language_of_the_reader(
    ending, scores
):
    text = abstract_play(random_record("lifeline", {"size": 6}, 1, longest=4), ending, scores)
    loser = {(1, 0): "Ben", (0, 1): "Ann"}[scores]
    with speaking("de"):
        content = imported(text.encode(), VIEWER).content
        why = {"resign": endings.resigned, "timeout": endings.out_of_time}.get(ending)
        expected = endings.won("Ann" if loser == "Ben" else "Ben", why(loser) if why else "")
    assert expected in content
    assert "wins" not in content


def test_the_largest_file_is_read():
    record = b"Game: lifeline\nSize: 4\n\n1. a1 c3\n"
    largest = record + b"\n" * (LONGEST_FILE - len(record))
    assert len(read_record(largest).moves) == 2
    with pytest.raises(BadRecord, match="too large"):
        read_record(largest + b"\n")


@pytest.mark.parametrize("moderates", [True, False])
def test_a_published_line_is_shown_with_the_numbers_of_its_game(
    game_after, ben_resigned, moderates
):
    game = game_after("a1 c3 g4 g7 d4 e5", result=ben_resigned)
    before = turn_ends(game)[1]
    viewer = replace(VIEWER, settings=VIEWER.settings | {"theme": "light"})
    line = variation(before, "swap, e5 g7: good, d4", by="Ann")
    comments = Comments({}, {1: (variation(before, "e5 g7"), line), 2: (line,)})

    draft = published_line(game, viewer, before.ply, 1, comments, moderates=moderates)

    after = before
    for move in parse_turn("swap e5 g7 d4", after.topology):
        after = after.play(move)
    then = game_at(game, after)
    assert draft.content.split("\n") == [
        line_of("Ann", [numbered(2, "swap"), numbered(3, "E5 G7"), numbered(4, "D4")]),
        note_at(3, "good"),
        game_line(then),
    ]
    shown = draft.board_image
    (numbers,) = shown.overlays
    assert (numbers.first, [turn.number for turn in numbers.turns]) == (2, [2, 3, 4])
    assert (shown.position, shown.filename) == (after, "line-7.png")
    assert (shown.header.black, shown.header.white, shown.header.result) == ("Ben", "Ann", None)
    assert shown.display_settings.theme == "light"
    assert shown.words.startswith("Ann tried: 2. swap · 3. E5 G7 · 4. D4")
    assert "White (Ann)" in shown.words
    (row,) = draft.rows
    removal = [("remove-lines:7:2", REMOVE_LINES(), Style.danger)] if moderates else []
    assert [(str(each.id), each.label, each.style) for each in row] == [
        ("step:7:2", TO_REPLAY(), Style.secondary), *removal
    ]  # fmt: skip
    two = published_line(game, viewer, before.ply, 0, comments, moderates=moderates)
    assert two.board_image.position.ply == before.ply + 2


def test_a_published_line_that_is_gone_leads_to_its_place_in_the_replay(game_after):
    game = game_after("a1 c3 g4 g7 d4 e5")
    before = turn_ends(game)[2]
    comments = Comments({1: "x"}, {2: (variation(before, "e5"),)})
    for ply, number in ((before.ply, 1), (before.ply, 2), (before.ply + 1, 0), (2, 0), (3, 0)):
        replay = published_line(game, VIEWER, ply, number, comments, moderates=False)
        assert replay == step(game, VIEWER, ply, comments, LINE_WITHDRAWN())


def variation(position, line, *, by="", then=()):
    """Return a line of turns such as `a1 c3, swap: a note` as a variation."""
    first, _, rest = line.partition(", ")
    turn, _, note = first.partition(": ")
    moves = parse_turn(turn, position.topology)
    following = (variation(position, rest),) if rest else then
    return Variation(moves, note, following, by)


def test_the_menu_of_lines_has_the_first_twenty_five_with_the_names_of_their_people(game_after):
    before = turn_ends(game_after("a1 c3 g4 g7"))[-1]
    cells = [format_move(move, before.topology) for move in before.legal_moves()]
    fork = variation(before, "e5", by="A\u202enn", then=(variation(before, "a4 d4"),) * 2)
    lines = [fork, variation(before, ", ".join(cells), by="Ben"), variation(before, "b2, d1")]
    lines += [variation(before, each) for each in [*cells, *cells][:24]]
    ((menu,),) = line_menu(7, before, Comments({}, {2: tuple(lines)}))
    assert (str(menu.id), menu.placeholder) == ("published-line:7:4", LINES_TRIED())
    assert [each.value for each in menu.options] == [str(number) for number in range(25)]
    labels = [each.label for each in menu.options]
    whole = choice_of_line("Ben", " ".join(cells).upper())
    assert labels[:2] == [choice_of_line("Ann", "E5 A4 D4")] * 2
    assert labels[2:] == [whole[:100], "B2 D1", *map(str.upper, [*cells, *cells][:21])]
    assert line_menu(7, before, Comments({}, {1: tuple(lines)})) == ()


def test_a_line_in_words_has_a_number_for_each_turn_and_the_notes_of_the_turns_shown(game_after):
    before = turn_ends(game_after("a1 c3 g4 g7 d4"))[-1]
    line = (
        variation(before, "e5: *a*", by="A*nn"),
        variation(before, "a4 b2"),
        variation(before, "swap: b"),
    )
    turns = [numbered(4, "E5"), numbered(5, "A4 B2"), numbered(6, "swap")]
    assert line_in_words(line, before) == [
        line_of(r"A\*nn", turns), note_at(4, r"\*a\*"), note_at(6, "b")
    ]  # fmt: skip
    nameless = (variation(before, "e5"), *line[1:] * 10, variation(before, "e5: late"))
    told = line_in_words(nameless, before)
    assert told[0] == line_of(
        "", [*turns[:1], *(numbered(n, ("swap", "A4 B2")[n % 2]) for n in range(5, 24)),
             more_turns(2)]
    )  # fmt: skip
    assert told[1:] == [note_at(number, "b") for number in range(6, 24, 2)]
    start = turn_ends(game_after("a1 c3"))[0]
    assert line_in_words((variation(start, "b2 c3"),), start) == [
        line_of("", [numbered(1, "B2 C3")])
    ]


def test_a_position_has_its_note_then_its_lines_with_their_notes(game_after):
    position = turn_ends(game_after("a1 c3 g4 g7"))[-1]
    lines = tuple(
        variation(position, f"{cell}: *x*", by="Ann") for cell in ("e5", "d4", "b2", "f5")
    )
    comments = Comments({1: "before", 2: "_now_", 3: "after"}, {1: lines, 2: lines, 3: lines})
    shown = [text for line in lines[:3] for text in line_in_words((line,), position)]
    assert comments_in_words(comments, position) == [r"\_now\_", *shown, more_lines(1)]
    assert comments_in_words(Comments({}, {2: lines[:3]}), position) == shown
    assert comments_in_words(Comments({1: "x"}), position) == []


def test_a_line_in_words_has_at_most_twenty_turns(game_after):
    game = game_after("a1 c3 g4 g7")
    before, lots = turn_ends(game)[-1], random.Random(2)
    position, line = before, []
    while len(line) < MOST_TURNS + 1:
        move = lots.choice([each for each in position.legal_moves() if isinstance(each, Place)])
        line.append(Variation((move,)))
        position = position.play(move)
    whole, more = (line_in_words(tuple(line[:length]), before)[0] for length in (20, 21))
    assert whole.count("·") == 19
    assert "more" not in whole
    assert more.startswith(f"{whole} · ")
    assert more.endswith("1 more turn")


def test_the_alternative_text_of_a_line_names_its_person_as_they_are(game_after):
    game = game_after("a1 c3 g4 g7")
    before = turn_ends(game)[-1]
    tried = Variation((Place(before.topology.cell("e5")),), by="max_power")
    comments = Comments({}, {2: (tried,)})
    shown = published_line(game, VIEWER, before.ply, 0, comments, moderates=False)
    assert r"max\_power" in shown.content
    assert "max_power" in shown.board_image.words


def test_notes_of_a_record_or_a_line_never_make_a_message_too_long(game_after):
    game = game_after("a1 c3 g4 g7")
    position = turn_ends(game)[-1]
    moves = [each for each in position.legal_moves() if isinstance(each, Place)]
    noted = Variation((moves[0],), note="*" * 1000)
    lines = tuple(replace(noted, moves=(each,)) for each in moves[:3])
    comments = Comments({2: "_" * 3000}, {2: lines})
    for length in (0, 1, 40, 2000):
        said = lines_within(comments_in_words(comments, position), length)
        assert len("\n".join(said)) <= length
    shown = published_line(game, VIEWER, position.ply, 1, comments, moderates=False)
    assert len(shown.content) <= MAX_CONTENT
    assert "…" in shown.content
    details = Details(first="Ann", second="Ben")
    record = Record(game.ruleset, game.record.moves, details, comments)
    shown = imported(export_text(record).encode(), VIEWER)
    assert MAX_CONTENT - 10 < len(shown.content) <= MAX_CONTENT


def test_lines_within_a_room_are_whole_but_for_the_last():
    lines = ["first", "second", "third"]
    assert lines_within(lines, 18) == lines
    assert lines_within(lines, 17) == ["first", "second", "thi…"]
    assert lines_within(lines, 13) == lines_within(lines, 12) == ["first", "second"]
    assert lines_within(lines, 14) == ["first", "second", "…"]
    assert lines_within([r"a\*b"], 3) == ["a…"]


def test_the_notes_of_a_line_name_their_turns(game_after):
    position = turn_ends(game_after("a1 c3 g4 g7"))[-1]
    cells = [position.topology.cell(name) for name in ("e5", "d1", "a4")]
    turns = zip(cells, ("", "So*.", "Why?"), strict=True)
    line = tuple(Variation((Place(cell),), note, by="Ann*") for cell, note in turns)
    assert line_in_words(line, position) == [
        "**Ann\\*** tried: 3. E5 · 4. D1 · 5. A4",
        "4. “So\\*.”",
        "5. “Why?”",
    ]


def test_at_most_three_lines_of_a_record_are_in_words(game_after):
    position = turn_ends(game_after("a1 c3 g4 g7"))[-1]
    tried = [Variation((move,)) for move in position.legal_moves()][:5]
    said = [comments_in_words(Comments({}, {2: tuple(tried[:n])}), position) for n in (3, 4, 5)]
    assert [len(each) for each in said] == [3, 4, 4]
    assert ["1" in said[1][-1], "2" in said[2][-1]] == [True, True]


@pytest.mark.parametrize(("swap", "winner"), [((), 0), (("swap",), 1)])
@pytest.mark.parametrize("names", [("A*", "B_"), ("", "B_"), ("A*", "")])
def test_the_outcome_on_the_board_overrides_the_result_in_the_file(swap, winner, names):
    """In this game Black wins."""
    headers = f"Game: lifeline\nSize: 3\nFirst: {names[0]}\nSecond: {names[1]}\n"
    headers += f"Result: {names[1 - winner]} wins. I say so.\n"
    played = ["b3 e5", *swap, "b4 d5", "c4", "c5", "a1"]
    numbered = [f"\n{number}. {turn}" for number, turn in enumerate(played, start=1)]

    draft = imported("".join([headers, *numbered]).encode(), VIEWER)

    black, white = (escape(names[seat]) for seat in (winner, 1 - winner))
    black, white = black or "Black", white or "White"
    why = f"{white} lost every stone on their own turn. {black} placed the last stone."
    assert draft.content.splitlines()[0] == (
        f"**Lifeline**, size 3, {len(played)} turns. **{black} wins.** {why}"
    )
    header = draft.board_image.header
    assert (header.black, header.white) == (names[winner], names[1 - winner])
    assert header.result is draft.replay_animation.result is None


def test_a_draw_on_the_board_is_said_with_its_reason():
    draft = imported((RECORDS / "asli-1-draw.txt").read_bytes(), VIEWER)
    why = translated(Ending.REPETITION.sentence)
    assert draft.content.splitlines()[0].endswith(f" turns. {moves.result_line(why, None)}")
    assert draft.board_image.header.result is None


@pytest.mark.parametrize(
    ("first", "winner"), [("", "**黒の勝ちです。**"), ("First: Ann\n", "**Annさんの勝ちです。**")]
)
def test_a_colour_that_wins_has_no_honorific(first, winner):
    headers = f"Game: lifeline\nSize: 3\n{first}"
    turns = "\n1. b3 e5\n2. b4 d5\n3. c4\n4. c5\n5. a1\n"
    with speaking("ja"):
        assert winner in imported((headers + turns).encode(), VIEWER).content


def test_a_sentence_does_not_end_inside_a_name(game_after):
    names = (("Dr. Bob: x", "Ann"), ("Bob", "A. B: c"), ("Dr. Bob", "Dr. Bob x"), ("A B. C", "A"))
    for winner, loser in names:
        for first, second in ((winner, loser), (loser, winner)):
            details = Details(first, second, result=f"{winner} wins. {loser} resigned.")
            game = game_after("a1 c3")
            text = export_text(Record(game.ruleset, game.record.moves, details))
            header = imported(text.encode(), VIEWER).board_image.header
            assert (header.result, header.reason) == (f"{winner} wins", f"{loser} resigned.")


def test_a_swap_leaves_the_colours_of_nameless_players():
    draft = imported(b"Game: lifeline\nSize: 4\n\n1. a1 c3\n2. swap\n", VIEWER)
    assert (draft.board_image.header.black, draft.board_image.header.white) == ("", "")
    assert replay_alt_text(draft.replay_animation).startswith("The whole game between Black and")


@pytest.mark.parametrize("content", [b"", b"hello", b"{", b"{}", b"\xff\xfe", b"x" * 300_000])
def test_files_that_are_no_records_are_refused(content):
    with pytest.raises(BadRecord, match="/export"):
        imported(content, VIEWER)


def test_a_record_with_an_illegal_move_is_refused(files):
    with pytest.raises(BadRecord):
        imported(files[0].content.replace(b"a1 c3", b"a1 a2"), VIEWER)


def test_animations_have_the_look_that_their_reader_chose(game_after):
    reader = Viewer(33, {"theme": "light", "orientation": Orientation.LEFT})
    assert reader.display_settings != VIEWER.display_settings
    record = b"Game: lifeline\nSize: 4\n\n1. a1 c3\n"
    for shown in (replay_message(game_after("a1 c3"), reader), imported(record, reader)):
        assert shown.replay_animation.display_settings == reader.display_settings


def test_replays_hide_the_first_of_two_stones(game_after):
    game = game_after("a1", viewer=11)

    assert replay_message(game, VIEWER).replay_animation.record.moves == ()
    assert len(turn_ends(game)) == 1


def test_replay_buttons_have_labels(game_after):
    *buttons, (menu,) = step(game_after("a1 c3"), VIEWER).rows
    rows = [[each.label for each in row] for row in buttons]

    assert rows == [["Start", "Back", "Forward", "End"], ["Try out"]]
    assert [each.label for each in menu.options] == ["GIF", "Save web page"]
    for labels in rows:
        assert sum(map(len, labels)) <= ROW_WIDTH, "a phone shows them in one row"


def test_the_alternative_text_of_an_animation_has_the_public_moves(game_after):
    def description_of(moves, **options):
        return replay_alt_text(
            replay_message(game_after(moves, viewer=11, **options), VIEWER).replay_animation
        )

    title = "The whole game between Ann and Ben, turn by turn"
    assert description_of("a1 c3 swap g7 d1") == f"{title}: 1 A1 C3; 2 swap; 3 G7 D1."
    assert description_of("a1") == f"{title}."
    assert (
        description_of("offer 5 black c3", game="asli", size=9)
        == f"{title}: 1 offer 5; 2 black; 3 C3."
    )


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_the_alternative_text_of_a_long_animation_counts_missing_moves(key):
    ruleset = find_game(key).ruleset({"size": 12})
    lots, position, moves = random.Random(3), replay(Record(ruleset)), []
    while len(moves) < 140:
        moves.append(lots.choice(list(position.legal_moves())))
        position = position.play(moves[-1])

    for seats, shown in product((("Ann", "Ben"), ("A" * 99, "B" * 99)), (40, 140)):
        record = Record(ruleset, tuple(moves[:shown]))
        text = replay_alt_text(
            ReplayAnimation("game.gif", record, seats, elsewhere="All moves: /export.")
        )
        named, played = re.findall(r"[:;] ([0-9]+) ", text), len(turns(record))
        assert named == [str(number) for number in range(1, len(named) + 1)]
        if shown == 40:
            assert len(named) == played
            assert "more" not in text
        else:
            assert LONGEST - 40 < len(text) <= LONGEST, "as many as there is room for"
            assert text.endswith(f" and {played - len(named)} more. All moves: /export.")


def test_an_animation_and_a_page_are_offered_only_for_games_with_moves(game_after):
    def offered(moves):
        rows = step(game_after(moves), VIEWER).rows
        menus = [each for row in rows for each in row if isinstance(each, Select)]
        return [each.value for menu in menus for each in menu.options]

    assert offered("") == offered("a1") == []
    assert offered("a1 c3") == ["gif", "page"]


NOTES = {0: "0*", 1: "1*", 2: "2*", 3: "3*"}
STEPS = {
    0: ["0\\*", "Start of the game (3 turns)."],
    2: ["**Ann played A1 and C3.**", "1\\*", "Turn 1 of 3."],
    3: ["**Ben swapped sides and is now Black.**", "2\\*", "Turn 2 of 3."],
    5: ["**Ann played G7 and D1.**", "3\\*", "Turn 3 of 3."],
}
"""The lines about each turn of a game of five moves, by the number of moves."""


def controls(draft):
    """Return the ids of the controls in each row; those of disabled buttons are in brackets."""
    return [
        [f"({each.id})" if getattr(each, "disabled", False) else str(each.id) for each in row]
        for row in draft.rows
    ]


@pytest.mark.parametrize("resigned", [False, True])
def test_every_line_and_control_of_every_step(game_after, ben_resigned, resigned):
    game = game_after("a1 c3 swap g7 d1 a4", result=ben_resigned if resigned else None)
    game = replace(game, record=replace(game.record, moves=game.record.moves[:5]), turn_ply=5)
    game = replace(game, position=replay(game.record))
    before = turn_ends(game)[1]
    tried = Variation((Place(before.topology.cell("e5")), Place(before.topology.cell("b5"))))
    comments = Comments(NOTES, {1: (tried,)})
    over = "3 turns" if resigned else "turn 4"
    at = {0: 0, 1: 0, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, None: 5}
    shown = {ply: step(game, VIEWER, ply, comments, "Said.") for ply in at}
    for ply, draft in shown.items():
        end = at[ply] == 5
        turn = f"turn {list(STEPS).index(at[ply]) + 1}"
        assert draft.content.splitlines() == [
            "Said.",
            *(["**Ann wins.** Ben resigned."] if end and resigned else []),
            *STEPS[at[ply]],
            f"-# Game 7 · Lifeline, size 4 · {over if end else turn}",
        ]
        position, header = draft.board_image.position, draft.board_image.header
        assert position.ply == at[ply]
        assert (header.black, header.white) == (("Ann", "Ben") if at[ply] < 3 else ("Ben", "Ann"))
        result = ("Ann wins", "Ben resigned.") if end and resigned else (None, "")
        assert (header.result, header.reason) == result
        assert draft.board_image.elsewhere == "/export game:7 gives you all the moves."
    menu = ["whole-game:7"]
    assert {ply: controls(draft) for ply, draft in shown.items() if ply in STEPS} == {
        0: [
            ["(step:7:0:first)", "(step:7:0:back)", "step:7:2:forward", "step:7:5:last"],
            ["try:7::0"],
            menu,
        ],
        2: [
            ["step:7:0:first", "step:7:0:back", "step:7:3:forward", "step:7:5:last"],
            ["try:7::2"],
            menu,
            ["published-line:7:2"],
        ],
        3: [
            ["step:7:0:first", "step:7:2:back", "step:7:5:forward", "step:7:5:last"],
            ["try:7::3"],
            menu,
        ],
        5: [
            ["step:7:0:first", "step:7:3:back", "(step:7:5:forward)", "(step:7:5:last)"],
            ["try:7:5"],
            menu,
        ],
    }
    assert step(game, VIEWER).content == shown[5].content.removeprefix("Said.\n").replace(
        "3\\*\n", ""
    )
    animation = replay_message(game, VIEWER)
    assert animation.content == shown[5].content.splitlines()[-1]
    made = animation.replay_animation
    assert (made.filename, made.record, made.seats) == ("game-7.gif", game.record, ("Ann", "Ben"))
    assert (made.result, made.reason) == (header.result, header.reason)


def test_a_record_is_read_as_utf_8():
    draft = imported("Game: lifeline\nFirst: Zoë\nSecond: 王小明\n\n1. a1 c3\n".encode(), VIEWER)
    header = draft.board_image.header
    assert (header.black, header.white) == ("Zoë", "王小明")


@pytest.mark.parametrize("number", [0, 3])
def test_every_line_and_control_of_every_step_of_a_record(files, number):
    record = read_record(files[1].content)
    details = replace(record.details, first="Ann*", second="Ben_")
    details = replace(details, result="Ann* wins. Ben_ resigned.")
    record = replace(record, comments=Comments({0: "0*", 1: "1*", 2: "2*"}), details=details)
    content = export_json(record).encode()
    for turn, shown in ((None, 2), (0, 0), (1, 1), (2, 2), (3, 2), (99, 2)):
        draft = imported_step(content, VIEWER, turn, number)
        result = " Ann\\* wins. Ben\\_ resigned." if shown == 2 else ""
        assert draft.content.splitlines() == [
            f"**Lifeline**, size 4, 2 turns.{result}",
            ["Start of the game (2 turns).", "Turn 1 of 2.", "Turn 2 of 2."][shown],
            f"{shown}\\*",
        ]
        header, picture = draft.board_image.header, draft.board_image
        assert (picture.filename, picture.position.turn) == ("record.png", shown + 1)
        assert (header.black, header.white) == (("Ann*", "Ben_") if shown < 2 else ("Ben_", "Ann*"))
        assert (header.result, header.reason) == (
            ("Ann* wins", "Ben_ resigned.") if shown == 2 else (None, "")
        )
        assert [(file.filename, file.content) for file in draft.files] == [("record.txt", content)]
        back, forward = max(shown - 1, 0), min(shown + 1, 2)
        steps = {"first": 0, "back": back, "forward": forward, "last": 2}
        nowhere = [["first", "back"], [], ["forward", "last"]][shown]
        names = [f"import-step:{number}:{to}:{name}" for name, to in steps.items()]
        names = [f"({each})" if each.rpartition(":")[2] in nowhere else each for each in names]
        assert controls(draft) == [names, *([[f"import-list:{number}"]] if number else [])]
    whole = imported(content, VIEWER)
    assert whole.content == imported_step(content, VIEWER).content
    made = whole.replay_animation
    assert (made.filename, made.record, made.seats) == ("record.gif", record, ("Ann*", "Ben_"))
    assert (made.result, made.reason) == ("Ann* wins", "Ben_ resigned.")


def test_a_record_that_ends_within_a_turn_is_shown_to_its_last_move():
    shown = imported(b"Game: lifeline\nSize: 4\n\n1. a1 c3\n2. g7\n", VIEWER)
    assert shown.content.splitlines() == ["**Lifeline**, size 4, 2 turns.", "Turn 2 of 2."]
    assert shown.board_image.position.ply == 3
    empty = imported(b"Game: lifeline\nSize: 4\n", VIEWER)
    assert (empty.content, empty.rows) == ("**Lifeline**, size 4, 0 turns.", ())


def list_of_games(*games):
    """Return a player's download from Abstract Play.

    :param games: the name of the game, the players' names, and the dates.
    """
    written = [
        {
            "header": {
                "game": {"name": name},
                "players": [{"name": player} for player in players],
                **dates,
            },
            "moves": [["a1,c3"]] if name == "Lifeline" else [["4", "pie"]],
        }
        for name, players, dates in games
    ]
    return json.dumps(written).encode()


def test_the_menu_of_a_file_has_the_players_and_the_date_of_every_game():
    content = list_of_games(
        ("Lifeline", ("Ann*", "Ben"), {"date-start": "2026-01-02T03:04:05Z"}),
        ("Hex", ("Ann", "Cat"), {"date-end": "2026-09-09"}),
        ("Asli", ("", "Dan"), {"date-start": "2026-01-03", "date-end": "2026-02-03T04:05:06Z"}),
        ("Asli", ("A" * 99, "B" * 99), {}),
        ("Hex", ("Ann", "Cat"), {}),
        ("Lifeline", ("Eve", ""), {"date-end": "2026-01-02T03:04:04Z"}),
    )
    draft = imported(content, VIEWER)
    assert draft.content.splitlines() == [
        "**This file has 4 games.** Choose one.",
        "2 other games can't be imported.",
    ]
    assert imported_step(content, VIEWER).rows == imported_games(content).rows == draft.rows
    ((menu,),) = draft.rows
    assert str(menu.id) == "import-game:0"
    long = f"{'A' * 39}… against {'B' * 39}…"
    assert [(each.value, each.label, each.description) for each in menu.options] == [
        ("3", "Black against Dan", "Asli, size 13, 2026-02-03"),
        ("1", "Ann* against Ben", "Lifeline, size 7, 2026-01-02"),
        ("6", "Eve against White", "Lifeline, size 7, 2026-01-02"),
        ("4", long, "Asli, size 13"),
    ]
    assert [(file.filename, file.content) for file in draft.files] == [("record.txt", content)]
    assert [imported_step(content, VIEWER, None, n).content[:9] for n in (1, 3)] == [
        "**Lifelin",
        "**Asli**,",
    ]


@pytest.mark.parametrize("count", [24, 25, 26, 50, 51])
def test_a_menu_of_games_has_pages_of_25_that_lead_to_each_other(count):
    """The newest game is the last in the file."""
    dates = [{"date-end": f"2026-01-01T00:00:{number:02}"} for number in range(1, count + 1)]
    content = list_of_games(*(("Lifeline", ("Ann", "Ben"), each) for each in dates))
    last = (count - 1) // 25
    newest = list(range(count, 0, -1))
    for page in range(last + 2):
        draft = imported_games(content, page)
        shown = min(page, last)
        said = [f"Page {shown + 1} of {last + 1}, newest games first."] if last else []
        assert draft.content.splitlines() == [
            f"**This file has {count} games.** Choose one.",
            *said,
        ]
        (menu,), *others = draft.rows
        numbers = newest[shown * 25 : (shown + 1) * 25]
        assert [int(each.value) for each in menu.options] == numbers
        newer = [(f"import-list:0:{shown - 1}", "Newer")] if shown else []
        older = [(f"import-list:0:{shown + 1}", "Older")] if shown < last else []
        pages = [*newer, *older]
        assert [[(str(each.id), each.label) for each in row] for row in others] == (
            [pages] if pages else []
        )
        for number in (numbers[0], numbers[-1]):
            assert imported_games(content, 0, number) == draft
    assert imported_games(content).rows == imported_games(content, 0, count).rows
    with pytest.raises(OldComponent):
        imported_games(b"Game: lifeline\n")


@pytest.mark.parametrize("bad", ["\ud800", "\u200d", "a\0b", "\u3164\ufe0f"])
@pytest.mark.parametrize("place", ["first", "second", "result", "note", "by"])
def test_an_imported_record_shows_only_visible_text(bad, place):
    record = {
        "game": "lifeline",
        "options": {"size": 5, "start": "none"},
        "moves": ["a1"],
        "notes": {"1": bad if place == "note" else "a note"},
        "variations": [f"(1 by {bad if place == 'by' else 'Eve'}) 1. a2 {{{bad}}}"],
        **({place: bad} if place in ("first", "second", "result") else {}),
    }

    made = imported(json.dumps(record).encode(), VIEWER)

    header = made.board_image.header
    for text in (made.content, header.black, header.white, header.result or ""):
        assert not set(text) & {"\0", "\ud800", "\u200d", "\ufe0f"}
