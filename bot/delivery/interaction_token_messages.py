"""Messages with the tokens of recent interactions, where the bot is only user-installed."""

import logging
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any, cast

import discord

from bot.context.app_context import BotClient, Interaction
from bot.context.location import location_of
from bot.context.user_install import is_user_install, is_visible_to_others
from bot.errors.storage import StorageError
from bot.messages.outgoing_message import OutgoingMessage, edit_arguments, send_arguments
from bot.services.use_cases.delivery.interaction_tokens import InteractionToken, PrivateAnswer
from bot.services.values.views import Location

log = logging.getLogger(__name__)

TOO_MANY_FOLLOW_UPS = 40094
ORIGINAL = "@original"  # names the first answer to an interaction in Discord's addresses
# keys of `Interaction.extras`: the id of the practice game that the answer shows, and whether a new
# answer is wide
PRIVATE_GAME, WIDE = "private_game", "wide"
NO_MESSAGE = (None, discord.InteractionResponseType.modal)  # a form opens without a message
UPDATES = (
    discord.InteractionResponseType.message_update,
    discord.InteractionResponseType.deferred_message_update,
)


class NoInteractionToken(Exception):  # noqa: N818 - not an error: the bot was not used lately
    """Error: the bot holds no usable token to send a message, or to edit message `message_id`."""

    def __init__(self, message_id: int | None = None) -> None:
        super().__init__("no interaction is recent enough")
        self.message_id = message_id


class InteractionTokenMessages:
    """Sender and editor of messages by interaction tokens, newest token first."""

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._services = client.context.services

    async def send(self, location: Location, outgoing: OutgoingMessage) -> int:
        """Send a public message and return its id.

        A retry may send the message twice, because the bot cannot read the channel's history.

        :raises NoInteractionToken: if no token is left.
        """
        while (
            interaction_token := await self._services.interaction_tokens.take(location.channel_id)
        ) is not None:
            try:
                message = await self._webhook(interaction_token).send(
                    wait=True, **send_arguments(outgoing)
                )
            except discord.HTTPException as refusal:
                await self._discard(interaction_token, refusal)
                continue
            if not message.flags.ephemeral:
                await self._store_sent(interaction_token, message.id)
                return message.id
            log.info("responses to interaction %d are ephemeral", interaction_token.interaction_id)
            await self._services.interaction_tokens.discard(interaction_token)
        raise NoInteractionToken

    async def edit(
        self, location: Location, message_id: int, changes: dict[str, Any]
    ) -> discord.WebhookMessage:
        """Edit a message with the token that sent it, or with the token of an interaction on it.

        :raises NoInteractionToken: if no valid token is stored.
        """
        interaction_token = await self._services.interaction_tokens.find_for_message(
            location, message_id
        )
        if interaction_token is None:
            raise NoInteractionToken(message_id)
        try:
            return await self._webhook(interaction_token).edit_message(message_id, **changes)
        except discord.HTTPException as refusal:
            await self._discard(interaction_token, refusal)
            raise NoInteractionToken(message_id) from refusal

    async def edit_answer(self, answer: PrivateAnswer, outgoing: OutgoingMessage) -> None:
        """Replace the whole content of a private answer to an interaction.

        :raises NoInteractionToken: if Discord refuses the token, or the person closed the answer.
        """
        changes = edit_arguments(replace(outgoing, pings=(), wide=answer.wide))
        try:
            await self._webhook(answer).edit_message(cast("int", ORIGINAL), **changes)
        except discord.HTTPException as refusal:
            await self._discard(answer, refusal)
            raise NoInteractionToken from refusal

    async def _store_sent(self, interaction_token: InteractionToken, message_id: int) -> None:
        try:
            await self._services.interaction_tokens.record_message(interaction_token, message_id)
        except StorageError as error:  # a retry would send the message twice
            log.warning("message %d cannot be edited later: %s", message_id, error)

    async def _discard(
        self, interaction_token: InteractionToken | PrivateAnswer, refusal: discord.HTTPException
    ) -> None:
        """Delete a token that Discord refuses because it is expired or used up.

        :raises discord.HTTPException: `refusal` itself, if it has another reason.
        """
        if refusal.status not in (401, 403, 404) and refusal.code != TOO_MANY_FOLLOW_UPS:
            raise refusal
        log.info(
            "the token of interaction %d is refused: %s",
            interaction_token.interaction_id,
            refusal.code,
        )
        await self._services.interaction_tokens.discard(interaction_token)

    def _webhook(self, interaction_token: InteractionToken | PrivateAnswer) -> discord.Webhook:
        assert self._client.application_id is not None, "messages are sent after the login"
        return discord.Webhook.partial(
            self._client.application_id, interaction_token.token, client=self._client
        )


async def note_user_install(interaction: Interaction) -> None:
    """Record the channel of an interaction if the bot is only user-installed there.

    Call it before the bot writes to the channel. Errors of the database are only logged.
    """
    if _needs_token(interaction):
        try:
            await interaction.client.context.services.interaction_tokens.record_user_install(
                location_of(interaction)
            )
        except StorageError as error:
            log.warning("a user-install location cannot be stored: %s", error)


async def keep_token(interaction: Interaction, responding: Awaitable[None]) -> None:
    """Await a response, then store the interaction's token if later messages need the token.

    They do if the bot is only user-installed in the channel, or if the answer shows a private
    practice game.
    """
    await responding
    if PRIVATE_GAME in interaction.extras:
        await _keep_answer(interaction)
    elif _needs_token(interaction) and _has_public_response(interaction):
        try:
            await interaction.client.context.services.interaction_tokens.keep(
                _interaction_token(interaction)
            )
        except StorageError as error:
            log.warning("an interaction token cannot be stored: %s", error)


async def _keep_answer(interaction: Interaction) -> None:
    if interaction.response.type in NO_MESSAGE:
        return
    wide = interaction.extras.get(WIDE, False)
    if interaction.response.type in UPDATES:
        message = interaction.message
        if message is None or not message.flags.ephemeral:
            return  # an edit would show the game to everyone
        wide = message.flags.components_v2
    game_id = interaction.extras[PRIVATE_GAME]
    answer = PrivateAnswer(interaction.id, game_id, wide, interaction.token)
    try:
        await interaction.client.context.services.interaction_tokens.keep_answer(answer)
    except StorageError as error:
        log.warning("the answer with a practice game cannot be stored: %s", error)


def _needs_token(interaction: Interaction) -> bool:
    is_autocomplete = interaction.type is discord.InteractionType.autocomplete
    return not is_autocomplete and is_user_install(interaction)


def _has_public_response(interaction: Interaction) -> bool:
    answered = interaction.response.type not in NO_MESSAGE
    return answered and is_visible_to_others(interaction)


def _interaction_token(interaction: Interaction) -> InteractionToken:
    message = interaction.message
    public = message is not None and not message.flags.ephemeral
    return InteractionToken(
        interaction.id,
        location_of(interaction),
        message.id if message is not None and public else None,
        interaction.token,
    )
