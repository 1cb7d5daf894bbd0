"""/profile: show a person's ratings and rated games."""

import discord
from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.profile import profile_page
from bot.ui.responses import reply
from bot.words import profile
from bot.words.escaping import name_of


@app_commands.command(name="profile", description=profile.PROFILE_COMMAND())
@app_commands.describe(player=profile.PROFILE_PLAYER())
@with_request
async def command(request: Request, player: discord.Member | discord.User | None = None) -> None:
    person = player or request.interaction.user
    is_me = person.id == request.actor.user_id
    shown = await request.services.ratings.profile(request.actor, person.id)
    viewer = await request.viewer()
    hidden = is_me and viewer.settings["ratings"] == "hidden"
    name = name_of(person.display_name)
    pictures = request.context.pictures
    await reply(
        request, pictures.render(profile_page, shown, name, viewer, is_me=is_me, hidden=hidden)
    )
