"""Use cases of puzzles: choose a puzzle, judge turns, store votes, show results.

Only the first attempt of a person at a puzzle is stored.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.services.steps.daily_posts import note_result, present_length, streak_with
from bot.services.steps.own_puzzles import note_own_result
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.puzzles.own import (
    FIRST_OWN,
    OwnMistake,
    is_due,
    is_own,
    number_of,
    origin_of,
    puzzle_of,
    row_id_of,
)
from bot.services.values.puzzles.selection import (
    FIRST_PUZZLES,
    difficulty_of,
    familiar,
    find,
    first_rating,
    is_kept,
    nearest,
    new_solver,
    strength_to_meet,
    to_show,
    wanted,
)
from bot.services.values.ratings.glicko2 import GameResult, Rating, updated
from bot.services.values.ratings.standings import Standing, after_game
from bot.services.values.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import daily, games, mistakes, players
from bot.store.tables import puzzles as store
from bot.store.tables.daily import StreakRow
from bot.store.tables.puzzles import AttemptRow, PuzzleRow, SolverRow
from sparring.puzzles import collection
from sparring.puzzles.puzzle import Puzzle

MAX_TRIES: Final = 3
COMES_AGAIN: Final = timedelta(days=90)
"""A puzzle of the day that was shown longer ago has come again, and changes no rating."""


@dataclass(frozen=True, slots=True)
class PuzzlePlace:
    """Puzzle, and the solver's turn in it for which a button was made.

    :ivar step: the index of the solver's turn, from 0.
    :ivar tries: the number of wrong turns before, according to the button.
    :ivar hinted: whether the person chose the theme, so that the attempt changes no rating.
    """

    puzzle: Puzzle
    step: int = 0
    tries: int = 0
    hinted: bool = False


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """Puzzle as one person sees it.

    :ivar difficulty: the displayed difficulty.
    :ivar wrong: the number of wrong turns in this attempt so far.
    :ivar repeated: whether the first attempt has ended, so that this one does not count.
    :ivar first: whether it is one of the person's first puzzles, which offer few turns.
    :ivar streak: the days in a row on which the person has solved the puzzle of the day; 0 if this
        is another puzzle.
    :ivar mistake: the person's mistake from which the puzzle was made; None for a shipped puzzle.
    """

    puzzle: Puzzle
    difficulty: int
    wrong: int = 0
    repeated: bool = False
    first: bool = False
    streak: int = 0
    mistake: OwnMistake | None = None


@dataclass(frozen=True, slots=True)
class NoMistakeDue:
    """Answer when no puzzle from the person's own mistakes is due.

    :ivar made: the number of these puzzles so far, in every game.
    :ivar next_at: when the next puzzle comes, of the wanted game if it has any; None if all are
        solved.
    :ivar elsewhere: whether one of another game is due now.
    """

    made: int
    next_at: datetime | None
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class PuzzleStats:
    """A person's results in first attempts.

    :ivar at_once: the number of puzzles solved without a wrong turn.
    :ivar later: the number solved after one or two wrong turns.
    :ivar failed: the number tried but not solved.
    :ivar rating: value and deviation; None before the first rated attempt.
    :ivar themes: for each theme, the numbers of puzzles tried and solved without a wrong turn, most
        tried first.
    :ivar streak: the current and the longest streak of solved puzzles of the day; None before the
        first.
    """

    at_once: int = 0
    later: int = 0
    failed: int = 0
    rating: tuple[float, float] | None = None
    themes: tuple[tuple[str, int, int], ...] = ()
    streak: tuple[int, int] | None = None

    @property
    def tried(self) -> int:
        """The number of puzzles tried."""
        return self.at_once + self.later + self.failed


class PuzzleService(Service):
    """Use cases of puzzles: choose one, judge turns, give up, vote, show a person's results."""

    async def load(self) -> None:
        """Load all puzzles in a thread, because the first load is too slow for the event loop."""
        await asyncio.to_thread(collection.load)

    @writes
    async def choose(
        self, tx: Transaction, actor: Actor, theme: str, game: str, *, besides: int = 0
    ) -> PuzzleView:
        """Choose a new puzzle for a person, near their strength.

        If `game` is empty, choose a puzzle of a game that they have played (see `familiar`). If
        they have seen all puzzles of the theme and game, choose one that they have seen.

        :param theme: the wanted theme; an empty text means any.
        :param besides: the number of a puzzle to avoid if possible.
        :raises Refusal: no puzzle has that theme and game.
        """
        found = wanted(theme, game)
        shown = await store.find_shown(tx, actor.user_id)
        unseen = [each for each in found if each.number not in shown]
        others = unseen or [each for each in found if each.number != besides] or found
        if unseen:
            solver = await _solver(tx, actor.user_id)
            seen = max(sum(not is_own(each) for each in shown), solver.attempts)
            if not game:
                played = await games.find_played(tx, actor.user_id)
                unseen = familiar(unseen, played, seen=seen)
            strength = strength_to_meet(solver.value, seen=seen)
            near = nearest(unseen, strength)
            rows = await store.find_puzzles(tx, [each.number for each in near])
            others = to_show(near, rows, strength)
        puzzle = others[self._draw(len(others))]
        return await _view(tx, puzzle, await self._attempt(tx, actor, puzzle), 0)

    @writes
    async def choose_mistake(
        self, tx: Transaction, actor: Actor, game: str, *, besides: int = 0
    ) -> PuzzleView | NoMistakeDue:
        """Choose the puzzle from a person's own mistakes that has been due for longest.

        :param game: the wanted game; an empty text means any.
        :param besides: the number of a puzzle; if it is due, choose the one that is due after it,
            or after the last one the first.
        """
        now = self._clock()
        unsolved = await mistakes.find_unsolved(tx, actor.user_id)
        rows = [row for row in unsolved if game in ("", puzzle_of(row).game)]
        due = [row for row in rows if is_due(row, now)]
        if not due:
            elsewhere = bool(unsolved) and is_due(unsolved[0], now)
            next_at = next((row.due_at for row in [*rows, *unsolved]), None)
            made = await mistakes.count(tx, actor.user_id)
            return NoMistakeDue(made, next_at, elsewhere=elsewhere)
        shown = [number_of(row.id) for row in due]
        following = shown.index(besides) + 1 if besides in shown else 0
        puzzle = puzzle_of(due[following % len(due)])
        attempt = await self._attempt(tx, actor, puzzle)
        if attempt.ended_at is not None:
            attempt = replace(attempt, tried="", wrong=0, solved=None, shown_at=now, ended_at=None)
            await store.put_attempt(tx, attempt)
        return await _view(tx, puzzle, attempt, 0)

    @reads
    async def find(self, tx: Transaction, user_id: int, number: int) -> Puzzle | None:
        """Return a puzzle that the person may see: a shipped one or their own; else None."""
        if not is_own(number):
            return find(number)
        row = await mistakes.find(tx, user_id, row_id_of(number))
        return None if row is None else puzzle_of(row)

    @reads
    async def look(self, tx: Transaction, user_id: int, place: PuzzlePlace) -> PuzzleView:
        """Return a person's view of a puzzle, without beginning or changing an attempt.

        If no first attempt is open, the number of wrong turns is `place.tries`.
        """
        attempt = await store.find_attempt(tx, user_id, place.puzzle.number)
        return await _view(tx, place.puzzle, attempt, place.tries)

    @writes
    async def turn(
        self, tx: Transaction, actor: Actor, place: PuzzlePlace, turn: str
    ) -> PuzzleView:
        """Judge a legal turn as right or wrong, and store the result if it is a first attempt."""
        puzzle, step = place.puzzle, place.step
        right = turn == puzzle.steps[step].answer
        attempt = await self._attempt(tx, actor, puzzle)
        if attempt.ended_at is not None:
            return await _view(tx, puzzle, attempt, place.tries + (not right))
        before = attempt
        if not right:
            tried = attempt.tried.split()
            # with two panels of one puzzle or a double press, the same turn counts once
            if f"{step}:{turn}" not in tried:
                tried.append(f"{step}:{turn}")
            attempt = replace(attempt, tried=" ".join(tried), wrong=len(tried))
            if attempt.wrong >= MAX_TRIES:
                attempt = replace(attempt, solved=False, ended_at=self._clock())
        elif puzzle.next_choice(step) == len(puzzle.steps):
            attempt = replace(attempt, solved=True, ended_at=self._clock())
        if attempt != before:
            await self._store(tx, place, before, attempt)
        return await _view(tx, puzzle, replace(attempt, ended_at=None), 0)

    @writes
    async def give_up(self, tx: Transaction, actor: Actor, place: PuzzlePlace) -> PuzzleView:
        """End a first attempt as unsolved, because the person asks for the solution.

        An attempt that has ended stays as it is.
        """
        before = await self._attempt(tx, actor, place.puzzle)
        if before.ended_at is None:
            ended = replace(before, solved=False, ended_at=self._clock())
            await self._store(tx, place, before, ended)
        return await _view(tx, place.puzzle, before, 0)

    @writes
    async def vote(self, tx: Transaction, actor: Actor, puzzle: Puzzle, vote: int) -> PuzzleView:
        """Store whether a person likes a puzzle (1) or not (-1); it replaces an earlier vote."""
        attempt = await self._attempt(tx, actor, puzzle)
        if attempt.vote != vote:
            await store.put_attempt(tx, replace(attempt, vote=vote))
            row = await _puzzle_row(tx, puzzle)
            likes = row.likes + (vote == 1) - (attempt.vote == 1)
            dislikes = row.dislikes + (vote == -1) - (attempt.vote == -1)
            await store.put_puzzle(tx, replace(row, likes=likes, dislikes=dislikes))
        return await _view(tx, puzzle, attempt, 0)

    @reads
    async def stats(self, tx: Transaction, user_id: int) -> PuzzleStats:
        """Return a person's results in first attempts at shipped puzzles."""
        attempts = [
            each
            for each in await store.find_attempts(tx, user_id)
            if (each.wrong or each.ended_at) and not is_own(each.puzzle)
        ]
        tried, at_once = Counter[str](), Counter[str]()
        for each in attempts:
            puzzle = find(each.puzzle)
            themes = () if puzzle is None else puzzle.themes
            tried.update(themes)
            at_once.update(themes if _is_at_once(each) else ())
        solver = await store.find_solver(tx, user_id)
        now = self._clock()
        days = (await daily.find_streaks(tx, [user_id])).get(user_id)
        streak = None
        if days is not None:
            streak = await _present_streak(tx, days, now.toordinal()), days.longest
        first = sum(map(_is_at_once, attempts))
        solved = sum(each.solved is True for each in attempts)
        return PuzzleStats(
            at_once=first,
            later=solved - first,
            failed=len(attempts) - solved,
            rating=None if solver is None else _shown_rating(solver, now),
            themes=tuple((theme, count, at_once[theme]) for theme, count in tried.most_common()),
            streak=streak,
        )

    async def _attempt(self, tx: Transaction, actor: Actor, puzzle: Puzzle) -> AttemptRow:
        """Return a person's first attempt at a puzzle; store a new one if they have made none."""
        found = await store.find_attempt(tx, actor.user_id, puzzle.number)
        if found is not None:
            return found
        now = self._clock()
        begun = AttemptRow(actor.user_id, puzzle.number, now)
        await players.remember(tx, actor.user_id, actor.name, now)
        await store.put_attempt(tx, begun)
        return begun

    async def _store(
        self, tx: Transaction, place: PuzzlePlace, before: AttemptRow, after: AttemptRow
    ) -> None:
        """Store a changed attempt, and rate it if its result is now known.

        The result is known with the first wrong turn, or at the end of an attempt without one.
        """
        await store.put_attempt(tx, after)
        if after.ended_at is not None:
            await note_result(tx, after, after.ended_at)
            await note_own_result(tx, after, after.ended_at)
        if is_own(after.puzzle):
            return  # no rating changes
        now, score = self._clock(), float(_is_at_once(after))
        if before.wrong or place.hinted or now - before.shown_at > COMES_AGAIN:
            return
        solver, row = await _solver(tx, after.user_id), await _puzzle_row(tx, place.puzzle)
        theirs, its = _standing(solver), Rating(row.value, row.deviation, row.volatility)
        stronger = after_game(theirs, its, score, now).rating
        # a puzzle's strength does not change, so its rating does not age
        harder = updated(its, [GameResult(theirs.rating_at(now), 1 - score)], 0)
        await store.put_solver(
            tx,
            SolverRow(
                solver.user_id,
                stronger.value,
                stronger.deviation,
                stronger.volatility,
                solver.attempts + 1,
                now,
            ),
        )
        rated = replace(
            row,
            value=harder.value,
            deviation=harder.deviation,
            volatility=harder.volatility,
            attempts=row.attempts + 1,
        )
        await store.put_puzzle(tx, rated)


async def _present_streak(tx: Transaction, row: StreakRow, today: int) -> int:
    """Return the length of a streak, in days; 0 if no puzzle that is still open can continue it.

    A puzzle is open in a server until the next one is posted there, at the latest two days later.

    :param today: the day in UTC.
    """
    posted = await daily.newest_days(tx, row.user_id)
    still_open = min((day for day in posted if day >= today - 2), default=today)
    return await present_length(tx, row, still_open)


def _is_at_once(attempt: AttemptRow) -> bool:
    return attempt.solved is True and not attempt.wrong


def _standing(row: SolverRow) -> Standing:
    rating = Rating(row.value, row.deviation, row.volatility)
    return Standing(rating, row.attempts, row.changed_at)


def _shown_rating(row: SolverRow, now: datetime) -> tuple[float, float]:
    rating = _standing(row).rating_at(now)
    return rating.value, rating.deviation


async def _solver(tx: Transaction, user_id: int) -> SolverRow:
    return await store.find_solver(tx, user_id) or new_solver(user_id)


async def _puzzle_row(tx: Transaction, puzzle: Puzzle) -> PuzzleRow:
    rows = await store.find_puzzles(tx, [puzzle.number])
    return rows.get(puzzle.number) or first_rating(puzzle)


async def _view(
    tx: Transaction, puzzle: Puzzle, attempt: AttemptRow | None, tries: int
) -> PuzzleView:
    """Return a puzzle as one person sees it.

    :param attempt: the person's first attempt at the puzzle, or None.
    :param tries: the number of wrong turns to show if that attempt is not open.
    """
    rows = await store.find_puzzles(tx, [puzzle.number])
    goes_on = attempt is not None and attempt.ended_at is None
    # the puzzle of the day, which many share, is not made easier for newcomers
    is_shared = is_kept(puzzle)
    wrong = attempt.wrong if attempt is not None and goes_on else tries
    return PuzzleView(
        puzzle,
        difficulty_of(puzzle, rows),
        wrong,
        repeated=not goes_on,
        first=attempt is not None and not is_shared and await _is_first(tx, attempt),
        streak=0 if attempt is None else await streak_with(tx, attempt),
        mistake=None if attempt is None else await _mistake(tx, attempt),
    )


async def _mistake(tx: Transaction, attempt: AttemptRow) -> OwnMistake | None:
    if not is_own(attempt.puzzle):
        return None
    row = await mistakes.find(tx, attempt.user_id, row_id_of(attempt.puzzle))
    return None if row is None else origin_of(row)


async def _is_first(tx: Transaction, attempt: AttemptRow) -> bool:
    """Return whether an attempt is at one of the person's first shipped puzzles."""
    return (
        not is_own(attempt.puzzle)
        and await store.count_shown_before(tx, attempt, FIRST_OWN) < FIRST_PUZZLES
    )
