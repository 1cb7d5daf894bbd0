"""The try-board of a puzzle: every legal turn, Discord's limits, the end of a game."""

import random
from itertools import chain

import pytest

from bot.messages import puzzle as puzzles
from bot.messages.component_ids import ComponentId, OldComponent, parse_id
from bot.messages.message_draft import Viewer
from bot.messages.outgoing_message import Button, OutgoingMessage, Select, edit_arguments
from bot.messages.puzzle import SPECIAL_MOVES
from bot.messages.puzzle_try import (
    MOST_BUTTONS,
    MOST_TRIED,
    chosen_moves,
    puzzle_try,
    tried_moves,
)
from bot.services.use_cases.puzzles.puzzles import MAX_TRIES, PuzzleView
from bot.words import puzzle as puzzle_words
from bot.words import try_board as words
from bot.words.languages import speaking
from renderer.orientation import Orientation, in_reading_order
from renderer.overlays.candidates import Candidates
from renderer.overlays.caption import Caption
from renderer.overlays.numbers import Numbers
from renderer.words import colour_name
from rules.moves import format_move
from sparring.puzzles import collection

ANN = Viewer(11, {"theme": "dark", "confirm": "losses"})
PUZZLES = collection.load()
SAMPLE = PUZZLES[:: len(PUZZLES) // 30]


def board(puzzle, begins=0, moves=()):
    return puzzle_try(puzzle, begins, moves, ANN)


def offered(draft):
    """Return the moves of each button and option for a turn."""
    *choices, _ = draft.rows
    found = []
    for each in chain.from_iterable(choices):
        if isinstance(each, Select):
            found += [chosen_moves(each.id, option.value) for option in each.options]
        else:
            found.append(tried_moves(each.id))
    return found


def after(puzzle, begins, moves):
    position = puzzle.line[begins]
    for move in moves:
        position = position.play(puzzle.move(move))
    return position


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda each: each.id)
@pytest.mark.parametrize("first", [True, False])
def test_every_line_is_played_within_discords_limits(puzzle, first):
    rng, moves, begins = random.Random(puzzle.number), (), 0 if first else len(puzzle.line) // 2
    while True:
        draft, position = board(puzzle, begins, moves), after(puzzle, begins, moves)
        legal = {format_move(each, position.topology) for each in position.legal_moves()}
        ids = [str(each.id) for row in draft.rows for each in row]
        assert len(draft.rows) <= 5
        assert len(set(ids)) == len(ids)
        assert [parse_id(each).number for each in ids] == [begins] * len(ids)
        edit_arguments(OutgoingMessage(draft.content, rows=draft.rows))
        assert len(draft.board_image.words) <= 1024
        assert draft.board_image.position == position
        turns = offered(draft)
        if len(moves) == MOST_TRIED:
            assert turns == []
            return
        assert sorted(turns) == sorted((*moves, turn) for turn in legal)
        if not turns:
            assert position.outcome() is not None
            return
        moves = rng.choice(turns)


def test_the_longest_ids_fit():
    button, menu = ["hold"] * MOST_TRIED, ["2", *["komi"] * (MOST_TRIED - 1)]
    for kind, moves in (("puzzle-tried", button), ("puzzle-choose", menu)):
        assert len(str(ComponentId(kind, 2**32 - 1, 99, ".".join(moves)))) <= 100


HELD = next(each for each in PUZZLES if "hold" in each.steps[0].refutations)


@pytest.mark.parametrize("puzzle", [SAMPLE[0], HELD])
@pytest.mark.parametrize("orientation", [Orientation.UPRIGHT, Orientation.LEFT])
def test_cells_are_numbered_in_reading_order_like_their_buttons(puzzle, orientation):
    settings = {"theme": "light", "confirm": "losses", "orientation": orientation.value}
    viewer, topology = Viewer(11, settings), puzzle.start.topology
    draft = puzzle_try(puzzle, 0, (), viewer)
    (numbers,) = [each for each in draft.board_image.overlays if isinstance(each, Candidates)]
    buttons = [topology.cell(each) for (each,) in offered(draft) if each not in SPECIAL_MOVES]
    assert list(numbers.cells) == buttons
    assert numbers.cells == in_reading_order(topology, sorted(buttons), orientation)
    assert draft.board_image.display_settings == viewer.display_settings
    *shown, _ = [each.label for row in draft.rows for each in row]
    special = ["Hold (skip turn)"] if puzzle is HELD else []
    assert shown == [*(str(number + 1) for number in range(len(buttons))), *special]


@pytest.mark.parametrize("begins", [0, 1])
@pytest.mark.parametrize("puzzle", SAMPLE[::6], ids=lambda each: each.id)
def test_tried_turns_are_numbered_in_text_and_picture_from_the_first_side_on(puzzle, begins):
    first = puzzle.line[begins].to_move
    for end in range(begins, len(puzzle.turns) + 1):
        moves, position = puzzle.turns[begins:end], puzzle.line[end]
        draft = board(puzzle, begins, moves)
        tried = [
            words.turn(number, colour_name(first if number % 2 else first.other), move.capitalize())
            for number, move in enumerate(moves, start=1)
        ]
        lines = [words.banner(), *([words.tried(tried)] if tried else [])]
        if position.outcome() is None:
            lines.append(words.tap_cell(colour_name(position.to_move)))
        assert draft.content.split("\n")[: len(lines)] == lines
        about = words.numbers(tried) if tried else words.NOTHING_PLAYED()
        assert draft.board_image.words.startswith(f"{about} ")
        numbers = [each for each in draft.board_image.overlays if isinstance(each, Numbers)]
        assert [[each.moves[0] for each in found.turns] for found in numbers] == (
            [[puzzle.move(each) for each in moves]] if moves else []
        )
        assert {each.first for each in numbers} <= {1}


def many_turns():
    """Return a puzzle and moves after which there are more turns than buttons."""
    rng = random.Random(2)
    for puzzle in (each for each in PUZZLES if each.size == 7):
        moves = ()
        while len(moves) < MOST_TRIED and (turns := offered(board(puzzle, 0, moves))):
            if len(turns) > MOST_BUTTONS:
                return puzzle, 0, moves
            moves = rng.choice(turns)
    return pytest.fail("no puzzle has so many turns")


def test_many_turns_are_in_menus_by_name_and_unnumbered(monkeypatch):
    monkeypatch.setattr("bot.messages.puzzle_try.MAX_OPTIONS", 10)
    puzzle, begins, moves = many_turns()
    draft, position = board(puzzle, begins, moves), after(puzzle, begins, moves)
    *menus, (back,) = draft.rows
    assert all(isinstance(menu, Select) for (menu,) in menus)
    assert not any(isinstance(each, Candidates) for each in draft.board_image.overlays)
    assert not back.disabled
    assert board(SAMPLE[0]).rows[-1][0].disabled
    assert len(menus) > 1
    for (menu,) in menus:
        names = [option.value.capitalize() for option in menu.options]
        assert [option.label for option in menu.options] == names
        mover = colour_name(position.to_move)
        assert menu.placeholder == puzzle_words.turns_from(mover, names[0], names[-1])


@pytest.mark.parametrize(("more", "numbered"), [(0, True), (-1, False)])
def test_menus_follow_only_where_there_are_more_turns_than_buttons(monkeypatch, more, numbered):
    turns = len(list(SAMPLE[0].start.legal_moves()))
    monkeypatch.setattr("bot.messages.puzzle_try.MOST_BUTTONS", turns + more)
    draft = board(SAMPLE[0])
    assert isinstance(draft.rows[0][0], Button if numbered else Select)
    overlays = draft.board_image.overlays
    assert any(isinstance(each, Candidates) for each in overlays) is numbered


def test_the_picture_and_the_text_say_that_nothing_is_played():
    draft = board(SAMPLE[0])
    assert Caption(words.CAPTION()) in draft.board_image.overlays
    assert draft.content.startswith(words.banner())
    assert draft.board_image.words.startswith(words.NOTHING_PLAYED())


def test_the_end_is_named_and_back_leads_to_the_turn_before():
    puzzle = next(each for each in PUZZLES if each.line[-1].outcome() is not None)
    turns = puzzle.turns[-2:]
    draft = board(puzzle, len(puzzle.turns) - 2, turns)
    mover = puzzle.start.to_move.label
    assert f"**{mover} wins.**" in draft.content
    assert tried_moves(draft.rows[-1][0].id) == turns[:1]
    with speaking("ja"):
        winner = colour_name(puzzle.start.to_move)
        assert f"**{winner}の勝ちです。**" in board(puzzle, len(puzzle.turns) - 2, turns).content


@pytest.mark.parametrize("first_move", ["black", "white"])
def test_the_end_says_which_side_lost_and_why(first_move):
    ended = [each for each in PUZZLES if each.line[-1].outcome() is not None]
    found = [each for each in ended if each.to_move == first_move]
    games = {each.game: each for each in found}
    assert {"lifeline", "cornered", "asli"} <= set(games)
    for puzzle in games.values():
        winner, loser = puzzle.start.to_move, puzzle.start.to_move.other
        (said,) = board(puzzle, len(puzzle.turns) - 1, puzzle.turns[-1:]).content.splitlines()[-1:]
        _, _, why = said.partition(f"**{winner.label} wins.** ")
        lost, _, won = why.partition(". ")
        assert (loser.label in lost, winner.label in lost) == (True, False)
        named = loser if "no prisoner" in won and "moved last" not in won else winner
        assert (named.label in won, named.other.label in won) == (True, False)


def test_a_full_board_says_so():
    puzzle, begins, moves = PUZZLES[0], 0, ()
    for puzzle in PUZZLES:
        rng, moves = random.Random(1), ()
        while len(moves) < MOST_TRIED and (turns := offered(board(puzzle, begins, moves))):
            moves = rng.choice(turns)
        if len(moves) == MOST_TRIED and after(puzzle, begins, moves).outcome() is None:
            break
    assert puzzle_words.TRIED_ALL() in board(puzzle, begins, moves).content


@pytest.mark.parametrize("moves", [("z9",), ("?",), (SAMPLE[0].stones[0][0],)])
def test_a_turn_that_is_not_legal_makes_an_old_control(moves):
    with pytest.raises(OldComponent):
        board(SAMPLE[0], 0, moves)


def test_a_place_that_does_not_exist_makes_an_old_control():
    with pytest.raises(OldComponent):
        board(SAMPLE[0], len(SAMPLE[0].line))


def try_button(draft):
    (found,) = [each for row in draft.rows for each in row if each.id.kind == "puzzle-try"]
    return found.id


def test_a_puzzle_opens_the_board_at_the_position_that_it_shows():
    puzzle = next(each for each in PUZZLES if each.steps[1:] and each.next_choice(0) == 1)
    view = PuzzleView(puzzle, puzzle.difficulty)
    for step in (0, 1):
        shown = puzzles.question(view, ANN, step=step)
        opened = try_button(shown)
        assert after(puzzle, opened.number, tried_moves(opened)) == shown.board_image.position
    for tries in (1, MAX_TRIES):
        for wrong in puzzle.steps[0].refutations:
            seen = PuzzleView(puzzle, puzzle.difficulty, tries)
            shown = puzzles.answer(seen, ANN, step=0, turn=wrong, choice="/")
            opened = try_button(shown)
            assert after(puzzle, opened.number, tried_moves(opened)) == shown.board_image.position
    for at in range(len(puzzle.line)):
        shown = puzzles.solved(view, ANN, 0, "/", at=at)
        opened = try_button(shown)
        assert after(puzzle, opened.number, tried_moves(opened)) == shown.board_image.position
