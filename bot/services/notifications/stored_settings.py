"""How a person wants to be told, as stored, and when that is possible: parts of use cases."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.services.clocks.due_dates import Due
from bot.services.games.visibility import Placed
from bot.services.notifications.creation import post_letter
from bot.services.notifications.kinds import LetterKind, Trait
from bot.services.notifications.quiet_hours import Quiet
from bot.services.notifications.settings import Way, WishChanges, Wishes, told_at
from bot.store.engine.database import Transaction
from bot.store.tables import deadlines, interaction_tokens, players, turn_notifications, vacations
from bot.store.tables.games import GameRow
from bot.store.tables.outbox_withdrawal import hurry
from bot.store.tables.turn_notifications import SettingsRow


async def wishes_of(tx: Transaction, user_id: int) -> Wishes:
    """Return how a person wants to be told; who has switched pings off wants nothing."""
    row = await turn_notifications.settings_of(tx, user_id)
    if row is None:
        off = (await players.settings_of(tx, user_id)).get("pings") == "off"
        return Wishes(Way.NONE if off else Way.CHANNEL)
    quiet = None
    if row.quiet_from is not None and row.quiet_to is not None:
        quiet = Quiet(row.quiet_from, row.quiet_to)
    return Wishes(Way(row.way), quiet, row.digest_at, row.zone, row.reminders, row.dm_refused_at)


async def wishes_about(
    tx: Transaction, user_id: int, kind: LetterKind, game_id: int | None
) -> Wishes:
    """Return how a person wants to be told of something: of a muted game as of nothing."""
    wishes = await wishes_of(tx, user_id)
    if game_id is None or kind.traits & (Trait.OF_ABSENCE | Trait.WISHED):
        return wishes  # it is not about this game alone, or they have asked for it
    muted = await turn_notifications.is_muted(tx, user_id, game_id)
    return replace(wishes, way=Way.NONE) if muted else wishes


async def keep_wishes(tx: Transaction, user_id: int, wishes: Wishes) -> None:
    """Store how a known person wants to be told."""
    quiet = wishes.quiet
    row = SettingsRow(
        user_id=user_id,
        way=wishes.way,
        quiet_from=None if quiet is None else quiet.start,
        quiet_to=None if quiet is None else quiet.end,
        digest_at=wishes.digest_at,
        zone=wishes.zone,
        reminders=wishes.reminders,
        dm_refused_at=wishes.dm_refused_at,
    )
    await turn_notifications.set_settings(tx, row)


async def change_wishes(
    tx: Transaction, user_id: int, changes: WishChanges, now: datetime
) -> Wishes:
    """Change how a known person wants to be told; what waits for them follows."""
    wanted = replace(await wishes_of(tx, user_id), **changes)
    await keep_wishes(tx, user_id, wanted)
    await reconsider(tx, user_id, now)
    return wanted


async def writes_outside(tx: Transaction, user_id: int, channel_id: int) -> bool:
    """Say whether the bot cannot ping in a place, and the person wants to be written to then."""
    if not await interaction_tokens.is_outside(tx, channel_id):
        return False
    return (await players.settings_of(tx, user_id)).get("outside") == "dm"


async def where_to_write(
    tx: Transaction, user_id: int, places: Sequence[Placed], now: datetime
) -> Placed:
    """Return the first of some places about which a person can be told at once; else the first.

    Where the bot is a guest, it has to wait to be used, but for those who want to be written to.
    """
    wishes = await wishes_of(tx, user_id)
    for place in places:
        outside = await writes_outside(tx, user_id, place.channel_id)
        # who is written to anyway reads the letter in the place if that is refused
        if outside and wishes.way is Way.CHANNEL and not wishes.refused(now):
            return place
        if not await interaction_tokens.is_outside(tx, place.channel_id):
            return place
    return places[0]


async def away_until(tx: Transaction, user_id: int, now: datetime) -> datetime | None:
    """Return when a person who is away comes back, None for one who is here."""
    absence = await vacations.present(tx, user_id, now)
    return None if absence is None else absence.ends_at


async def waits_until(
    tx: Transaction, user_id: int, now: datetime, kind: LetterKind
) -> datetime | None:
    """Return until when a person is not to be written to, None for somebody who may be now."""
    moment = now
    if not kind.has(Trait.OF_ABSENCE):
        moment = await away_until(tx, user_id, now) or now
    wishes = await wishes_of(tx, user_id)
    until = wishes.quiet_until(moment) or moment
    return until if until > now else None


async def remind(tx: Transaction, game: GameRow, seat: int, now: datetime) -> None:
    """Remind a player of the time, but for who wants no reminders, or none of this game."""
    to = game.players[seat]
    if (await wishes_of(tx, to)).reminders and not await turn_notifications.is_muted(
        tx, to, game.id
    ):
        # by the turn: half of one stops no clock
        await post_letter(tx, LetterKind.REMINDER, game, seat, now, turn=game.turn)


async def digest_by(tx: Transaction, user_id: int, moment: datetime) -> None:
    """Let a person be told of everything held back at that moment, or before."""
    planned = await deadlines.find(tx, Due.DIGEST, user_id)
    if planned is None or planned > moment:
        await deadlines.put(tx, Due.DIGEST, user_id, moment)


async def reconsider(tx: Transaction, user_id: int, now: datetime) -> None:
    """Plan anew when a person is told what is held back: wishes or an absence have changed.

    A letter that has to wait all the same is put off again when it is looked at.
    """
    await hurry(tx, user_id, LetterKind, now)
    if not await turn_notifications.held(tx, user_id):
        return
    wishes = await wishes_of(tx, user_id)
    moment = told_at(wishes, now, away_until=await away_until(tx, user_id, now))
    await deadlines.put(tx, Due.DIGEST, user_id, moment)
