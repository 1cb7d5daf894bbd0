"""User context menu "Challenge to a game": open the form that components/challenge.py handles."""

import discord
from discord import app_commands

from bot.context.location import refuse_wrong_channel
from bot.context.request import Request, with_request
from bot.context.user_install import refuse_invisible_challenge
from bot.errors.refusals import CannotChallenge
from bot.messages.challenge_forms import challenge_form, opponent
from bot.ui.practice import is_practice, make_practice_form, require_engine
from bot.ui.responses import open_form
from bot.words import challenge as challenge_words
from bot.words import refusals


@with_request
async def challenge(request: Request, target: discord.Member | discord.User) -> None:
    if is_practice(request, target, None):
        require_engine(request.context)
        await open_form(request, await make_practice_form(request))
        return
    await refuse_wrong_channel(request)
    refuse_invisible_challenge(request)
    # checked again on submission; a refusal now saves filling in the form
    if target.id == request.actor.user_id:
        raise CannotChallenge(refusals.NOT_YOURSELF())
    invited, services = opponent(target), request.services
    await services.blocks.refuse(request.actor, invited.user_id)
    defaults = await services.server_settings.get_settings(request.actor.guild_id)
    await open_form(request, challenge_form(invited, defaults))


command = app_commands.ContextMenu(name=challenge_words.CHALLENGE_MENU(), callback=challenge)
