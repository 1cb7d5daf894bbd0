"""Writing where the bot is no member: with the tokens of interactions that were answered lately."""

import logging
from collections.abc import Awaitable
from typing import Any

import discord

from bot.desk import DeskClient, Interaction
from bot.errors import StoreTrouble
from bot.messages.post import Post, new_message
from bot.outside import is_heard, is_outside
from bot.services.views import Place
from bot.services.voices import Voice
from bot.whereabouts import place_of

log = logging.getLogger(__name__)

TOO_MANY_FOLLOW_UPS = 40094


class Unheard(Exception):  # noqa: N818 - nothing is wrong: nobody has used the bot there lately
    """No token can tell it; `message_id` is the message that was to be changed, if it was one."""

    def __init__(self, message_id: int | None = None) -> None:
        super().__init__("no interaction is recent enough to be answered")
        self.message_id = message_id


class Voices:
    """Sends and changes messages with tokens, the newest first, each until Discord refuses it."""

    def __init__(self, client: DeskClient) -> None:
        self._client = client
        self._services = client.desk.services

    async def send(self, place: Place, post: Post) -> int:
        """Send a message that everybody in the place can see; returns its id.

        When an answer of Discord is lost it may be sent again: there is no history to look into.

        :raises Unheard: no token is left.
        """
        while (voice := await self._services.voices.speak(place.channel_id)) is not None:
            try:
                message = await self._webhook(voice).send(wait=True, **new_message(post))
            except discord.HTTPException as refusal:
                await self._give_up(voice, refusal)
                continue
            if not message.flags.ephemeral:
                await self._keep_sent(voice, message.id)
                return message.id
            log.info("what is answered to interaction %d nobody else sees", voice.interaction_id)
            await self._services.voices.lost(voice)
        raise Unheard

    async def edit(
        self, place: Place, message_id: int, changes: dict[str, Any]
    ) -> discord.WebhookMessage:
        """Change a message with the token that sent it, or of an interaction that began on it.

        :raises Unheard: there is none.
        """
        voice = await self._services.voices.of_message(place, message_id)
        if voice is None:
            raise Unheard(message_id)
        try:
            return await self._webhook(voice).edit_message(message_id, **changes)
        except discord.HTTPException as refusal:
            await self._give_up(voice, refusal)
            raise Unheard(message_id) from refusal

    async def _keep_sent(self, voice: Voice, message_id: int) -> None:
        try:
            await self._services.voices.sent(voice, message_id)
        except StoreTrouble as trouble:  # tried again, the message would be there twice
            log.warning("message %d cannot be changed later: %s", message_id, trouble)

    async def _give_up(self, voice: Voice, refusal: discord.HTTPException) -> None:
        """Forget a token that is too old or used up; any other refusal is raised again."""
        if refusal.status not in (401, 403, 404) and refusal.code != TOO_MANY_FOLLOW_UPS:
            raise refusal
        log.info("interaction %d can no longer be answered: %s", voice.interaction_id, refusal.code)
        await self._services.voices.lost(voice)

    def _webhook(self, voice: Voice) -> discord.Webhook:
        assert self._client.application_id is not None, "mail is sent after the login"
        return discord.Webhook.partial(
            self._client.application_id, voice.token, client=self._client
        )


async def arrive(interaction: Interaction) -> None:
    """Note, before anything is to be told there, that the bot is no member of a place."""
    if _is_heard_only(interaction):
        try:
            await interaction.client.desk.services.voices.enter(place_of(interaction))
        except StoreTrouble as trouble:
            log.warning("a place outside could not be noted: %s", trouble)


async def overheard(interaction: Interaction, answering: Awaitable[None]) -> None:
    """Await the answer; where only interactions can be answered, this one speaks for a while."""
    await answering
    if _is_heard_only(interaction) and _speaks(interaction):
        try:
            await interaction.client.desk.services.voices.keep(_voice(interaction))
        except StoreTrouble as trouble:
            log.warning("an interaction's token could not be kept: %s", trouble)


def _is_heard_only(interaction: Interaction) -> bool:
    typing = interaction.type is discord.InteractionType.autocomplete
    return not typing and is_outside(interaction)


def _speaks(interaction: Interaction) -> bool:
    # a form is an answer that nothing has been shown with yet
    answered = interaction.response.type not in (None, discord.InteractionResponseType.modal)
    return answered and is_heard(interaction)


def _voice(interaction: Interaction) -> Voice:
    message = interaction.message
    public = message is not None and not message.flags.ephemeral
    return Voice(
        interaction.id,
        place_of(interaction),
        message.id if message is not None and public else None,
        interaction.token,
    )
