"""The context menu of a person: a form for a challenge; components/challenge.py sends it."""

import discord
from discord import app_commands

from bot.context.app_context import Interaction, actor
from bot.context.location import refuse_wrong_channel
from bot.context.user_install import refuse_unseen
from bot.errors import CannotChallenge
from bot.messages.challenge_forms import challenge_form, opponent
from bot.ui.practice import is_practice, practice_form
from bot.ui.responses import ask
from bot.words import labels, refusals


async def challenge(interaction: Interaction, target: discord.Member | discord.User) -> None:
    await refuse_wrong_channel(interaction)
    services = interaction.client.context.services
    usual = await services.server_settings.settings(interaction.guild_id)
    if is_practice(interaction, target, None):
        await services.blocks.refuse(actor(interaction))
        await ask(interaction, practice_form(usual))
        return
    refuse_unseen(interaction)
    # before the form is filled in for nothing
    if target.id == interaction.user.id:
        raise CannotChallenge(refusals.NOT_YOURSELF)
    asked = opponent(target)
    await services.blocks.refuse(actor(interaction), asked.user_id)
    await ask(interaction, challenge_form(asked, usual))


command = app_commands.ContextMenu(name=labels.CHALLENGE_MENU, callback=challenge)
