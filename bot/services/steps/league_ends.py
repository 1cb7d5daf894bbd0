"""Registration for seasons, and the consequences of a league game's end, in a transaction."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from bot.services.steps.league_access import upcoming_season
from bot.services.steps.league_tables import is_ending, is_lost_on_time, season_dates
from bot.services.values.clocks.due_dates import BotDue
from bot.services.values.leagues.season import BREAK
from bot.services.values.view_builder import TIMED_OUT
from bot.store.engine.database import Transaction
from bot.store.tables import deadlines, leagues, message_closings, outbox, outbox_queries
from bot.store.tables.bot_time import bot_time_of
from bot.store.tables.games import GameRow
from bot.store.tables.leagues import LeagueRow, PairingRow, SeasonRow
from bot.store.tables.message_closings import PostedMessage
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import OfGroup, OfLeague, OfSeason, Payload
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import BotTime

IN_A_ROW = 2  # games lost on time before a player is asked
A_DAY = timedelta(days=1)
BETWEEN_EDITS = timedelta(seconds=5)


async def post(
    tx: Transaction, league: LeagueRow, kind: OutboxKind, about: Iterable[Payload], now: datetime
) -> None:
    """Add one outbox message to a league's channel for each payload, such as one for each group."""
    where = (league.guild_id, league.channel_id)
    await outbox.add(
        tx, *(outbox.NewOutboxMessage(kind, *where, now, payload=each) for each in about)
    )


async def notify_member(
    tx: Transaction, league: LeagueRow, user_id: int, kind: NotificationKind, now: datetime
) -> None:
    """Add a notification about a league for one person."""
    where = (league.guild_id, league.channel_id)
    about = OfLeague(league=league.id)
    new = outbox.NewOutboxMessage(kind, *where, now, payload=about, user_id=user_id)
    await outbox.add(tx, new)


async def notify_of_season(
    tx: Transaction, season_id: int, user_id: int, kind: NotificationKind, now: datetime
) -> None:
    """Add a notification about the league of a season, unless the league or person was deleted."""
    found = await leagues.find_season_with_league(tx, season_id)
    if found is not None and user_id != DELETED_USER_ID:
        await notify_member(tx, found[1], user_id, kind, now)


async def notify_organiser(tx: Transaction, season_id: int, now: datetime) -> None:
    """Tell the person who opened a league, once a day, that its channel takes no messages."""
    found = await leagues.find_season_with_league(tx, season_id)
    if found is None:
        return
    _, league = found
    if not await _was_told(tx, league, now):
        await notify_of_season(tx, season_id, league.by_id, NotificationKind.LEAGUE_STOPPED, now)


async def _was_told(tx: Transaction, league: LeagueRow, now: datetime) -> bool:
    """Return whether the news of a channel that takes no messages waits, or came within a day."""
    kind = NotificationKind.LEAGUE_STOPPED
    told = await outbox_queries.find_recent(tx, league.by_id, kind, OfLeague, now - A_DAY)
    return any(each.league == league.id for each in told)


async def open_registration(
    tx: Transaction, league: LeagueRow, number: int, starts_at: BotTime, now: datetime
) -> SeasonRow:
    """Insert a season of a league, post the message with which people join it, and return it."""
    season_id = await leagues.add_season(tx, league.id, number, starts_at)
    season = SeasonRow(season_id, league.id, number, starts_at)
    await _post_card(tx, league, season, now)
    return season


async def change_card(tx: Transaction, league: LeagueRow, season: SeasonRow, now: datetime) -> None:
    """Request an edit of the message with which people join a season, unless an edit is waiting.

    If the message could not be posted, it is posted now, unless the season has begun.
    """
    if season.message_id is None and season.begun_at is None:
        await _post_card(tx, league, season, now)
    kind, about = OutboxKind.LEAGUE_CARD_CHANGED, OfSeason(season=season.id)
    where, due_at = (league.guild_id, league.channel_id), now + BETWEEN_EDITS
    new = outbox.NewOutboxMessage(kind, *where, now, payload=about, due_at=due_at)
    await outbox.add_unless_waiting(tx, new)


async def change_cards(tx: Transaction, changed: Iterable[LeagueRow], now: datetime) -> None:
    """Request an edit of the message with which people join, in each of several leagues."""
    for league in changed:
        season = await upcoming_season(tx, league.id)
        if season is not None:
            await change_card(tx, league, season, now)


async def replace_card(tx: Transaction, season_id: int, now: datetime) -> None:
    """Post another message with which people join a season, because the old one is gone.

    Nothing is posted if the season has begun, or if it was deleted.
    """
    found = await leagues.find_season_with_league(tx, season_id)
    if found is None:
        return
    season, league = found
    if season.begun_at is None:
        await leagues.set_message(tx, season.id, None)
        await _post_card(tx, league, season, now)


async def keep_card(
    tx: Transaction, season_id: int, card: PostedMessage, now: datetime, *, late: bool
) -> None:
    """Store the message with which people join a season, which has just been posted.

    If the league has moved to another channel meanwhile, close it and post another one there.

    :param late: whether it may not show the latest changes.
    """
    await leagues.set_message(tx, season_id, card.id)  # waits for a change of its channel
    found = await leagues.find_season_with_league(tx, season_id)
    if found is not None and found[1].channel_id != card.channel_id:
        await message_closings.request_closing(tx, None, [card], now)
        await leagues.set_message(tx, season_id, None)
        await replace_card(tx, season_id, now)
    elif late:
        await refresh_card(tx, season_id, now)


async def close_cards(tx: Transaction, league: LeagueRow, now: datetime) -> None:
    """Remove the buttons from a league's last cards, because it moves to another channel."""
    for season in await leagues.find_last_seasons(tx, league.id):
        if season.message_id is not None:
            card = PostedMessage(season.message_id, league.guild_id, league.channel_id)
            await message_closings.request_closing(tx, None, [card], now)
            await leagues.set_message(tx, season.id, None)


async def _post_card(tx: Transaction, league: LeagueRow, season: SeasonRow, now: datetime) -> None:
    where, about = (league.guild_id, league.channel_id), OfSeason(season=season.id)
    new = outbox.NewOutboxMessage(OutboxKind.LEAGUE_CARD, *where, now, payload=about)
    if not await is_ending(tx, league.id):
        await outbox.add_unless_open(tx, new)


async def refresh_card(tx: Transaction, season_id: int, now: datetime) -> None:
    """Request an edit of the message with which people join a season, unless it was deleted."""
    found = await leagues.find_season_with_league(tx, season_id)
    if found is not None:
        season, league = found
        await change_card(tx, league, season, now)


async def follow_league_game(tx: Transaction, game: GameRow, at: datetime) -> None:
    """Apply the consequences of a game's end to its league; do nothing for other games.

    A member who lost the last two games on time is asked whether they still play. The season ends
    with its last game.
    """
    pairing = await leagues.find_pairing_of(tx, game.id)
    if pairing is None:
        return
    season = await leagues.find_season(tx, pairing.season_id)
    assert season is not None, "a pairing belongs to a season"
    if game.ending == TIMED_OUT and game.winner_seat is not None:
        await _ask_silent(tx, season, pairing, game.players[1 - game.winner_seat], at)
    await end_if_over(tx, season, at)


async def end_if_over(tx: Transaction, season: SeasonRow, at: datetime) -> None:
    """End a season if none of its games is in progress or still to begin."""
    if not season.is_running or await leagues.is_anything_left(tx, season.id):
        return
    league = await leagues.find(tx, season.league_id)
    assert league is not None, "a season belongs to a league"
    await leagues.change_season(tx, season, ended_at=at)
    numbers = range(1, await leagues.count_groups(tx, season.id) + 1)
    about = [OfGroup(season=season.id, group=each) for each in numbers]
    await post(tx, league, OutboxKind.LEAGUE_ENDED, about, at)
    if not await is_ending(tx, league.id):
        await _plan_next(tx, league, season, at)


async def open_next(tx: Transaction, season: SeasonRow, now: datetime) -> None:
    """Open registration for the season that follows one in progress, unless it is open already.

    A league that an organiser ends gets no further season.
    """
    league = await leagues.find(tx, season.league_id)
    assert league is not None, "a season belongs to a league"
    newest = (await leagues.find_last_seasons(tx, league.id))[0]
    if not season.is_running or newest.id != season.id or await is_ending(tx, league.id):
        return
    planned = (await season_dates(tx, season, league.weeks, now)).next_begins
    starts_at = await bot_time_of(tx, planned, now)
    await open_registration(tx, league, season.number + 1, starts_at, now)


async def _plan_next(tx: Transaction, league: LeagueRow, season: SeasonRow, at: datetime) -> None:
    """Plan the start of the next season, a week after the end of this one."""
    starts_at = await bot_time_of(tx, at + BREAK, at)
    newest = (await leagues.find_last_seasons(tx, league.id))[0]
    if newest.id == season.id:
        newest = await open_registration(tx, league, season.number + 1, starts_at, at)
    else:
        await leagues.change_season(tx, newest, starts_at=starts_at)
        await change_card(tx, league, newest, at)
    await deadlines.put(tx, BotDue.LEAGUE_START, newest.id, starts_at)


def _tells(pairing: PairingRow, number: int, since: datetime) -> bool:
    """Return whether a game counts when the bot judges whether a player is still active.

    Games that are not over, were annulled or ended before `since` do not count, nor do games that
    the opponent lost on time, because the player may not have had to move in them.

    :param number: the player's number in the group.
    """
    if pairing.is_annulled or not pairing.is_over or pairing.ended_at is None:
        return False
    other = pairing.second if number == pairing.first else pairing.first
    return pairing.ended_at >= since and not is_lost_on_time(pairing, other)


async def _ask_silent(
    tx: Transaction, season: SeasonRow, pairing: PairingRow, user_id: int, at: datetime
) -> None:
    """Ask a member who lost the last games in a row on time whether they still play."""
    member = await leagues.find_member(tx, season.league_id, user_id)
    if member is None or member.is_silent or await is_ending(tx, season.league_id):
        return
    league = await leagues.find(tx, season.league_id)
    number = pairing.first if pairing.winner_seat == 1 else pairing.second
    own = [
        each
        for each in await leagues.find_pairings(tx, season.id, pairing.group_number)
        if number in (each.first, each.second) and _tells(each, number, member.confirmed_at)
    ]
    latest = sorted(own, key=lambda each: (each.ended_at, each.game_id))[-IN_A_ROW:]
    late = [each for each in latest if is_lost_on_time(each, number)]
    if len(late) == IN_A_ROW and league is not None:
        await leagues.ask(tx, member, at)
        await change_cards(tx, [league], at)
        await notify_member(tx, league, user_id, NotificationKind.LEAGUE_ASKED, at)
