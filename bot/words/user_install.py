"""Sentences for user-installed contexts: direct messages, groups, servers without the bot."""

HERE = (
    "-# I am a guest here: I answer when somebody uses me, and cannot remind anybody later. "
    "Among your own apps I have `/games`, which shows what waits for you."
)
OFFER = (
    "I am a guest here and cannot ping anybody later. Shall I write to you when it is your turn?"
)
I_WRITE = (
    "From now on I write to you when it is your turn in a game where I cannot ping. "
    "`/settings outside` changes it."
)
GREETING = "Here I tell you when it is your turn in a game where I cannot ping."
CANNOT_WRITE = (
    "Discord does not let me write to you. Add me with the button below, or let people of a server "
    "that we share write to you; then press the button again. `/games` shows what waits meanwhile."
)
ALONE_HERE = (
    "Only you and I can read this conversation, so nobody could accept. Use /challenge where your "
    "opponent can see it: in a server, in your direct messages with them, or in a group."
)
# where the operator offers practice
OR_PRACTISE = "Or practise with me: choose a level in /challenge."
ONLY_YOU_SEE = (
    "In this server only you can see what I answer, so nobody could accept. Use /challenge in your "
    "direct messages with them or in a group, or ask those who run the server to add me."
)

MAY_NOT_WRITE = (
    "I may not write here, so nobody would see the game. Start it in another channel, or ask those "
    "who run the server to let me: /setup says what I lack."
)


def unseen(opponent: str) -> str:
    """Return the note that the opponent cannot see the move until someone uses the bot there."""
    return (
        f"I cannot show it there now: **{opponent}** sees it when somebody next uses me there, or "
        "with `/games`; I write to them if they wanted that."
    )
