"""Descriptions of positions and text boards."""

import re

import pytest

from renderer.characters import text_board
from renderer.describe import cells_in_words, describe, describe_beside_text_board
from renderer.fitting import LONGEST
from renderer.scene import board_scene
from rules.endings import why_over
from rules.moves import Choose, Offer, parse_turn
from rules.position import Colour, Position
from rules.registry import GAMES, find_game
from rules.setup import setup
from rules.topology import bits
from tests.renderer.helpers import random_game

EVERY_GAME = pytest.mark.parametrize("key", [game.key for game in GAMES])


def names(position: Position, cells: int) -> str:
    return " ".join(position.topology.names[cell].upper() for cell in bits(cells))


def either(position: Position, cells: int) -> str:
    return " or ".join(names(position, cells).replace(" ", ", ").rsplit(", ", 1))


def test_mentions_the_incursion_ban_and_a_loss_caused_by_it() -> None:
    sentence = "That was a minimal incursion, so the next move can't be one."
    game = find_game("asli")
    position = game.start(game.ruleset({"size": 5, "komi": 0}))
    for move in parse_turn("c1 e2 e5 e4 d4 d3 e3", position.topology):
        assert sentence not in describe(position)
        position = position.play(move)
    assert sentence in describe(position)
    assert sentence not in describe(position, "Ann", "Ben", "Ann wins: Ben resigned.")
    over = game.start(game.ruleset({"size": 5, "komi": 0}))
    for move in parse_turn("b5 c4 b3 d5 c1 e3 b4 c3 e1 c5 e2 a2 c2 d2 a2 e4 d3", over.topology):
        over = over.play(move)
    assert over.outcome() is not None
    assert sentence in describe(over, "Ann", "Ben", "Ann wins")


@EVERY_GAME
@pytest.mark.parametrize("turns", [0, 1, 2, 20, 60, 120, 2000])
def test_a_description_fits_discords_limit_on_every_board(key: str, turns: int) -> None:
    for size in ({}, {"size": find_game(key).option("size").maximum}):
        if turns == 2000 and size:
            continue
        position = random_game(key, turns, **size)[-1]
        text = describe(position, "A" * 300, "B" * 300, "C" * 60)
        assert 0 < len(text) <= LONGEST
        assert text.endswith(".")


def game_of(key: str, turns: int) -> list[Position]:
    return random_game(key, turns, size={"liflina": 7}.get(key, 5))


@EVERY_GAME
def test_unknown_players_are_not_named(key: str) -> None:
    text = describe(game_of(key, 40)[-1])
    assert "Black (" not in text
    assert "White (" not in text


@EVERY_GAME
def test_describes_every_fact_of_the_picture(key: str) -> None:
    check_facts(key, game_of(key, 40)[-1])


@EVERY_GAME
def test_describes_every_fact_after_a_capture(key: str) -> None:
    course = game_of(key, 300)[1:]
    check_facts(key, next(each for each in course if any(each.last_turn.removed)))


def check_facts(key: str, position: Position) -> None:
    scene, text = board_scene(position), describe(position, "Ann", "Ben")
    assert find_game(key).name in text
    over = position.outcome() is not None
    assert (f"{position.turn - 1} turns." if over else f"turn {position.turn}.") in text
    if position.outcome() is None:
        assert f"{position.to_move.label} ({('Ann', 'Ben')[position.to_move]}) to play" in text
    assert names(position, scene.latest) in text
    for colour in Colour:
        assert f"{position.stones[colour].bit_count()} {colour.label.lower()}" in text
        if scene.taken[colour]:
            assert names(position, scene.taken[colour]) in text
        if scene.territory[colour]:
            assert f"{colour.label} territory: {names(position, scene.territory[colour])}." in text
        if position.stones[colour]:
            assert f"{colour.label} stones: {names(position, position.stones[colour])}." in text
        for danger in position.in_danger(colour):
            assert f"{either(position, danger.cells)} takes {colour.label}'s group " in text


def listed_stones(text: str, colour: Colour) -> set[str]:
    """Return the names of the stones of a colour that a text lists, by cell or by row."""
    found = re.search(rf"{colour.label} stones( by row)?: ([^.]*)\.", text)
    if found is None:
        return set()
    if not found[1]:
        return set(found[2].split())
    rows = (row.split() for row in found[2].split("; "))
    return {column + number for number, *columns in rows for column in columns}


def counted_dangers(text: str) -> int:
    left_out = re.search(r"There's no room here to list ([0-9]+)( more)? groups? in danger\.", text)
    return len(re.findall("'s group ", text)) + (int(left_out[1]) if left_out else 0)


@EVERY_GAME
@pytest.mark.parametrize("danger_first", [False, True])
@pytest.mark.parametrize("added", ["", "Lifelines: " + "A1 to B2 by C3; " * 30 + "and 5 more."])
def test_omissions_are_always_mentioned(key: str, added: str, *, danger_first: bool) -> None:
    elsewhere, kinds = "All stones: ask for them.", set()
    for position in random_game(key, 400, size=find_game(key).option("size").maximum)[::80]:
        text = describe(
            position, "Ann", "Ben", added=added, elsewhere=elsewhere, danger_first=danger_first
        )
        assert len(text) <= LONGEST
        assert text.startswith(added)
        assert ("Black stones" in text) == ("White stones" in text) or position.ply < 3
        named = {colour: listed_stones(text, colour) for colour in Colour}
        if f"There's no room here to list the stones. {elsewhere}" in text:
            assert not any(named.values()), "half a listing would be worse than none"
        else:
            assert elsewhere not in text
            for colour in Colour:
                cells = names(position, position.stones[colour])
                assert named[colour] == set(cells.split())
        assert counted_dangers(text) == sum(len(position.in_danger(colour)) for colour in Colour)
        if any(board_scene(position).territory):
            assert "territory:" in text or "territory by row:" in text or "the territory." in text
        kinds.add("by row" in text)
        kinds.add(elsewhere in text)
    assert kinds == {False, True}, "boards that fit, and boards that do not"


def test_stones_come_before_dangers_unless_dangers_are_requested() -> None:
    position = random_game("liflina", 120, seed=3, size=19)[-1]
    plain, danger = (describe(position, danger_first=first) for first in (False, True))
    assert plain.index("White stones") < plain.index("'s group ")
    assert danger.index("'s group ") < danger.index("White stones")
    for text in (plain, danger):
        assert text.index("Last turn:") < min(text.index("'s group "), text.index("White stones"))


def test_many_stones_are_listed_row_by_row() -> None:
    position = random_game("lifeline", 230, size=12)[-1]
    text = describe(position, "Ann", "Ben")
    a_row = [name[:-1] for name in names(position, position.stones[0]).split() if name[1:] == "1"]
    assert f"Black stones by row: 1 {' '.join(a_row)}; 2 " in text


def test_a_full_board_keeps_the_most_important_facts() -> None:
    position = random_game("asli", 400, size=27, komi=3)[-1]
    text = describe(position, "Ann", "Ben")
    assert "Last turn:" in text
    assert "Stones on the board:" in text
    assert "There's no room here to list the stones." in text


@pytest.mark.parametrize(
    ("key", "options", "moves", "sentence"),
    [
        ("asli", {"size": 9}, "", "Ann to offer a komi."),
        ("asli", {"size": 9}, "offer 5", "Ben to choose a colour. The komi is 5."),
        ("asli", {"size": 9}, "offer 5", "Last turn: komi 5 was offered."),
        ("asli", {"size": 9}, "offer 5 white", "the second player chose White"),
        ("asli", {"size": 9}, "offer 5 white", "Stones in prison: 5 black stones."),
        ("lifeline", {"size": 5}, "", "Black (Ann) to place 2 stones this turn."),
        ("lifeline", {"size": 5}, "c3", "Black (Ann) to place stone 2 of 2 this turn."),
        ("liflina", {"size": 5, "handicap": 4}, "a1 b2 c3", "Black (Ann) placed A1, B2 and C3."),
        ("lifeline", {"size": 5}, "c3", "This turn so far: Black (Ann) placed C3."),
        ("lifeline", {"size": 5}, "c3 e5", "Last turn: Black (Ann) placed C3 and E5."),
        ("lifeline", {"size": 5}, "c3 e5 swap", "the players swapped sides"),
        ("lifeline", {"size": 5}, "", "No moves yet."),
    ],
)
def test_each_phase_of_a_game_has_its_sentence(
    key: str, options: dict[str, object], moves: str, sentence: str
) -> None:
    game = find_game(key)
    position = game.start(game.ruleset(options))
    for move in parse_turn(moves, position.topology) if moves else ():
        position = position.play(move)
    assert sentence in describe(position, "Ann", "Ben")


def test_an_offered_komi_belongs_to_no_player_before_the_choice() -> None:
    game = find_game("lifeline")
    offered = game.start(game.ruleset({"size": 7, "start": "komi-pie"})).play(Offer(5))
    assert "5 komi left" not in describe(offered, "Ann", "Ben")
    assert "White (Ben) has 5 komi left." in describe(
        offered.play(Choose(Colour.WHITE)), "Ann", "Ben"
    )


def test_describes_komi_and_holds() -> None:
    komi = setup(
        "cornered",
        {"size": 5, "komi": 3},
        black=["a1", "i9"],
        white=["c5", "e1"],
        to_move="white",
        komi=3,
    )
    assert "White (Ben) has 3 komi left." in describe(komi, "Ann", "Ben")
    (spend,) = parse_turn("komi", komi.topology)
    assert "White (Ben) spent a point of komi." in describe(komi.play(spend), "Ann", "Ben")
    prison = setup(
        "asli",
        {"size": 9, "komi": 3},
        black=["a1", "a3"],
        white=["i9", "i7"],
        to_move="white",
        prison=(3, 0),
    )
    (hold,) = parse_turn("hold", prison.topology)
    assert "held and skipped a turn" in describe(prison.play(hold))
    assert "Stones in prison: 2 black stones." in describe(prison.play(hold))


def test_own_stones_are_described_as_lost() -> None:
    position = setup(
        "lifeline",
        {"size": 3},
        black=["a2", "b2", "c2", "d2", "c4"],
        white=["a1", "c1"],
        to_move="white",
    )
    (join,) = parse_turn("b1", position.topology)
    assert "The turn cost 3 white stones: A1 B1 C1." in describe(position.play(join))


def test_describes_the_end_and_a_resignation() -> None:
    over = random_game("lifeline", 500, size=3)[-1]
    outcome = over.outcome()
    assert outcome
    assert outcome.winner is not None
    winner, loser = (("Ann", "Ben")[each] for each in (outcome.winner, outcome.winner.other))
    won = f"{outcome.winner.label} ({winner})"
    assert f"{won} wins: {why_over(over, winner, loser)}" in describe(over, "Ann", "Ben")
    given_up = random_game("lifeline", 10)[-1]
    text = describe(given_up, "Ann", "Ben", "Ben wins: Ann resigned.")
    assert "Ben wins: Ann resigned." in text
    assert "to play" not in text


@EVERY_GAME
def test_a_text_board_has_every_stone_in_its_row(key: str) -> None:
    position = random_game(key, 30, size={"liflina": 13}.get(key, 5))[-1]
    rows: dict[int, str] = {}
    for line in text_board(position).splitlines():
        name, _, rest = line.strip().partition(" ")
        if number := re.fullmatch(r"[A-Z]?([0-9]+)", name):
            rows[int(number[1])] = rest
    topology = position.topology
    placed = position.last_turn.placed if position.last_turn else 0
    removed = position.last_turn.removed[0] | position.last_turn.removed[1]
    by_row: dict[int, list[str]] = {}
    for cell, name in enumerate(topology.names):
        row = int("".join(character for character in name if character.isdigit()))
        sign = "X" if position.stones[0] >> cell & 1 else "O"
        if not (position.stones[0] | position.stones[1]) >> cell & 1:
            sign = "*" if removed >> cell & 1 else "."
        by_row.setdefault(row, []).append(sign.lower() if placed >> cell & 1 else sign)
    assert {row: line.split()[: len(by_row[row])] for row, line in rows.items()} == by_row


def test_letters_of_a_hexhex_text_board_are_below_their_diagonals() -> None:
    game = find_game("lifeline")
    position = game.start(game.ruleset({"size": 3}))
    assert text_board(position).splitlines() == [
        "C5   . . .",
        "B4  . . . .",
        "A3 . . . . .",
        "A2  . . . . \\E",
        "A1   . . . \\D",
        "      A B C",
    ]


def test_edge_letters_of_a_text_board_cannot_be_mistaken_for_stones() -> None:
    game = find_game("lifeline")
    lines = text_board(game.start(game.ruleset({"size": 8}))).splitlines()
    assert [line.split()[-1] for line in lines[:-1]].count("O") == 0
    assert any(line.endswith("\\O") for line in lines)
    assert lines[0].startswith("H15 "), "the first cell of the top row"


def test_a_square_text_board_has_letters_on_both_sides() -> None:
    game = find_game("asli")
    position = game.start(game.ruleset({"size": 25, "komi": 0}))
    lines = text_board(position).splitlines()
    assert lines[0] == lines[-1]
    assert lines[0].split()[-2:] == ["X", "Y"]
    assert len(lines) == 27


def test_the_largest_text_boards_have_no_gaps_and_fit_a_message() -> None:
    game = find_game("asli")
    board = text_board(game.start(game.ruleset({"size": 27, "komi": 0})))
    lines = board.splitlines()
    assert lines[0] == lines[-1] == "   ABCDEFGHIJKLMNOPQRSTUVWXYZAA"
    assert lines[1] == "27 " + "." * 27
    assert len(board) < 1000


@pytest.mark.parametrize("key", ["lifeline", "asli"])
def test_beside_a_text_board_stones_are_listed_if_there_is_room(key: str) -> None:
    position = random_game(key, 40)[-1]
    counts = f"Stones on the board: {position.stones[0].bit_count()} black,"

    every = describe_beside_text_board(position, 2000)
    assert every.startswith(counts)
    for colour in Colour:
        for name in position.topology.labels(position.stones[colour]):
            assert name in every.partition(f"{colour.label} stones: ")[2].partition(".")[0]
    some = describe_beside_text_board(position, len(every) // 2)
    assert some.startswith(counts)
    assert len(some) <= len(every) // 2
    assert describe_beside_text_board(position, 0) == ""


@pytest.mark.parametrize(("most", "words"), [(2, "A1 C3"), (1, "A1 and 1 more")])
def test_only_omitted_cells_are_counted(most, words):
    position = find_game("lifeline").start(find_game("lifeline").ruleset({"size": 4}))
    assert cells_in_words(position, position.topology.mask(["a1", "c3"]), most) == words
