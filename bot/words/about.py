"""Sentences of /about: version, operator and statistics."""

from bot.words.escaping import plural

ABOUT_COMMAND = "Which program this is, who runs it, and how your data is used"
NO_CONTACT = "Whoever runs this bot has not said how to reach them; ask those who invited it."
YOUR_DATA = "`/privacy show` says what is stored about you."
TERMS = "Terms of use"
PRIVACY = "Privacy"
SOURCE = "Source code"


def program(version: str) -> str:
    return (
        f"**Lifeline bot {version}**: correspondence play of Lifeline, cornered Lifeline, Asli "
        "and Liflina. `/help` shows how to begin."
    )


def operator(contact: str | None) -> str:
    return NO_CONTACT if contact is None else f"Run by {contact}."


def counts(players: int, running: int, finished: int) -> str:
    return (
        f"-# {plural(players, 'player')}, {plural(running, 'running game')}, {finished} finished."
    )
