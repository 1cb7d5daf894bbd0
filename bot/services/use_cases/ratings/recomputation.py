"""Recomputation of all ratings from the stored events, in the order in which games were rated."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any

from bot.services.steps.rating_changes import (
    PLAYED_TO_THE_END,
    PlayedGame,
    change_event,
    lost_on_time,
    new_row,
    standing_of,
    with_standing,
)
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.ratings.conditions import RatingReason, rating_reason
from bot.services.values.ratings.glicko2 import Rating
from bot.services.values.ratings.standings import Standing, score_of
from bot.services.values.view_builder import MODERATED
from bot.store.engine.database import Transaction
from bot.store.tables import games, ratings
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.ratings import EventRow, NewEvent, RatedGame, RatingRow

EVENT_FIELDS = tuple(each.name for each in fields(NewEvent))
_values = attrgetter(*EVENT_FIELDS)
RATING_FIELDS = ("value", "deviation", "volatility", "games", "changed_at", "listed_until")


@dataclass(frozen=True, slots=True)
class Difference:
    """Stored number of a rating or a rating event that differs from its recomputed value.

    :ivar game_id: the game of an event; None for a current rating.
    :ivar user_id: the person; a negative number is a level of the engine.
    """

    game_id: int | None
    game_key: str
    user_id: int
    name: str
    stored: Any
    recomputed: Any


@dataclass(slots=True)
class Recomputed:
    """Outcome of a recomputation of ratings: the differences, and games that no longer count.

    :ivar events: the number of recomputed events; each is a player's rating change by a game.
    :ivar removed: numbers of games that no longer count: closed, deleted or moderated.
    """

    events: int = 0
    removed: list[int] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)


class RatingRecomputation(Service):
    """Use cases of the operator: check or correct all ratings."""

    @reads
    async def check(self, tx: Transaction) -> Recomputed:
        """Recompute every rating and return the differences; store nothing."""
        return (await _recomputed(tx)).done

    @writes
    async def recompute(self, tx: Transaction, without: Collection[int] = ()) -> Recomputed:
        """Recompute every rating, store the correct values, and return the differences.

        :param without: numbers of games to exclude as if a moderator had closed them.
        """
        for game_id in without:
            await games.remove_result(tx, game_id, MODERATED)
        found = await _recomputed(tx)
        if found.done.differences:
            for each in found.changed:
                await ratings.correct_event(tx, each)
            await ratings.replace_all(tx, found.rows)
        return found.done


@dataclass(frozen=True, slots=True)
class _Found:
    """Result of a recomputation, with the rows to store.

    :ivar changed: the events that differ from the stored ones, with their new values.
    :ivar rows: all current ratings.
    """

    done: Recomputed
    changed: list[EventRow]
    rows: list[RatingRow]


async def _recomputed(tx: Transaction) -> _Found:
    done, replayed = Recomputed(), Replay()
    changed: list[EventRow] = []
    async for event, game in ratings.all_events(tx):
        done.events += 1
        for stored, new in replayed.after(event, game):
            if new.reason == RatingReason.REMOVED and stored.game_id not in done.removed[-1:]:
                done.removed.append(stored.game_id)
            if _values(stored) != _values(new):
                done.differences += _differing(stored, new)
                changed.append(replace(stored, **_as_dict(new)))
    return _Found(done, changed, [*_present(await ratings.find_all(tx), replayed, done)])


class Replay:
    """Recalculation of rating events in the order in which games were rated.

    :ivar standings: the recomputed standings so far, by game key and user id.
    """

    def __init__(self) -> None:
        self.standings: dict[tuple[str, int], Standing] = {}
        self._lost_on_time: dict[int, bool] = {}
        self._halves: dict[int, EventRow] = {}

    def after(self, event: EventRow, game: RatedGame | None) -> Iterator[tuple[EventRow, NewEvent]]:
        """Replay a rating event; yield the events of its game, each with its recomputed version.

        A game between people has two events. The first of them yields nothing; both are replayed
        with the second.

        :param game: the rated game; None if it no longer counts.
        """
        if event.user_id < 0:
            yield from self._replay((event,), game)
        elif event.game_id in self._halves:
            both = sorted((self._halves.pop(event.game_id), event), key=lambda each: each.seat)
            yield from self._replay(tuple(both), game)
        else:
            self._halves[event.game_id] = event

    def _replay(
        self, events: tuple[EventRow, ...], game: RatedGame | None
    ) -> Iterator[tuple[EventRow, NewEvent]]:
        reason = self._reason(events, game)
        before = [self._standing(each, events, game) for each in events]
        for event, (standing, opponent) in zip(events, before, strict=True):
            score = event.score if game is None else score_of(event.seat, game.winner_seat)
            played = PlayedGame(event.game_id, event.game_key, event.seat, event.user_id, score)
            new, after = change_event(played, standing, opponent, reason, event.at)
            if event.user_id == DELETED_USER_ID:
                # all deleted people share this id, so each event is independent
                new = replace(new, idle=event.idle)
            else:
                self.standings[event.game_key, event.user_id] = after
            if reason in PLAYED_TO_THE_END:
                self._lost_on_time[event.user_id] = lost_on_time(new)
            yield event, new

    def _reason(self, events: tuple[EventRow, ...], game: RatedGame | None) -> RatingReason:
        if game is None:
            return RatingReason.REMOVED
        loser = next((each for each in events if each.seat != game.winner_seat), events[0])
        repeated = self._lost_on_time.get(loser.user_id, False)
        if loser.user_id == DELETED_USER_ID:
            repeated = loser.reason == RatingReason.REPEATED_TIME
        return rating_reason(game.ending, game.turn, repeated=repeated)

    def _standing(
        self, event: EventRow, events: tuple[EventRow, ...], game: RatedGame | None
    ) -> tuple[Standing, Rating]:
        """Return the standing of an event's player before the game, and the opponent's rating then.

        The uncertainty of the opponent's rating includes the time since the opponent's last game.
        """
        stored = Rating(event.opponent_value, event.opponent_deviation)
        rival = self._opponent_id(event, events, game)
        opponent = stored
        if rival is not None and rival != DELETED_USER_ID:
            standing = self.standings.get((event.game_key, rival), Standing())
            opponent = standing.rating_at(event.at)
        return self._own_standing(event), opponent

    def _own_standing(self, event: EventRow) -> Standing:
        if event.user_id != DELETED_USER_ID:
            return self.standings.get((event.game_key, event.user_id), Standing())
        rating = Rating(event.old_value, event.old_deviation, event.old_volatility)
        return Standing(rating, 1, event.at - event.idle)

    def _opponent_id(
        self, event: EventRow, events: tuple[EventRow, ...], game: RatedGame | None
    ) -> int | None:
        others = [each.user_id for each in events if each is not event]
        if others:
            return others[0]
        return None if game is None else game.players[1 - event.seat]


def _differing(stored: EventRow, new: NewEvent) -> Iterator[Difference]:
    for name, was, now in zip(EVENT_FIELDS, _values(stored), _values(new), strict=True):
        if was != now:
            yield Difference(stored.game_id, stored.game_key, stored.user_id, name, was, now)


def _present(stored: list[RatingRow], replayed: Replay, done: Recomputed) -> Iterator[RatingRow]:
    """Yield all current ratings as recomputed; add differences from the stored ones to `done`."""
    known = {(row.game_key, row.user_id): row for row in stored}
    for key in sorted({*known, *replayed.standings}):
        row = known.get(key, new_row(*key))
        right = with_standing(row, replayed.standings.get(key, standing_of(new_row(*key))))
        for name in RATING_FIELDS:
            was, now = getattr(row, name) if key in known else None, getattr(right, name)
            if was != now:
                done.differences.append(Difference(None, *key, name, was, now))
        yield right


def _as_dict(event: NewEvent) -> dict[str, Any]:
    return {name: getattr(event, name) for name in EVENT_FIELDS}
