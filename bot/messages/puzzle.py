"""Messages of puzzles. Their state is in the ids of their buttons alone.

An id holds the puzzle's number, ten times the own turn (from 0) plus the wrong turns so far, and a
value: the chosen turn, or the wanted theme and game.
"""

from collections.abc import Mapping
from functools import cache

from bot.errors import Refusal
from bot.learning.alternative_text import describe_picture
from bot.learning.steps import TitleOverlay
from bot.messages.cell_buttons import rows_of_five
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.message_draft import BoardImage, MessageDraft, Viewer
from bot.messages.outgoing_message import Button, Row, Style
from bot.words import puzzle as words
from bot.words.turns import colour_name
from renderer.overlays.candidates import Candidates
from renderer.scene import Overlay
from rules.position import Position
from rules.registry import find_game
from sparring.puzzles import collection
from sparring.puzzles.puzzle import Puzzle

MAX_TRIES = 3
SPECIAL_MOVES = ("hold", "komi")  # the moves of puzzles that are no cells


def wanted(theme: str, game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles with a theme and game; an empty text stands for any.

    :raises Refusal: there is no such puzzle.
    """
    found = tuple(
        each
        for each in collection.load()
        if theme in ("", *each.themes) and game in ("", each.game)
    )
    if not found:
        raise Refusal(words.NONE_FOUND())
    return found


def find(number: int) -> Puzzle:
    """Return the puzzle with this number.

    :raises OldComponent: there is no such puzzle any more.
    """
    try:
        return _by_number()[number]
    except KeyError:
        raise OldComponent from None


@cache
def _by_number() -> Mapping[int, Puzzle]:
    return {puzzle.number: puzzle for puzzle in collection.load()}


def question(
    puzzle: Puzzle, viewer: Viewer, *, step: int = 0, tries: int = 0, choice: str = ""
) -> MessageDraft:
    """Return an own turn of a puzzle with a button for each legal turn.

    :param step: the own turn, from 0.
    :param tries: the wrong turns so far.
    :param choice: the wanted theme and game, see `parse_choice`.
    """
    position = puzzle.positions[step]
    mover = position.to_move
    if step:
        before = puzzle.steps[step - 1]
        enemy = colour_name(mover.other)
        text = words.right_so_far(before.answer.upper(), enemy, before.reply.upper())
    else:
        text = words.task(colour_name(mover), len(puzzle.steps))
    lines = [_title(puzzle), text, *([words.tries_left(MAX_TRIES - tries)] if tries else ())]
    cells = _cells(puzzle, step)
    numbers = Candidates(tuple(map(position.topology.cell, cells)))
    image = _image(puzzle, position, step, viewer, (numbers,))
    rows = (*_turn_rows(puzzle, step, tries, choice), _end_row(puzzle, step, tries, choice))
    return MessageDraft("\n".join(lines), image, rows=rows)


def answer(
    puzzle: Puzzle, viewer: Viewer, *, step: int, tries: int, turn: str, choice: str
) -> MessageDraft:
    """Return the verdict on a chosen turn: the next own turn, the refutation or the solution.

    :raises OldComponent: the turn is not legal there.
    """
    here = puzzle.steps[step]
    if turn == here.answer:
        if step + 1 < len(puzzle.steps):
            return question(puzzle, viewer, step=step + 1, tries=tries, choice=choice)
        return solved(puzzle, viewer, words.solved(turn.upper(), tries), choice)
    if turn not in here.refutations:
        raise OldComponent
    return _refutation(puzzle, viewer, step, tries + 1, turn, choice)


def solved(puzzle: Puzzle, viewer: Viewer, verdict: str, choice: str) -> MessageDraft:
    """Return the end of a puzzle: the line, what it is about, and the last turn in the picture.

    :param verdict: the sentence about the attempt, empty if the solution was asked for.
    """
    last = len(puzzle.steps) - 1
    position = puzzle.positions[-1]
    lines = [_title(puzzle), verdict, words.solution(_line(puzzle))]
    lessons = [words.LESSONS[each]() for each in words.LESSONS if each in puzzle.themes]
    lines += [*lessons[:1], words.refuted(len(puzzle.steps[0].refutations))]
    image = _image(puzzle, position, last, viewer, ())
    row = (_next_button(puzzle, choice, Style.success),)
    return MessageDraft("\n".join(filter(None, lines)), image, rows=(row,))


def parse_choice(choice: str) -> tuple[str, str]:
    """Return the wanted theme and game of a button; each may be empty."""
    theme, _, game = choice.partition("/")
    return theme, game


def _refutation(
    puzzle: Puzzle, viewer: Viewer, step: int, tries: int, turn: str, choice: str
) -> MessageDraft:
    before = puzzle.positions[step]
    position = before.play(puzzle.move(turn))
    refutation = puzzle.steps[step].refutations[turn]
    if refutation:
        enemy = colour_name(position.to_move)
        position = position.play(puzzle.move(refutation))
        verdict = words.wrong(turn.upper(), enemy, refutation.upper())
    else:
        verdict = words.wrong_at_once(turn.upper())
    if tries >= MAX_TRIES:
        rest = words.solution(_line(puzzle))
        row: Row = (_next_button(puzzle, choice, Style.success),)
    else:
        rest = words.tries_left(MAX_TRIES - tries)
        again = _button("puzzle-retry", puzzle, step, tries, choice)
        row = (
            Button(again, words.TRY_AGAIN(), Style.primary),
            *_end_row(puzzle, step, tries, choice),
        )
    content = "\n".join((_title(puzzle), verdict, rest))
    return MessageDraft(content, _image(puzzle, position, step, viewer, ()), rows=(row,))


def _title(puzzle: Puzzle) -> str:
    return words.title(find_game(puzzle.game).name, puzzle.size, puzzle.difficulty)


def _line(puzzle: Puzzle) -> list[str]:
    turns = (turn for step in puzzle.steps for turn in (step.answer, step.reply))
    return [turn.upper() for turn in turns if turn]


def _turns(puzzle: Puzzle, step: int) -> list[str]:
    """Return the legal turns of a step in the order of the cells."""
    cell = puzzle.start.topology.cell
    here = puzzle.steps[step]
    places = [each for each in (here.answer, *here.refutations) if each not in SPECIAL_MOVES]
    others = [each for each in SPECIAL_MOVES if each in (here.answer, *here.refutations)]
    return [*sorted(places, key=cell), *others]


def _cells(puzzle: Puzzle, step: int) -> list[str]:
    return [turn for turn in _turns(puzzle, step) if turn not in SPECIAL_MOVES]


def _turn_rows(puzzle: Puzzle, step: int, tries: int, choice: str) -> tuple[Row, ...]:
    special = {"hold": words.HOLD(), "komi": words.KOMI()}
    buttons = [
        Button(
            _button("puzzle-turn", puzzle, step, tries, f"{turn}/{choice}"),
            special.get(turn, str(number)),
            Style.primary,
        )
        for number, turn in enumerate(_turns(puzzle, step), start=1)
    ]
    return rows_of_five(buttons)


def _end_row(puzzle: Puzzle, step: int, tries: int, choice: str) -> Row:
    show = _button("puzzle-solution", puzzle, step, tries, choice)
    return (
        Button(show, words.SHOW_SOLUTION()),
        _next_button(puzzle, choice, Style.secondary),
    )


def _next_button(puzzle: Puzzle, choice: str, style: Style) -> Button:
    return Button(_button("puzzle-next", puzzle, 0, 0, choice), words.NEXT(), style)


def _button(kind: str, puzzle: Puzzle, step: int, tries: int, value: str) -> ComponentId:
    return ComponentId(kind, puzzle.number, 10 * step + tries, value)


def _image(
    puzzle: Puzzle, position: Position, step: int, viewer: Viewer, overlays: tuple[Overlay, ...]
) -> BoardImage:
    # the default text names groups in danger, which may be the answer
    return BoardImage(
        "puzzle.png",
        position,
        overlays=(*overlays, TitleOverlay(words.position_named(step + 1, len(puzzle.steps)))),
        display_settings=viewer.display_settings,
        words=describe_picture(position, overlays),
    )
