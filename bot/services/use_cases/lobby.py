"""Use cases of the lobby: post an offer, accept one, withdraw, match again, expire."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TypeVar

from bot.errors.permissions import MayNotPlay
from bot.errors.refusals import CannotChallenge
from bot.errors.storage import DatabaseBusy
from bot.services.steps.eligibility import refuse_blocked
from bot.services.steps.game_actions import existing_game, record_game_action, record_once
from bot.services.steps.game_clocks import revision_of
from bot.services.steps.game_start import GameStart, begin_game, seated
from bot.services.steps.notification_creation import add_notification
from bot.services.steps.proposals import chosen_ruleset
from bot.services.steps.reliability import public_reliability
from bot.services.steps.standing_offers import OFFER_LIFE, take_offer
from bot.services.use_cases.servers.server_settings import settings_of
from bot.services.use_cases.service import Service, ServiceDependencies
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import BotDue, Due
from bot.services.values.games.replay_cache import ruleset_of
from bot.services.values.people.rate_limits import Action
from bot.services.values.people.reliability import Reliability
from bot.services.values.ratings.conditions import obstacle_to_rating
from bot.services.values.view_builder import NO_RESULT, game_view
from bot.services.values.views import Actor, Begins, GameView, Player, Terms
from bot.store.engine.advisory_locks import MATCHING
from bot.store.engine.database import Transaction
from bot.store.tables import (
    deadlines,
    game_lists,
    games,
    interactions,
    lobby,
    outbox,
    players,
    servers,
)
from bot.store.tables.blocks import SERVER
from bot.store.tables.bot_time import bot_time_of, downtime_at, to_wall_time
from bot.store.tables.deadlines import Deadline
from bot.store.tables.games import GameRow
from bot.store.tables.lobby import OfferRow
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox_kinds import NO_CHANNEL, Location
from bot.store.tables.payloads import Matched
from bot.store.tables.terms import terms_of
from bot.words import lobby as words
from bot.words import ratings
from rules.options import Ruleset

T = TypeVar("T")

RETRIES = 3
MOST_KEPT = 3  # games that one offer keeps in progress
SHOWN = 20  # offers in the list
AT_ONCE = 10  # offers compared at a time


class OfferStatus(StrEnum):
    """Status of a lobby offer: open, full (all its games are in progress), or how it was closed."""

    OPEN = lobby.OPEN
    FULL = lobby.FULL
    MATCHED = lobby.MATCHED
    WITHDRAWN = lobby.WITHDRAWN
    EXPIRED = lobby.EXPIRED


@dataclass(frozen=True, slots=True)
class OfferView:
    """Offer of a game in the lobby, as messages show it.

    :ivar keep: the number of games that the offer keeps in progress; 0 if it starts one game only.
    :ivar running: the number of games in progress that the offer started.
    """

    id: int
    player: Player
    ruleset: Ruleset
    terms: Terms
    keep: int
    running: int
    status: OfferStatus
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The lobby as one person sees it.

    :ivar counts: the number of offers that the person may accept, by game key.
    :ivar offers: the first `SHOWN` of these offers, ordered by game.
    :ivar own: the person's own offers that are open or full.
    :ivar known: the reliability of the players who made `offers`, by user id; None if it is hidden
        or unknown.
    :ivar game_key: the game to which `offers` are limited; None without a limit.
    """

    counts: Mapping[str, int]
    offers: tuple[OfferView, ...]
    own: tuple[OfferView, ...]
    known: Mapping[int, Reliability | None] = field(default_factory=dict)
    game_key: str | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """Game that started from the lobby.

    :ivar unrated: the offer was rated, but this is the first game of two strangers.
    """

    game: GameView
    unrated: bool = False


class LobbyService(Service):
    """Use cases of the lobby: post an offer, accept one, withdraw, show offers, match, expire.

    An actor's `guild_id` is None where the bot is not a member of the server.
    """

    def __init__(self, dependencies: ServiceDependencies) -> None:
        super().__init__(dependencies)
        # offers on the same terms compete for the same rows; PostgreSQL would refuse most at once
        self._one_at_a_time = asyncio.Lock()

    async def offer(
        self,
        actor: Actor,
        game_key: str,
        options: Mapping[str, str | int],
        terms: Terms,
        keep: int = 0,
    ) -> OfferView | Match:
        """Start a game from the oldest offer on the same terms, or post an offer.

        :param keep: the number of games that the offer keeps in progress, at most `MOST_KEPT`; 0 if
            it starts one game only.
        :returns: the game, or the new offer if no other offer matches.
        :raises CannotChallenge: the lobby is off in the server, the game has no such options or
            cannot be rated on these terms, or a limit is reached.
        :raises NotPlayingHere: the moderators of the server have blocked the person.
        :raises TooFast: too many offers within a minute.
        """
        ruleset = chosen_ruleset(game_key, options)
        _refuse_terms(ruleset, terms)
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        kept, agreed = max(0, min(keep, MOST_KEPT)), replace(terms, begins=Begins.RANDOM)
        return await self._patiently(lambda: self._offer(actor, ruleset, agreed, kept))

    async def accept(self, actor: Actor, offer_id: int) -> Match:
        """Start the game of another person's offer.

        :raises CannotChallenge: the offer is closed or the actor's own, the lobby is off in the
            server, the two are playing each other, or one of them has reached the limit of games
            in progress.
        :raises NotPlayingHere, YouBlocked, MayNotPlay: one of the two is blocked.
        :raises TooFast: too many games within a minute.
        """
        self._rates.spend(actor.user_id, Action.GAME)
        return await self._patiently(lambda: self._accept(actor, offer_id))

    async def _patiently(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run a lobby transaction when no other one runs; repeat it if the database is busy."""
        async with self._one_at_a_time, self._database.exclusive(MATCHING):
            for _ in range(RETRIES):
                with contextlib.suppress(DatabaseBusy):
                    return await work()
            return await work()

    @writes
    async def withdraw(self, tx: Transaction, actor: Actor, offer_id: int) -> OfferView:
        """Withdraw the actor's own offer; its games in progress continue.

        :raises CannotChallenge: the actor has no open or full offer with that number.
        """
        row = await lobby.find(tx, offer_id)
        if row is None or row.user_id != actor.user_id:
            raise CannotChallenge(words.NO_OFFER())
        if await record_once(tx, actor, "withdraw-offer", self._clock()):
            if row.status not in lobby.STANDING:
                raise CannotChallenge(words.NO_OFFER())
            await lobby.change(tx, row.id, status=lobby.WITHDRAWN)
            await deadlines.replace(tx, (BotDue.OFFER_EXPIRY, Due.OFFER_MATCH), row.id, {})
        return await self._view(tx, replace(row, status=lobby.WITHDRAWN))

    @reads
    async def show(self, tx: Transaction, actor: Actor, game_key: str | None = None) -> LobbyView:
        """Return the lobby as the actor sees it: offers that they may accept, and their own.

        :param game_key: list only offers of this game; None lists offers of all games.
        :raises CannotChallenge: the lobby is off in the server.
        :raises NotPlayingHere: the moderators of the server have blocked the person.
        """
        await _refuse_server(tx, actor)
        rows = await lobby.find_open(tx, actor.user_id, actor.guild_id, game_key, SHOWN)
        people = {row.user_id for row in rows}
        return LobbyView(
            await lobby.count_open(tx, actor.user_id, actor.guild_id),
            await self._views(tx, rows),
            await self._views(tx, await lobby.find_standing(tx, actor.user_id)),
            {each: await public_reliability(tx, each) for each in people},
            game_key,
        )

    @reads
    async def is_made_unrated(self, tx: Transaction, game_id: int) -> bool:
        """Return whether a game is unrated only because its players were strangers.

        The offer was rated, but the first game of two strangers from the lobby never is.
        """
        return await _is_made_unrated(tx, await existing_game(tx, game_id))

    @reads
    async def is_open_in(self, tx: Transaction, guild_id: int | None) -> bool:
        """Return whether the lobby can be used from a server, or from a private channel (None)."""
        return guild_id is None or (await settings_of(tx, guild_id)).lobby is not None

    @writes
    async def leave_server(self, tx: Transaction, game_id: int, user_ids: tuple[int, ...]) -> None:
        """Continue a game in direct messages because players have left its server."""
        row = await existing_game(tx, game_id)
        if row.guild_id is not None:
            for user_id in user_ids:
                await lobby.forget_member(tx, row.guild_id, user_id)
        await games.set_location(tx, game_id, None, NO_CHANNEL)

    async def handle_due(self, tx: Transaction, deadline: Deadline, now: datetime) -> None:
        """Find a match for an open offer or expire it, depending on the kind of deadline.

        Call it in a transaction when the deadline has passed.
        """
        row = await lobby.find(tx, deadline.subject)
        if row is None or row.status != lobby.OPEN:
            return
        if deadline.kind == Due.OFFER_MATCH:
            await self._match_again(tx, row, now)
        elif row.expires_at > await bot_time_of(tx, now, now):
            await deadlines.put(tx, BotDue.OFFER_EXPIRY, row.id, row.expires_at)
        else:
            await lobby.change(tx, row.id, status=lobby.EXPIRED)
            kind = NotificationKind.OFFER_EXPIRED
            await outbox.add(
                tx,
                outbox.NewOutboxMessage(kind, None, NO_CHANNEL, now, user_id=row.user_id),
            )

    @writes
    async def _offer(
        self, tx: Transaction, actor: Actor, ruleset: Ruleset, terms: Terms, keep: int
    ) -> OfferView | Match:
        wanted = _terms_text(ruleset, terms)
        own = await lobby.find_standing(tx, actor.user_id)
        same = next((each for each in own if each.terms == wanted), None)
        handled = await interactions.find(tx, actor.interaction_id)
        if handled is not None and handled.game_id is not None:
            return await self._found(tx, handled.game_id)
        if handled is not None and same is not None:
            return await self._view(tx, same)
        await _refuse_server(tx, actor)
        if same is not None:
            raise CannotChallenge(words.SAME_OFFER())
        self._limits.refuse_offer(len(own))
        await self._limits.refuse_game(tx, actor.user_id)
        now = self._clock()
        await players.remember(tx, actor.user_id, actor.name, now)
        await _remember_server(tx, actor)
        found = await self._find_match(tx, actor.user_id, actor.guild_id, wanted)
        game_id = None if found is None else await self._begin(tx, found, actor, now)
        if game_id is None:
            await record_once(tx, actor, "offer", now)
            return await self._view(tx, await _store_offer(tx, actor, ruleset, terms, keep, now))
        if keep:
            row = await _store_offer(tx, actor, ruleset, terms, keep, now)
            await take_offer(tx, row, game_id, now)
            await deadlines.put(tx, Due.OFFER_MATCH, row.id, now)
        return await self._found(tx, game_id)

    @writes
    async def _accept(self, tx: Transaction, actor: Actor, offer_id: int) -> Match:
        handled = await interactions.find(tx, actor.interaction_id)
        if handled is not None and handled.game_id is not None:
            return await self._found(tx, handled.game_id)
        await _refuse_server(tx, actor)
        row = await lobby.find(tx, offer_id)
        if row is None or row.status != lobby.OPEN:
            raise CannotChallenge(words.GONE())
        if row.user_id == actor.user_id:
            raise CannotChallenge(words.OWN_OFFER())
        await refuse_blocked(tx, actor.guild_id, actor.user_id, row.user_id)
        if await SERVER.among(tx, row.guild_id, (actor.user_id,)):
            raise MayNotPlay
        if await lobby.are_playing(tx, actor.user_id, row.user_id):
            raise CannotChallenge(words.already_playing(row.name))
        await self._limits.refuse_game(tx, actor.user_id)
        await self._limits.refuse_game(tx, row.user_id, row.name)
        await _remember_server(tx, actor)
        return await self._found(tx, await self._begin(tx, row, actor, self._clock()))

    async def _view(self, tx: Transaction, row: OfferRow) -> OfferView:
        return _view(row, await downtime_at(tx, self._clock()))

    async def _views(self, tx: Transaction, rows: Iterable[OfferRow]) -> tuple[OfferView, ...]:
        return tuple([await self._view(tx, row) for row in rows])

    async def _found(self, tx: Transaction, game_id: int) -> Match:
        """Return a game that started from an offer, as the answer to the person who accepted it."""
        row = await existing_game(tx, game_id)
        view = game_view(row, await self._replay_cache.get(tx, row))
        return Match(view, unrated=await _is_made_unrated(tx, row))

    async def _find_match(
        self, tx: Transaction, user_id: int, guild_id: int | None, terms: str
    ) -> OfferRow | None:
        """Return the oldest open offer on these terms whose player may start another game."""
        after = 0
        while rows := await lobby.find_matching(tx, user_id, guild_id, terms, after, AT_ONCE):
            for row in rows:
                if not await self._limits.has_many_games(tx, row.user_id):
                    return row
            after = rows[-1].id
        return None

    async def _match_again(self, tx: Transaction, row: OfferRow, now: datetime) -> None:
        """Start a game between the players of an open offer and a matching one, if any."""
        if await self._limits.has_many_games(tx, row.user_id):
            return
        found = await self._find_match(tx, row.user_id, row.guild_id, row.terms)
        if found is None:
            return
        actor = Actor(row.user_id, row.name, 0, row.guild_id, NO_CHANNEL)
        game_id = await self._begin(tx, found, actor, now, own=row)
        if len(row.games) + 1 < row.keep:
            await deadlines.put(tx, Due.OFFER_MATCH, row.id, now)
        game = await existing_game(tx, game_id)
        seat = game.players.index(row.user_id)
        if game.seat_to_move != seat:
            await _notify_of_match(tx, game, seat, now)

    async def _begin(
        self,
        tx: Transaction,
        offer: OfferRow,
        accepter: Actor,
        now: datetime,
        own: OfferRow | None = None,
    ) -> int:
        """Start the game of an offer and notify its player; return the number of the game.

        :param own: the accepter's own offer, if it matches too.
        """
        known = await game_lists.have_finished(tx, offer.user_id, accepter.user_id, NO_RESULT)
        start = GameStart(
            ruleset_of(offer.game_key, offer.rules_version, offer.options),
            seated(Player(offer.user_id, offer.name), accepter.player, Begins.RANDOM, self._draw),
            terms_of(offer, rated=offer.rated and known),
            await _choose_location(tx, offer, accepter),
        )
        game_id = await begin_game(tx, start, now, matched=True)
        await take_offer(tx, offer, game_id, now)
        if own is not None:
            await take_offer(tx, own, game_id, now)
        else:
            await record_game_action(tx, accepter, "match", game_id, now)
        game = await existing_game(tx, game_id)
        seat = game.players.index(offer.user_id)
        # the message of the first turn notifies the player to move
        if game.seat_to_move != seat:
            await _notify_of_match(tx, game, seat, now)
        return game_id


async def _notify_of_match(tx: Transaction, game: GameRow, seat: int, now: datetime) -> None:
    unrated = await _is_made_unrated(tx, game)
    about = Matched(revision=revision_of(game), unrated=unrated)
    await add_notification(tx, NotificationKind.MATCHED, game, seat, now, about)


async def _is_made_unrated(tx: Transaction, game: GameRow) -> bool:
    return not game.rated and await lobby.is_offered_rated(tx, game)


async def _store_offer(
    tx: Transaction, actor: Actor, ruleset: Ruleset, terms: Terms, keep: int, now: datetime
) -> OfferRow:
    """Store an open offer and the deadline of its expiry."""
    row = await lobby.add(
        tx,
        terms,
        user_id=actor.user_id,
        guild_id=actor.guild_id,
        game_key=ruleset.game,
        rules_version=ruleset.version,
        options=dict(ruleset.options),
        terms=_terms_text(ruleset, terms),
        keep=keep,
        created_at=now,
        expires_at=await bot_time_of(tx, now + OFFER_LIFE, now),
    )
    await deadlines.put(tx, BotDue.OFFER_EXPIRY, row.id, row.expires_at)
    return row


async def _choose_location(tx: Transaction, offer: OfferRow, accepter: Actor) -> Location:
    """Return the channel of a server that both players use, or direct messages.

    The lobby must be on in the server, and neither player may be blocked there.
    """
    common = await lobby.find_common_servers(tx, offer.user_id, accepter.user_id)
    preferred = (accepter.guild_id, offer.guild_id)
    for guild_id in sorted(common, key=lambda each: each not in preferred):
        channel_id = (await settings_of(tx, guild_id)).lobby
        if channel_id is None or await servers.left_at(tx, guild_id) is not None:
            continue
        people = (offer.user_id, accepter.user_id)
        if not await SERVER.among(tx, guild_id, people):
            return Location(guild_id, channel_id)
    return Location(None, NO_CHANNEL)


async def _refuse_server(tx: Transaction, actor: Actor) -> None:
    if actor.guild_id is not None and (await settings_of(tx, actor.guild_id)).lobby is None:
        raise CannotChallenge(words.OFF_HERE())
    await refuse_blocked(tx, actor.guild_id, actor.user_id, None)


async def _remember_server(tx: Transaction, actor: Actor) -> None:
    if actor.guild_id is not None:
        await lobby.remember_member(tx, actor.guild_id, actor.user_id)


def _refuse_terms(ruleset: Ruleset, terms: Terms) -> None:
    if terms.pace is Pace.NONE:
        raise CannotChallenge(words.NEEDS_CLOCK())
    obstacle = obstacle_to_rating(ruleset, terms)
    if terms.rated and obstacle is not None:
        raise CannotChallenge(ratings.cannot_be_rated(obstacle))


def _terms_text(ruleset: Ruleset, terms: Terms) -> str:
    """Return all terms of an offer as one text, which is equal for offers that match."""
    options = ",".join(f"{name}={value}" for name, value in sorted(ruleset.options.items()))
    agreed = ",".join(f"{name}={value}" for name, value in sorted(asdict(terms).items()))
    return f"{ruleset.game}:{ruleset.version}:{options}:{agreed}"


def _view(row: OfferRow, downtime: timedelta) -> OfferView:
    return OfferView(
        row.id,
        Player(row.user_id, row.name),
        ruleset_of(row.game_key, row.rules_version, row.options),
        terms_of(row),
        row.keep,
        len(row.games),
        OfferStatus(row.status),
        to_wall_time(row.expires_at, downtime),
    )
