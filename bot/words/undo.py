"""Sentences about undos; names are escaped by the caller."""

from collections.abc import Sequence

from bot.words.translation import Message, plural, text
from renderer.phrases import all_of

DECLINED = Message("Declined.")
NO_LONGER_OPEN = Message("This undo request is no longer open.")
LAST_TURN = Message("the last turn")
MOST_MOVES = 12  # moves listed one by one


def listed(moves: Sequence[str]) -> str:
    """Return moves, given in record notation, as text such as `E6 and swap`.

    Without moves, as in a repeated interaction, the text is "the last turn". For more than
    `MOST_MOVES` moves it is only their number, because a long chain of planned turns would not fit
    into a message.
    """
    if len(moves) > MOST_MOVES:
        return plural("{count} move", "{count} moves", len(moves))
    return all_of([_named(move) for move in moves]) if moves else LAST_TURN()


def _named(move: str) -> str:
    return move.upper() if move[-1].isdecimal() and " " not in move else move


def free(game_id: int, opponent: str) -> str:
    return text(
        "Undo your last turn in game {game_id}? "
        "After two minutes, or once **{opponent}** has moved, they must agree.",
        game_id=game_id,
        opponent=opponent,
    )


def late(game_id: int, opponent: str) -> str:
    return text(
        "Undo your last turn in game {game_id}? "
        "Two minutes have passed, so **{opponent}** must agree.",
        game_id=game_id,
        opponent=opponent,
    )


def after_answer(game_id: int, opponent: str) -> str:
    return text(
        "Undo your last turn in game {game_id}? **{opponent}** has moved since, so they must "
        "agree. Their turn would be undone too.",
        game_id=game_id,
        opponent=opponent,
    )


def unseen(game_id: int, opponent: str) -> str:
    return text(
        "Undo the stones you placed this turn in game {game_id}? **{opponent}** hasn't seen them.",
        game_id=game_id,
        opponent=opponent,
    )


def by_hand(count: int, button: str) -> str:
    """Return the line that offers to undo the turns that were played automatically for a player.

    The undo also takes back the last turn that the player chose, that is, played “by hand”.

    :param count: the number of moves that it undoes.
    :param button: the label of its button.
    """
    return plural(
        "Your last turns were played for you. **{button}** undoes {count} move, if your opponent "
        "agrees.",
        "Your last turns were played for you. **{button}** undoes {count} moves, if your opponent "
        "agrees.",
        count,
        button=button,
    )


def asked(moves: str, opponent: str) -> str:
    return text(
        "I've asked **{opponent}** to let you undo {moves}.", opponent=opponent, moves=moves
    )


def undone(moves: str) -> str:
    return text("Undone: {moves}.", moves=moves)


def was_undone(name: str, moves: str) -> str:
    return text("**{name} undid {moves}.**", name=name, moves=moves)


def request(opponent_mention: str, name: str, own: str, theirs: str) -> str:
    """Return the public request for an undo.

    :param own: the moves of the requesting player, as `listed` returns them.
    :param theirs: the opponent's moves after them; empty if there are none.
    """
    if not theirs:
        return text(
            "{opponent}, **{name}** is asking to undo {moves}.",
            opponent=opponent_mention,
            name=name,
            moves=own,
        )
    return text(
        "{opponent}, **{name}** is asking to undo {moves}. Your {theirs} would be undone too.",
        opponent=opponent_mention,
        name=name,
        moves=own,
        theirs=theirs,
    )


def declined(name: str, asker_mention: str) -> str:
    return text("{asker}, **{name}** declined the undo.", asker=asker_mention, name=name)
