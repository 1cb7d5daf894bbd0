"""Sentences and labels of challenges; names are escaped by the caller."""

from bot.words.moves import NEW_THREAD, board_follows
from bot.words.translation import Message, plural, text
from renderer.phrases import sentences, span

# Descriptions of the command and its options.
CHALLENGE_COMMAND = Message("Challenge a player, or post an open challenge in this channel")
CHALLENGE_OPPONENT = Message("Your opponent (leave empty to let anyone here accept)")
CHALLENGE_SIZE = Message(
    "Cells along one side of the board. In Lifeline, size 4 or 5 makes for a short game"
)
CHALLENGE_GAME = Message("The game you want to play. /rules explains each one")
CHALLENGE_OPENING = Message("The rule that balances the first moves (for experienced players)")
CHALLENGE_KOMI = Message(
    "How many turns White may skip, because Black moves first (for experienced players)"
)
CHALLENGE_HANDICAP = Message(
    "A head start for a weaker player: extra stones for Black (Liflina only)"
)
CHALLENGE_COLOUR = Message("Your colour: Black moves first")
CHALLENGE_UNDO = Message("May players undo a turn?")
CHALLENGE_PACE = Message(
    "Time at the start, plus time for each turn (leave empty for this server's usual clock)"
)
CHALLENGE_TIMEOUT = Message("What happens when a player's time runs out")
CHALLENGE_MENU = Message("Challenge to a game")  # name of the context menu
COLOURS = {
    "challenger": Message("Black: I move first"),
    "opponent": Message("White: my opponent moves first"),
    "lot": Message("Random"),
}
MAY_UNDO = {"yes": Message("Undo allowed"), "no": Message("No undo")}
IS_STRICT = {
    "no": Message("The opponent can give more time or claim the win"),
    "yes": Message("The player loses at once"),
}

# Fields of the forms; the two values of an option are the first player and undo.
TERMS_FORM = Message("Change terms")
GAME_FIELD = Message("Game")
SIZE_FIELD = Message("Size (optional)")
BEGINS_FIELD = Message("First move and undo")
# at most 30 characters, which a form on a phone shows
BEGINS = {
    ("challenger", "yes"): Message("I move first, undo allowed"),
    ("opponent", "yes"): Message("Opponent first, undo allowed"),
    ("lot", "yes"): Message("Random colours, undo allowed"),
    ("challenger", "no"): Message("I move first, no undo"),
    ("opponent", "no"): Message("Opponent first, no undo"),
    ("lot", "no"): Message("Random colours, no undo"),
}
PACE_FIELD = Message("Clock")

ACCEPT = Message("Accept")
DECLINE = Message("Decline")
WITHDRAW = Message("Withdraw")
CHANGE_TERMS = Message("Change terms")

# Terms on the card, at most 60 characters.
RATED_AND_STRICT = Message("Rated, automatic loss on time")
WITHOUT_UNDO_AND_PLANS = Message("No undo, no planned replies")
WITHOUT_PLANS = Message("No planned replies")
STRICT = Message("Automatic loss on time")
WITHOUT_UNDO = Message("No undo")
WITH_UNDO = Message("Undo allowed")
NOT_STRICT = Message("No automatic loss on time")
RANDOM_FIRST = Message("A random player moves first")


def numbers(lowest: int, highest: int) -> str:
    """Return the placeholder of a form field for a number, such as `4 to 7`."""
    return span(lowest, highest)


# by option of a game, its explanation in a form
ABOUT_OPTIONS = {
    "size": Message("Cells along one side of the board"),
    "komi": Message("Turns White may skip, to make up for Black's first move. Usually left empty"),
    "handicap": Message("A head start for a weaker player: extra stones for Black"),
}


def begins(who: str, challenger: str, opponent: str | None) -> str:
    """Return the term on a challenge card about who moves first.

    :param who: a value of `Begins`.
    :param opponent: None for an open challenge.
    """
    if who == "lot":
        return RANDOM_FIRST()
    name = challenger if who == "challenger" else opponent
    if name is None:
        return text("Your opponent moves first")
    return text("{name} moves first", name=name)


def opening_with_komi(komi: int) -> str:
    """Return the term on a challenge card about an opening of one stone each with a fixed komi.

    :param komi: the number of turns that White may skip.
    """
    return plural(
        "Opening: one stone each. Komi: White may skip {count} turn",
        "Opening: one stone each. Komi: White may skip {count} turns",
        komi,
    )


def fixed_komi(komi: int) -> str:
    return text("Komi (turns White may skip): {komi}", komi=komi)


def komi_pie(first: str, second: str) -> str:
    """Return the term on a challenge card: `first` sets the komi, and `second` picks a colour."""
    return text("Komi: {first} sets it, {second} picks a colour", first=first, second=second)


def komi_offered(low: int, high: int) -> str:
    """Return the term on a challenge card about a komi pie, if either player may set the komi.

    In a komi pie, one player sets the komi and the other picks a colour.

    :param low: the lowest usual komi on this board.
    :param high: the highest usual komi on this board.
    """
    return text(
        "Komi: one sets it (often {low} to {high}), the other picks a colour", low=low, high=high
    )


def handicap(stones: int) -> str:
    return plural("Handicap: {count} stone for Black", "Handicap: {count} stones for Black", stones)


def terms(game: str, idea: str, options: list[str], turns: int | None = None) -> str:
    """Return the terms on a challenge card: the game and its usual length, its idea, the options.

    :param idea: a summary of the game's rules in one line.
    :param turns: the usual number of turns of both players; None if unknown.
    """
    title = game
    if turns is not None:
        title = text("{game} · about {turns} turns", game=game, turns=turns)
    return "\n".join([title, idea, *(f"- {option}" for option in options)])


def game_title(game: str) -> str:
    return f"**{game}**"


QUICK_GAME = Message("First game against a person? A smaller board is much quicker.")


def play_size(size: int) -> str:
    """Return the label of the button that reduces the board size of a challenge."""
    return text("Use a size {size} board", size=size)


def changed(term: str) -> str:
    """Return a term of a challenge in bold, marked as changed by a counter-offer."""
    return text("**{term}** (changed)", term=term)


def challenge_sent(opponent: str | None, *, answers: bool = False) -> str:
    """Return the private response to a new challenge to `opponent`; None means an open challenge.

    :param answers: whether it is a counter-offer.
    """
    if opponent is None:
        return text("Open challenge posted.")
    if answers:
        return text("Counter-offer to {opponent} posted.", opponent=opponent)
    return text("Challenge to {opponent} posted.", opponent=opponent)


def challenge_card(
    challenger: str,
    opponent: str | None,
    terms: str,
    *,
    answers: bool = False,
) -> str:
    """Return the text of a challenge card.

    :param opponent: a mention; None for an open challenge.
    :param answers: whether it is a counter-offer.
    """
    return f"{_card_title(challenger, opponent, answers=answers)}\n{terms}"


SAME_ROLES = Message(
    "The same player moves first again, because these terms help the weaker player."
)


def rematch_question(challenger: str, opponent: str, game_id: int, game: str, begins: str) -> str:
    """Return the public message that offers a rematch.

    :param opponent: a mention.
    :param begins: the term about the first player.
    """
    return text(
        "**{challenger}** offers {opponent} a rematch of game {game_id}.\n"
        "-# {game}, on the same terms · {begins}",
        challenger=challenger,
        opponent=opponent,
        game_id=game_id,
        game=game,
        begins=begins,
    )


def _card_title(challenger: str, opponent: str | None, *, answers: bool) -> str:
    if opponent is None:
        return text("**{challenger}** is looking for an opponent.", challenger=challenger)
    if answers:
        return text(
            "**{challenger}** sends {opponent} a counter-offer.",
            challenger=challenger,
            opponent=opponent,
        )
    return text("**{challenger}** challenges {opponent}.", challenger=challenger, opponent=opponent)


def small(line: str) -> str:
    """Return a line of a message in Discord's small print."""
    return f"-# {line}"


def whose_buttons(challenger: str, opponent: str | None) -> str:
    """Return the small print of a challenge card about who may use the card's buttons.

    :param opponent: the challenged player's name; None if anyone may accept.
    """
    if opponent is None:
        return text(
            "-# Anyone else can accept. {challenger} can change the terms or withdraw.",
            challenger=challenger,
        )
    return text(
        "-# {opponent} can accept or decline. {challenger} can withdraw. Both can change the "
        "terms.",
        challenger=challenger,
        opponent=opponent,
    )


CLOSED = {
    "accepted": Message("*Accepted.*"),
    "declined": Message("*Declined.*"),
    "withdrawn": Message("*Withdrawn.*"),
    "expired": Message("*Expired: no one accepted in time.*"),
    "countered": Message("*Answered with a counter-offer.*"),
}
ANSWERED = {
    "declined": Message("Challenge declined."),
    "withdrawn": Message("Challenge withdrawn."),
}


def challenge_closed(card: str, status: str, game_id: int | None = None) -> str:
    """Return the text of a closed challenge's card, with a last line that says why it is closed.

    :param status: a value of `ChallengeStatus`.
    :param game_id: the game that the challenge has started, if any.
    """
    if game_id is not None:
        note = text("*Accepted: game {game_id}.*", game_id=game_id)
    else:
        note = CLOSED[status]()
    return f"{card}\n{note}"


def challenge_answered(status: str) -> str:
    return ANSWERED[status]()


def accepted(game_id: int, where: str | None = "", *, exchanged: bool = False) -> str:
    """Return the private answer that a game begins; for `where` see `board_follows`.

    :param exchanged: whether it is a rematch with roles exchanged.
    """
    starts = text("Game {game_id} starts.", game_id=game_id)
    if exchanged:
        starts = text(
            "Game {game_id} starts. This time the other player moves first.", game_id=game_id
        )
    return sentences(starts, board_follows(where))


def running(game_id: int, where: str | None = "") -> str:
    """Return the private answer that a game has already started, in channel `where` if known."""
    if where:
        return text(
            "Game {game_id} has already started in {where}. `/board game:{game_id}` shows it.",
            game_id=game_id,
            where=where,
        )
    return text(
        "Game {game_id} has already started. `/board game:{game_id}` shows it.", game_id=game_id
    )


def rematch_over(game_id: int) -> str:
    return text(
        "The rematch, game {game_id}, is over. To play again, press **Rematch** under its result "
        "or use `/challenge`.",
        game_id=game_id,
    )


IN_ITS_THREAD = NEW_THREAD
OPEN_GAME = Message("Open the game")


def rematch_wanted(opponent: str | None, *, exchanged: bool = True) -> str:
    """Return the private response to a rematch offer to `opponent`; None means anyone may accept.

    :param exchanged: whether the players exchange roles; they keep them if the terms help the
        weaker player, such as a handicap.
    """
    if not exchanged and opponent is not None:
        offered = text("Rematch offered to **{opponent}**.", opponent=opponent)
        return sentences(offered, SAME_ROLES())
    if opponent is None:
        return text("Rematch offered to anyone here. This time the other player moves first.")
    return text(
        "Rematch offered to **{opponent}**. This time the other player moves first.",
        opponent=opponent,
    )
