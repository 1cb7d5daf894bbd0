"""Telling people that it is their turn, and other news, once: by a ping, by a letter, or not."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from bot.services.acting import existing_game
from bot.services.fallbacks import hold_back, tell_in_another_way
from bot.services.letters import (
    OF_FINISHED,
    OF_PLACE,
    OF_POSITION,
    Letter,
    LetterKind,
    Waiting,
    games_waiting_for,
    post_letter,
    told_of,
    waiting_game,
)
from bot.services.outbox import OutboxRow
from bot.services.stored_wishes import (
    OPTIONAL,
    away_until,
    digest_by,
    keep_wishes,
    reconsider,
    waits_until,
    wishes_of,
    writes_outside,
)
from bot.services.timing import stamp_of
from bot.services.views import Actor, Player
from bot.services.watching import seat_in
from bot.services.wishes import Decision, Way, Wishes, decide
from bot.store import absences, challenges, games, notices, outbox, players, voices
from bot.store.database import Database, Transaction
from bot.store.games import GameRow
from bot.store.notices import DIGESTED, HELD, PINGED, WRITTEN, NoticeRow

BOTH, SILENT = "both", "silent"
AT_ONCE = (PINGED, BOTH)
A_MOMENT = timedelta(seconds=0.5)
MOMENTS = 10  # for which a letter waits for the message of its turn
REMEMBERED = timedelta(days=60)  # how long it is kept who was told what


@dataclass(frozen=True, slots=True)
class Later:
    """A letter has to wait: who gets it is away or wants quiet, or it links to what comes first."""

    delay: timedelta


class NoticeService:
    """Use cases of telling people."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def wishes(self, user_id: int) -> Wishes:
        """Return how a person wants to be told."""
        return await self._database.read(wishes_of, user_id)

    async def wish(self, actor: Actor, **changes: Any) -> Wishes:
        """Change some fields of a person's `Wishes` and return all of them."""
        return await self._database.write(self._wish, actor, changes)

    async def mute(self, actor: Actor, game_id: int, *, muted: bool) -> None:
        """Let a player hear nothing of one game, or hear of it again.

        :raises NoSuchGame, NotYourGame: which, who.
        """
        await self._database.write(self._mute, actor, game_id, muted)

    async def tell_turn(self, row: OutboxRow) -> bool:
        """Decide how a turn is told, whose message is about to be sent; True with a ping.

        May be asked again when the message was not sent: the answer fits the moment then.
        """
        return await self._database.write(self._tell_turn, row)

    async def hold_back(self, row: OutboxRow, people: Collection[int]) -> frozenset[int]:
        """Return who of these people the message of a row, about to be sent, must not ping.

        Who is away or wants quiet now is told by a letter when that is over. It is noted with the
        row: another attempt neither writes again nor pings, even if it may by then.
        """
        return await self._database.write(hold_back, row, people, self._clock())

    async def letter(self, row: OutboxRow) -> Letter | Later | None:
        """Return what a row tells a person now; None when it is of no interest any more."""
        return await self._database.read(self._letter, row)

    async def dm_refused(self, user_id: int) -> None:
        """Remember that a person takes no direct messages; they are tried again after a week."""
        await self._database.write(self._dm_refused, user_id)

    async def stranded(self, row: OutboxRow) -> None:
        """Tell people once, in another way, what a place that cannot be written to should hear."""
        await self._database.write(tell_in_another_way, row, self._clock())

    async def forget_old(self) -> int:
        """Drop what was told long ago; return how much."""
        moment = self._clock() - REMEMBERED
        return await self._database.write(notices.forget_before, moment)

    async def _wish(self, tx: Transaction, actor: Actor, changes: dict[str, Any]) -> Wishes:
        await players.remember(tx, actor.user_id, actor.name, self._clock())
        wanted = replace(await wishes_of(tx, actor.user_id), **changes)
        await keep_wishes(tx, actor.user_id, wanted)
        await reconsider(tx, actor.user_id, self._clock())
        return wanted

    async def _mute(self, tx: Transaction, actor: Actor, game_id: int, muted: bool) -> None:  # noqa: FBT001 - `write` passes it on
        row = await existing_game(tx, game_id)
        seat_in(row, actor)
        await notices.mute(tx, actor.user_id, game_id, muted=muted)

    async def _tell_turn(self, tx: Transaction, row: OutboxRow) -> bool:
        assert row.game_id is not None
        assert row.ply is not None
        game = await existing_game(tx, row.game_id)
        to = game.mover
        if to is None or game.ply != row.ply:
            return False
        told = await notices.find(tx, game.id, stamp_of(game))
        if told is not None and told.state not in AT_ONCE:
            return False
        decision = await self._decide(tx, game, to)
        if told is not None and told.state == BOTH:
            # the letter is on its way already: it needs neither a second one nor a digest
            return decision.ping
        await self._carry_out(tx, game, to, decision)
        return decision.ping

    async def _decide(self, tx: Transaction, game: GameRow, to: int) -> Decision:
        now = self._clock()
        return decide(
            await wishes_of(tx, to),
            now,
            muted=await notices.is_muted(tx, to, game.id),
            away_until=await away_until(tx, to, now),
            outside=await writes_outside(tx, to, game.channel_id),
        )

    async def _carry_out(self, tx: Transaction, game: GameRow, to: int, how: Decision) -> None:
        now = self._clock()
        if how.held_until is not None:
            await digest_by(tx, to, how.held_until)
        if how.write:
            seat = game.players.index(to)
            await post_letter(tx, LetterKind.TURN, game, seat, now, pinged=how.ping)
        await notices.put(tx, NoticeRow(game.id, stamp_of(game), to, _state(how), now))

    async def _letter(self, tx: Transaction, row: OutboxRow) -> Letter | Later | None:
        assert row.user_id is not None
        now, kind = self._clock(), LetterKind(row.kind)
        told = await _games_of(tx, row, kind, now)
        wishes = await wishes_of(tx, row.user_id)
        if told is None or (wishes.way is Way.NONE and kind in OPTIONAL):
            return None
        wait = await waits_until(tx, row.user_id, now, kind)
        if wait is not None:
            return Later(wait - now)
        if kind is LetterKind.TURN and await _comes_first(tx, row):
            return Later(A_MOMENT)
        to = Player(row.user_id, await players.name_of(tx, row.user_id))
        place = told[0].place if row.game_id is not None else row.place
        channel_id = place.channel_id
        wanted = wishes.writes(now, outside=await writes_outside(tx, row.user_id, channel_id))
        if kind in OF_PLACE.values() and not wanted:
            return None
        # where the game is played cannot be written to: a direct message is the next best way
        stranded = kind is LetterKind.STRANDED or row.payload.get("stranded", False)
        write = wanted or (stranded and not wishes.refused(now))
        ping, outside = wishes.way is not Way.NONE, await voices.is_outside(tx, channel_id)
        about = await told_of(tx, kind, row.payload)
        return Letter(kind, to, place, write, ping, told, about, row.payload, outside)

    async def _dm_refused(self, tx: Transaction, user_id: int) -> None:
        wishes = replace(await wishes_of(tx, user_id), dm_refused_at=self._clock())
        await keep_wishes(tx, user_id, wishes)


async def _games_of(
    tx: Transaction, row: OutboxRow, kind: LetterKind, now: datetime
) -> tuple[Waiting, ...] | None:
    """Return the games that a letter is about; None when there is nothing left to tell."""
    assert row.user_id is not None
    if kind is LetterKind.DIGEST:
        return await games_waiting_for(tx, row.user_id) or None
    if kind is LetterKind.CHALLENGED:
        challenge = await challenges.find(tx, row.payload["challenge"])
        return () if challenge is not None and challenge.status == challenges.OPEN else None
    if row.game_id is None:
        return None if await _has_passed(tx, row, now) else ()
    game = await games.find(tx, row.game_id)
    if game is None or game.seat_of(row.user_id) is None:
        return None  # the reader has been deleted since the row was taken
    if await _is_told(tx, row, kind, game):
        return None
    return (await waiting_game(tx, game, row.user_id),)


async def _is_told(tx: Transaction, row: OutboxRow, kind: LetterKind, game: GameRow) -> bool:
    """Say whether nothing is left of what a letter about a game was to tell."""
    if game.mover is None and kind not in OF_FINISHED:
        return True
    if kind in OF_POSITION and row.payload["stamp"] != stamp_of(game):
        return True
    if kind is LetterKind.TURN:
        told = await notices.find(tx, game.id, stamp_of(game))
        return told is not None and told.state == DIGESTED
    return kind is LetterKind.UNDO_ASKED and game.undo_seat is None


async def _has_passed(tx: Transaction, row: OutboxRow, now: datetime) -> bool:
    """Say whether the letter has waited for longer than the vacation has lasted that it tells."""
    who: int | None = row.payload.get("who")
    return who is not None and await absences.present(tx, who, now) is None


async def _comes_first(tx: Transaction, row: OutboxRow) -> bool:
    """Say whether the turn's own message is still to come, to which the letter links."""
    game = None if row.game_id is None else await games.find(tx, row.game_id)
    waits = game is not None and await outbox.is_open(tx, game.id, game.ply)
    return waits and row.attempts <= MOMENTS


def _state(how: Decision) -> str:
    if how.held_until is not None:
        return HELD
    if how.ping:
        return BOTH if how.write else PINGED
    return WRITTEN if how.write else SILENT
