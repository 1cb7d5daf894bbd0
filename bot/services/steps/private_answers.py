"""Private answers that show a practice game: which can be edited, and whether the player left.

An answer can be edited while Discord accepts the token of its interaction.
"""

from datetime import datetime, timedelta

from bot.store.engine.database import Transaction
from bot.store.tables import games, interaction_tokens, interactions
from bot.store.tables.interaction_tokens import InteractionTokenRow
from bot.store.tables.interactions import InteractionRow

LIFE = timedelta(minutes=14)  # Discord accepts a token for fifteen minutes


async def find_answer(tx: Transaction, game_id: int, now: datetime) -> InteractionTokenRow | None:
    """Return the token that can edit the newest private answer of a practice game.

    Answers to actions before the player's last one do not count: they are out of date.

    :returns: None if there is no answer, or its token has expired.
    """
    last = await _last_action(tx, game_id)
    if last is None:
        return None
    return await interaction_tokens.find_for_game(tx, game_id, last.id, now)


async def has_left(tx: Transaction, game_id: int, now: datetime) -> bool:
    """Return whether the player of a practice game has left it, that is, not acted for `LIFE`."""
    last = await _last_action(tx, game_id)
    return last is None or last.handled_at <= now - LIFE


async def _last_action(tx: Transaction, game_id: int) -> InteractionRow | None:
    game = await games.find(tx, game_id)
    if game is None or game.engine_seat is None:
        return None
    return await interactions.find_latest(tx, game.players[1 - game.engine_seat], game_id)
