"""Messages of puzzles and of a person's puzzle results.

The number in a button's id is ten times the index of the solver's turn, from 0, plus the wrong
turns so far. The value has the wanted theme and game, after the turn or the vote that the button
stands for, if any. The stored attempt also counts wrong turns; the ids serve repeated attempts,
which are not stored.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.errors.refusals import UnreadableMove
from bot.learning.alternative_text import describe_picture
from bot.learning.move_effects import legal_cells
from bot.learning.steps import TitleOverlay
from bot.messages.cell_buttons import rows_of_five
from bot.messages.component_ids import ComponentId
from bot.messages.hint_reasons import seen_reason
from bot.messages.message_draft import BoardImage, MessageDraft, Viewer
from bot.messages.outgoing_message import (
    Button,
    Form,
    OutgoingMessage,
    Row,
    Style,
    TextField,
)
from bot.services.use_cases.puzzles.puzzles import (
    MAX_TRIES,
    NoMistakeDue,
    PuzzleStats,
    PuzzleView,
)
from bot.services.values.puzzles.own import is_own
from bot.words import daily, labels
from bot.words import puzzle as words
from bot.words.lessons import OPEN_RULES
from bot.words.translation import translated
from bot.words.try_board import TRY_OUT
from renderer.orientation import in_reading_order
from renderer.overlays.candidates import Candidates
from renderer.phrases import sentences
from renderer.scene import Overlay
from renderer.words import colour_name, has_prison
from rules.endings import why_over
from rules.moves import format_move
from rules.position import Colour, Position
from rules.reasons import InvalidMove
from rules.registry import find_game
from sparring.puzzles.puzzle import Puzzle

DAILY = "daily/"
"""The value of `choice` for the puzzle of the day."""

SPECIAL_MOVES = ("hold", "komi")  # moves of puzzles that are not cells
FEW_OTHERS = 2  # wrong turns offered in a person's first puzzles
LONGEST_TYPED = 20  # characters
MOST_ROWS = 5  # of buttons in a message, Discord's limit
MOST_TOLD = 3  # turns of a solution that are all explained
FEW_LEFT = 3  # legal turns of the opponent that are a reason for a turn


def question(view: PuzzleView, viewer: Viewer, *, step: int = 0, choice: str = "") -> MessageDraft:
    """Return a question of a puzzle, with a button for each legal turn.

    :param step: the index of the solver's turn, from 0.
    :param choice: the wanted theme and game (see `parse_choice`), or `DAILY`.
    """
    puzzle, tries = view.puzzle, view.wrong
    position = puzzle.positions[step]
    lines = [_title(view), *_so_far(puzzle, step)]
    lines += [words.tries_left(MAX_TRIES - tries)] if tries else []
    if position.komi and not has_prison(position):
        lines.append(words.komi(position.komi))
    if view.repeated and not step and not tries:
        lines.append(words.REPEATED())
    turns = _turns(puzzle, step, viewer, few=view.first)
    cells = (position.topology.cell(turn) for turn in turns if turn not in SPECIAL_MOVES)
    title = _turn_named(puzzle, step)
    image = _image(position, title, viewer, (Candidates(tuple(cells)),), asks=True)
    turn_rows = _turn_rows(puzzle, step, tries, choice, turns)
    helps = _help_buttons(puzzle, step, tries, choice)
    others = () if choice == DAILY else _end_row(puzzle, step, tries, choice)
    # twenty turns leave room for only one more row
    is_full = len(turn_rows) + 2 > MOST_ROWS
    below = [(*helps, *others)] if is_full or not others else [helps, others]
    return MessageDraft("\n".join(lines), image, rows=(*turn_rows, *below))


def _so_far(puzzle: Puzzle, step: int) -> list[str]:
    """Return the lines above a question: the task or, after a right turn, the reply to it."""
    mover, enemy = (colour_name(each) for each in _sides(puzzle))
    if not step:
        return [words.task(mover, len(puzzle.choices))]
    first = max(each for each in puzzle.choices if each < step)
    chosen, *forced = puzzle.steps[first:step]
    answer, reply = named(chosen.answer), named(chosen.reply)
    if not forced:
        return [words.right_so_far(answer, enemy, reply)]
    only = [words.forced(mover, named(each.answer), enemy, named(each.reply)) for each in forced]
    return [words.right(answer, enemy, reply), *only, words.WHICH_NOW()]


def _turn_named(puzzle: Puzzle, step: int) -> str:
    """Return the title in the picture of a question: its number among the puzzle's questions."""
    choices = puzzle.choices
    return words.position_named(sum(each <= step for each in choices), len(choices))


def _sides(puzzle: Puzzle) -> tuple[Colour, Colour]:
    """Return the solver's colour and the opponent's."""
    return puzzle.start.to_move, puzzle.start.to_move.other


def typed_form(puzzle: Puzzle, step: int, tries: int, choice: str) -> Form:
    """Return the form for typing a turn instead of pressing its number.

    :param step: the index of the solver's turn, from 0.
    :param tries: the number of wrong turns so far.
    :param choice: as for `question`.
    """
    field = TextField("text", labels.MOVE_LABEL(), _example(puzzle, step), LONGEST_TYPED)
    return Form(
        _button("puzzle-type-form", puzzle, step, tries, choice), labels.TYPE_MOVE(), (field,)
    )


def read_turn(puzzle: Puzzle, step: int, typed: str) -> str:
    """Return a typed turn in notation, such as `e6` or `hold`.

    :param step: the index of the solver's turn, from 0.
    :raises UnreadableMove: when it is none of the legal turns.
    """
    with suppress(InvalidMove):
        turn = format_move(puzzle.move(typed), puzzle.start.topology)
        if is_legal(puzzle, step, turn):
            return turn
    raise UnreadableMove(typed, words.unreadable(typed, _example(puzzle, step)))


def _example(puzzle: Puzzle, step: int) -> str:
    """Return a legal cell as an example, which need not be the answer."""
    here = puzzle.steps[step]
    return min(
        each for each in (here.answer, *here.refutations) if each not in SPECIAL_MOVES
    ).upper()


def answer(view: PuzzleView, viewer: Viewer, *, step: int, turn: str, choice: str) -> MessageDraft:
    """Return the response to a turn: its refutation, or else the next question or the solution.

    :param step, choice: as for `question`.
    :param turn: the solver's turn in notation.
    """
    puzzle = view.puzzle
    if turn != puzzle.steps[step].answer:
        return _refutation(view, viewer, step, turn, choice)
    following = puzzle.next_choice(step)
    if following < len(puzzle.steps):
        return question(view, viewer, step=following, choice=choice)
    return solved(view, viewer, view.wrong, choice)


def is_legal(puzzle: Puzzle, step: int, turn: str) -> bool:
    """Return whether a turn in notation is legal at a step of a puzzle's solution."""
    here = puzzle.steps[step]
    return turn == here.answer or turn in here.refutations


def solved(
    view: PuzzleView,
    viewer: Viewer,
    tries: int,
    choice: str,
    *,
    voted: bool = False,
    at: int | None = None,
) -> MessageDraft:
    """Return the message that ends a puzzle: the solution, its reasons, and a picture of one turn.

    :param tries: the number of wrong turns; `MAX_TRIES` or more mean a failed attempt.
    :param choice: as for `question`.
    :param voted: whether to thank for a vote instead of asking for one.
    :param at: the number of turns played in the picture; by default all.
    """
    puzzle = view.puzzle
    line = puzzle.line
    last = len(line) - 1
    at = last if at is None else min(at, last)
    answer = named(puzzle.steps[-1].answer)
    lines = [_title(view), words.solved(answer, tries) if tries < MAX_TRIES else ""]
    lines += [words.solution(line_of(puzzle), at), *_why(puzzle)]
    lines += [words.refuted(len(puzzle.steps[0].refutations))]
    lines += [daily.in_a_row(view.streak)] if view.streak > 1 and tries < MAX_TRIES else []
    lines += [words.VOTED()] if voted else []
    lines += _next_time(view) if tries >= MAX_TRIES else []
    title = words.step_named(at, last) if at else labels.STEPS["first"]()
    image = _image(line[at], title, viewer)
    image = replace(image, words=sentences(f"{title}.", image.words))
    rows = (
        _last_row(puzzle, tries, choice, at, voted=voted),
        (_try_button(puzzle, at), _rules_button(puzzle, 0, tries, choice)),
    )
    return MessageDraft("\n".join(filter(None, lines)), image, rows=rows)


def _why(puzzle: Puzzle) -> list[str]:
    """Return the sentences that explain a puzzle's solution.

    They tell what the solver's turns do, how many stones these give up, and how the game ends. Of
    more than three turns, only the first, the decisive and the last turn are explained.
    """
    mover, _ = _sides(puzzle)
    line, last = puzzle.line, len(puzzle.steps) - 1
    told = range(last + 1) if last < MOST_TOLD else sorted({0, _decisive_turn(puzzle), last})
    lines = [fact for step in told if (fact := _what_it_does(puzzle, step))]
    if not lines:
        lines = [words.LESSONS[each]() for each in words.LESSONS if each in puzzle.themes][:1]
    over = line[-1].outcome() is not None
    # what the turn that ends the game takes says nothing about what was risked
    before = line[:-1] if over else line
    lost = sum(each.last_turn.removed[mover].bit_count() for each in before if each.last_turn)
    lines += [words.given_up(colour_name(mover), lost)] if lost else []
    return [*lines, *_end(line[-1], mover)]


def _end(last: Position, mover: Colour) -> list[str]:
    """Return the sentences about the end of a solution: why the game is over, or who will win.

    For an unfinished game they count the turns that each side has left.
    """
    enemy = colour_name(mover.other)
    if last.outcome() is not None:
        return [translated(why_over(last, colour_name(mover), enemy))]
    theirs, own = len(legal_cells(last)), len(legal_cells(last.passed()))
    holds = last.prison[mover.other]
    counted = [words.cells_left(own, theirs, enemy)] if own + holds > theirs else []
    if counted and holds:
        counted.append(words.holds_left(holds))
    return [*counted, words.goes_on(colour_name(mover), enemy)]


def _what_it_does(puzzle: Puzzle, step: int) -> str:
    """Return a sentence about the effect of one of the solver's turns; empty if none is evident.

    How a turn ends the game is left to `_end`.
    """
    turn, before, after = puzzle.steps[step].answer, *puzzle.line[2 * step : 2 * step + 2]
    _, enemy = _sides(puzzle)
    last = after.last_turn
    taken = last.removed[enemy].bit_count() if last else 0
    if taken and last and last.cuts and not _has_edge_lifelines(puzzle):
        return words.cuts(named(turn), taken)
    if taken:
        return words.takes(named(turn), taken)
    if after.outcome() is not None:
        return ""
    reason = seen_reason(before, (puzzle.move(turn),))
    if reason:
        return words.why(named(turn), reason)
    left = [named(format_move(move, after.topology)) for move in after.legal_moves()]
    return words.leaves(named(turn), colour_name(enemy), left) if len(left) <= FEW_LEFT else ""


def _has_edge_lifelines(puzzle: Puzzle) -> bool:
    """Return whether a lifeline may lead to the edge instead of a friend, as in Liflina."""
    return puzzle.game == "liflina"


def stats_page(stats: PuzzleStats) -> OutgoingMessage:
    """Return the message with a person's puzzle results, in total and by theme."""
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
    """Return all turns of a puzzle's solution in order, the solver's and the replies."""
    return [named(turn) for turn in puzzle.turns]


def parse_choice(choice: str) -> tuple[str, str]:
    """Split the value of a button, such as `cut/lifeline`, into the wanted theme and game.

    An empty part means any theme or any game.
    """
    theme, _, game = choice.partition("/")
    return theme, game


def _refutation(
    view: PuzzleView, viewer: Viewer, step: int, turn: str, choice: str
) -> MessageDraft:
    puzzle, tries = view.puzzle, view.wrong
    title = _turn_named(puzzle, step)
    position = puzzle.positions[step].play(puzzle.move(turn))
    image = _image(position, title, viewer)
    refutation = puzzle.steps[step].refutations[turn]
    if refutation:
        enemy = colour_name(position.to_move)
        answered = _image(position.play(puzzle.move(refutation)), title, viewer)
        image = replace(answered, before=image)
        verdict = words.wrong(named(turn), enemy, named(refutation))
    else:
        verdict = words.wrong_at_once(named(turn))
    tried = _try_button(puzzle, 2 * step, turn, refutation)
    if tries >= MAX_TRIES:
        rest = "\n".join([words.solution(line_of(puzzle)), *_next_time(view)])
        show = Button(_button("puzzle-solution", puzzle, 0, 0, choice), words.SHOW_SOLUTION())
        rows: tuple[Row, ...] = ((_next_button(puzzle, choice, Style.success), show), (tried,))
    else:
        rest = words.tries_left(MAX_TRIES - tries)
        again = _button("puzzle-retry", puzzle, step, tries, choice)
        others = () if choice == DAILY else _end_row(puzzle, step, tries, choice)
        retry = Button(again, words.TRY_AGAIN(), Style.primary)
        rows = ((retry, tried), *((others,) if others else ()))
    content = "\n".join((_title(view), verdict, rest))
    return MessageDraft(content, image, rows=rows)


def no_mistake(none: NoMistakeDue) -> OutgoingMessage:
    """Return the answer that no puzzle from a person's own mistakes is due.

    It says that one of another game is due, else when the next one comes, else why none does.
    """
    if none.elsewhere:
        return OutgoingMessage(words.NO_MISTAKE_OF_GAME())
    if none.next_at is not None:
        return OutgoingMessage(words.next_mistake(none.next_at))
    return OutgoingMessage(words.NO_MISTAKE_LEFT() if none.made else words.NO_MISTAKES())


def _next_time(view: PuzzleView) -> list[str]:
    """Return the line that says when a puzzle from the person's own mistake comes back.

    The list is empty for other puzzles.
    """
    if view.mistake is None or view.mistake.due_at is None:
        return []
    return [words.comes_back(view.mistake.due_at)]


def _title(view: PuzzleView) -> str:
    puzzle = view.puzzle
    if view.mistake is not None:
        return words.own_title(find_game(puzzle.game).name, puzzle.size, view.mistake.game_id)
    return words.title(find_game(puzzle.game).name, puzzle.size, view.difficulty)


def _decisive_turn(puzzle: Puzzle) -> int:
    """Return the index of the solver's last turn that cuts a lifeline; without a cut, the last."""
    after = puzzle.line[1::2]
    cuts = [number for number, each in enumerate(after) if each.last_turn and each.last_turn.cuts]
    return cuts[-1] if cuts else len(after) - 1


def _turns(puzzle: Puzzle, step: int, viewer: Viewer, *, few: bool) -> list[str]:
    """Return the legal turns at a step: cells in reading order, then the turns without a cell.

    :param few: whether to return only the answer and two other turns, the same each time.
    """
    topology, here = puzzle.start.topology, puzzle.steps[step]
    others = sorted(here.refutations)
    if few:
        first = puzzle.number % max(1, len(others))
        others = [*others[first:], *others[:first]][:FEW_OTHERS]
    legal = (here.answer, *others)
    places = {topology.cell(turn): turn for turn in legal if turn not in SPECIAL_MOVES}
    special = [turn for turn in SPECIAL_MOVES if turn in legal]
    orientation = viewer.display_settings.orientation
    return [*(places[cell] for cell in in_reading_order(topology, places, orientation)), *special]


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


def _help_buttons(puzzle: Puzzle, step: int, tries: int, choice: str) -> Row:
    typed = Button(_button("puzzle-type", puzzle, step, tries, choice), labels.TYPE_MOVE())
    return typed, _rules_button(puzzle, step, tries, choice), _try_button(puzzle, 2 * step)


def _rules_button(puzzle: Puzzle, step: int, tries: int, choice: str) -> Button:
    return Button(_button("puzzle-rules", puzzle, step, tries, choice), OPEN_RULES())


def _try_button(puzzle: Puzzle, at: int, *moves: str) -> Button:
    """Return the button that opens the puzzle's try-board (see `puzzle_try`).

    :param at: the index in the puzzle's line of the position at which the board opens.
    :param moves: turns already tried on that board; empty ones are left out.
    """
    tried = ".".join(filter(None, moves))
    return Button(ComponentId("puzzle-try", puzzle.number, at, tried), TRY_OUT())


def _end_row(puzzle: Puzzle, step: int, tries: int, choice: str) -> Row:
    show = _button("puzzle-solution", puzzle, step, tries, choice)
    return (
        Button(show, words.SHOW_SOLUTION()),
        _next_button(puzzle, choice, Style.secondary),
    )


def _last_row(puzzle: Puzzle, tries: int, choice: str, at: int, *, voted: bool = False) -> Row:
    following = _next_button(puzzle, choice, Style.success)
    last = len(puzzle.turns)
    back, forward = (
        Button(
            ComponentId("puzzle-line", puzzle.number, 10 * to + tries, choice),
            labels.STEPS[name](),
            disabled=not 0 <= to <= last,
        )
        for name, to in (("back", at - 1), ("forward", at + 1))
    )
    if voted or is_own(puzzle.number):
        return back, forward, following
    last = len(puzzle.steps) - 1
    good, bad = (
        _button("puzzle-vote", puzzle, last, tries, f"{vote}/{choice}") for vote in ("good", "bad")
    )
    return back, forward, following, Button(good, words.GOOD()), Button(bad, words.BAD())


def _next_button(puzzle: Puzzle, choice: str, style: Style) -> Button:
    wanted = "/" if choice == DAILY else choice
    return Button(_button("puzzle-next", puzzle, 0, 0, wanted), words.NEXT(), style)


def _button(kind: str, puzzle: Puzzle, step: int, tries: int, value: str) -> ComponentId:
    return ComponentId(kind, puzzle.number, 10 * step + tries, value)


def _image(
    position: Position,
    title: str,
    viewer: Viewer,
    overlays: tuple[Overlay, ...] = (),
    *,
    asks: bool = False,
) -> BoardImage:
    # the default text names groups in danger, which may give the answer away
    return BoardImage(
        "puzzle.png",
        position,
        overlays=(*overlays, TitleOverlay(title, asks)),
        display_settings=viewer.display_settings,
        words=describe_picture(position, overlays),
    )
