"""Dispatch of outbox messages to Discord: what to send, edit or close for each kind of message."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial

import discord

from bot.context.app_context import BotClient
from bot.context.discord_errors import DISCORD_ERRORS, UNKNOWN_CHANNEL
from bot.context.language import PublicLanguages
from bot.context.request_limit import Urgency, urgency
from bot.delivery.channels import ChannelWriter, Sent
from bot.delivery.daily_puzzles import DailyPuzzles
from bot.delivery.departed_players import DepartedPlayers
from bot.delivery.direct_messages import DirectMessages
from bot.delivery.game_requests import REFUSALS, REQUESTS, GameRequests
from bot.delivery.interaction_token_messages import NoInteractionToken
from bot.delivery.leagues import Leagues
from bot.delivery.message_filters import (
    MessageFilter,
    has_attachment,
    has_control,
    shows_revision,
)
from bot.delivery.private_practice import PrivatePractice
from bot.delivery.threads import Threads
from bot.delivery.weekly_news import WeeklyNewsWriter
from bot.messages.challenge_card import challenge_card
from bot.messages.game_messages import (
    as_plain_words,
    board_as_text,
    passed,
    practice_result,
    result,
    turn,
)
from bot.messages.game_text import game_line, mention, prompt
from bot.messages.lobby import matched_note
from bot.messages.message_draft import MessageDraft
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.posted_text import PINGING, stored_text, with_prompt
from bot.messages.review import given_up, page
from bot.messages.server_settings import with_invitation
from bot.messages.undo import undo_note
from bot.operations.logs import described
from bot.services.use_cases.delivery.outbox import TakenTurn
from bot.services.values.notifications.notification import Notification, Postponed
from bot.services.values.views import ChallengeStatus, GameView, Location, Player
from bot.store.tables.message_closings import PostedMessage
from bot.store.tables.notification_kinds import NotificationKind, Trait
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind
from bot.store.tables.outbox_queries import TURN_KINDS
from bot.store.tables.payloads import Board, ClockChange, Closing, Result, TakenBack, Turn, Undone
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.revisions import new_revision
from bot.words.escaping import escape
from bot.words.languages import speaking
from bot.words.moves import GOES_ON_HERE, opponent_left
from bot.words.user_install import HERE
from renderer.phrases import sentences

# without a channel, these messages become notifications
BY_NOTIFICATION = (OutboxKind.CHALLENGE, OutboxKind.REVIEW, OutboxKind.REVIEW_GIVEN_UP)

log = logging.getLogger(__name__)


class DeliverLater(Exception):  # noqa: N818 - not an error
    """Signal to postpone a delivery by `delay`, because the recipient wants no messages now."""

    def __init__(self, delay: timedelta) -> None:
        super().__init__(str(delay))
        self.delay = delay


class Dispatcher:
    """Dispatcher of outbox messages to the handler of each kind."""

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._services = client.context.services
        self._pictures = client.context.pictures
        self._context = client.context
        self._limit = client.context.request_limit
        self._writer = ChannelWriter(client)
        self._threads = Threads(client)
        self._departed_players = DepartedPlayers(client)
        self._languages = PublicLanguages(client)
        self._private_practice = PrivatePractice(client)
        self._direct_messages = DirectMessages(self._services, self._pictures, self._writer)
        requests = GameRequests(self._services, self._pictures, self._writer, self._silent_for)
        daily = DailyPuzzles(self._services, self._pictures, self._writer)
        week = WeeklyNewsWriter(self._services, self._pictures, self._writer)
        leagues = Leagues(self._services, self._pictures, self._writer, self._silent_for)
        self._handlers: dict[str, Callable[[OutboxMessage], Awaitable[Sent | None]]] = {
            OutboxKind.CHALLENGE: self._challenge,
            OutboxKind.CHALLENGE_CLOSED: self._challenge_closed,
            OutboxKind.TURN: self._turn,
            OutboxKind.UNDONE: self._turn,
            OutboxKind.TAKEN_BACK: self._taken_back,
            OutboxKind.RESULT: self._result,
            **dict.fromkeys(REQUESTS, requests.ask),
            **dict.fromkeys(REFUSALS, requests.decline),
            OutboxKind.CLOCK: self._clock,
            OutboxKind.CLOSE_MESSAGE: self._close_message,
            OutboxKind.REVIEW: self._review,
            OutboxKind.REVIEW_GIVEN_UP: self._review_given_up,
            OutboxKind.DAILY: daily.post,
            OutboxKind.WEEK: week.post,
            OutboxKind.DAILY_RESULTS: daily.write_results,
            OutboxKind.LEAGUE_CARD: leagues.post_card,
            OutboxKind.LEAGUE_CARD_CHANGED: leagues.change_card,
            OutboxKind.LEAGUE_BEGUN: leagues.post_group,
            OutboxKind.LEAGUE_ENDED: leagues.post_group,
            **dict.fromkeys(NotificationKind, self._notification),
        }

    async def deliver(
        self, outbox_message: OutboxMessage, taken: TakenTurn | None = None
    ) -> Sent | None:
        """Send or edit the Discord message of an outbox message; return None if nothing was sent.

        :param taken: the data for the first attempt to send a turn; None if it is not loaded.
        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: if delivery
            failed and may be retried.
        :raises DeliverLater: if the recipient has quiet hours or wants a digest.
        :raises NoInteractionToken: if the bot is not a member of the channel and holds no token.
        """
        try:
            with speaking(await self._language(outbox_message)):
                handler = self._handlers[outbox_message.kind]
                if taken is not None:
                    handler = partial(self._turn, taken=taken)
                is_public = outbox_message.user_id is None
                if is_public and outbox_message.location.channel_id == NO_CHANNEL:
                    handler = self._without_channel
                return await handler(outbox_message)
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL and outbox_message.game_id is not None:
                await self._note_lost_channel(outbox_message.game_id)
            raise

    async def _language(self, outbox_message: OutboxMessage) -> str:
        """Return the language of the channel that receives the message."""
        location = outbox_message.location
        people = () if location.guild_id is not None else await self._people(outbox_message)
        return await self._languages.of(location, people)

    async def _people(self, outbox_message: OutboxMessage) -> Collection[int]:
        """Return the ids of the people of an outbox message's game or challenge, or its reader."""
        if outbox_message.game_id is not None:
            game = await self._services.games.get(outbox_message.game_id)
            return [each.user_id for each in game.people]
        if outbox_message.challenge_id is not None:
            challenge = await self._services.challenges.get(outbox_message.challenge_id)
            people = (challenge.challenger, challenge.opponent)
            return [each.user_id for each in people if each is not None]
        return () if outbox_message.user_id is None else (outbox_message.user_id,)

    async def _note_lost_channel(self, game_id: int) -> None:
        channel_id = (await self._services.games.get(game_id)).location.channel_id
        # One such response may be Discord's mistake, so the gateway's state must agree: if the
        # channel still exists, the old message there would keep its buttons.
        if self._client.get_channel(channel_id) is None:
            await self._services.locations.forget_message(game_id, channel_id)

    async def sees_channel(self, outbox_message: OutboxMessage) -> bool:
        """Return whether discord.py's cache has the channel of an outbox message."""
        location = outbox_message.location
        if outbox_message.game_id is not None:
            location = (await self._services.games.get(outbox_message.game_id)).location
        return self._client.get_channel(location.channel_id) is not None

    async def find_other_location(self, outbox_message: OutboxMessage) -> bool:
        """Store another location for a refused outbox message; return False if it has no other."""
        if outbox_message.kind == OutboxKind.CLOSE_MESSAGE:
            return False
        services = self._services
        return await services.locations.move_to_next_best(
            outbox_message
        ) or await services.notifications.mark_undeliverable(outbox_message)

    async def notify_undeliverable(self, outbox_message: OutboxMessage) -> None:
        """Notify the players directly about a channel message that cannot be delivered."""
        if outbox_message.user_id is None:
            await self._services.notifications.notify_another_way(outbox_message)

    async def _challenge(self, outbox_message: OutboxMessage) -> Sent | None:
        challenge = await self._services.challenges.get(_required(outbox_message.challenge_id))
        closed = challenge.status is not ChallengeStatus.OPEN
        if closed and outbox_message.user_install:
            return None
        sent = await self._writer.find(outbox_message, has_control("accept", challenge.id))
        if sent is not None:
            return sent
        invited = () if challenge.opponent is None or closed else (challenge.opponent,)
        answered = await self._services.challenges.get_original(challenge)
        # a command offers only members
        chosen = challenge.rematch_of is None and challenge.counters is None
        silent = await self._silent_for(outbox_message, invited, are_members=chosen)
        known = await self._services.ratings.reliability(challenge.challenger.user_id)
        card = await self._pictures.render(
            challenge_card, challenge, answered, ping=not silent, reliability=known
        )
        return await self._writer.send(outbox_message, card)

    async def _challenge_closed(self, outbox_message: OutboxMessage) -> Sent | None:
        challenge = await self._services.challenges.get(_required(outbox_message.challenge_id))
        if challenge.message_id is not None:
            answered = await self._services.challenges.get_original(challenge)
            thread = None
            if challenge.game_id is not None:
                game = await self._services.games.get(challenge.game_id)
                thread = await self._threads.of_game(game)
            card = await self._pictures.render(challenge_card, challenge, answered, thread=thread)
            await self._writer.edit(
                replace(outbox_message, location=challenge.location), challenge.message_id, card
            )
        return None if challenge.message_id is None else Sent(challenge.message_id)

    async def _turn(
        self, outbox_message: OutboxMessage, taken: TakenTurn | None = None
    ) -> Sent | None:
        game_id, ping = _required(outbox_message.game_id), None
        if taken is None:
            game, old = await self._services.games.get_for_posting(game_id)
        else:
            game, old, ping = taken.game, taken.old, taken.pings
        if (
            outbox_message.user_install
            and outbox_message.kind == OutboxKind.TURN
            and _has_passed(game, outbox_message)
        ):
            # the outbox message may have waited for an interaction token for hours
            return None
        is_first = game.turn_message_id is None
        if is_first and Turn.of(outbox_message).matched:
            left = await self._departed_players.find_departed(game)
            if left:
                await self._services.lobby.leave_server(game.id, left)
                await self._without_channel(outbox_message)
                return None
        if is_first and not Turn.of(outbox_message).no_thread:
            game = replace(game, location=await self._threads.location_for(game))
        matches = shows_revision(game.id, game.revision_at(_required(outbox_message.ply)))
        compose = partial(self._compose_turn, outbox_message, game, ping=ping)
        sent = await self._next_message(outbox_message, game, old, matches, compose)
        if is_first:
            await self._threads.update_name(game)
            # the message of a later turn is the first one after the channel was deleted
            if outbox_message.kind == OutboxKind.TURN and outbox_message.ply == 0:
                await self._departed_players.tell_challenger(outbox_message, game)
        return sent

    async def _with_text(self, outbox_message: OutboxMessage, game: GameView, sent: Sent) -> Sent:
        """Return a message that an earlier attempt sent, with the text to store for it.

        Only messages about turns have such a text; others are returned unchanged.
        """
        if outbox_message.kind not in TURN_KINDS:
            return sent
        payload = Turn.of(outbox_message)
        note = await self._note(outbox_message, game)
        if _has_passed(game, outbox_message):
            game = await self._services.games.get(game.id, ply=outbox_message.ply)
            make = partial(passed, game, note, shown=payload)
        else:
            make = partial(turn, game, note, ping=False, shown=payload)
        draft = await self._pictures.run(make)
        text = stored_text(draft) or draft.content
        if not sent.has_files:
            text = f"{text}\n{await self._pictures.run(board_as_text, game)}"
        return replace(sent, text=text)

    async def _without_channel(self, outbox_message: OutboxMessage) -> None:
        """Deliver an outbox message of private practice, or of a game played in direct messages.

        In direct messages only turns, challenges and reviews are delivered here, because players
        get notifications of results, undos and responses to undo requests anyway.
        """
        notifications = self._services.notifications
        if await self._private_practice.deliver(outbox_message):
            return
        if outbox_message.kind in TURN_KINDS:
            await notifications.notify_turn(outbox_message)
        elif outbox_message.kind in BY_NOTIFICATION:
            await notifications.notify_another_way(outbox_message)

    async def _taken_back(self, outbox_message: OutboxMessage) -> Sent | None:
        """Close the posted message of a turn that was undone while the message was being sent.

        :returns: the message; None if it was not sent.
        """
        game, old = await self._services.games.get_for_posting(_required(outbox_message.game_id))
        revision = new_revision(_required(outbox_message.ply), TakenBack.of(outbox_message).undone)
        outbox_message = replace(outbox_message, location=game.location)
        sent = await self._writer.find(
            outbox_message, shows_revision(game.id, revision), game.turn_message_id or 0
        )
        if sent is not None:
            await self._close(outbox_message, game, old, sent.id)
            # its moves are undone, and its payload is replaced
            sent = replace(sent, text=game_line(game))
        return sent

    async def _note(self, outbox_message: OutboxMessage, game: GameView) -> str:
        """Return the note above a turn message, such as one about an undo; empty without a note."""
        payload = Turn.of(outbox_message)
        if isinstance(payload, Undone):
            return undo_note(game, payload.by, payload.moves)
        if payload.matched:
            unrated = await self._services.lobby.is_made_unrated(game.id)
            return matched_note(game, unrated=unrated)
        if outbox_message.user_install and outbox_message.ply == 0:
            return HERE()
        return GOES_ON_HERE() if await self._threads.has_left(game, outbox_message.location) else ""

    async def _compose_turn(
        self, outbox_message: OutboxMessage, game: GameView, *, ping: bool | None
    ) -> OutgoingMessage:
        payload = Turn.of(outbox_message)
        note = await self._note(outbox_message, game)
        if _has_passed(game, outbox_message):
            game = await self._services.games.get(game.id, ply=outbox_message.ply)
            return await self._pictures.render(passed, game, note, shown=payload)
        has_left = await self._departed_players.has_mover_left(outbox_message, game)
        notifications, mover = self._services.notifications, _mover(game)
        if has_left and await notifications.mention_departure(outbox_message, mover.user_id):
            note = sentences(note, opponent_left(escape(mover.name)))
        if ping is None or has_left:
            ping = await notifications.notify_turn(outbox_message, has_left=has_left)
        return await self._pictures.render(turn, game, note, ping=ping, shown=payload)

    async def _result(self, outbox_message: OutboxMessage) -> Sent:
        game, old = await self._services.games.get_for_posting(_required(outbox_message.game_id))
        score = await self._services.history.get_score(game.id)

        async def compose() -> OutgoingMessage:
            silent = await self._silent_for(outbox_message, game.people)
            review = self._context.can_review(game.ruleset.game)
            payload = Result.of(outbox_message)
            compose: Callable[..., MessageDraft]
            if game.practice is None:
                lobby = await self._services.lobby.is_open_in(game.location.guild_id)
                compose = partial(result, lobby=lobby)
            else:
                level = await self._private_practice.level_to_offer(game)
                compose = partial(practice_result, level=level)
            compose = with_invitation(compose) if payload.invites else compose
            return await self._pictures.render(
                compose, game, score, silent, review=review, shown=payload
            )

        sent = await self._next_message(
            outbox_message, game, old, has_control("rematch", game.id), compose
        )
        await self._threads.update_name(game)
        return sent

    async def _clock(self, outbox_message: OutboxMessage) -> None:
        game, shown = await self._services.games.get_for_posting(_required(outbox_message.game_id))
        # A token for the old message is unlikely to exist; the next turn shows the clock.
        if outbox_message.user_install or game.result is not None:
            return
        # a later message of the game may already show its clock
        if game.position.turn != ClockChange.of(outbox_message).turn:
            return
        mover = _mover(game)
        line = prompt(game, mention(mover))
        for message in shown:
            if message.text is not None:
                location = Location(message.guild_id, message.channel_id)
                pings = (mover.user_id,) if PINGING in message.text else ()
                await self._writer.edit_text(
                    replace(outbox_message, location=location),
                    message.id,
                    with_prompt(message.text, line),
                    pings,
                )

    async def _review(self, outbox_message: OutboxMessage) -> Sent | None:
        game = await self._services.games.get(_required(outbox_message.game_id))
        content = await self._services.reviews.get(game.id)
        if content is None:
            return None
        outbox_message = replace(outbox_message, location=game.location)
        sent = await self._writer.find(
            outbox_message, has_attachment(f"chances-{game.id}.png"), game.turn_message_id or 0
        )
        return sent or await self._writer.send(
            outbox_message, await self._pictures.render(page, game, content)
        )

    async def _review_given_up(self, outbox_message: OutboxMessage) -> Sent:
        game = await self._services.games.get(_required(outbox_message.game_id))
        outbox_message = replace(outbox_message, location=game.location)
        # the result message and the message about an earlier failure have the same button
        sent = await self._writer.find(
            outbox_message, has_control("review", game.id), game.turn_message_id or 0
        )
        return sent or await self._writer.send(outbox_message, given_up(game))

    async def _next_message(
        self,
        outbox_message: OutboxMessage,
        game: GameView,
        old: Sequence[PostedMessage],
        matches: MessageFilter,
        compose: Callable[[], Awaitable[OutgoingMessage]],
    ) -> Sent:
        """Send a game's new message, unless an earlier attempt did; close the messages before it.

        :param old: the messages that the new message replaces.
        :param compose: draws the picture and returns the message.
        """
        before = game.turn_message_id
        if Board.of(outbox_message).plain:
            compose = partial(_in_plain_words, compose, game)
        # the outbox message may be older than the game's thread
        outbox_message = replace(outbox_message, location=game.location)
        sent = await self._writer.find(outbox_message, matches, before or 0)
        if sent is not None:
            await self._close(outbox_message, game, old, sent.id)
            return await self._with_text(outbox_message, game, sent)
        if outbox_message.user_install:
            # a token may take long to come, and until then the players use the last message
            sent = await self._writer.send(outbox_message, await compose())
            await self._close(outbox_message, game, old)
            return sent
        # close before drawing, because the old buttons now only lead to refusals
        closing = asyncio.create_task(self._try_to_close(outbox_message, old))
        try:
            text_board = await self._pictures.run(board_as_text, game)
            sent = await self._writer.send(outbox_message, await compose(), text_board)
            await self._services.outbox.close_later(game.id, await closing)
        finally:
            closing.cancel()  # the next attempt closes it
            await asyncio.gather(closing, return_exceptions=True)
        return sent

    async def _close(
        self,
        outbox_message: OutboxMessage,
        game: GameView,
        old: Sequence[PostedMessage],
        now: int | None = None,
    ) -> None:
        """Close a game's earlier messages; those that cannot be closed now are closed later.

        :param now: the id of the new message, None if it is not stored yet. If the game already
            names it as its latest turn message, nothing is closed.
        """
        if game.turn_message_id != now:
            still_open = await self._try_to_close(outbox_message, old)
            await self._services.outbox.close_later(game.id, still_open)

    async def _try_to_close(
        self, outbox_message: OutboxMessage, old: Sequence[PostedMessage]
    ) -> list[PostedMessage]:
        """Close earlier messages of a game; return those that remain open.

        Unless the bot is only user-installed, no message is closed while requests wait for
        Discord's limit, because new messages go first.
        """
        if not outbox_message.user_install and not self._limit.has_room():
            return list(old)  # new messages go first
        still_open = []
        # a request expires with the turn, or was accepted
        for message in old:
            target = replace(
                outbox_message, location=Location(message.guild_id, message.channel_id)
            )
            try:
                with urgency(Urgency.EDIT):
                    await self._writer.close(target, message.id, message.text)
            except (*DISCORD_ERRORS, NoInteractionToken) as error:
                log.info("message %d cannot be closed now: %s", message.id, described(error))
                still_open.append(message)
        return still_open

    async def _close_message(self, outbox_message: OutboxMessage) -> None:
        text = await self._services.outbox.find_text(outbox_message)
        await self._writer.close(outbox_message, Closing.of(outbox_message).message, text)

    async def _notification(self, outbox_message: OutboxMessage) -> Sent | None:
        notification = await self._services.notifications.compose(outbox_message)
        if notification is None:
            return None
        if isinstance(notification, Postponed):
            raise DeliverLater(notification.delay)
        if notification.kind.has(Trait.OF_WATCHED):
            notification = await self._without_departed(notification)
            if notification is None:
                return None
        if await self._has_reader_left(outbox_message, notification):
            notification = replace(notification, write=True, has_left=True)
        return await self._direct_messages.deliver(outbox_message, notification)

    async def _without_departed(self, notification: Notification) -> Notification | None:
        """Remove games in servers that the reader has left from the news of watched games.

        The reader stops watching those games.

        :returns: the remaining news; None if no game is left.
        """
        reader, games = notification.to.user_id, notification.games
        left = await self._departed_players.find_left_servers(reader, games)
        unseen = [game.id for game in games if game.location.guild_id in left]
        if unseen:
            await self._services.watching.forget(reader, unseen)
        kept = tuple(game for game in games if game.id not in unseen)
        return replace(notification, games=kept) if kept else None

    async def _has_reader_left(
        self, outbox_message: OutboxMessage, notification: Notification
    ) -> bool:
        """Return whether the reader has left the server to which a notification refers.

        Such a person sees no ping there and can follow no link. It is False for a message that
        goes to the channel without a ping.
        """
        if notification.rests or not notification.ping:
            return False
        return await self._departed_players.has_left(
            outbox_message, notification.location, notification.to.user_id
        )

    async def _silent_for(
        self,
        outbox_message: OutboxMessage,
        people: Collection[Player],
        *,
        are_members: bool = False,
    ) -> frozenset[int]:
        """Return the ids of people whom a message must not ping; notify those who left the server.

        :param are_members: whether all people are known to be in the server, so that no check is
            needed.
        """
        ids = [player.user_id for player in people]
        has_left = partial(self._departed_players.has_left, outbox_message, outbox_message.location)
        known = [] if are_members else [each for each in ids if each != DELETED_USER_ID]
        left = [each for each in known if await has_left(each, again=True)]
        return await self._services.notifications.suppress_pings(outbox_message, ids, left)


def _has_passed(game: GameView, outbox_message: OutboxMessage) -> bool:
    return game.to_move is None or game.position.ply != outbox_message.ply


async def _in_plain_words(
    compose: Callable[[], Awaitable[OutgoingMessage]], game: GameView
) -> OutgoingMessage:
    return as_plain_words(await compose(), game.id)


def _mover(game: GameView) -> Player:
    assert game.to_move is not None, "the turn has not passed"
    return game.to_move


def _required(value: int | None) -> int:
    assert value is not None, "an outbox message names its game or challenge, and its ply"
    return value
