"""What each kind of outbox row tells, and as which message."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from datetime import timedelta
from functools import partial

import discord

from bot.context.app_context import BotClient
from bot.context.discord_errors import DISCORD_ERRORS, UNKNOWN_CHANNEL
from bot.delivery.channels import Mailbox
from bot.delivery.departures import Departures
from bot.delivery.direct_messages import DirectMessages
from bot.delivery.interaction_tokens import NoInteractionToken
from bot.delivery.recognition import IsIt, has, holds, shows
from bot.delivery.threads import Threads
from bot.messages.challenge_card import challenge_card
from bot.messages.game_messages import board_as_text, passed, result, turn
from bot.messages.game_text import with_time_left
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.review import given_up, page
from bot.messages.undo import declined, request, undo_note
from bot.operations.logs import described
from bot.services.delivery.outbox_message import OutboxMessage
from bot.services.notifications.kinds import NotificationKind
from bot.services.notifications.notification import Postponed
from bot.services.views import ChallengeStatus, GameView, Location, Player
from bot.store.tables.message_closings import PostedMessage
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.revisions import new_revision
from bot.words import moves as texts
from bot.words import user_install as user_install_words
from bot.words.escaping import escape

log = logging.getLogger(__name__)


class DeliverLater(Exception):  # noqa: N818 - it says when, nothing is wrong
    """What a row tells has to wait."""

    def __init__(self, delay: timedelta) -> None:
        super().__init__(str(delay))
        self.delay = delay


class Delivery:
    """Turns rows of the outbox into messages, by their kind."""

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._services = client.context.services
        self._pictures = client.context.pictures
        self._context = client.context
        self._mail = Mailbox(client)
        self._threads = Threads(client)
        self._departures = Departures(client)
        self._notifications = DirectMessages(self._services, self._pictures, self._mail)
        self._kinds: dict[str, Callable[[OutboxMessage], Awaitable[int | None]]] = {
            OutboxKind.CHALLENGE: self._challenge,
            OutboxKind.CHALLENGE_CLOSED: self._challenge_closed,
            OutboxKind.TURN: self._turn,
            OutboxKind.UNDONE: self._turn,
            OutboxKind.TAKEN_BACK: self._taken_back,
            OutboxKind.RESULT: self._result,
            OutboxKind.UNDO_REQUEST: self._undo_request,
            OutboxKind.UNDO_DECLINED: self._undo_declined,
            OutboxKind.CLOCK: self._clock,
            OutboxKind.CLOSE_MESSAGE: self._close_message,
            OutboxKind.REVIEW: self._review,
            OutboxKind.REVIEW_GIVEN_UP: self._review_given_up,
            **dict.fromkeys(NotificationKind, self._notification),
        }

    async def deliver(self, row: OutboxMessage) -> int | None:
        """Send or change the message that a row is about; returns the id of that message.

        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: not this time.
        :raises NotYet: it has to wait, although Discord would take it.
        :raises Unheard: the bot is no member there, and nobody has used it lately.
        """
        try:
            return await self._kinds[row.kind](row)
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL and row.game_id is not None:
                await self._lost(row.game_id)
            raise

    async def _lost(self, game_id: int) -> None:
        channel_id = (await self._services.games.get(game_id)).location.channel_id
        # one answer alone may be Discord's mistake, and the old message would keep its buttons
        if self._client.get_channel(channel_id) is None:
            await self._services.locations.lost(game_id, channel_id)

    async def other_location(self, row: OutboxMessage) -> bool:
        """Find the next best place for what its place does not take; False: there is none."""
        if row.kind == OutboxKind.CLOSE_MESSAGE:
            return False
        services = self._services
        return await services.locations.next_best(
            row
        ) or await services.notifications.mark_undeliverable(row)

    async def given_up(self, row: OutboxMessage) -> None:
        """Tell the people concerned in another way what their place can no longer be told."""
        if row.user_id is None:
            await self._services.notifications.undeliverable(row)

    async def _challenge(self, row: OutboxMessage) -> int | None:
        challenge = await self._services.challenges.get(_known(row.challenge_id))
        closed = challenge.status is not ChallengeStatus.OPEN
        if closed and row.user_install:
            return None
        sent = await self._mail.find(row, has("accept", challenge.id))
        if sent is not None:
            return sent
        invited = () if challenge.opponent is None or closed else (challenge.opponent,)
        answered = await self._services.challenges.answered(challenge)
        quiet = await self._held_back(row, invited)
        card = challenge_card(challenge, answered, ping=not quiet)
        return await self._mail.send(row, card)

    async def _challenge_closed(self, row: OutboxMessage) -> int | None:
        challenge = await self._services.challenges.get(_known(row.challenge_id))
        if challenge.message_id is not None:
            card = challenge_card(challenge, await self._services.challenges.answered(challenge))
            await self._mail.edit(
                replace(row, location=challenge.location), challenge.message_id, card
            )
        return challenge.message_id

    async def _turn(self, row: OutboxMessage) -> int | None:
        game = await self._services.games.get(_known(row.game_id))
        if row.user_install and row.kind == OutboxKind.TURN and _has_passed(game, row):
            # it may have waited for long, and is of no interest any more
            return None
        begins = game.turn_message_id is None
        if begins and not row.payload.get("no_thread"):
            game = replace(game, location=await self._threads.location_for(game))
        is_it = shows(game.id, game.revision_at(_known(row.ply)))
        making = partial(self._post_of_turn, row, game)
        message_id = await self._next_message(row, game, is_it, making)
        if begins:
            await self._threads.name_again(game)
        return message_id

    async def _taken_back(self, row: OutboxMessage) -> int | None:
        """Find the message of a turn that was taken back while it was sent: it has buttons."""
        game = await self._services.games.get(_known(row.game_id))
        revision = new_revision(_known(row.ply), row.payload["undone"])
        row = replace(row, location=game.location)
        message_id = await self._mail.find(row, shows(game.id, revision), game.turn_message_id or 0)
        if message_id is not None:
            await self._close(row, game, message_id)
        return message_id

    async def _post_of_turn(self, row: OutboxMessage, game: GameView) -> OutgoingMessage:
        note = ""
        if row.kind == OutboxKind.UNDONE:
            note = undo_note(game, row.payload["by"], row.payload["moves"])
        elif row.user_install and row.ply == 0:
            note = user_install_words.HERE
        elif await self._threads.has_left(game, row.location):
            note = texts.GOES_ON_HERE
        if _has_passed(game, row):
            game = await self._services.games.get(game.id, ply=row.ply)
            return await self._pictures.render(passed, game, note)
        if await self._departures.is_news(row, game):
            left = texts.OPPONENT_LEFT.format(escape(_mover(game).name))
            note = f"{note} {left}".strip()
        ping = await self._services.notifications.notify_turn(row)
        return await self._pictures.render(turn, game, note, ping=ping)

    async def _result(self, row: OutboxMessage) -> int:
        game = await self._services.games.get(_known(row.game_id))
        score = await self._services.history.score(game.id)

        async def making() -> OutgoingMessage:
            quiet = await self._held_back(row, game.people)
            review = self._context.reviews(game.ruleset.game)
            return await self._pictures.render(result, game, score, quiet, review=review)

        message_id = await self._next_message(row, game, has("rematch", game.id), making)
        await self._threads.name_again(game)
        return message_id

    async def _clock(self, row: OutboxMessage) -> None:
        game = await self._services.games.get(_known(row.game_id))
        # a guest could change what it has posted only when somebody uses that; a later turn tells
        if row.user_install or game.turn_message_id is None:
            return
        # a later message of the game may have come before this row, and shows its clock or result
        if game.result is not None or game.position.turn != row.payload["turn"]:
            return
        row = replace(row, location=game.location)
        await self._mail.reword(row, game.turn_message_id, partial(with_time_left, game))

    async def _review(self, row: OutboxMessage) -> int | None:
        game = await self._services.games.get(_known(row.game_id))
        found = await self._services.reviews.found(game.id)
        if found is None:
            return None
        row = replace(row, location=game.location)
        sent = await self._mail.find(
            row, holds(f"chances-{game.id}.png"), game.turn_message_id or 0
        )
        return sent or await self._mail.send(row, await self._pictures.render(page, game, found))

    async def _review_given_up(self, row: OutboxMessage) -> int:
        game = await self._services.games.get(_known(row.game_id))
        row = replace(row, location=game.location)
        # the result and an earlier failure have the same button
        sent = await self._mail.find(row, has("review", game.id), game.turn_message_id or 0)
        return sent or await self._mail.send(row, given_up(game))

    async def _undo_request(self, row: OutboxMessage) -> int:
        game = await self._services.games.get(_known(row.game_id))
        row = replace(row, location=game.location)
        sent = await self._mail.find(row, has("undo-accept", game.id), game.turn_message_id or 0)
        if sent is not None:
            return sent
        asked = game.undo_request
        invited = () if asked is None else (game.opponent_of(asked.by.user_id),)
        quiet = await self._held_back(row, invited)
        return await self._mail.send(row, await self._pictures.render(request, game, quiet))

    async def _undo_declined(self, row: OutboxMessage) -> int:
        game = await self._services.games.get(_known(row.game_id))
        row = replace(row, location=game.location)
        by = row.payload["by"]
        quiet = await self._held_back(row, (game.seats[by],))
        post = await self._pictures.render(declined, game, by, quiet)
        # it has no button by which it could be recognised
        sent = await self._mail.find(row, lambda message: message.content == post.content)
        return sent or await self._mail.send(row, post)

    async def _next_message(
        self,
        row: OutboxMessage,
        game: GameView,
        is_it: IsIt,
        making: Callable[[], Awaitable[OutgoingMessage]],
    ) -> int:
        """Send the game's new message, unless it is there, and close the last one."""
        before = game.turn_message_id
        # a row may have been written before the game got its thread
        row = replace(row, location=game.location)
        message_id = await self._mail.find(row, is_it, before or 0)
        if message_id is not None:
            await self._close(row, game, message_id)
            return message_id
        if row.user_install:
            # nobody may hear of the new message for long: till then the last one has to do
            message_id = await self._mail.send(row, await making())
            await self._close(row, game)
            return message_id
        # at once, not after the picture: till then they would invite presses that come too late
        taking = asyncio.create_task(self._try_to_close(row, game))
        try:
            words = await self._pictures.run(board_as_text, game)
            message_id = await self._mail.send(row, await making(), words)
            await self._services.outbox.owe_closing(game.id, await taking)
        finally:
            taking.cancel()  # a failed attempt is made again, and then takes them
            await asyncio.gather(taking, return_exceptions=True)
        return message_id

    async def _close(self, row: OutboxMessage, game: GameView, now: int | None = None) -> None:
        """Close what asks for something until the next message is posted: `now`, if it is known."""
        if game.turn_message_id != now:
            left = await self._try_to_close(row, game)
            await self._services.outbox.owe_closing(game.id, left)

    async def _try_to_close(self, row: OutboxMessage, game: GameView) -> list[PostedMessage]:
        """Close the last message of a game, and a request for an undo; return what stays open."""
        left = []
        # an undo that was asked for since then has lapsed, or is done
        for message in await self._services.outbox.to_close(game):
            there = replace(row, location=Location(message.guild_id, message.channel_id))
            try:
                await self._mail.close(there, message.id)
            except (*DISCORD_ERRORS, NoInteractionToken) as error:
                log.info("message %d is still open: %s", message.id, described(error))
                left.append(message)
        return left

    async def _close_message(self, row: OutboxMessage) -> None:
        await self._mail.close(row, row.payload["message"])

    async def _notification(self, row: OutboxMessage) -> int | None:
        notification = await self._services.notifications.notification(row)
        if notification is None:
            return None
        if isinstance(notification, Postponed):
            raise DeliverLater(notification.delay)
        return await self._notifications.deliver(row, notification)

    async def _held_back(self, row: OutboxMessage, people: Collection[Player]) -> frozenset[int]:
        ids = [player.user_id for player in people]
        return await self._services.notifications.hold_back(row, ids)


def _has_passed(game: GameView, row: OutboxMessage) -> bool:
    return game.to_move is None or game.position.ply != row.ply


def _mover(game: GameView) -> Player:
    assert game.to_move is not None, "the turn has not passed"
    return game.to_move


def _known(value: int | None) -> int:
    assert value is not None, "a row names its game or challenge, and its ply"
    return value
