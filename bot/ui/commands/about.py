"""/about: which program this is, who runs it, and how many play."""

from importlib import metadata

from discord import app_commands

from bot.context.app_context import Interaction, Operator
from bot.messages.outgoing_message import Link, OutgoingMessage
from bot.services.operations.statistics import Census
from bot.ui.responses import reply
from bot.words import about as texts

PACKAGE = "lifeline-bot"


@app_commands.command(name="about", description=texts.ABOUT_COMMAND)
async def command(interaction: Interaction) -> None:
    context = interaction.client.context
    await reply(interaction, about_page(context.host, await context.services.census.take()))


def about_page(host: Operator, census: Census) -> OutgoingMessage:
    """Show the program, the host and the counts, with the host's links."""
    lines = [
        texts.program(metadata.version(PACKAGE)),
        texts.operator(host.contact),
        texts.YOUR_DATA,
        texts.counts(census.players, census.running, census.finished),
    ]
    pages = {
        texts.PRIVACY: host.privacy_url,
        texts.TERMS: host.terms_url,
        texts.SOURCE: host.source_url,
    }
    links = tuple(Link(url, label) for label, url in pages.items() if url)
    return OutgoingMessage("\n".join(lines), rows=(links,) if links else ())
