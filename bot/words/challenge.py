"""Sentences about challenges; names are escaped by the caller."""

from bot.words.moves import NEW_THREAD, board_follows

ANYBODY = "anybody here"
KOMI_IS_OFFERED = "Komi: who begins offers it, the other chooses a colour"
WITHOUT_UNDO = "Moves cannot be taken back"
WITH_UNDO = "Moves can be taken back"


def begins(who: str, challenger: str, opponent: str | None) -> str:
    return {
        "challenger": f"{challenger} begins",
        "opponent": f"{opponent or 'Whoever accepts'} begins",
        "lot": "Who begins is drawn by lot",
    }[who]


def clock(pace: str) -> str:
    """Return the line of a challenge about its clock."""
    return f"Clock: {pace}"


def terms(game: str, options: list[str]) -> str:
    return "\n".join([f"**{game}**", *(f"- {option}" for option in options)])


def challenge_sent(opponent: str) -> str:
    return f"Your challenge to {opponent} is on its way."


def changed(term: str) -> str:
    """Return a term marked as different from the first proposal."""
    return f"**{term}** (changed)"


def challenge_card(
    challenger: str,
    opponent_mention: str | None,
    terms: str,
    *,
    answers: bool = False,
    again: int | None = None,
) -> str:
    """Return the text of a challenge card.

    :param answers: whether it is a counter-challenge.
    :param again: id of the game whose rematch this is.
    """
    whom = opponent_mention or ANYBODY
    if answers:
        return f"**{challenger}** answers the challenge of {whom} with other terms.\n{terms}"
    what = "a game" if again is None else f"a rematch of game {again}"
    return f"**{challenger}** challenges {whom} to {what}.\n{terms}"


CLOSED = {
    "expired": "has run out: nobody took it in time",
    "countered": "was answered with other terms, in a challenge of its own",
}


def challenge_closed(card: str, status: str, game_id: int | None = None) -> str:
    game = "" if game_id is None else f": game {game_id}"
    how = CLOSED.get(status, f"was {status}{game}")
    return f"{card}\n*This challenge {how}.*"


def challenge_answered(status: str) -> str:
    return f"The challenge is {status}."


def accepted(game_id: int, where: str | None = "") -> str:
    """Return the sentence that a game begins; `where` as for `board_follows`."""
    return f"Game {game_id} begins. {board_follows(where)}"


def running(game_id: int, where: str | None = "") -> str:
    there = f" in {where}" if where else ""
    return f"Game {game_id} is running already{there}: `/board game:{game_id}` shows it."


def rematch_over(game_id: int) -> str:
    return (
        f"Game {game_id} was that rematch, and it is over. For another game press **Rematch** "
        "under its result, or use `/challenge`."
    )


IN_ITS_THREAD = NEW_THREAD


def rematch_wanted(opponent: str) -> str:
    return f"**{opponent}** is asked for another game, with colours exchanged."
