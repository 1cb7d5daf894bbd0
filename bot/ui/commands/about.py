"""/about: the program, its operator, and the numbers of players and games."""

from importlib import metadata

from discord import app_commands

from bot.context.app_context import Operator
from bot.context.request import Request, with_request
from bot.messages.outgoing_message import Link, OutgoingMessage
from bot.services.use_cases.operations.statistics import Statistics
from bot.ui.responses import reply
from bot.words import about

PACKAGE = "lifeline-bot"


@app_commands.command(name="about", description=about.ABOUT_COMMAND())
@with_request
async def command(request: Request) -> None:
    context = request.context
    await reply(request, about_page(context.operator, await request.services.statistics.count()))


def about_page(operator: Operator, statistics: Statistics) -> OutgoingMessage:
    """Return the message of /about: version, contact, numbers, and the operator's links, if any."""
    lines = [
        about.program(metadata.version(PACKAGE)),
        about.operator(operator.contact),
        about.YOUR_DATA(),
        about.counts(statistics.players, statistics.running, statistics.finished),
    ]
    pages = {
        about.PRIVACY(): operator.privacy_url,
        about.TERMS(): operator.terms_url,
        about.SOURCE(): operator.source_url,
    }
    links = tuple(Link(url, label) for label, url in pages.items() if url)
    return OutgoingMessage("\n".join(lines), rows=(links,) if links else ())
