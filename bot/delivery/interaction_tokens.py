"""Writing where the bot is no member: with the tokens of interactions that were answered lately."""

import logging
from collections.abc import Awaitable
from typing import Any

import discord

from bot.context.app_context import BotClient, Interaction
from bot.context.location import location_of
from bot.context.user_install import is_heard, is_user_install
from bot.errors import StorageError
from bot.messages.outgoing_message import OutgoingMessage, send_arguments
from bot.services.delivery.interaction_tokens import InteractionToken
from bot.services.views import Location

log = logging.getLogger(__name__)

TOO_MANY_FOLLOW_UPS = 40094


class NoInteractionToken(Exception):  # noqa: N818 - nothing is wrong: nobody has used the bot there lately
    """No token can tell it; `message_id` is the message that was to be changed, if it was one."""

    def __init__(self, message_id: int | None = None) -> None:
        super().__init__("no interaction is recent enough to be answered")
        self.message_id = message_id


class InteractionTokenMessages:
    """Sends and changes messages with tokens, the newest first, each until Discord refuses it."""

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._services = client.context.services

    async def send(self, location: Location, post: OutgoingMessage) -> int:
        """Send a message that everybody in the place can see; returns its id.

        When an answer of Discord is lost it may be sent again: there is no history to look into.

        :raises Unheard: no token is left.
        """
        while (
            interaction_token := await self._services.interaction_tokens.speak(location.channel_id)
        ) is not None:
            try:
                message = await self._webhook(interaction_token).send(
                    wait=True, **send_arguments(post)
                )
            except discord.HTTPException as refusal:
                await self._give_up(interaction_token, refusal)
                continue
            if not message.flags.ephemeral:
                await self._keep_sent(interaction_token, message.id)
                return message.id
            log.info(
                "what is answered to interaction %d nobody else sees",
                interaction_token.interaction_id,
            )
            await self._services.interaction_tokens.lost(interaction_token)
        raise NoInteractionToken

    async def edit(
        self, location: Location, message_id: int, changes: dict[str, Any]
    ) -> discord.WebhookMessage:
        """Change a message with the token that sent it, or of an interaction that began on it.

        :raises Unheard: there is none.
        """
        interaction_token = await self._services.interaction_tokens.of_message(location, message_id)
        if interaction_token is None:
            raise NoInteractionToken(message_id)
        try:
            return await self._webhook(interaction_token).edit_message(message_id, **changes)
        except discord.HTTPException as refusal:
            await self._give_up(interaction_token, refusal)
            raise NoInteractionToken(message_id) from refusal

    async def _keep_sent(self, interaction_token: InteractionToken, message_id: int) -> None:
        try:
            await self._services.interaction_tokens.sent(interaction_token, message_id)
        except StorageError as error:  # tried again, the message would be there twice
            log.warning("message %d cannot be changed later: %s", message_id, error)

    async def _give_up(
        self, interaction_token: InteractionToken, refusal: discord.HTTPException
    ) -> None:
        """Forget a token that is too old or used up; any other refusal is raised again."""
        if refusal.status not in (401, 403, 404) and refusal.code != TOO_MANY_FOLLOW_UPS:
            raise refusal
        log.info(
            "interaction %d can no longer be answered: %s",
            interaction_token.interaction_id,
            refusal.code,
        )
        await self._services.interaction_tokens.lost(interaction_token)

    def _webhook(self, interaction_token: InteractionToken) -> discord.Webhook:
        assert self._client.application_id is not None, "mail is sent after the login"
        return discord.Webhook.partial(
            self._client.application_id, interaction_token.token, client=self._client
        )


async def arrive(interaction: Interaction) -> None:
    """Note, before anything is to be told there, that the bot is no member of a place."""
    if _is_heard_only(interaction):
        try:
            await interaction.client.context.services.interaction_tokens.enter(
                location_of(interaction)
            )
        except StorageError as error:
            log.warning("a place outside could not be noted: %s", error)


async def overheard(interaction: Interaction, answering: Awaitable[None]) -> None:
    """Await the answer; where only interactions can be answered, this one speaks for a while."""
    await answering
    if _is_heard_only(interaction) and _speaks(interaction):
        try:
            await interaction.client.context.services.interaction_tokens.keep(
                _interaction_token(interaction)
            )
        except StorageError as error:
            log.warning("an interaction's token could not be kept: %s", error)


def _is_heard_only(interaction: Interaction) -> bool:
    typing = interaction.type is discord.InteractionType.autocomplete
    return not typing and is_user_install(interaction)


def _speaks(interaction: Interaction) -> bool:
    # a form is an answer that nothing has been shown with yet
    answered = interaction.response.type not in (None, discord.InteractionResponseType.modal)
    return answered and is_heard(interaction)


def _interaction_token(interaction: Interaction) -> InteractionToken:
    message = interaction.message
    public = message is not None and not message.flags.ephemeral
    return InteractionToken(
        interaction.id,
        location_of(interaction),
        message.id if message is not None and public else None,
        interaction.token,
    )
