"""/plans: list a person's planned replies in all games."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.plans import PLANS_COST, plan_list
from bot.ui.responses import reply
from bot.words.plans import PLANS_COMMAND


@app_commands.command(name="plans", description=PLANS_COMMAND())
@with_request
async def command(request: Request) -> None:
    request.pictures.charge(PLANS_COST)
    page = await request.services.plans.plans(request.actor.user_id)
    await reply(request, plan_list(page))
