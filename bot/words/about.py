"""Sentences of /about: version, operator and statistics."""

from bot.words.translation import Message, plural, text

ABOUT_COMMAND = Message("See this bot's version and operator, and how to check your data")
NO_CONTACT = Message(
    "This bot's operator left no contact details. Ask the people who added the bot here."
)
YOUR_DATA = Message("`/privacy show` lists what is stored about you.")
TERMS = Message("Terms of use")
PRIVACY = Message("Privacy")
SOURCE = Message("Source code")


def program(version: str) -> str:
    return text(
        "**Lifeline bot {version}**: play Lifeline and related games at your own pace. New here? "
        "See `/help`.",
        version=version,
    )


def operator(contact: str | None) -> str:
    return NO_CONTACT() if contact is None else text("Run by {contact}.", contact=contact)


def counts(players: int, running: int, finished: int) -> str:
    """Return the line of /about with the numbers of players, running games and finished games."""
    return text(
        "-# {players} · {running} · {finished}",
        players=plural("{count} player", "{count} players", players),
        running=plural("{count} game in progress", "{count} games in progress", running),
        finished=plural("{count} finished game", "{count} finished games", finished),
    )
