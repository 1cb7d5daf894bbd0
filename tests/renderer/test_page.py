"""The page of a game, read from its file and compared with the rules."""

import base64
import hashlib
import random
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from renderer.chances import Chance
from renderer.layout import lay_out
from renderer.page.board import BLOCK, standing_at
from renderer.page.curve import Review, Turning
from renderer.page.document import LARGEST, game_page
from renderer.page.steps import Stone, ends_of_turns, steps_of, words_of
from renderer.page.variations import DEEPEST
from renderer.theme import THEMES
from renderer.threads import distinct_cuts
from rules.colour import Colour
from rules.comments import Comments, Variation
from rules.moves import Choose, Offer, Place, parse_turn
from rules.position import KOMI_PHASES, Position
from rules.reasons import IllegalMove
from rules.record import Details, Record, import_text, positions
from rules.registry import find_game
from rules.topology import bits
from rules.values import Ending
from tests.renderer.helpers import lightness
from tests.renderer.page_reader import Page

SAMPLED = ("lifeline", "cornered", "asli", "liflina")  # the same whatever games there are
NASTY = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>' onclick=alert(1) x='",
    "</title></style></script><h1>&lt;b&gt; &amp;amp; https://example.com javascript:alert(1)",
    "\u202egnp.exe\u2066\x00\x07\ud800 {{x}} ${y} --> <!-- ]]>",
    "日本語 🙂 עברית",
)


def random_record(key: str, seed: int, *, whole: bool = False, **options: object) -> Record:
    """Return a random game, to its end or some turn, with every kind of move."""
    lots, game = random.Random(seed), find_game(key)
    ruleset = game.ruleset(options)
    position, moves = game.start(ruleset), []
    most = 2000 if whole else lots.choice((2000, 2000, lots.randrange(60)))
    while position.outcome() is None and len(moves) < most:
        legal = list(position.legal_moves())
        places = [move for move in legal if isinstance(move, Place)] or legal
        move = lots.choice(legal if lots.random() < 0.2 else places)
        moves.append(Offer(lots.randrange(6)) if isinstance(move, Offer) else move)
        position = position.play(moves[-1])
    return Record(ruleset, tuple(moves), Details("Ann", "Ben"))


def sample(number: int) -> Record:
    """Return one of the random games: four games, small boards, every kind of start."""
    lots, game = random.Random(number), find_game(SAMPLED[number % 4])
    smallest = game.option("size").minimum
    options: dict[str, object] = {"size": smallest + lots.randrange(3)}
    for option in game.options:
        if option.kind == "choice":
            options[option.name] = lots.choice(option.choices)
    if game.key == "liflina" and lots.random() < 0.3:
        options |= {"size": 9, "handicap": lots.randrange(2, 6)}
    return random_record(game.key, number, **options)


def read(record: Record, **options: object) -> Page:
    return Page(game_page(record, **options).decode())  # type: ignore[arg-type]


def assert_equals_the_rules(record: Record) -> None:
    page = read(record)
    ends = ends_of_turns(positions(record))
    centres = lay_out(ends[-1].topology).centres
    assert len(page.rows) == len(ends)
    assert import_text(page.texts["record"]) == record
    for turn, position in enumerate(ends):
        assert_step(page, turn, position, centres)
    for block in range(1, -(-(len(ends) - 1) // BLOCK)):
        assert f"body:has(#r{block} :checked){{--k:{block}}}" in page.texts["style"]


def assert_step(page: Page, turn: int, position: Position, centres: tuple) -> None:
    assert_stones(page, turn, position, centres)
    for colour, kind in zip(Colour, "bw", strict=True):
        gone = {s.place for s in page.stones if s.text == kind and s.until == turn}
        last = position.last_turn
        assert gone == {centres[cell] for cell in bits(last.removed[colour] if last else 0)}
    ringed = {s.place for s in page.stones if s.since == turn}
    assert ringed == {centres[cell] for cell in bits(position.placed_in_turn)}
    assert_cut_lifelines(page, turn, position, centres)
    assert_words(page, turn, position)
    assert_panels(page, turn, position)


def assert_cut_lifelines(page: Page, turn: int, position: Position, centres: tuple) -> None:
    shown = {
        tuple(map(int, re.findall(r"-?\d+", node.attributes["d"])))
        for node in page.nodes
        if node.tag == "path" and node.attributes.get("style") == f"--a:{turn}"
    }
    expected = set()
    for cut in distinct_cuts(position):
        end = () if cut.link.end is None else (cut.link.end,)
        cells = (cut.link.start, *cut.link.path, *end)
        expected.add(tuple(value for cell in cells for value in centres[cell]))
    assert shown == expected


def assert_words(page: Page, turn: int, position: Position) -> None:
    row, last = page.rows[turn], position.last_turn
    over = position.outcome() is not None
    expected = "" if over or position.phase in KOMI_PHASES else "bw"[position.to_move]
    assert row.to_play == expected
    black, white = (stones.bit_count() for stones in position.stones)
    assert row.on_board == f"{black}\N{EN DASH}{white}"
    if last is None:
        assert row.words.startswith("Start")
        return
    assert row.words.startswith(f"{turn}. ")
    words, _, cut = row.words.partition(". Cuts ")
    named = set(re.findall(r"\b[A-Z]{1,2}\d{1,2}\b", words))
    touched = last.placed | last.removed[0] | last.removed[1]
    assert named == set(position.topology.labels(touched))
    assert bool(cut) is bool(last.cuts)
    if position.placements_left > 1 and not over:
        assert f"{position.placements_left} stones" in row.words


def assert_panels(page: Page, turn: int, position: Position) -> None:
    names = ("Ann", "Ben")
    prison = find_game(position.game).has_prison
    for colour in Colour:
        panel = colour.label.lower()
        assert page.shown(f"{panel} name", turn) == names[colour ^ position.swapped]
        shown = page.shown(f"{panel} held", turn)
        held = position.prison[colour.other] if prison else position.taken[colour]
        assert re.findall(r"\d+", shown) == [str(held)]
        assert ("prison" in shown) is prison
    left = 0 if prison or position.phase.value == "choose" else position.komi
    assert page.shown("white komi", turn) == (f"komi {left}" if left else "")


@pytest.mark.parametrize("number", range(40))
def test_every_step_equals_the_rules(number: int) -> None:
    assert_equals_the_rules(sample(number))


@pytest.mark.drill
@pytest.mark.timeout(900)
def test_every_step_of_500_games_equals_the_rules() -> None:
    for number in range(500):
        assert_equals_the_rules(sample(number))


def test_the_same_record_gives_the_same_bytes() -> None:
    record = sample(1)
    history = list(positions(record))
    assert game_page(record) == game_page(record, history=history)


def test_a_stone_placed_and_taken_in_one_turn_is_a_ghost_only() -> None:
    for number in range(0, 400, 4):
        record = sample(number)
        ends = ends_of_turns(positions(record))
        turns = [each.last_turn for each in ends if each.last_turn]
        if any(turn.placed & turn.removed[turn.by] for turn in turns):
            page = read(record)
            assert any(stone.since == stone.until for stone in page.stones)
            return
    pytest.fail("no such game in the sample")


@pytest.mark.parametrize("nasty", NASTY)
def test_names_results_and_notes_are_text(nasty: str) -> None:
    base = sample(2)
    # different days, because a game of one day shows it once
    details = Details(nasty, nasty, nasty, f"{nasty} later", nasty)
    names = nasty, f"{nasty} too"  # so that each name must be escaped separately
    plain = Record(base.ruleset, base.moves[:6], Details("A", "B", "C", "D", "E"))
    record = Record(base.ruleset, base.moves[:6], details)
    first = next(iter(next(positions(record)).legal_moves()))
    moves = (Offer(3),) if isinstance(first, Offer) else (first,)
    tried = {0: (Variation(moves, nasty, by=nasty),)}
    harmless = {0: (Variation(moves, "D", by="E"),)}
    clean = read(plain, names=("A", "B"), comments=Comments({1: "C"}, harmless))
    page = read(record, names=names, comments=Comments({1: nasty}, tried))

    shape = [(node.tag, sorted(node.attributes)) for node in page.nodes]
    assert shape == [(node.tag, sorted(node.attributes)) for node in clean.nodes]
    assert [n.attributes.get("href") for n in page.nodes] == [
        n.attributes.get("href") for n in clean.nodes
    ]
    assert page.texts["script"] == clean.texts["script"]
    assert page.texts["style"] == clean.texts["style"]
    visible = "".join(char for char in nasty if char.isprintable())
    assert visible.split()[0] in page.texts["h1"]
    assert visible.split()[0] in page.rows[1].note


def test_a_game_of_one_day_shows_the_day_once() -> None:
    base = sample(2)
    record = Record(base.ruleset, base.moves[:6], Details("A", "B", "2026-11-24", "2026-11-24"))
    page = read(record, names=("A", "B"))
    assert "".join(page.texts["p"]).count("2026-11-24") == 1


def test_nothing_on_the_page_can_reach_the_network() -> None:
    page = read(sample(3), comments=Comments({1: "x"}))
    policy = next(
        node.attributes["content"]
        for node in page.nodes
        if node.attributes.get("http-equiv") == "Content-Security-Policy"
    )
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    for kind in ("script", "style"):
        digest = hashlib.sha256(page.texts[kind].encode()).digest()
        assert rules[f"{kind}-src"] == f"'sha256-{base64.b64encode(digest).decode()}'"
    assert "http" not in page.source.replace("http-equiv", "").replace("http://www.w3.org/2000", "")
    assert not {"src", "srcset", "action", "data", "poster"} & {
        name for node in page.nodes for name in node.attributes
    }
    links = [node.attributes["href"] for node in page.nodes if "href" in node.attributes]
    assert all(link.startswith("#") for link in links)
    styles = [page.texts["style"]] + [n.attributes.get("style", "") for n in page.nodes]
    assert all("@import" not in style for style in styles)
    assert set(re.findall(r"url\(([^)]*)\)", " ".join(styles))) == {"#bf", "#wf"}


def test_a_page_has_at_most_250_kb_whatever_the_game() -> None:
    """Use a very long game, made by repetition: its earliest turns are only in the record."""
    record = random_record("asli", 5, size=9, komi=0)
    start, *ends = ends_of_turns(positions(record))
    history, number = [start], 0
    while number < 4000:
        for each in ends:
            number += 1
            turn = replace(each.last_turn, number=number)
            history.append(replace(each, last_turn=turn, turn=number + 1))
    data = game_page(record, history=history)
    page = Page(data.decode())

    assert len(data) <= LARGEST
    assert len(page.rows) > 800
    assert page.rows[-1].words.startswith(f"{number}. ")
    assert "Earlier turns" in page.rows[0].words
    first = number - len(page.rows) + 1
    assert f"--first:{first};" in page.texts["style"]
    centres = lay_out(start.topology).centres
    assert_stones(page, first, history[first], centres)


@pytest.mark.parametrize("number", range(8))
def test_the_last_steps_are_those_made_of_the_last_positions(number: int) -> None:
    """A page that is too large is shortened without making its steps again."""
    ends = ends_of_turns(positions(sample(number)))
    steps = steps_of(ends, ("Ann", "Ben"), over=True)
    for count in range(1, len(ends) + 1):
        shortened = steps.ending(ends[-count:])
        expected = steps_of(ends[-count:], ("Ann", "Ben"), over=True)
        assert sorted(shortened.stones, key=repr) == sorted(expected.stones, key=repr)
        assert replace(shortened, stones=()) == replace(expected, stones=())


def test_a_page_that_is_too_large_is_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_record("lifeline", 3, whole=True, size=7)
    whole = game_page(record)
    monkeypatch.setattr("renderer.page.document.LARGEST", len(whole) - 3000)
    monkeypatch.setattr("renderer.page.document.BYTES_OF_TURN", 50)
    monkeypatch.setattr("renderer.page.document.FEWEST_TURNS", 10)
    shorter = game_page(record)
    page = Page(shorter.decode())

    assert len(whole) - 8000 < len(shorter) <= len(whole) - 3000
    assert "Earlier turns" in page.rows[0].words


def turning_marks(page: Page) -> list[tuple[int, ...]]:
    """Return the places and numbers of the marks on the curve of a review."""
    (marks,) = re.findall("<g class=turning>(.*?)</g>", page.source)
    found = re.findall(r"<circle cx=(\d+) cy=(\d+) r=11 /><text x=\1 y=\2>(\d)</text>", marks)
    return [tuple(map(int, each)) for each in found]


def test_a_turning_point_without_a_chance_is_marked_at_the_chance_before_it() -> None:
    record = random_record("lifeline", 11, whole=True, size=5, start="none")
    turning = tuple(Turning(turn, 0.5, 0.2) for turn in (5, 1, 4, 3))
    page = read(record, review=Review((Chance(3, 0.25), Chance(5, 0.75)), turning))
    assert turning_marks(page) == [(488, 35, 1), (12, 105, 2), (12, 105, 3), (12, 105, 4)]
    alone = read(record, review=Review((Chance(3, 0.25),), turning[:1]))
    assert turning_marks(alone) == [(12, 105, 1)]
    assert "d='M0 140L0 105L500 105V140z'" in alone.source


def test_a_shortened_page_has_only_what_belongs_to_its_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = random_record("lifeline", 8, whole=True, size=6, start="none")
    ends = ends_of_turns(positions(record))
    last, first = len(ends) - 1, len(ends) - 61
    monkeypatch.setattr("renderer.page.document.LARGEST", 9000)
    monkeypatch.setattr("renderer.page.document.FEWEST_TURNS", 61)
    chances = tuple(
        Chance(turn, turn / last if turn != first + 30 else 0.0) for turn in range(last + 1)
    )
    turns = (1, first - 1, first, first + 30, last)
    review = Review(chances, tuple(Turning(turn, turn / 100, 0.2) for turn in turns))
    tried = {
        turn: (Variation((next(iter(ends[turn].legal_moves())),), f"Line {turn}."),)
        for turn in turns[:4]
    }
    notes = {turn: f"Note {turn}." for turn in turns}
    page = read(record, review=review, comments=Comments(notes, tried))
    source = unescape(page.source)
    assert [row.words.partition(".")[0] for row in page.rows] == [
        str(turn) for turn in range(first, last + 1)
    ]
    assert [row.note for row in page.rows if row.note] == [f"Note {each}." for each in turns[2:]]
    assert re.findall(r"Line \d+", page.texts["variations"]) == [
        f"Line {turn}" for turn in (first, first + 30)
    ]
    assert re.findall(r"<label for=(\w+)>Turn (\d+): Black's chances (\d+)", page.source) == []
    assert re.findall(r"<label for=(\w+)>Turn (\d+): Black's chances (\d+)", source) == [
        ("first", str(first), str(first)),
        (f"t{first + 30}", str(first + 30), str(first + 30)),
        ("last", str(last), str(last)),
    ]
    height = round(140 * (1 - first / last))
    assert turning_marks(page) == [(12, height, 1), (250, 128, 2), (488, 12, 3)]
    assert f"from {round(100 * first / last)}% on turn {first} to 100% on turn {last}." in source
    assert f"style=--c0:{first};--cw:8.333>" in page.source
    assert f"M0 140L0 {height}L8 " in page.source
    assert re.findall("<figcaption>(Turns [0-9]+ to [0-9]+)", page.source) == [
        f"Turns {first + 1} to {first + 50}",
        f"Turns {first + 51} to {last}",
    ]
    assert f"min={first} max={last}>" in page.source
    assert f"<small>of {last}</small>" in page.source
    assert f"· {last} turns" in page.texts["header"]
    assert "shows diagrams of 50 turns each" in page.source
    centres = lay_out(ends[0].topology).centres
    for turn in range(first + 1, last + 1):
        assert_stones(page, turn, ends[turn], centres)
        assert_cut_lifelines(page, turn, ends[turn], centres)


DATES = [("2026-01-02", ""), ("", "2026-01-03"), ("2026-01-02", "2026-01-03")]


@pytest.mark.parametrize("names", [("Ann", "Ben"), ("Ann", ""), ("", "Ben")])
@pytest.mark.parametrize("dates", DATES)
@pytest.mark.parametrize("swap", [False, True])
def test_the_heading_has_players_game_turns_dates_and_result(
    swap: bool,  # noqa: FBT001 - a parameter of the test
    dates: tuple[str, str],
    names: tuple[str, str],
) -> None:
    ruleset = find_game("lifeline").ruleset({"size": 4})
    board = find_game("lifeline").start(ruleset).topology
    moves = parse_turn("a1 c3 swap" if swap else "a1 c3", board)
    record = Record(ruleset, tuple(moves), Details(*names, *dates, "Nobody wins."))
    first, second = names[0] or "First", names[1] or "Second"
    colours = ("White", "Black") if swap else ("Black", "White")
    facts = ["Lifeline, hexagonal board, size 4", "2 turns" if swap else "1 turn"]
    facts.append(" – ".join(filter(None, dates)))
    for page, said in (
        (read(record), "Nobody wins."),
        (read(record, result="Cat wins."), "Cat wins."),
        (read(record, result=""), ""),
    ):
        assert page.texts["h1"] == f"{first} ({colours[0]}) – {second} ({colours[1]})"
        assert page.texts["header"] == f"{page.texts['h1']}{' · '.join(facts)}{said}"
        assert page.texts["title"] == f"{first} – {second}: {facts[0]}"
        assert page.rows[-1].to_play == ("" if said else "w")
    assert read(record, names=("Dan", "Eve")).texts["title"].startswith("Dan – Eve: ")


@pytest.mark.parametrize(
    ("options", "turns", "words"),
    [
        (
            "lifeline\nSize: 4",
            "1. a1 c3\n2. swap\n3. g4",
            [
                ("Start", "Black: 2 stones", "b"),
                ("1. Black A1 and C3", "White: 2 stones", "w"),
                ("2. The players swapped sides", "White: 2 stones", "w"),
                ("3. White G4", "White: stone 2 of 2", "w"),
            ],
        ),
        (
            "lifeline\nSize: 4\nStart: weak-pie",
            "1. a1\n2. swap\n3. g4",
            [
                ("Start", "", "b"),
                ("1. Black A1", "", "w"),
                ("2. The players swapped sides", "White to play", "w"),
                ("3. White G4", "", "b"),
            ],
        ),
        (
            "asli\nSize: 5",
            "1. offer 3\n2. white\n3. c3",
            [
                ("Start", "Offer a komi", ""),
                ("1. Komi 3 was offered", "Choose a colour", ""),
                ("2. The second player chose White. Prison: 3 black", "", "b"),
                ("3. Black C3", "", "w"),
            ],
        ),
    ],
)
def test_every_row_says_what_is_due_unless_the_game_is_over(
    options: str, turns: str, words: list[tuple[str, str, str]]
) -> None:
    lines = turns.split("\n")
    for count in range(len(lines) + 1):
        record = import_text("\n".join([f"Game: {options}", "", *lines[:count]]))
        running = [
            (". ".join(filter(None, [said, due])), side) for said, due, side in words[: count + 1]
        ]
        rows = [(row.words, row.to_play) for row in read(record, result="").rows]
        assert rows == running
        over = [(row.words, row.to_play) for row in read(record, result="Ann wins.").rows]
        assert over == [*running[:-1], (words[count][0], "")]


def test_a_draw_on_the_board_is_the_result() -> None:
    file = Path(__file__).parents[1] / "rules" / "records" / "asli-1-draw.txt"
    record = import_text(file.read_text())
    why = Ending.REPETITION.sentence
    assert read(record).texts["result"] == f"Draw. {why}"
    assert read(record, result="Not counted.").texts["result"] == "Not counted."


LINES = """\
(1) 2. d1 {Early.}
(2 by Ann) 3. c4 {So.} 4. d4 5. e5
(3 from 2) 4. d5 5. f5
(4 from 3) 5. a3
(5 from 2) 4. e7
(6) 3. b3
(7 by Ben) 4. b4
"""


def test_every_variation_is_listed_with_its_person_turns_and_notes() -> None:
    head = "Game: lifeline\nSize: 4\nStart: none\n\n1. a1\n2. g4\n3. c3\n\n"
    page = read(import_text(head + LINES))
    assert " ".join(page.texts["variations"].split()) == (
        "Variations2. White D1 Early. "
        "Ann 3. Black C4 So. 4. White D4 5. Black E5 "
        "4. White D5 5. Black F5 5. Black A3 4. White E7 "
        "3. Black B3 Ben 4. White B4"
    )
    assert {name: [each["data-turn"] for each in line] for name, line in page.turns_of.items()} == {
        "v1": ["2"],
        "v2": ["3", "4", "5"],
        "v3": ["4", "5"],
        "v4": ["5"],
        "v5": ["4"],
        "v6": ["3"],
        "v7": ["4"],
    }
    origins = {"v3": "v2", "v4": "v3", "v5": "v2"}
    assert page.origin_of == {name: origins.get(name, "") for name in page.turns_of}
    assert page.deepest == 3


def assert_stones(page: Page, turn: int, position: Position, centres: tuple) -> None:
    for colour, kind in zip(Colour, "bw", strict=True):
        found = sorted(s.place for s in page.stones if s.text == kind and s.shown(turn))
        assert found == sorted(centres[cell] for cell in bits(position.stones[colour]))


def test_a_long_game_on_a_large_board_fits() -> None:
    record = random_record("lifeline", 4, whole=True, size=10)
    assert len(record.moves) > 200
    assert len(game_page(record)) < 110_000


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (12, "shows one diagram of all the turns."),
        (BLOCK, "shows one diagram of all the turns."),
        (BLOCK + 1, f"shows diagrams of {BLOCK} turns each."),
    ],
)
def test_the_hint_says_what_is_printed(moves: int, expected: str) -> None:
    record = random_record("lifeline", 8, whole=True, size=6, start="none")
    page = game_page(replace(record, moves=record.moves[:moves])).decode()
    assert f"When printed, the page {expected}" in page


def test_the_hint_is_about_the_turns_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renderer.page.document.LARGEST", 1)
    monkeypatch.setattr("renderer.page.document.FEWEST_TURNS", BLOCK + 1)
    record = random_record("lifeline", 8, whole=True, size=6, start="none")
    page = read(record)
    assert len(page.rows) == BLOCK + 1 < len(record.moves)
    assert "the page shows one diagram of all the turns." in page.source


def test_figures_have_50_turns_each_and_name_what_they_cannot_show() -> None:
    record = random_record("lifeline", 8, whole=True, size=6)
    page = read(record)
    turns = len(page.rows) - 1
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", page.source)
    assert len(captions) == -(-turns // BLOCK)
    figures = re.findall(r"<figure>.*?</figure>", page.source)
    ends = ends_of_turns(positions(record))
    for number, figure in enumerate(figures):
        first, last = number * BLOCK + 1, min((number + 1) * BLOCK, turns)
        assert captions[number].startswith(f"Turns {first} to {last}")
        shown = [int(turn) for turn in re.findall(r"<text[^>]*>(\d+)</text>", figure)]
        also = [int(turn) for turn in re.findall(r"(\d+) at", captions[number])]
        placed = [
            end.last_turn.number for end in ends[first : last + 1] for _ in bits(end.placed_in_turn)
        ]
        assert sorted(shown + also) == sorted(placed)
        small = [int(turn) for turn in re.findall(r"<text[^>]* class=long>(\d+)</text>", figure)]
        assert small == [turn for turn in shown if turn >= 100]
        black = re.search(r'<path d="([^"]*)"/>', figure)
        assert black
        pitch = lay_out(ends[0].topology).pitch
        dots = sum(int(run) // pitch + 1 for run in re.findall(r"h(\d+)", black[1]))
        assert dots == ends[first - 1].stones[0].bit_count()


@pytest.mark.parametrize("number", [5, 7, 15, 39])
def test_a_figure_draws_the_first_stone_of_a_cell_and_names_the_others(number: int) -> None:
    record = sample(number)
    ends = ends_of_turns(positions(record))
    topology, centres = ends[0].topology, lay_out(ends[0].topology).centres
    placed = [
        (end.last_turn.number, move.cell)
        for end in ends
        for move in (end.last_turn.moves if end.last_turn else ())
        if isinstance(move, Place)
    ]
    named = 0
    for block, figure in enumerate(re.findall(r"<figure>.*?</figure>", read(record).source)):
        first, last = block * BLOCK + 1, (block + 1) * BLOCK
        drawn: dict[int, int] = {}
        again = []
        for turn, cell in placed:
            if first <= turn <= last and drawn.setdefault(cell, turn) != turn:
                again.append((str(turn), topology.label(cell)))
        shown = re.findall(r"<text x=(\S+) y=([^\s>]+)[^>]*>(\d+)</text>", figure)
        assert {(int(x), int(y)): int(turn) for x, y, turn in shown} == {
            centres[cell]: turn for cell, turn in drawn.items()
        }
        assert sorted(re.findall(r"(\d+) at ([A-Z]+\d+)", figure)) == sorted(again)
        named += len(again)
    assert named


def test_a_variation_may_replace_the_first_turn() -> None:
    record = random_record("lifeline", 11, whole=True, size=5, start="none")
    (start, *_) = positions(record)
    line = Variation((next(iter(start.legal_moves())),), "Better.")
    page = read(record, comments=Comments({}, {0: (line,)}))
    assert "Better." in page.texts["variations"]


def test_comments_are_shown_and_a_variation_lists_what_it_changes() -> None:
    record = random_record("lifeline", 11, whole=True, size=5, start="none")
    ends = ends_of_turns(positions(record))
    move = next(iter(ends[3].legal_moves()))
    answer = next(iter(ends[3].play(move).legal_moves()))
    line = Variation((move,), "Better.", (Variation((answer,)),))
    page = read(record, comments=Comments({3: "Look here."}, {3: (line,)}))
    assert page.rows[3].note == "Look here."
    assert "Better." in page.texts["variations"]
    buttons = [node for node in page.nodes if "data-stones" in node.attributes]
    x, y = lay_out(ends[3].topology).centres[move.cell]
    assert len(buttons) == 2
    assert buttons[0].attributes["data-after"] == "3"
    assert f"{'bw'[ends[3].to_move]} {x} {y}" in buttons[0].attributes["data-stones"]


def branching_at_every_turn(start: Position, most: int) -> tuple[Variation, list[Position]]:
    """Return a line with an alternative to each turn, and the positions of the line."""
    lots, ends, moves = random.Random(7), [start], []
    while ends[-1].outcome() is None and len(moves) < most:
        moves.append(lots.sample(list(ends[-1].legal_moves()), 2))
        ends.append(ends[-1].play(moves[-1][0]))
    line = Variation((moves[-1][0],))
    for (chosen, _), (_, other) in zip(moves[-2::-1], moves[:0:-1], strict=True):
        line = Variation((chosen,), then=(Variation((other,)), line))
    return line, ends[1:]


def stones_at_first_turn(page: Page, item: str) -> set[tuple[str, str, str]]:
    """Return the stones after the first turn of an item, whose game has no moves."""
    way: list[dict[str, str]] = []
    stones: dict[tuple[str, str], str] = {}
    before = int(page.turns_of[item][0]["data-turn"]) + 1
    while item:
        way = [each for each in page.turns_of[item] if int(each["data-turn"]) < before] + way
        before = int(page.turns_of[item][0]["data-turn"])
        item = page.origin_of[item]
    for change in (one for each in way for one in each["data-stones"].split(";")):
        kind, x, y = change.split()
        if kind == "x":
            stones.pop((x, y), None)  # a stone of this turn may be lost at once
        else:
            stones[x, y] = kind
    return {(kind, x, y) for (x, y), kind in stones.items()}


def test_lines_that_branch_at_every_turn_are_nested_a_few_levels_deep() -> None:
    ruleset = find_game("lifeline").ruleset({"size": 12, "start": "none"})
    line, ends = branching_at_every_turn(find_game("lifeline").start(ruleset), 400)
    assert len(ends) > 250
    page = read(Record(ruleset), comments=Comments({}, {0: (line,)}))
    assert len(page.turns_of) == len(ends)
    assert page.deepest == DEEPEST
    centres = lay_out(ends[0].topology).centres
    for item, end in zip(page.turns_of, ends, strict=True):
        drawn = {
            ("bw"[colour], *map(str, centres[cell]))
            for colour in (0, 1)
            for cell in bits(end.stones[colour])
        }
        assert stones_at_first_turn(page, item) == drawn


def test_lines_are_listed_in_their_order_with_an_id_of_their_own() -> None:
    """Also the lines that are not nested any deeper, and lines after different turns."""
    record = random_record("lifeline", 11, whole=True, size=5, start="none")
    ends = ends_of_turns(positions(record))

    def branching(position: Position, levels: int) -> tuple[Variation, ...]:
        moves = list(position.legal_moves())[:4]
        if not levels:
            return tuple(Variation((move,)) for move in moves)
        after = position.play(moves[1])
        return Variation((moves[0],)), Variation((moves[1],), then=branching(after, levels - 1))

    begun = {turn: branching(ends[turn], DEEPEST) for turn in (3, 4)}
    page = read(record, comments=Comments({}, begun))
    buttons = [node.attributes for node in page.nodes if "data-stones" in node.attributes]
    ids = [node.attributes["id"] for node in page.nodes if "id" in node.attributes]
    assert len(set(ids)) == len(ids)
    assert [each["data-after"] for each in buttons if "data-after" in each] == ["3", "3", "4", "4"]
    position, centres = ends[3], lay_out(ends[3].topology).centres
    for _ in range(DEEPEST):
        position = position.play(list(position.legal_moves())[1])
    last = [move.cell for move in list(position.legal_moves())[:4]]
    shown = [each["data-stones"] for each in buttons if int(each["data-turn"]) == position.turn]
    kind = "bw"[position.to_move]
    assert shown[:4] == [f"{kind} {centres[cell][0]} {centres[cell][1]}" for cell in last]


def test_an_illegal_variation_is_refused() -> None:
    record = random_record("lifeline", 11, whole=True, size=5, start="none")
    taken = record.moves[0]
    with pytest.raises(IllegalMove):
        game_page(record, comments=Comments({}, {2: (Variation((taken,)),)}))


def test_a_review_has_a_curve_whose_turning_points_lead_to_their_turns() -> None:
    record = random_record("lifeline", 11, whole=True, size=5, start="none")
    chances = tuple(Chance(turn, 0.5 if turn < 4 else 0.2) for turn in range(20))
    page = read(record, review=Review(chances, (Turning(4, 0.5, 0.2),)))
    assert "Turn 4: Black's chances 50% → 20%" in page.texts["curve"]
    assert any(node.attributes.get("for") == "t4" for node in page.nodes)
    assert any(node.tag == "input" and node.attributes.get("id") == "t4" for node in page.nodes)
    assert "id=curve" not in game_page(record, review=Review(())).decode()


def test_how_a_game_ended_off_the_board_is_said() -> None:
    base = sample(0)
    details = Details("Ann", "Ben", result="Ann wins: Ben resigned.")
    without = replace(details, result="")
    for page in (
        read(Record(base.ruleset, base.moves[:6], details)),
        read(Record(base.ruleset, base.moves[:6], without), result="Ann wins: Ben resigned."),
        read(
            Record(base.ruleset, base.moves[:6], replace(details, result="Ben wins.")),
            result="Ann wins: Ben resigned.",
        ),
    ):
        assert page.texts["result"] == "Ann wins: Ben resigned."
        assert page.rows[-1].to_play == ""


def test_a_diagram_has_the_stones_that_are_on_the_board_after_its_turn() -> None:
    stones = [Stone(0, 0, placed, removed) for placed, removed in ((3, None), (4, None), (1, 4))]
    stones += [Stone(0, 0, 1, 3), Stone(0, 0, 2, None)]
    standing = list(standing_at(stones, 3))
    assert standing == [stones[0], stones[2], stones[4]]


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
def test_a_game_that_ended_before_its_first_turn_has_no_player_to_play(key: str) -> None:
    game = find_game(key)
    record = Record(game.ruleset({"size": game.quick_size}), (), Details("Ann", "Ben"))
    (row,) = read(record, result="Ben wins: Ann resigned.").rows
    assert row.to_play == ""
    (row,) = read(record).rows
    assert row.to_play != ""


@pytest.mark.parametrize(
    ("swap", "colours"), [("", ("Black", "White")), ("swap", ("White", "Black"))]
)
def test_the_winner_on_the_board_is_the_person_with_that_colour(
    swap: str, colours: tuple[str, str]
) -> None:
    ruleset = find_game("lifeline").ruleset({"size": 4})
    lots, position, played = random.Random(1), find_game("lifeline").start(ruleset), []
    for move in parse_turn(f"a1 c3 {swap}".strip(), position.topology):
        position, played = position.play(move), [*played, move]
    while position.outcome() is None:
        places = [each for each in position.legal_moves() if isinstance(each, Place)]
        played.append(lots.choice(places))
        position = position.play(played[-1])
    winner = position.outcome().winner  # type: ignore[union-attr]
    name = "Ann" if position.colour_of(0) is winner else "Ben"
    page = read(Record(ruleset, tuple(played), Details("Ann", "Ben")))
    assert page.texts["result"].startswith(f"{name} wins. ")
    assert page.texts["h1"] == f"Ann ({colours[0]}) – Ben ({colours[1]})"


def test_at_most_two_cut_lifelines_of_a_turn_are_named() -> None:
    seen = set()
    for number in range(60):
        for end in ends_of_turns(positions(sample(number))):
            cuts = len(distinct_cuts(end))
            more = re.search(r" and (\d+) more", words_of(end))
            assert (more and int(more[1])) == (cuts - 2 if cuts > 2 else None)
            seen.add(cuts)
    assert {2, 3} <= seen


def test_the_curve_goes_from_the_first_turn_to_the_last() -> None:
    record = random_record("lifeline", 11, whole=True, size=5, start="none")
    last = len(ends_of_turns(positions(record))) - 1
    chances = tuple(Chance(turn, 0.5 + turn / 1000) for turn in range(last + 1))
    turning = tuple(Turning(turn, 0.5, 0.2) for turn in (0, last))
    page = read(record, review=Review(chances, turning))
    assert f"Black's winning chances go from 50% on turn 0 to 56% on turn {last}" in unescape(
        page.source
    )
    assert [node.attributes["for"] for node in page.nodes if "for" in node.attributes][-2:] == [
        "first",
        "last",
    ]


def test_a_chosen_theme_does_not_follow_the_reader() -> None:
    record = sample(0)
    assert "prefers-color-scheme" in game_page(record).decode()
    for theme in THEMES:
        assert "prefers-color-scheme" not in game_page(record, theme=theme).decode()
    with pytest.raises(ValueError, match="no theme"):
        game_page(record, theme="pink")


def test_everything_is_labelled_for_screen_readers() -> None:
    record = random_record("lifeline", 11, whole=True, size=5, start="none")
    page = read(
        record,
        review=Review(tuple(Chance(turn, 0.5) for turn in range(9)), (Turning(4, 0.5, 0.2),)),
    )
    ids = [node.attributes["id"] for node in page.nodes if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    for node in page.nodes:
        for name in ("for", "aria-labelledby"):
            assert node.attributes.get(name, ids[0]) in ids
        if node.attributes.get("role") in ("img", "radiogroup") or node.tag == "aside":
            assert node.attributes["aria-label"]
        if node.tag == "svg":
            hidden = node.attributes.get("aria-hidden") == "true"
            assert hidden or "role" in node.attributes or node.attributes["viewbox"].startswith("-")
    tags = [node.tag for node in page.nodes]
    assert [tags.count(tag) for tag in ("main", "h1", "header", "title")] == [1, 1, 1, 1]
    assert page.nodes[0].attributes["lang"] == "en"


@pytest.mark.parametrize("name", THEMES)
def test_texts_have_the_contrast_that_wcag_asks_for(name: str) -> None:
    theme = THEMES[name]
    pairs = [
        *((ink, theme.card) for ink in (theme.text, theme.muted, theme.label)),
        (theme.pill_text, theme.pill),
        ((255, 255, 255), theme.badge),
    ]
    assert all(contrast(ink, ground) >= 4.5 for ink, ground in pairs)
    black, white = (stones.body for stones in theme.stones)
    assert abs(lightness(black) - lightness(white)) > 150
    assert all(contrast(theme.last, ground) >= 3 for ground in (black, white))


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: tuple[int, int, int]) -> float:
    red, green, blue = (
        level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4
        for level in (part / 255 for part in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_choice_of_colour_changes_the_sides() -> None:
    record = random_record("asli", 1, size=5)
    game = find_game("asli")
    start = game.start(record.ruleset)
    moves = (Offer(2), Choose(Colour.BLACK))
    after = start.play(moves[0]).play(moves[1])
    page = read(Record(record.ruleset, (*moves, next(iter(after.legal_moves()))), record.details))
    assert page.shown("black name", 1) == "Ann"
    assert page.shown("black name", 2) == "Ben"
    assert page.texts["h1"] == "Ann (White) – Ben (Black)"


def test_the_list_of_turns_says_what_its_numbers_count() -> None:
    assert "Stones on the board after each turn, Black–White" in game_page(sample(1)).decode()
