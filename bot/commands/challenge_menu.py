"""The context menu of a person: a form for a challenge; components/challenge.py sends it."""

import discord
from discord import app_commands

from bot.answers import ask
from bot.desk import Interaction, actor
from bot.errors import CannotChallenge
from bot.messages.proposing import challenge_form, opponent
from bot.outside import refuse_unseen
from bot.practising import is_practice, practice_form
from bot.texts import labels, why_not
from bot.whereabouts import refuse_wrong_channel


async def challenge(interaction: Interaction, target: discord.Member | discord.User) -> None:
    await refuse_wrong_channel(interaction)
    services = interaction.client.desk.services
    usual = await services.guilds.settings(interaction.guild_id)
    if is_practice(interaction, target, None):
        await services.blocks.refuse(actor(interaction))
        await ask(interaction, practice_form(usual))
        return
    refuse_unseen(interaction)
    # before the form is filled in for nothing
    if target.id == interaction.user.id:
        raise CannotChallenge(why_not.NOT_YOURSELF)
    asked = opponent(target)
    await services.blocks.refuse(actor(interaction), asked.user_id)
    await ask(interaction, challenge_form(asked, usual))


command = app_commands.ContextMenu(name=labels.CHALLENGE_MENU, callback=challenge)
