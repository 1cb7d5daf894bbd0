"""Sentences and labels of plans: replies that are played automatically. Names are escaped."""

from collections.abc import Sequence

from bot.words.translation import Message, plural, text, translated
from renderer.phrases import enumerated
from rules.sentences import Sentence

PLANS_COMMAND = Message("See your planned replies. To plan one, press “Try out” under a board")
PLAN = Message("Plan it")
DROP_THIS = Message("Drop plan")
DROP_MENU = Message("Drop a plan")

NO_PLANS = Message(
    "You have no plans. Press **Try out** under a board, try your opponent's turn and your "
    "reply, then press **Plan it**."
)
MORE_PLANS = Message("More plans")
DROPPED = Message("Plan dropped. The moves stay on your board.")
GONE = Message("That plan is gone: it was dropped, played or replaced.")
HALF_A_TURN = Message("A planned turn must be complete. Try the rest of the turn, then plan it.")

NOT_A_PLAYER = Message("You can plan replies only in your own games.")
GAME_OVER = Message("The game is over, so there's nothing to plan.")
NOT_IN_PRACTICE = Message("The bot answers at once, so practice games need no plans.")
NOT_IN_THIS_GAME = Message("You agreed on a game without plans.")
NOT_FROM_HERE = Message(
    "The game has taken a different course. Go back to its current position and plan from there."
)
YOUR_TURN_NOW = Message(
    "It's your turn: press **Play it** to play this turn now. A plan is a reply to a turn that "
    "your opponent hasn't played yet."
)
TRY_BOTH_FIRST = Message(
    "A plan is a reply to your opponent's turn. Try their turn first, then your whole reply."
)
UNDO_BY_CONSENT = Message(
    "Once your reply is played, your opponent can undo their turn only if you agree."
)


def planned(opponent: str, theirs: str, mine: str) -> str:
    """Return the confirmation of a new plan, in which the turn `mine` answers the turn `theirs`."""
    return text(
        "Planned: if **{opponent}** plays {theirs}, you play {mine}. Your opponent can't see the "
        "plan.",
        opponent=opponent,
        theirs=theirs,
        mine=mine,
    )


def planned_since(planned_at: int) -> str:
    """Return the line on the try-board about a planned turn.

    :param planned_at: seconds since 1970.
    """
    return text("Planned <t:{planned_at}:R> as your reply.", planned_at=planned_at)


def line(game_id: int, opponent: str, moves: str, mine: str, planned_at: int) -> str:
    """Return a line of the list of plans: the game, the turns and the planned reply.

    :param moves: the turns before the planned reply `mine`, from the game's position on.
    :param planned_at: seconds since 1970.
    """
    return text(
        "- Game {game_id}, **{opponent}**: after {moves} you play {mine} · <t:{planned_at}:R>",
        game_id=game_id,
        opponent=opponent,
        moves=moves,
        mine=mine,
        planned_at=planned_at,
    )


def title(page: int, pages: int) -> str:
    """Return the title of a page of the list of plans."""
    if pages > 1:
        return text(
            "**Your plans**, page {page} of {pages}. Only you can see them.", page=page, pages=pages
        )
    return text("**Your plans.** Only you can see them.")


def choice(game_id: int, moves: str, mine: str) -> str:
    """Return the label of a plan in a menu (plain text): the turns before it, and the reply."""
    return text("{game_id}: after {moves}, {mine}", game_id=game_id, moves=moves, mine=mine)


def in_order(turns: Sequence[str]) -> str:
    return enumerated(turns)


def answered(count: int, forced: int) -> str:
    """Return the sentence about automatic replies in the private response to a turn.

    :param forced: the number of replies that were the only legal turn.
    """
    if forced == count:
        return plural(
            "The only legal move was played automatically.",
            "{count} turns were played automatically, because each was the only legal move.",
            count,
        )
    if forced:
        return text(
            "{count} turns were played automatically: each was planned or was the only legal move.",
            count=count,
        )
    return plural(
        "A planned reply was played automatically.",
        "{count} planned turns were played automatically.",
        count,
    )


def played_at_once(count: int, forced: int) -> str:
    """Return the small print about the automatic turns in a message with several turns.

    :param count: the number of turns that were played automatically.
    :param forced: the number of these turns that were the only legal one.
    """
    if forced == count:
        return plural(
            "-# The last turn was the only legal move.",
            "-# Each of the last {count} turns was the only legal move.",
            count,
        )
    if forced:
        return text(
            "-# Each of the last {count} turns was planned or was the only legal move.", count=count
        )
    return plural(
        "-# The last turn was planned in advance.",
        "-# The last {count} turns were planned in advance.",
        count,
    )


def turns_between(count: int) -> str:
    """Return the line that replaces the middle turns in a message with many turns."""
    return plural("… {count} more turn …", "… {count} more turns …", count)


def turns_in_words(turns: str) -> str:
    """Return the alternative text of a picture with the board before and after several turns."""
    return text("The board before and after these turns: {turns}.", turns=turns)


def dropped(game: str, opponent: str, moves: str, reason: Sentence) -> str:
    """Return the direct message that a plan was dropped, with the planned moves and the reason."""
    return text(
        "Your plan {moves} in {game} against {opponent} was dropped: {reason} It's your turn.",
        moves=moves,
        game=game,
        opponent=opponent,
        reason=translated(reason),
    )


def dropped_in_channel(game: str, opponent: str) -> str:
    """Return the message in a channel that pings a player whose plan was dropped.

    It does not reveal the planned moves.
    """
    return text(
        "Your plan in {game} against {opponent} couldn't be played and was dropped. It's your "
        "turn.",
        game=game,
        opponent=opponent,
    )


def dropped_earlier(game: str, opponent: str) -> str:
    """Return the message about a dropped plan in a game that has gone on since."""
    return text(
        "Your plan in {game} against {opponent} couldn't be played and was dropped.",
        game=game,
        opponent=opponent,
    )


def just_played(game_id: int) -> str:
    """Return the refusal of a move because planned turns had to be played first."""
    return text(
        "Your move wasn't played, because planned turns came first. /board game:{game_id} shows "
        "the current board.",
        game_id=game_id,
    )


# captions of the two pictures of a chain
BEFORE = Message("Before")
AFTER = Message("Now")
PLANS_OPTION = Message(
    "May players plan replies? A reply is played at once if the opponent makes the expected move"
)
MAY_PLAN = {"yes": Message("Planned replies allowed"), "no": Message("No planned replies")}
