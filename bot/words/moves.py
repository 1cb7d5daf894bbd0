"""Sentences about moves, turns and results; names are escaped by the caller."""

from collections.abc import Sequence

from bot.words.escaping import joined, plural
from rules.moves import Choose, Hold, Komi, Move, Offer, Place, Swap, format_move
from rules.position import LastTurn
from rules.topology import Topology

CHOOSE_ZONE = "**Your move.** Below the picture, tap the number of a part of the board."
CHOOSE_CELL = "**Your move.** Below the picture, tap the number of a cell."
PREVIEW = "**{}?** This is what it would do; nothing has been played yet."
NOTHING_PLAYED = "Nothing was played."
REPLAY_ANIMATION_DESCRIPTION = "The whole game between {} and {}, turn by turn"
# end of an alternative text without room for all stones (plain text)
STONES_IN_MENU = "All stones: choose “Text” in the menu under the board."
STONES_BY_COMMAND = "All stones: /board view:Text."
ALL_MOVES = "All moves: /export game:{}."
LEGEND = "-# X is Black, O White; small letters: the last turn; \\*: just taken."
HEXHEX_LEGEND = f"{LEGEND} A row begins with the name of its first cell."
NOTHING_IN_DANGER = "No group could be taken by one more stone."
NOTHING_CHANGED = "Good. Nothing has changed."
TOO_SLOW_FOR_A_FORM = "That took me too long. Please press the button again."
ANSWER_LOST = (
    "Discord did not take my answer, but what you did may have been done. "
    "Use /board to see how your game stands."
)
DONE_UNSEEN = (
    "What you did is done, but I cannot show it at the moment. "
    "Use /board in a minute to see how your game stands."
)


def failure(code: str) -> str:
    """Return the apology for a bug; the log has the same code."""
    return (
        f"Something went wrong on our side (code {code}). Use /board to see how your game stands, "
        "and try again."
    )


def action(name: str, last: LastTurn, topology: Topology) -> str:
    """Return a turn as a sentence, such as `**Ann** played C3, taking 2 white stones`."""
    return f"**{name}** {_acts(last.moves, topology)}{_taken(last)}."


def moved(turn: LastTurn | Sequence[Move], topology: Topology, where: str | None = "") -> str:
    """Return the private confirmation of a turn.

    :param turn: the turn with its captures, or the moves alone if the game has moved on since.
    :param where: as for `board_follows`.
    """
    if isinstance(turn, LastTurn):
        did = f"{_acts(turn.moves, topology)}{_taken(turn, 'your own')}"
    else:
        did = _acts(turn, topology)
    return f"You {did}. {board_follows(where)}"


def played_already(cell: str) -> str:
    """Return the answer to a second tap on the same cell."""
    return f"{cell.upper()} is played already."


def _acts(moves: Sequence[Move], topology: Topology) -> str:
    acts = [_act(move, topology) for move in moves if not isinstance(move, Place)]
    cells = [format_move(move, topology).upper() for move in moves if isinstance(move, Place)]
    if cells:
        acts.append(f"played {joined(cells)}")
    return " and ".join(acts)


def numbered_turn(number: int, moves: Sequence[Move], topology: Topology) -> str:
    """Return a turn with its number, such as `3 E5 G7` or `4 swap`."""
    named = (format_move(move, topology) for move in moves)
    words = (
        name.upper() if isinstance(move, Place) else name
        for move, name in zip(moves, named, strict=True)
    )
    return f"{number} {' '.join(words)}"


def _act(move: Move, topology: Topology) -> str:
    match move:
        case Swap():
            return "swapped colours, from White to Black"
        case Komi():
            return "spent a point of komi"
        case Hold():
            return "held, and a prisoner is gone"
        case Offer(value):
            return f"offered a komi of {value}"
        case Choose(colour):
            return f"chose {colour.label}"
        case Place():
            return format_move(move, topology).upper()


def _taken(last: LastTurn, whose: str = "their own") -> str:
    enemy, own = last.removed[last.by.other].bit_count(), last.removed[last.by].bit_count()
    parts = []
    if enemy:
        parts.append(f"taking {plural(enemy, last.by.other.label.lower() + ' stone')}")
    if own:
        parts.append(f"losing {plural(own, 'stone')} of {whose}")
    return "".join(f", {part}" for part in parts)


def game_line(game_id: int, game: str, size: int, turn: int, *, over: bool = False) -> str:
    """Return the line in small print with game, size, and present turn or number of turns."""
    when = plural(turn - 1, "turn") if over else f"turn {turn}"
    return f"-# Game {game_id} · {game} {size} · {when}"


def result_line(sentence: str, winner: str | None) -> str:
    if winner is None:
        return f"**The game is a draw.** {sentence}"
    return f"**{winner} wins.** {sentence}"


def no_result_line(sentence: str) -> str:
    return f"**The game is closed.** {sentence}"


def unseen_so_far(moves: Sequence[Move], topology: Topology, made: int, left: int) -> str:
    """Return the private confirmation of a part of a turn, and ask for the rest."""
    if (made, left) == (1, 1) and all(isinstance(move, Place) for move in moves):
        then = "Now place your second stone; your opponent sees both together."
    else:
        them = "both" if made + left == 2 else "all of them"
        then = f"Now place {plural(left, 'more stone')}; your opponent sees {them} together."
    return f"You {_acts(moves, topology)}. Only you can see this. {then}"


def stays(moves: Sequence[Move], topology: Topology) -> str:
    """Return the answer to Cancel in the middle of a turn."""
    return (
        f"Nothing more was played. You {_acts(moves, topology)} before, which only you can see; "
        "the turn is complete only with the rest of its stones."
    )


def resign_question(game_id: int, opponent: str) -> str:
    return f"Do you want to give up game {game_id} against **{opponent}**?"


def resign_question_again(game_id: int, opponent: str) -> str:
    moved_on = f"Game {game_id} has moved on since I asked; `/board game:{game_id}` shows it."
    return f"{moved_on} Do you still want to give it up against **{opponent}**?"


SWAP_QUESTION = (
    "Do you want to swap colours? You become Black with the stones that are there, and your "
    "opponent goes on as White."
)
OPPONENT_LEFT = "{} has left this server, and may not hear of this turn."
GOES_ON_HERE = "I can no longer write in the thread of this game, so it goes on here."
CLOSED = "Closed without a result"


def score(game: str, names: list[str], wins: tuple[int, int], draws: int) -> str:
    drawn = f", {plural(draws, 'draw')}" if draws else ""
    return f"{names[0]} {wins[0]} : {wins[1]} {names[1]}{drawn} in {game} so far."


def step(number: int, last: int) -> str:
    """Return the line of a replay with the number of the turn; 0 is the start."""
    return f"After turn {number} of {last}." if number else f"The start; {plural(last, 'turn')}."


def imported(game: str, size: int, turn: int, result: str) -> str:
    return f"**{game}**, size {size}, {plural(turn - 1, 'turn')}. {result}".rstrip()


def resigned(game_id: int) -> str:
    return f"You gave up game {game_id}."


def game_choice(game_id: int, game: str, opponent: str, *, my_turn: bool) -> str:
    """Return the label of a game in an autocomplete list (plain text)."""
    return f"{game_id}: {game} against {opponent}" + (", your turn" if my_turn else "")


def finished_choice(game_id: int, game: str, opponent: str) -> str:
    """Return the label of a finished game in an autocomplete list (plain text)."""
    return f"{game_id}: {game} against {opponent}, finished"


def waiting_for(name: str) -> str:
    return f"Waiting for **{name}**."


def as_characters(board: str, topology: Topology) -> str:
    legend = HEXHEX_LEGEND if topology.shape == "hexhex" else LEGEND
    return f"```\n{board}\n```\n{legend}"


def describe_effects(taken: int, lost: int, in_danger: list[str]) -> list[str]:
    """Return the lines of a preview: captured stones, lost stones, groups left in danger."""
    lines = []
    if taken:
        lines.append(f"It takes {plural(taken, 'stone')}.")
    if lost:
        lines.append(f"**You lose {plural(lost, 'stone')} of your own.**")
    if in_danger:
        groups = ", ".join(in_danger)
        lines.append(f"It leaves {plural(len(in_danger), 'group')} of yours in danger: {groups}.")
    return lines or ["It takes nothing and leaves nothing in danger."]


THEN_IN_DANGER = "Then in danger"


def danger(group: str, cells: str) -> str:
    return f"{group} by {cells}"


def would_be(taken: str, lost: str, in_danger: str) -> str:
    """Return the effects of a previewed move as alternative text."""
    said = [f"Would be taken: {taken}."] if taken else []
    if lost:
        said.append(f"Would be lost: {lost}.")
    if in_danger:
        said.append(in_danger)
    return " ".join([*said, "Before it:"]) if said else ""


def nearest(cells: list[str]) -> str:
    return f"Near it you could play {', '.join(cells)}."


def numbered(number: int, cell: str) -> str:
    """Return the label of a cell's button."""
    return f"{number} · {cell}"


def numbers(cells: Sequence[str]) -> str:
    """Return the numbered cells of a picture as text, such as `1 is E6, 2 is F6`."""
    return ", ".join(f"{number} is {cell}" for number, cell in enumerate(cells, start=1)) + "."


def parts(middles: Sequence[str]) -> str:
    """Return the numbered zones of a picture, such as `Part 1 is around E6, 2 around F6`."""
    first, *rest = middles
    others = (f", {number} around {cell}" for number, cell in enumerate(rest, start=2))
    return f"Part 1 is around {first}{''.join(others)}."


GONE = "The channel of this game is gone: use /board to see the board."


def board_follows(where: str | None = "") -> str:
    """Return the sentence about where the board is posted.

    :param where: the place in words; empty for this channel, None if the channel is gone.
    """
    return GONE if where is None else f"The board follows{where and ' '}{where}."


def in_channel(channel_id: int) -> str:
    return f"in <#{channel_id}>"
