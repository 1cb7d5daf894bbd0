"""Handling of user installs, where the bot is not a member of the server or private chat.

There it can only answer with the interaction's token.
"""

from collections.abc import Awaitable
from dataclasses import replace

import discord

from bot.context.app_context import Interaction
from bot.context.location import location_of
from bot.context.request import Request
from bot.errors.refusals import CannotChallenge
from bot.messages.component_ids import ComponentId
from bot.messages.outgoing_message import Button, Link, OutgoingMessage, Style
from bot.services.values.views import ChallengeView, Location, MovePlayed, Player
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.words import user_install
from bot.words.escaping import escape

# integration_type=1 installs the app for a user, not for a server
INSTALL_URL = "https://discord.com/oauth2/authorize?client_id={}&integration_type=1&scope=applications.commands"


def is_user_install(interaction: Interaction) -> bool:
    """Return whether the bot is not a member of the server or private chat of an interaction.

    There it can only answer the interaction.
    """
    if interaction.guild_id is None:
        return interaction.context.private_channel
    # a server can have the app's commands without the bot as a member
    return interaction.client.get_guild(interaction.guild_id) is None


def is_visible_to_others(interaction: Interaction) -> bool:
    """Return whether other people can see a public answer to an interaction."""
    if interaction.guild_id is None or not is_user_install(interaction):
        return True
    return interaction.is_guild_integration() or interaction.permissions.use_external_apps


def refuse_invisible_challenge(request: Request) -> None:
    """Raise `CannotChallenge` if the opponent could not see a challenge made by the request.

    :raises CannotChallenge: with the locations where it would be visible.
    """
    if request.interaction.context.dm_channel:
        practice = request.context.engine is not None
        alone = user_install.ALONE_HERE()
        raise CannotChallenge(f"{alone} {user_install.OR_PRACTISE()}" if practice else alone)
    refuse_invisible_game(request)


def refuse_invisible_game(request: Request) -> None:
    """Raise `CannotChallenge` where others cannot see the bot's messages, or the bot may not post.

    :raises CannotChallenge: with the reason.
    """
    if not is_visible_to_others(request.interaction):
        raise CannotChallenge(user_install.ONLY_YOU_SEE())
    if not _may_write(request.interaction):
        raise CannotChallenge(user_install.MAY_NOT_WRITE())


async def with_direct_message_offer(request: Request, post: OutgoingMessage) -> OutgoingMessage:
    """Return a message, with an offer of direct messages added where the bot cannot ping."""
    if not is_user_install(request.interaction) or await _has_direct_messages(request):
        return post
    button = Button(ComponentId("write-me", 0), user_install.WRITE_TO_ME(), Style.primary)
    content = f"{post.content}\n{user_install.OFFER_TO_MESSAGE()}"
    return replace(post, content=content, rows=(*post.rows, (button,)))


async def with_delay_note(
    request: Request, done: MovePlayed, answer: Awaitable[OutgoingMessage]
) -> OutgoingMessage:
    """Return the answer to a move; add a note if the opponent cannot see the turn yet.

    This is so if the move completes a turn that the bot cannot post in the game's channel now, and
    the opponent gets no direct message about it.
    """
    post, game = await answer, done.game
    if not done.turn_complete or await can_post(request.interaction, game.location):
        return post
    opponent = game.opponent_of(request.actor.user_id)
    if await _hears_directly(request, opponent, game.location):
        return post
    return replace(post, content=f"{post.content}\n{user_install.unseen(escape(opponent.name))}")


async def offer_delay_note(request: Request, offered: ChallengeView, opponent: Player) -> str:
    """Return the note about a rematch whose card cannot be posted yet.

    It is empty if the opponent gets a direct message about it.
    """
    if await _hears_directly(request, opponent, offered.location):
        return ""
    return user_install.offer_unseen(escape(opponent.name))


async def _hears_directly(request: Request, person: Player, location: Location) -> bool:
    notifications = request.services.notifications
    return await notifications.hears_directly(person.user_id, location.channel_id)


def profile_link(client: discord.Client) -> Link:
    """Return a link button to the bot's profile, with which people can message it directly."""
    user = client.user
    assert user is not None, "interactions come after the login"
    return Link(f"https://discord.com/users/{user.id}", user_install.WRITE_TO_ME())


def install_button(client: discord.Client) -> Link:
    """Return the link button with which people add the bot to their apps."""
    assert client.application_id is not None, "the client has logged in"
    return Link(INSTALL_URL.format(client.application_id), user_install.ADD_ME())


def _may_write(interaction: Interaction) -> bool:
    if interaction.guild_id is None or is_user_install(interaction):
        return True  # answers to interactions need no permission
    permissions, channel = interaction.app_permissions, interaction.channel
    if isinstance(channel, discord.Thread):
        locked = channel.locked and not permissions.manage_threads
        return permissions.view_channel and permissions.send_messages_in_threads and not locked
    return permissions.view_channel and permissions.send_messages


async def can_post(interaction: Interaction, location: Location) -> bool:
    """Return whether the bot can post to a location now.

    It posts as a member, or with the token of an interaction.
    """
    if location.channel_id == NO_CHANNEL:
        return True  # a location without a channel means direct messages
    visible = is_visible_to_others(interaction)
    if visible and location == location_of(interaction):
        return True
    interaction_tokens = interaction.client.context.services.interaction_tokens
    if not await interaction_tokens.is_user_install(location.channel_id):
        return True
    return visible and await interaction_tokens.can_send(location.channel_id)


async def _has_direct_messages(request: Request) -> bool:
    notifications = request.services.notifications
    settings = await notifications.get_settings(request.actor.user_id)
    return settings.user_install or settings.wants_direct_message(request.interaction.created_at)
