"""Message of the puzzle of the day, and the line about it in a person's results."""

from bot.learning.alternative_text import describe_picture
from bot.learning.steps import TitleOverlay
from bot.messages.component_ids import ComponentId
from bot.messages.game_lists import lines_that_fit
from bot.messages.message_draft import BoardImage, MessageDraft
from bot.messages.outgoing_message import Button, Style
from bot.messages.puzzle import line_of
from bot.services.use_cases.puzzles.daily import DailySummary, DailyView
from bot.store.tables.daily import DailyResult
from bot.words import daily as words
from bot.words import puzzle as puzzle_words
from bot.words.blocking import more_people
from bot.words.escaping import escape
from renderer.words import colour_name
from rules.registry import find_game

SOLVED, WRONG = "🟩", "⬛"
ROOM = 1200  # characters for the results, so that the other lines have room


def daily_message(view: DailyView) -> MessageDraft:
    """Return the channel's message with the puzzle of the day: text, picture, button."""
    position = view.puzzle.start
    image = BoardImage(
        f"daily-{view.day}.png",
        position,
        overlays=(TitleOverlay(words.TITLE()),),
        words=describe_picture(position, overlays=()),
    )
    button = Button(ComponentId("daily", view.day), words.SOLVE(), Style.success)
    return MessageDraft(daily_text(view), image, rows=((button,),))


def daily_text(view: DailyView) -> str:
    """Return the text of the day's message: task, results so far and summary of the last puzzle.

    Solvers with the fewest wrong turns come first. The message is edited after each result.
    """
    puzzle = view.puzzle
    mover, turns = colour_name(puzzle.start.to_move), len(puzzle.choices)
    lines = [
        words.title(find_game(puzzle.game).name, puzzle.size, view.difficulty),
        puzzle_words.task(mover, turns),
        words.HOW(),
    ]
    if view.results:
        every = [
            words.result(squares(result), escape(result.name), streak)
            for result, streak in sorted(view.results, key=_order)
        ]
        fitting = lines_that_fit(every, ROOM - len(view.board))
        lines += ["", words.TODAY(), *fitting]
        if rest := len(every) - len(fitting):
            lines.append(more_people(rest))
    if view.last is not None:
        lines += ["", *_summary(view.last)]
    return "\n".join([*lines, *filter(None, [view.board])])


def squares(result: DailyResult) -> str:
    """Return a person's tries at a puzzle as squares: dark for a wrong turn, green if solved."""
    return WRONG * result.wrong + SOLVED * result.solved


def _order(line: tuple[DailyResult, int]) -> tuple[bool, int, float]:
    result, _ = line
    return not result.solved, result.wrong, result.ended_at.timestamp()


def _summary(last: DailySummary) -> list[str]:
    lines = [words.summary(last.solved, last.tried, last.percent)]
    if last.best is not None:
        lines.append(words.best(escape(last.best)))
    if last.streaks:
        lines.append(words.streaks([(escape(name), days) for name, days in last.streaks]))
    return [*lines, words.solution(line_of(last.puzzle))]
