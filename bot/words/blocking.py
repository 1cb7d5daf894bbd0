"""Sentences about blocks and games closed by moderators."""

from collections.abc import Sequence

from bot.words.translation import Message, plural, text
from renderer.phrases import enumerated, sentences

BLOCK_COMMAND = Message("Block a player's challenges, or list the players you've blocked")
BLOCK_PLAYER = Message("The player to block (leave empty to see your list)")
UNBLOCK_COMMAND = Message("Unblock a player so they can challenge you again")
UNBLOCK_PLAYER = Message("A player you've blocked")
MODERATE_COMMAND = Message("Close games, and block members from playing in this server")
CLOSE_COMMAND = Message("Close a game in this server without a result (I'll ask you first)")
CLOSE_GAME = Message("The game number, shown under the board")
SHUT_OUT_COMMAND = Message("Block a member from starting games in this server")
LET_IN_COMMAND = Message("Allow a member to start games in this server again")
LIST_COMMAND = Message("List the members blocked in this server")
MEMBER = Message("The member to block or unblock")

CONFIRM_CLOSE = Message("Yes, close it")
GONE_ON = Message("The players have moved since you asked.")
LEAVE_IT = Message("Cancel")

NO_BLOCKS = Message("You haven't blocked anyone. `/block player:` blocks a player's challenges.")
YOURS = Message("**Players you've blocked**")
NO_SERVER_BLOCKS = Message("All members can play in this server.")
SHUT_OUT = Message("**Members who can't start games in this server**")
MOST_NUMBERS = 20  # games named in a sentence
LISTED = 60  # people in one list, which fit into one message


def blocked(who: str) -> str:
    return text(
        "You've blocked {player}, who won't be notified. Neither of you can start a game with "
        "the other. Games in progress continue; `/mute` silences a game. `/unblock` undoes the "
        "block.",
        player=who,
    )


def unblocked(who: str) -> str:
    return text("{player} unblocked.", player=who)


def listed(title: str, user_ids: Sequence[int], empty: str) -> str:
    """Return a list of mentions of people below a title, or the sentence `empty` without people.

    After 60 mentions, a last line counts the other people.
    """
    if not user_ids:
        return empty
    rest = len(user_ids) - LISTED
    people = [f"- <@{user_id}>" for user_id in user_ids[:LISTED]]
    more = [more_people(rest)] if rest > 0 else []
    return "\n".join([title, *people, *more])


def more_people(count: int) -> str:
    """Return the last line of a cut list of people, with the number of people left out."""
    return plural("… and {count} more", "… and {count} more", count)


def close_question(game_id: int, first: str, second: str) -> str:
    return text(
        "Close game {game_id} between **{first}** and **{second}**? It ends without a result, "
        "and both players are notified. This can't be undone.",
        game_id=game_id,
        first=first,
        second=second,
    )


def closed(game_id: int) -> str:
    return text("Game {game_id} closed. Both players will be notified.", game_id=game_id)


def shut_out(who: str, games: Sequence[int]) -> str:
    """Return the answer to a moderator who blocked a member with `/moderate block`.

    It names the member's games in progress, which continue.

    :param who: the member's mention.
    :param games: the numbers of the member's games in progress in the server.
    """
    return sentences(
        text("{member} can't start games in this server any more.", member=who),
        OPEN_CHALLENGES_WITHDRAWN(),
        *_continuing(games),
        UNBLOCK_TO_UNDO(),
    )


OPEN_CHALLENGES_WITHDRAWN = Message("The member's open challenges were withdrawn.")
UNBLOCK_TO_UNDO = Message("`/moderate unblock` undoes this.")


def _continuing(games: Sequence[int]) -> list[str]:
    if not games:
        return []
    numbers = enumerated(map(str, games[:MOST_NUMBERS]))
    rest = len(games) - MOST_NUMBERS
    if rest > 0:
        continuing = plural(
            "The member's games continue: {games} and {count} more (see `/games player:`).",
            "The member's games continue: {games} and {count} more (see `/games player:`).",
            rest,
            games=numbers,
        )
    else:
        continuing = plural(
            "The member's game {games} continues.",
            "The member's games {games} continue.",
            len(games),
            games=numbers,
        )
    return [continuing, CLOSE_TO_END()]


CLOSE_TO_END = Message("`/moderate close` closes a game.")


def let_in(who: str) -> str:
    return text("{member} can play in this server again.", member=who)
