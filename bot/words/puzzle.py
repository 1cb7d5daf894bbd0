"""Sentences about puzzles: tasks, verdicts, solutions and results."""

import math
from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.words.clocks import moment
from bot.words.games import sized_game
from bot.words.translation import Message, plural, text
from renderer.phrases import one_of

PUZZLE_COMMAND = Message("Puzzles with exactly one winning turn, and your results")
SOLVE_COMMAND = Message("Solve a puzzle with exactly one winning turn. Only you can see the puzzle")
STATS_COMMAND = Message("Your puzzle results")
THEME = Message("Theme of the puzzle (optional)")
GAME = Message("Which game (optional)")

NEXT = Message("Next puzzle")
TRY_AGAIN = Message("Try again")
SHOW_SOLUTION = Message("Show the solution")
GOOD = Message("👍 Good puzzle")
BAD = Message("👎 Bad puzzle")

NONE_FOUND = Message("There's no such puzzle. Choose another theme or game.")
REPEATED = Message("You've seen all of these puzzles. This puzzle is a repeat and doesn't count.")
STILL_OPEN = Message("You're still solving this puzzle. Finish it to see the solution.")
VOTED = Message("Thank you for your vote.")
STATS_TITLE = Message("**Your puzzles**")
NO_RESULTS = Message("You haven't tried a puzzle yet. `/puzzle solve` shows you one.")

OWN_MISTAKES = Message("Your own mistakes")
NO_MISTAKES = Message(
    "You have no puzzles from your own games yet. Press **Review** under a finished game: if a "
    "turn gave away a certain win, it becomes a puzzle for you."
)
NO_MISTAKE_OF_GAME = Message(
    "You have no mistakes to review in this game right now. Leave out the game to get another "
    "puzzle."
)
NO_MISTAKE_LEFT = Message(
    "You've solved all the puzzles from your own mistakes. Review another game to get more."
)

THEMES: Mapping[str, Message] = {
    "first-steps": Message("First steps"),
    "cut": Message("Cut a lifeline"),
    "save": Message("Save a group"),
    "race": Message("Capture race"),
    "sacrifice": Message("Sacrifice"),
    "last-placement": Message("The last stone"),
    "hold": Message("Hold (Asli, Liflina)"),
    "komi": Message("Komi (White skips)"),
}
# by theme, a sentence about a solution if the board shows no fact; the first that fits is used
LESSONS: Mapping[str, Message] = {
    "hold": Message("A hold passes the turn without filling a cell."),
    "komi": Message("Spending a point of komi passes the turn without filling a cell."),
    "last-placement": Message("No stone is taken. The last stone placed wins, so count the cells."),
}
# by the difficulty below which it applies; a new solver solves half of the puzzles at 1200
DIFFICULTIES = (
    (1100, Message("easy")),
    (1300, Message("medium")),
    (1500, Message("hard")),
    (math.inf, Message("very hard")),
)


def title(game: str, size: int, difficulty: int) -> str:
    return text(
        "**Puzzle · {game} · {how_hard}**",
        game=sized_game(game, size),
        how_hard=how_hard(difficulty),
    )


def own_title(game: str, size: int, game_id: int) -> str:
    """Return the title of a puzzle made from the reader's own mistake in a game."""
    return text(
        "**Your mistake in game {game_id} · {game}**", game_id=game_id, game=sized_game(game, size)
    )


def comes_back(at: datetime) -> str:
    return text("This puzzle comes back {when}.", when=moment(at))


def next_mistake(at: datetime) -> str:
    """Return the answer when no puzzle from the reader's own mistakes is due before `at`."""
    return text(
        "You have no mistakes to review right now. Your next puzzle is due {when}.",
        when=moment(at),
    )


def how_hard(difficulty: int) -> str:
    """Return a puzzle's difficulty, a rating, in words: from `easy` to `very hard`."""
    return next(name for limit, name in DIFFICULTIES if difficulty < limit)()


def task(colour: str, turns: int) -> str:
    return plural(
        "{colour} to play and win. Find the only winning turn.",
        "{colour} to play and win. Find the only winning turn, {count} times in a row.",
        turns,
        colour=colour,
    )


def komi(points: int) -> str:
    """Return the explanation of White's komi in a puzzle: how many turns White may skip."""
    return plural(
        "Komi {count}: White may skip a turn.",
        "Komi {count}: White may skip {count} turns.",
        points,
    )


def position_named(number: int, count: int) -> str:
    """Return the title in the picture of a puzzle's question, such as `Turn 2 of 3`."""
    return text("Turn {number} of {count}", number=number, count=count)


def right_so_far(answer: str, enemy: str, reply: str) -> str:
    return text(
        "**{answer} is right.** {enemy} answers with {reply}. Which turn wins now?",
        answer=answer,
        enemy=enemy,
        reply=reply,
    )


def right(answer: str, enemy: str, reply: str) -> str:
    return text(
        "**{answer} is right.** {enemy} answers with {reply}.",
        answer=answer,
        enemy=enemy,
        reply=reply,
    )


def forced(colour: str, turn: str, enemy: str, reply: str) -> str:
    """Return the sentence about a turn of the solver that was the only legal turn.

    :param colour: the solver's colour; the colour `enemy` answers with the turn `reply`.
    """
    return text(
        "{colour}'s only legal turn is {turn}, and {enemy} answers with {reply}.",
        colour=colour,
        turn=turn,
        enemy=enemy,
        reply=reply,
    )


WHICH_NOW = Message("Which turn wins now?")


def wrong(turn: str, enemy: str, refutation: str) -> str:
    return text(
        "**Not {turn}.** {enemy} answers with {refutation} and wins.",
        turn=turn,
        enemy=enemy,
        refutation=refutation,
    )


def wrong_at_once(turn: str) -> str:
    return text("**Not {turn}.** It ends the game, and you lose.", turn=turn)


def tries_left(count: int) -> str:
    return plural("{count} try left.", "{count} tries left.", count)


def solved(answer: str, tries: int) -> str:
    if tries == 0:
        return text("**{answer} wins.** Solved on the first try.", answer=answer)
    return plural(
        "**{answer} wins.** Solved after {count} wrong turn.",
        "**{answer} wins.** Solved after {count} wrong turns.",
        tries,
        answer=answer,
    )


def solution(turns: Sequence[str], shown: int = 0) -> str:
    """Return the solution of a puzzle: the solver's turns and the replies.

    :param shown: the number of the turn in the picture, which is bold; 0 for none.
    """
    marked = [f"**{turn}**" if at == shown else turn for at, turn in enumerate(turns, start=1)]
    return text("Solution: {turns}.", turns=" · ".join(marked))


def cuts(turn: str, count: int) -> str:
    """Return the sentence about a turn that takes stones by cutting their last lifeline."""
    return plural(
        "{turn} cuts {count} stone from its last friend.",
        "{turn} cuts {count} stones from their last friend.",
        count,
        turn=turn,
    )


def takes(turn: str, count: int) -> str:
    return plural("{turn} takes {count} stone.", "{turn} takes {count} stones.", count, turn=turn)


def why(turn: str, reason: str) -> str:
    """Return the question why a turn is right, followed by the sentence `reason`."""
    return text("Why {turn}? {reason}", turn=turn, reason=reason)


def leaves(turn: str, enemy: str, left: Sequence[str]) -> str:
    """Return the sentence that a turn leaves the opponent only the few legal turns `left`."""
    return text("{turn} leaves {enemy} only {turns}.", turn=turn, enemy=enemy, turns=one_of(left))


def cells_left(own: int, theirs: int, enemy: str) -> str:
    """Return the sentence with how many cells each side can play on at the end of a solution.

    :param enemy: the opponent's colour.
    """
    return plural(
        "Then you can play on {count} cell, and {enemy} on {theirs}.",
        "Then you can play on {count} cells, and {enemy} on {theirs}.",
        own,
        enemy=enemy,
        theirs=theirs,
    )


def holds_left(count: int) -> str:
    """Return the sentence that follows `cells_left`: how often the solver can also hold.

    A hold skips a turn and removes a prisoner.
    """
    return plural("You can also hold {count} time.", "You can also hold {count} times.", count)


def given_up(colour: str, count: int) -> str:
    return plural(
        "{colour} gives up {count} stone on the way.",
        "{colour} gives up {count} stones on the way.",
        count,
        colour=colour,
    )


def goes_on(colour: str, enemy: str) -> str:
    """Return the sentence about a solution that stops before its game ends: the solver will win.

    :param colour: the solver's colour; `enemy` is the opponent's.
    """
    return text("Whatever {enemy} plays now, {colour} moves last.", colour=colour, enemy=enemy)


def unreadable(typed: str, example: str) -> str:
    return text(
        "“{typed}” isn't a legal turn here. Type a cell such as {example}.",
        typed=typed,
        example=example,
    )


TRIED_ALL = Message("This board has no room for another turn. Press Back to try a different turn.")


def turns_from(colour: str, first: str, last: str) -> str:
    """Return the prompt of a menu of a colour's turns, from cell `first` to `last` (plain text)."""
    return text("{colour}'s turns from {first} to {last}", colour=colour, first=first, last=last)


def step_named(number: int, count: int) -> str:
    """Return the title in the picture of a step of a puzzle's solution, such as `Step 2 of 5`."""
    return text("Step {number} of {count}", number=number, count=count)


def refuted(count: int) -> str:
    """Return the sentence that the other legal first turns, `count` of them, lose."""
    return plural(
        "The only other first turn loses.",
        "All {count} other first turns lose.",
        count,
    )


def tried(count: int) -> str:
    return plural("{count} puzzle tried", "{count} puzzles tried", count)


def results(at_once: int, later: int, failed: int) -> str:
    return text(
        "Solved on the first try: **{at_once}** · after wrong turns: {later} · not solved: "
        "{failed}",
        at_once=at_once,
        later=later,
        failed=failed,
    )


def strength(value: float, deviation: float) -> str:
    return text(
        "Your puzzle rating: **{value} ± {deviation}**",
        value=round(value),
        deviation=round(deviation),
    )


def theme_result(theme: str, at_once: int, tried: int) -> str:
    return text(
        "- {theme}: {at_once} of {tried} on the first try",
        theme=theme,
        at_once=at_once,
        tried=tried,
    )
