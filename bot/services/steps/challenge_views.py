"""Challenges as messages show them, with data of other tables."""

from dataclasses import replace
from datetime import datetime

from bot.services.values.clocks.clock import Pace
from bot.services.values.view_builder import challenge_view
from bot.services.values.views import ChallengeView
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, clocks
from bot.store.tables.bot_time import downtime_at
from bot.store.tables.challenges import ChallengeRow


async def shown_challenge(tx: Transaction, row: ChallengeRow, now: datetime) -> ChallengeView:
    """Return a challenge as messages show it now, with its expiry in wall time."""
    view = challenge_view(row, await downtime_at(tx, now))
    original = None if row.counters is None else await challenges.find(tx, row.counters)
    clock = None if row.rematch_of is None else await clocks.find(tx, row.rematch_of)
    return replace(
        view,
        is_counter_offer=original is not None and original.challenger_id != row.challenger_id,
        of_league_game=clock is not None and clock.pace == Pace.SEASON,
    )
