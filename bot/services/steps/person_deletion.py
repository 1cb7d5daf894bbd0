"""Deletion of a person's data, after their games in progress and open challenges are ended."""

from datetime import datetime

from bot.services.steps.game_end import end_game
from bot.services.steps.league_ends import change_cards
from bot.services.steps.league_seasons import leave_seasons
from bot.services.steps.proposals import announce_challenge
from bot.services.values.clocks.due_dates import PERSON_DUE
from bot.services.values.view_builder import RESIGNED
from bot.services.values.views import ChallengeStatus
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, game_lists, leagues, lobby, personal_data, players
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.players import DELETED_USER_ID

ENDED_AT_ONCE = 5  # games, and challenges, ended by one transaction


async def delete_person(tx: Transaction, user_id: int, now: datetime) -> None:
    """Delete a person from all tables, after ending their games and challenges."""
    while await end_games(tx, user_id, now):
        pass
    await players.remember(tx, DELETED_USER_ID, players.DELETED_USER_NAME, now)
    await personal_data.erase(tx, user_id, PERSON_DUE)


async def end_games(tx: Transaction, user_id: int, now: datetime) -> bool:
    """End a batch of a person's games and open challenges; return whether there are more.

    The person also leaves all leagues and their seasons, and their lobby offers are withdrawn.
    """
    for offer in await lobby.find_standing(tx, user_id):  # the end of a game would reopen them
        await lobby.change(tx, offer.id, status=lobby.WITHDRAWN)
    await leave_seasons(tx, user_id, now)
    await _leave_leagues(tx, user_id, now)
    running = await game_lists.find_running(tx, user_id)
    for game in running[:ENDED_AT_ONCE]:
        winner = 1 - game.players.index(user_id)
        await end_game(tx, game, RESIGNED, winner, now)
    proposed = await challenges.find_open_with(tx, user_id)
    for challenge in proposed[:ENDED_AT_ONCE]:
        mine = challenge.challenger_id == user_id
        status = ChallengeStatus.WITHDRAWN if mine else ChallengeStatus.DECLINED
        await challenges.close(tx, challenge.id, status)
        await announce_challenge(tx, challenge, OutboxKind.CHALLENGE_CLOSED, now)
    return max(len(running), len(proposed)) > ENDED_AT_ONCE


async def _leave_leagues(tx: Transaction, user_id: int, now: datetime) -> None:
    """Delete a person's memberships, and show the new numbers of members.

    It is done before anything else is deleted, which may take several transactions.
    """
    for league in await leagues.find_of_person(tx, user_id):
        if await leagues.find_member(tx, league.id, user_id) is not None:
            await leagues.delete_member(tx, league.id, user_id)
            await change_cards(tx, [league], now)
