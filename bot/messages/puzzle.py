"""Messages of puzzles and of a person's puzzle results.

The number in a button's id is ten times the index of the solver's turn, from 0, plus the wrong
turns so far. The value is the chosen turn, or the wanted theme and game. The stored attempt also
counts wrong turns; the ids serve repeated attempts, which are not stored.
"""

from collections.abc import Sequence

from bot.learning.alternative_text import describe_picture
from bot.learning.steps import TitleOverlay
from bot.messages.cell_buttons import rows_of_five
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.message_draft import BoardImage, MessageDraft, Viewer
from bot.messages.outgoing_message import Button, OutgoingMessage, Row, Style
from bot.services.use_cases.puzzles.puzzles import MAX_TRIES, PuzzleStats, PuzzleView
from bot.services.values.puzzles import selection
from bot.words import daily, labels
from bot.words import puzzle as words
from renderer.orientation import in_reading_order
from renderer.overlays.candidates import Candidates
from renderer.scene import Overlay
from renderer.words import colour_name, has_prison
from rules.position import Position
from rules.registry import find_game
from sparring.puzzles.puzzle import Puzzle

DAILY = "daily/"
"""The wanted theme and game of the puzzle of the day, as `choice`."""

SPECIAL_MOVES = ("hold", "komi")  # moves of puzzles that are not cells


def find(number: int) -> Puzzle:
    """Return the puzzle with this number.

    :raises OldComponent: the puzzle no longer exists.
    """
    puzzle = selection.find(number)
    if puzzle is None:
        raise OldComponent
    return puzzle


def question(view: PuzzleView, viewer: Viewer, *, step: int = 0, choice: str = "") -> MessageDraft:
    """Return a question of a puzzle, with a button for each legal turn.

    :param step: the index of the solver's turn, from 0.
    :param choice: the wanted theme and game (see `parse_choice`).
    """
    puzzle, tries = view.puzzle, view.wrong
    position = puzzle.positions[step]
    mover = position.to_move
    if step:
        before = puzzle.steps[step - 1]
        enemy = colour_name(mover.other)
        text = words.right_so_far(named(before.answer), enemy, named(before.reply))
    else:
        text = words.task(colour_name(mover), len(puzzle.steps))
    lines = [_title(view), text, *([words.tries_left(MAX_TRIES - tries)] if tries else ())]
    if position.komi and not has_prison(position):
        lines.append(words.komi(position.komi))
    if view.repeated and not step and not tries:
        lines.append(words.REPEATED())
    turns = _turns(puzzle, step, viewer)
    cells = (position.topology.cell(turn) for turn in turns if turn not in SPECIAL_MOVES)
    image = _image(puzzle, position, step, viewer, (Candidates(tuple(cells)),), asks=True)
    rows = _turn_rows(puzzle, step, tries, choice, turns)
    if choice != DAILY:
        rows = (*rows, _end_row(puzzle, step, tries, choice))
    return MessageDraft("\n".join(lines), image, rows=rows)


def answer(view: PuzzleView, viewer: Viewer, *, step: int, turn: str, choice: str) -> MessageDraft:
    """Return the response to a judged turn: the next question, the refutation or the solution."""
    puzzle = view.puzzle
    if turn != puzzle.steps[step].answer:
        return _refutation(view, viewer, step, turn, choice)
    if step + 1 < len(puzzle.steps):
        return question(view, viewer, step=step + 1, choice=choice)
    return solved(view, viewer, view.wrong, choice)


def is_legal(puzzle: Puzzle, step: int, turn: str) -> bool:
    """Return whether a turn is legal at a step of the solution."""
    here = puzzle.steps[step]
    return turn == here.answer or turn in here.refutations


def solved(
    view: PuzzleView, viewer: Viewer, tries: int, choice: str, *, voted: bool = False
) -> MessageDraft:
    """Return the end of a puzzle: the solution, its themes, and a picture of the last cut.

    :param tries: the number of wrong turns; `MAX_TRIES` or more mean a failed attempt.
    :param voted: whether to thank for a vote instead of asking for one.
    """
    puzzle = view.puzzle
    last, (shown, position) = len(puzzle.steps) - 1, _explanation(puzzle)
    verdict = words.solved(named(puzzle.steps[last].answer), tries) if tries < MAX_TRIES else ""
    lines = [_title(view), verdict, words.solution(line_of(puzzle))]
    lessons = [words.LESSONS[each]() for each in words.LESSONS if each in puzzle.themes]
    lines += lessons[:1]
    lines += [words.cut_shown(named(puzzle.steps[shown].answer))] if shown < last else []
    lines += [words.refuted(len(puzzle.steps[0].refutations))]
    lines += [words.puzzle_rating(view.difficulty)]
    lines += [words.VOTED()] if voted else []
    image = _image(puzzle, position, shown, viewer)
    row = _last_row(puzzle, tries, choice, voted=voted)
    return MessageDraft("\n".join(filter(None, lines)), image, rows=(row,))


def stats_page(stats: PuzzleStats) -> OutgoingMessage:
    """Return a person's puzzle results."""
    if not stats.tried:
        return OutgoingMessage(words.NO_RESULTS())
    lines = [
        words.STATS_TITLE(),
        words.tried(stats.tried),
        words.results(stats.at_once, stats.later, stats.failed),
    ]
    if stats.rating is not None:
        lines.append(words.strength(*stats.rating))
    lines += [
        words.theme_result(words.THEMES[theme](), at_once, tried)
        for theme, tried, at_once in stats.themes
    ]
    if stats.streak is not None:
        lines.append(daily.streak(*stats.streak))
    return OutgoingMessage("\n".join(lines))


def named(turn: str) -> str:
    """Return a turn of a puzzle as people read it: E6, Hold, Komi."""
    return turn.capitalize()


def line_of(puzzle: Puzzle) -> list[str]:
    """Return the line of a puzzle, own turns and answers by turns."""
    turns = (turn for step in puzzle.steps for turn in (step.answer, step.reply))
    return [named(turn) for turn in turns if turn]


def parse_choice(choice: str) -> tuple[str, str]:
    """Return the wanted theme and game from a button's value; each may be empty."""
    theme, _, game = choice.partition("/")
    return theme, game


def _refutation(
    view: PuzzleView, viewer: Viewer, step: int, turn: str, choice: str
) -> MessageDraft:
    puzzle, tries = view.puzzle, view.wrong
    position = puzzle.positions[step].play(puzzle.move(turn))
    refutation = puzzle.steps[step].refutations[turn]
    if refutation:
        enemy = colour_name(position.to_move)
        position = position.play(puzzle.move(refutation))
        verdict = words.wrong(named(turn), enemy, named(refutation))
    else:
        verdict = words.wrong_at_once(named(turn))
    if tries >= MAX_TRIES:
        rest = words.solution(line_of(puzzle))
        show = Button(_button("puzzle-solution", puzzle, 0, 0, choice), words.SHOW_SOLUTION())
        row = (_next_button(puzzle, choice, Style.success), show)
    else:
        rest = words.tries_left(MAX_TRIES - tries)
        again = _button("puzzle-retry", puzzle, step, tries, choice)
        others = () if choice == DAILY else _end_row(puzzle, step, tries, choice)
        row = (Button(again, words.TRY_AGAIN(), Style.primary), *others)
    content = "\n".join((_title(view), verdict, rest))
    return MessageDraft(content, _image(puzzle, position, step, viewer), rows=(row,))


def _title(view: PuzzleView) -> str:
    puzzle = view.puzzle
    return words.title(find_game(puzzle.game).name, puzzle.size, view.difficulty)


def _explanation(puzzle: Puzzle) -> tuple[int, Position]:
    """Return the solver's turn that the picture of the solution shows, and the position after it.

    That is the last turn that cuts a lifeline, because the picture shows the cut; without a cut,
    the last turn.
    """
    after = [
        position.play(puzzle.move(step.answer))
        for position, step in zip(puzzle.positions, puzzle.steps, strict=False)
    ]
    cuts = [
        number
        for number, position in enumerate(after)
        if position.last_turn is not None and position.last_turn.cuts
    ]
    shown = cuts[-1] if cuts else len(after) - 1
    return shown, after[shown]


def _turns(puzzle: Puzzle, step: int, viewer: Viewer) -> list[str]:
    """Return the legal turns at a step in the order in which their cells are read."""
    topology, here = puzzle.start.topology, puzzle.steps[step]
    legal = (here.answer, *here.refutations)
    places = {topology.cell(turn): turn for turn in legal if turn not in SPECIAL_MOVES}
    others = [turn for turn in SPECIAL_MOVES if turn in legal]
    orientation = viewer.display_settings.orientation
    return [*(places[cell] for cell in in_reading_order(topology, places, orientation)), *others]


def _turn_rows(
    puzzle: Puzzle, step: int, tries: int, choice: str, turns: Sequence[str]
) -> tuple[Row, ...]:
    special = {kind: label() for kind, label in labels.MOVE_BUTTONS.values()}
    buttons = [
        Button(
            _button("puzzle-turn", puzzle, step, tries, f"{turn}/{choice}"),
            special.get(turn, str(number)),
            Style.primary,
        )
        for number, turn in enumerate(turns, start=1)
    ]
    return rows_of_five(buttons)


def _end_row(puzzle: Puzzle, step: int, tries: int, choice: str) -> Row:
    show = _button("puzzle-solution", puzzle, step, tries, choice)
    return (
        Button(show, words.SHOW_SOLUTION()),
        _next_button(puzzle, choice, Style.secondary),
    )


def _last_row(puzzle: Puzzle, tries: int, choice: str, *, voted: bool = False) -> Row:
    following = _next_button(puzzle, choice, Style.success)
    if voted:
        return (following,)
    last = len(puzzle.steps) - 1
    good, bad = (
        _button("puzzle-vote", puzzle, last, tries, f"{vote}/{choice}") for vote in ("good", "bad")
    )
    return following, Button(good, words.GOOD()), Button(bad, words.BAD())


def _next_button(puzzle: Puzzle, choice: str, style: Style) -> Button:
    wanted = "/" if choice == DAILY else choice
    return Button(_button("puzzle-next", puzzle, 0, 0, wanted), words.NEXT(), style)


def _button(kind: str, puzzle: Puzzle, step: int, tries: int, value: str) -> ComponentId:
    return ComponentId(kind, puzzle.number, 10 * step + tries, value)


def _image(
    puzzle: Puzzle,
    position: Position,
    step: int,
    viewer: Viewer,
    overlays: tuple[Overlay, ...] = (),
    *,
    asks: bool = False,
) -> BoardImage:
    title = TitleOverlay(words.position_named(step + 1, len(puzzle.steps)), asks)
    # the default text names groups in danger, which may give the answer away
    return BoardImage(
        "puzzle.png",
        position,
        overlays=(*overlays, title),
        display_settings=viewer.display_settings,
        words=describe_picture(position, overlays),
    )
