"""Labels and sentences of practice games; names are escaped by the caller."""

from collections.abc import Sequence

from bot.words.translation import Message, plural, text
from renderer.phrases import all_of, labelled

# name of the engine as a player; it is stored once for all, so it is the same in every language
BOT = Message("Bot")
PRACTICE_COMMAND = Message("Play a practice game against the bot")
LEVEL_OPTION = Message("Play against the bot at this level. Level 1 is the easiest")
LEVEL_FIELD = Message("How strong the bot is")
BEGINS_FIELD = Message("Who moves first")
BEGINS = {
    "challenger": Message("You move first"),
    "opponent": Message("The bot moves first"),
    "lot": Message("Random"),
}
PRACTICE = Message("Practice")
PRACTICE_FORM = Message("Practice game")
HINT = Message("Hint")
TAKE_BACK = Message("Undo")
TRY_AGAIN = Message("Retry last turn")

# by number of the level, as in sparring/levels.py
LEVEL_NAMES = {
    1: Message("Very easy"),
    2: Message("Beginner"),
    3: Message("Casual"),
    4: Message("Club player"),
    5: Message("Expert"),
    6: Message("Master"),
}
MANNERS = {
    1: Message("Plays at random, but avoids most blunders."),
    2: Message("Sees what a move takes and endangers."),
    3: Message("Plays out a hundred games in its head."),
    4: Message("Plays out a thousand games in its head."),
    5: Message("Simulates thousands of games. Perfect endgames."),
    6: Message("Plays out tens of thousands of games in its head."),
}
ONLY_WITHOUT_SEARCH = Message("The bot plays this game only at levels 1 and 2. Choose one of them.")

LEVEL_IS_FOR_PRACTICE = Message(
    "A level is for games against the bot. Choose a level or an opponent, not both."
)
FEW_LEVELS = Message("This bot offers levels 1 and 2 only. Choose one of them.")
NOT_OFFERED = Message("This bot offers no practice games. Use /challenge to find an opponent.")
NO_HINT = Message("There's no hint yet. Try again in a minute.")
READS_AHEAD = Message("The bot is looking for a good move …")
THINKING = Message("The bot is thinking and will answer in a new message.")
THINKING_HERE = Message("The bot is thinking and will answer here.")
WHY_SWAPPED = Message("The bot thinks that Black's chances are better.")
SWAP = Message("Try **swapping sides**.")
KOMI = Message("Try **spending a point of komi**.")
HOLD = Message("Try **holding**.")


NEXT_LEVEL = Message("Next level")
# an option of the menu of board views
SHOW = Message("Show in a thread")
SHOW_ABOUT = Message("Others here can then watch the game")
NO_THREAD = Message(
    "I can't open a thread here, so you're still the only person who sees the game. Try a text "
    "channel where I may write and open threads."
)


def shown(game_id: int, thread: str) -> str:
    """Return the answer to a player who continues a private practice game in a thread.

    :param thread: its mention.
    """
    return text("Practice game {game_id} continues in {thread}.", game_id=game_id, thread=thread)


def watch(name: str, game: str, level: int) -> str:
    """Return the message above the thread of a practice game."""
    return text(
        "{name} is playing **{game}** against the bot at level {level}. Watch in the thread.",
        name=name,
        game=game,
        level=level,
    )


def easier(level: int) -> str:
    """Return the label of the button that starts a game at the level below."""
    return text("Play level {level}", level=level)


def level(number: int) -> str:
    """Return the label of a level of the bot in a list (plain text)."""
    return f"{number} · {LEVEL_NAMES[number]()}"


def manner(number: int, wins: int) -> str:
    """Return the description of a level of the bot in a menu (plain text).

    :param wins: the wins in 100 games against the level below; not shown for level 1.
    """
    how = MANNERS[number]()
    if number == 1:
        return how
    below = number - 1
    return text(
        "{manner} Wins {wins} of 100 games against level {below}.",
        manner=how,
        wins=wins,
        below=below,
    )


def described_level(number: int, wins: int) -> str:
    """Return the label of a choice in /challenge: a level of the bot with its description.

    It is cut to 100 characters, which is Discord's limit.

    :param wins: as for `manner`.
    """
    return labelled(level(number), manner(number, wins))[:100]


def begun(game_id: int, level: int, *, your_turn: bool) -> str:
    """Return the response that a practice game has begun."""
    name = LEVEL_NAMES[level]()
    if your_turn:
        return text(
            "Practice game {game_id}, level {level} ({name}). You move first.\n"
            "Press **Hint** when you're stuck. You can undo your turns.",
            game_id=game_id,
            level=level,
            name=name,
        )
    return text(
        "Practice game {game_id}, level {level} ({name}). The bot moves first.\n"
        "Press **Hint** when you're stuck. You can undo your turns.",
        game_id=game_id,
        level=level,
        name=name,
    )


def played_on(game_id: int, level: int, turn: int) -> str:
    """Return the response to the start of a practice game from a turn of another game."""
    return text(
        "Practice game {game_id}, level {level} ({name}), continues from turn {turn}.\n"
        "Press **Hint** when you're stuck. You can undo your turns.",
        game_id=game_id,
        level=level,
        name=LEVEL_NAMES[level](),
        turn=turn,
    )


def no_such_level(number: int) -> str:
    return text(
        "There's no level {number}. Choose one from 1 to {last}.",
        number=number,
        last=len(LEVEL_NAMES),
    )


def undo_question(game_id: int, *, answered: bool) -> str:
    """Return the prompt for an undo in practice.

    :param answered: whether the bot has moved since.
    """
    if not answered:
        return text("Undo your last turn in practice game {game_id}?", game_id=game_id)
    return text(
        "Undo your last turn in practice game {game_id}? This also undoes the bot's answer.",
        game_id=game_id,
    )


def hint(cells: str) -> str:
    """Return the hint to play a turn; `cells` are the placements, such as `E6` or `C3 and D4`."""
    return text("Try **{cells}**.", cells=cells)


def hint_with_komi(cells: str) -> str:
    return text("Try **{cells}** and a point of komi.", cells=cells)


def play(cells: str) -> str:
    """Return the label of the button that plays a suggested turn."""
    return text("Play {cells}", cells=cells)


WINS = Message("It wins the game.")
WINS_BY_FORCE = Message("The bot has read every answer to the end: this move wins.")
PASSES = Message("It passes the turn without filling a cell.")
ONLY_MOVE = Message("It's the only legal move.")
NO_REASON = Message("The bot read ahead and found nothing better.")
NO_CAPTURE = Message("The bot read ahead: taking a group now is no better.")
EVEN = Message("It keeps the chances about even, because White may swap sides.")
LOST = Message("Every move loses against best play. This one looks hardest to beat.")


def safe(enemy: str) -> str:
    """Return the reason for a hint that leaves no group of the player in danger.

    :param enemy: the colour of the opponent, who can take no group with one stone after the turn.
    """
    return text(
        "After this move, {enemy} can't take any of your groups with one stone.", enemy=enemy
    )


def takes(stones: int) -> str:
    return plural("It takes {count} stone.", "It takes {count} stones.", stones)


def saves(stones: int, group: str, cut: str, enemy: str) -> str:
    """Return the reason for a hint that saves a group of the player.

    :param stones: the size of the group; `group` is one of its cells.
    :param cut: a cell at which `enemy`, a colour, could have taken it.
    """
    return plural(
        "It saves {group}: {enemy} could take it with {cut}.",
        "It saves {count} stones around {group}: {enemy} could take them with {cut}.",
        stones,
        group=group,
        enemy=enemy,
        cut=cut,
    )


def threatens(stones: int, group: str, cut: str) -> str:
    return plural(
        "It threatens to take {group} with {cut}.",
        "It threatens to take {count} stones around {group} with {cut}.",
        stones,
        group=group,
        cut=cut,
    )


def closes(cells: int) -> str:
    return plural(
        "It closes a region of {count} cell: only your stones are around it.",
        "It closes a region of {count} cells: only your stones are around it.",
        cells,
    )


def gains(cells: Sequence[str]) -> str:
    """Return the reason for a hint that leaves `cells` to the player alone (free moves)."""
    return plural(
        "It gains a free move: only you can play on {cells} now.",
        "It gains {count} free moves: only you can play on {cells} now.",
        len(cells),
        cells=all_of(cells),
    )


def keeps_apart(cell: str, stones: int) -> str:
    """Return the reason for a hint that keeps groups of the player apart.

    :param cell: the cell that would join the groups; the player would lose `stones` stones there.
    """
    return plural(
        "It keeps your groups apart: {cell} would join them, and you'd lose {count} stone.",
        "It keeps your groups apart: {cell} would join them, and you'd lose {count} stones.",
        stones,
        cell=cell,
    )


def starts_second(group: str) -> str:
    return text(
        "It starts a second group in the region of {group}. They see each other, so both live.",
        group=group,
    )


def second_friend(group: str, friend: str) -> str:
    return text(
        "It gives {group} a second friend: {friend} was its only one.", group=group, friend=friend
    )


def keeps_in_sight(group: str, friend: str, enemy: str) -> str:
    """Return the reason for a hint that stops the opponent from cutting the player's groups apart.

    :param group: a cell of one group, and `friend` of the other.
    """
    return text(
        "It stops {enemy} from cutting {group} from {friend}.",
        group=group,
        friend=friend,
        enemy=enemy,
    )


def keeps_open(cells: int, enemy: str) -> str:
    return plural(
        "It stops {enemy} from closing a region of {count} cell.",
        "It stops {enemy} from closing a region of {count} cells.",
        cells,
        enemy=enemy,
    )


def joins(group: str, friend: str) -> str:
    return text(
        "It joins {group} and {friend}: no stone can cut them now.", group=group, friend=friend
    )


def free_moves(own: int, theirs: int, enemy: str) -> str:
    """Return the sentence with each side's number of free moves, when only free moves are left.

    A free move is a cell on which only one side may play.
    """
    return text(
        "Only free moves are left: {own} for you, {theirs} for {enemy}.",
        own=own,
        theirs=theirs,
        enemy=enemy,
    )


def plan(enemy: str, reply: str, then: str) -> str:
    """Return the sentence about the turns that the search expects after a suggested turn.

    :param reply: the turn of `enemy`, a colour; `then` is the player's next turn.
    """
    return text(
        "Plan: {enemy} answers **{reply}**, then you play **{then}**.",
        enemy=enemy,
        reply=reply,
        then=then,
    )


def cuts(group: str, friend: str) -> str:
    """Return the reason for a hint that cuts two groups of the opponent off from each other.

    :param group: a cell of one group, and `friend` of the other.
    """
    return text("It cuts {group} from {friend}.", group=group, friend=friend)


def offer(value: int) -> str:
    return text("Try a komi of **{value}**.", value=value)


def choose(colour: str) -> str:
    return text("Try **{colour}**.", colour=colour)
