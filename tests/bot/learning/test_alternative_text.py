"""Alternative texts of lessons and tasks: the board in words, then the marks on it."""

import random

import pytest

from bot.learning.alternative_text import describe_picture
from bot.learning.boards import position_from_text
from bot.learning.move_effects import DangerOverlay
from bot.learning.steps import illegal_overlay
from bot.learning.tasks import NumberedCells
from renderer.describe import game_and_board
from renderer.overlays.candidates import Candidates
from renderer.overlays.illegal import outlined_in_words
from renderer.overlays.lifelines import Lifelines, lifelines_in_words
from renderer.scene import territory_of
from renderer.threads import distinct_cuts
from rules.position import Colour
from rules.registry import find_game
from rules.values import Danger

NAMES = ("Black", "White")


def positions(key, options):
    """Yield the positions of a random game."""
    game, rng = find_game(key), random.Random(key)
    position = game.start(game.ruleset(options))
    while position.outcome() is None and position.ply < 60:
        yield position
        position = position.play(rng.choice(list(position.legal_moves())))
    yield position


def board_in_words(position):
    """Return the sentences about a board, with the kind of each; empty ones say nothing."""

    def named(sentence, cells):
        return sentence.format(" ".join(position.topology.labels(cells))) if cells else ""

    yield "board", f"{game_and_board(position)}."
    for name, cells in zip(NAMES, position.stones, strict=True):
        yield "stones", named(f"{name} stones: {{}}.", cells) or f"No {name} stones."
    if last := position.last_turn:
        yield "placed", named("Stones just placed: {}.", last.placed)
        yield "taken", named("Stones just taken: {}.", last.removed[last.by.other])
        yield "lost", named("Stones just lost: {}.", last.removed[last.by])
    label = position.topology.label
    for cut in distinct_cuts(position) if last else ():
        end = "the edge" if cut.link.end is None else label(cut.link.end)
        yield "cut", f"Lifeline from {label(cut.link.start)} to {end}, cut at {label(cut.cell)}."
    for name, cells in zip(NAMES, territory_of(position), strict=True):
        yield f"territory of {name}", named(f"{name} territory: {{}}.", cells)
    for name, count in zip(NAMES, position.prison, strict=True):
        yield f"prison of {name}", f"{name} stones in prison: {count}." if count else ""


def test_the_text_tells_the_stones_the_last_turn_the_territory_and_the_prison():
    told = set()
    for key, options in (
        ("lifeline", {"size": 4, "start": "none"}),
        ("asli", {"size": 5, "komi": 2}),
        ("liflina", {"size": 5, "komi": 1}),
    ):
        for position in positions(key, options):
            said = [(kind, sentence) for kind, sentence in board_in_words(position) if sentence]
            assert describe_picture(position) == " ".join(sentence for _, sentence in said)
            told |= {kind for kind, _ in said}
    assert told >= {"stones", "placed", "taken", "lost", "cut", "prison of Black"}
    assert told >= {"territory of Black", "territory of White", "prison of White"}


BOARD = position_from_text("lifeline", "... .X.. ..... XXXX O.O", to_move="white")
MASK, CELL = BOARD.topology.mask, BOARD.topology.cell
DANGERS = (Danger(MASK(["a1"]), MASK(["b1", "b3"])), Danger(MASK(["c1"]), MASK(["b1"])))
REFUSED = illegal_overlay(BOARD, "b3")


OUTLINED = f"B3 isn't allowed. {REFUSED.reason.sentence}", outlined_in_words(BOARD, REFUSED.reason)


@pytest.mark.parametrize(
    ("overlay", "said"),
    [
        (
            NumberedCells(((2, CELL("b1")), (5, CELL("c3")))),
            "Numbers on the board: 2 on B1, 5 on C3.",
        ),
        (Candidates((CELL("c3"), CELL("b1"))), "Numbers on the board: 1 on C3, 2 on B1."),
        (NumberedCells(()), ""),
        (Candidates(()), ""),
        (Lifelines(Colour.WHITE), lifelines_in_words(BOARD, Colour.WHITE)),
        (Lifelines(), lifelines_in_words(BOARD, None)),
        (DangerOverlay(DANGERS[:1]), "The group on A1 is in danger: B1 or B3 would take it."),
        (DangerOverlay(DANGERS[1:]), "The group on C1 is in danger: B1 would take it."),
        (REFUSED, " ".join(filter(None, OUTLINED))),
    ],
)
def test_the_marks_follow_the_board(overlay, said):
    board = describe_picture(BOARD)
    assert describe_picture(BOARD, (overlay,)) == " ".join(filter(None, (board, said)))
    both = describe_picture(BOARD, (DangerOverlay(DANGERS), overlay))
    first, second = (describe_picture(BOARD, (DangerOverlay((each,)),)) for each in DANGERS)
    dangers = [each.removeprefix(f"{board} ") for each in (first, second)]
    assert both == " ".join(filter(None, (board, *dangers, said)))
