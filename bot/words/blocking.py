"""Sentences about blocks and games closed by moderators."""

from collections.abc import Sequence

from bot.words.escaping import first_few

BLOCK_COMMAND = "Let somebody's challenges not reach you, or see whom you have blocked"
BLOCK_PLAYER = "Whom; left out, you see whom you have blocked"
UNBLOCK_COMMAND = "Let somebody challenge you again"
UNBLOCK_PLAYER = "Whom you have blocked"
MODERATE_COMMAND = "Close a game of this server, or choose who may play here"
CLOSE_COMMAND = "End a game of this server without a result; you are asked again first"
CLOSE_GAME = "The number of the game, from its messages"
SHUT_OUT_COMMAND = "Let a member begin no more games in this server"
LET_IN_COMMAND = "Let a member play in this server again"
LIST_COMMAND = "See who may not play in this server"
MEMBER = "Which member"

CONFIRM_CLOSE = "Yes, close it"
GONE_ON = "The game has gone on since I asked."
LEAVE_IT = "Leave it"

NOBODY_BLOCKED = (
    "You have blocked nobody. `/block player:` somebody lets their challenges not reach you."
)
YOURS = "**You have blocked**"
NOBODY_SHUT_OUT = "Everybody may play in this server."
SHUT_OUT = "**These may not begin games in this server**"
MOST_NUMBERS = 20  # games named in a sentence
LISTED = 60  # people in one list, which fit into one message


def blocked(who: str) -> str:
    return (
        f"You have blocked {who}. Neither of you can begin a game with the other, and they are not "
        "told. Running games go on; `/mute` lets you hear nothing of one. `/unblock` undoes this."
    )


def unblocked(who: str) -> str:
    return f"{who} may challenge you again."


def listed(title: str, user_ids: Sequence[int], nobody: str) -> str:
    """Return a list of mentions under a title, or the sentence `nobody` for an empty list."""
    rest = len(user_ids) - LISTED
    more = [f"… and {rest} more."] if rest > 0 else []
    people = [f"- <@{user_id}>" for user_id in user_ids[:LISTED]]
    return "\n".join([title, *people, *more]) if people else nobody


def close_question(game_id: int, first: str, second: str) -> str:
    return (
        f"Do you want to close game {game_id} of **{first}** and **{second}**? It ends without a "
        "result, which both are told. This cannot be undone."
    )


def closed(game_id: int) -> str:
    return f"Game {game_id} is closed. Both players are told."


def shut_out(who: str, games: Sequence[int]) -> str:
    said = (
        f"{who} begins no more games in this server, and open challenges of theirs are withdrawn."
    )
    if games:
        numbers = first_few([*map(str, games)], MOST_NUMBERS)
        others = ", which `/games player:` lists" if len(games) > MOST_NUMBERS else ""
        said += f" Running games go on ({numbers}{others}); `/moderate close` ends one."
    return f"{said} `/moderate unblock` undoes this."


def let_in(who: str) -> str:
    return f"{who} may play in this server again."
