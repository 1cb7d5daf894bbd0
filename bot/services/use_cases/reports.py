"""Use cases of reports: a player reports an opponent; the operator lists reports and pairs."""

from dataclasses import dataclass
from enum import StrEnum

from bot.errors.refusals import Refusal
from bot.services.steps.game_actions import existing_game, record_once
from bot.services.steps.visibility import seat_in
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.people.rate_limits import Action
from bot.services.values.ratings.conditions import FIRST_TURNS
from bot.services.values.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import players, reports
from bot.store.tables.reports import PairRow, ReportRow
from bot.words import reports as words

LISTED = 50  # reports in the list
MANY_GAMES = 5  # rated games of a pair
FEW_TURNS = 3 * FIRST_TURNS
MOST = 0.6  # share of a person's rated games, or of a pair's games


class ReportReason(StrEnum):
    """Reason for which a player reports an opponent."""

    CHEATING = "cheating"
    STALLING = "stalling"
    NAME = "name"
    HARASSMENT = "harassment"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Report:
    """Stored report of a player about an opponent.

    :ivar reported_id: the id of the opponent.
    """

    id: int
    game_id: int
    reported_id: int
    reason: ReportReason


class ReportService(Service):
    """Use cases of reports about opponents: players report, the operator lists."""

    async def report(self, actor: Actor, game_id: int, reason: ReportReason) -> Report | None:
        """Report the opponent in a game; return None if this interaction was handled before.

        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises Refusal: it is a practice game, or the person has reported the game before.
        :raises TooFast: too many reports within a minute.
        """
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._report(actor, game_id, reason)

    @reads
    async def find_latest(self, tx: Transaction) -> list[ReportRow]:
        """Return the latest reports, newest first, at most `LISTED`."""
        return await reports.find_latest(tx, LISTED)

    @reads
    async def find_likely_traders(self, tx: Transaction) -> list[PairRow]:
        """Return pairs of players who may be trading wins to change their ratings.

        Games with each other are most of the rated games of one of them. Most of these games end
        early, or both players win about equally often.
        """
        return [
            pair
            for pair in await reports.find_frequent_pairs(tx, MANY_GAMES, FEW_TURNS)
            if pair.games >= MOST * min(pair.first_total, pair.second_total)
            and (
                pair.early >= MOST * pair.games
                or abs(pair.first_wins - pair.second_wins) <= pair.games % 2
            )
        ]

    @writes
    async def _report(
        self, tx: Transaction, actor: Actor, game_id: int, reason: ReportReason
    ) -> Report | None:
        row = await existing_game(tx, game_id)
        seat = seat_in(row, actor)
        if row.engine_seat is not None:
            raise Refusal(words.PRACTICE())
        now = self._clock()
        if not await record_once(tx, actor, "report", now):
            return None
        await players.remember(tx, actor.user_id, actor.name, now)
        report_id = await reports.add(tx, row.id, actor.user_id, reason, now)
        if report_id is None:
            raise Refusal(words.REPORTED_ALREADY())
        return Report(report_id, row.id, row.players[1 - seat], reason)
