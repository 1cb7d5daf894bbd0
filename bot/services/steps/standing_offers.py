"""Changes of people's offers in the lobby when games begin and end, within a transaction."""

from datetime import datetime, timedelta

from bot.services.values.clocks.due_dates import BotDue, Due
from bot.store.engine.database import Transaction
from bot.store.tables import deadlines, lobby
from bot.store.tables.bot_time import bot_time_of
from bot.store.tables.games import GameRow
from bot.store.tables.lobby import OfferRow

OFFER_LIFE = timedelta(days=7)  # wait of an offer without a match


async def take_offer(tx: Transaction, offer: OfferRow, game_id: int, now: datetime) -> None:
    """Record that a lobby offer has started a game.

    An offer for a single game is then closed. An offer that keeps a number of games in progress is
    full once it has reached that number.
    """
    games = [*offer.games, game_id]
    status = lobby.OPEN
    if not offer.keep:
        status = lobby.MATCHED
    elif len(games) >= offer.keep:
        status = lobby.FULL
    expires_at = max(offer.expires_at, await bot_time_of(tx, now + OFFER_LIFE, now))
    await lobby.change(tx, offer.id, games=games, status=status, expires_at=expires_at)


async def free_offers(tx: Transaction, game: GameRow, now: datetime) -> None:
    """Reopen the lobby offers that led to a finished game.

    Also plan a new search for matches of all open offers of its players.
    """
    for user_id in game.players:
        for offer in await lobby.find_standing(tx, user_id):
            if game.id in offer.games:
                await _reopen(tx, offer, game.id, now)
        await match_offers(tx, user_id, now)


async def match_offers(tx: Transaction, user_id: int, now: datetime) -> None:
    """Plan a new search for matches of a person's open lobby offers.

    Call it when an obstacle to a match is gone, such as a block or another game in progress.
    """
    for offer in await lobby.find_standing(tx, user_id):
        if offer.status == lobby.OPEN:
            await deadlines.put(tx, Due.OFFER_MATCH, offer.id, now)


async def _reopen(tx: Transaction, offer: OfferRow, game_id: int, now: datetime) -> None:
    left = [each for each in offer.games if each != game_id]
    expires_at = await bot_time_of(tx, now + OFFER_LIFE, now)
    await lobby.change(tx, offer.id, games=left, status=lobby.OPEN, expires_at=expires_at)
    await deadlines.put(tx, BotDue.OFFER_EXPIRY, offer.id, expires_at)
