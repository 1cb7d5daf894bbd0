"""Interactions where the bot can only answer, because it is no member; and what follows."""

from collections.abc import Awaitable
from dataclasses import replace

import discord

from bot.context.app_context import Interaction
from bot.context.location import location_of
from bot.errors import CannotChallenge
from bot.messages.component_ids import ComponentId
from bot.messages.outgoing_message import Button, Link, OutgoingMessage, Style
from bot.services.games.action_results import Played
from bot.services.views import Location
from bot.words import labels
from bot.words import user_install as texts
from bot.words.escaping import escape

# for a person, not for a server
ADD_ME = "https://discord.com/oauth2/authorize?client_id={}&integration_type=1&scope=applications.commands"


def is_user_install(interaction: Interaction) -> bool:
    """Say whether the bot has only the answer to this interaction: it is no member of the place."""
    if interaction.guild_id is None:
        return interaction.context.private_channel
    # also where the server has its commands, but not the bot itself
    return interaction.client.get_guild(interaction.guild_id) is None


def is_heard(interaction: Interaction) -> bool:
    """Say whether others can see the answers that are meant for them."""
    if interaction.guild_id is None or not is_user_install(interaction):
        return True
    return interaction.is_guild_integration() or interaction.permissions.use_external_apps


def refuse_unseen(interaction: Interaction) -> None:
    """Refuse a challenge that its opponent could never see.

    :raises CannotChallenge: with where it would be seen.
    """
    if interaction.context.dm_channel:
        practice = interaction.client.context.engine is not None
        alone = f"{texts.ALONE_HERE} {texts.OR_PRACTISE}" if practice else texts.ALONE_HERE
        raise CannotChallenge(alone)
    refuse_without_token(interaction)


def refuse_without_token(interaction: Interaction, why: str = texts.ONLY_YOU_SEE) -> None:
    """Refuse a game where nobody else may see the bot's answers, or the bot may not write.

    :param why: what to say in the first case.
    :raises CannotChallenge: with where it would be seen.
    """
    if not is_heard(interaction):
        raise CannotChallenge(why)
    if not _may_write(interaction):
        raise CannotChallenge(texts.MAY_NOT_WRITE)


async def with_offer(interaction: Interaction, post: OutgoingMessage) -> OutgoingMessage:
    """Offer direct messages to one who begins a game where the bot cannot ping."""
    if not is_user_install(interaction) or await _is_written_to(interaction):
        return post
    button = Button(ComponentId("write-me", 0), labels.WRITE_TO_ME, Style.primary)
    return replace(post, content=f"{post.content}\n{texts.OFFER}", rows=(*post.rows, (button,)))


async def with_location(
    interaction: Interaction, done: Played, making: Awaitable[OutgoingMessage]
) -> OutgoingMessage:
    """Add to the answer to a move that its place does not hear of it now, if that is so."""
    post, game = await making, done.game
    if not done.turn_complete or await _is_shown(interaction, game.location):
        return post
    opponent = escape(game.opponent_of(interaction.user.id).name)
    return replace(post, content=f"{post.content}\n{texts.unseen(opponent)}")


def install_button(client: discord.Client) -> Link:
    """Return the button with which a person installs the bot for themselves."""
    assert client.application_id is not None, "the client has logged in"
    return Link(ADD_ME.format(client.application_id), labels.ADD_ME)


def _may_write(interaction: Interaction) -> bool:
    if interaction.guild_id is None or is_user_install(interaction):
        return True  # answers need no permission
    mine, channel = interaction.app_permissions, interaction.channel
    if isinstance(channel, discord.Thread):
        locked = channel.locked and not mine.manage_threads
        return mine.view_channel and mine.send_messages_in_threads and not locked
    return mine.view_channel and mine.send_messages


async def _is_shown(interaction: Interaction, location: Location) -> bool:
    """Say whether what is done with an interaction can be told in a place at once."""
    heard = is_heard(interaction)
    if heard and location == location_of(interaction):
        return True
    interaction_tokens = interaction.client.context.services.interaction_tokens
    if not await interaction_tokens.is_user_install(location.channel_id):
        return True
    return heard and await interaction_tokens.can_send(location.channel_id)


async def _is_written_to(interaction: Interaction) -> bool:
    services, person = interaction.client.context.services, interaction.user.id
    if (await services.players.preferences(person))["outside"] == "dm":
        return True
    settings = await services.notifications.settings(person)
    return settings.wants_direct_message(interaction.created_at)
