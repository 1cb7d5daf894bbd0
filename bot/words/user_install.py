"""Sentences for user-installed contexts: direct messages, groups, servers without the bot."""

from bot.words.translation import Message, text

WRITE_TO_ME = Message("Message me")
ADD_ME = Message("Add app")

HERE = Message(
    "-# I'm a guest here: I can answer commands, but I can't ping you later. Add the app to your "
    "account, and `/games` will list every game that's waiting for you."
)
OFFER_TO_MESSAGE = Message(
    "I'm a guest here and can't ping you. Should I message you when it's your turn?"
)
I_WRITE = Message(
    "I'll message you when it's your turn in games where I can't ping you. `/settings outside` "
    "changes this."
)
GREETING = Message("I'll message you here when it's your turn in games where I can't ping you.")
CANNOT_WRITE = Message(
    "Discord won't let me message you. Add the app with the button below, or allow direct "
    "messages from members of a server we share. Then press the button again."
)
ALONE_HERE = Message(
    "Only you and I are in this conversation, so no one can accept your challenge. Use /challenge "
    "in a server, in a group or in your direct messages with a friend."
)
# refusals are escaped before they are shown, so ALONE_HERE and the others contain no markdown
OR_PRACTISE = Message("Or play against me: choose a level in /challenge.")
ONLY_YOU_SEE = Message(
    "Only you can see my answers in this server, so your challenge would stay hidden. Use "
    "/challenge in your direct messages or in a group, or ask the server's managers to add me."
)
MAY_NOT_WRITE = Message(
    "I can't post in this channel, so your game would stay hidden. Try another channel, or ask the "
    "server's managers to let me post: /setup shows the missing permissions."
)


def unseen(opponent: str) -> str:
    """Return the note to a player whose move the bot cannot post in the game's channel now."""
    return text(
        "I can't post your move in the game's channel right now. **{opponent}** will see it in "
        "`/games`, or when someone next uses me in that channel.",
        opponent=opponent,
    )


def offer_unseen(opponent: str) -> str:
    """Return the note to a player whose rematch offer cannot be posted in the game's channel."""
    return text(
        "I can't post your offer in the game's channel right now. **{opponent}** will see it in "
        "`/games`, or when someone next uses me in that channel.",
        opponent=opponent,
    )
