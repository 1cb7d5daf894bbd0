"""Sentences about games, panels and results; names are escaped by the caller."""

from collections.abc import Sequence

from bot.words.games import sized_game
from bot.words.translation import Message, plural, text
from renderer.phrases import enumerated, sentences
from rules.topology import Topology

NOTHING_PLAYED = Message("Nothing was played.")
# end of an alternative text that has no room for all stones (plain text)
STONES_IN_MENU = Message("For a list of all the stones, choose “Text” in the menu under the board.")
STONES_BY_COMMAND = Message("/board view:Text lists all the stones.")
LEGEND = Message(
    "-# X is Black, O is White. Lower case marks stones of the last turn, and \\* marks stones "
    "just taken."
)
HEXHEX_LEGEND = Message(
    "-# X is Black, O is White. Lower case marks stones of the last turn, and \\* marks stones "
    "just taken. Each row starts with the name of its first cell."
)
NOTHING_IN_DANGER = Message("No groups are in danger: a single stone can't take any of them.")
NOTHING_CHANGED = Message("OK. Nothing changed.")
SWAP_QUESTION = Message(
    "Swap sides? The stones stay: you play Black from now on, and your opponent plays White."
)
GOES_ON_HERE = Message("I can't write in this game's thread any more, so the game continues here.")
CLOSED = Message("Closed without a result")
THEN_IN_DANGER = Message("In danger after this move")
GONE = Message("This game's channel is gone. Use /board to see the board.")
NEW_THREAD = "new-thread"  # channel of a board posted in a new thread, see `board_follows`


def choose_zone(game_id: int) -> str:
    return text("Your turn in game {game_id}: press the number of an area.", game_id=game_id)


def choose_open_zone(game_id: int) -> str:
    return text(
        "Your turn in game {game_id}: press the number of an area. Grey areas have no legal cell.",
        game_id=game_id,
    )


def choose_cell(game_id: int) -> str:
    return text("Your turn in game {game_id}: press the number of a cell.", game_id=game_id)


def few_cells_left(game_id: int, count: int) -> str:
    """Return the prompt of the move panel when one picture can show all legal cells left."""
    return plural(
        "Your turn in game {game_id}: only {count} legal cell is left. Press its number.",
        "Your turn in game {game_id}: only {count} legal cells are left. Press a cell's number.",
        count,
        game_id=game_id,
    )


def preview(cells: str) -> str:
    return text("Preview of **{cells}**, not played yet.", cells=cells)


def went_back(game_id: int) -> str:
    """Return the line that explains why a typed turn was not played.

    Turns have been undone, and the player has not seen that yet.
    """
    return text(
        "Turns in game {game_id} have been undone since you last looked. Here's the board now.",
        game_id=game_id,
    )


def replay_description(first: str, second: str) -> str:
    """Return the alternative text of an animated replay."""
    return text(
        "The whole game between {first} and {second}, turn by turn", first=first, second=second
    )


def all_moves(game_id: int) -> str:
    """Return the last sentence of a replay's alternative text if not all moves fit (plain text)."""
    return text("/export game:{game_id} gives you all the moves.", game_id=game_id)


def played_already(cell: str) -> str:
    """Return the response to a second tap on the same cell."""
    return text("You've already played {cell}.", cell=cell.upper())


def game_line(
    game_id: int, game: str, size: int, turn: int, *, over: bool = False, level: int | None = None
) -> str:
    """Return the small print with a game's number, name, size, and current turn or number of turns.

    :param turn: the number of the turn to play; if the game is over, of the turn after the last.
    :param level: the engine's level in a practice game.
    """
    when = (
        plural("{count} turn", "{count} turns", turn - 1)
        if over
        else text("turn {turn}", turn=turn)
    )
    parts = [
        text("Game {game_id}", game_id=game_id),
        sized_game(game, size),
        when,
        *([] if level is None else [text("bot level {level}", level=level)]),
    ]
    return f"-# {' · '.join(parts)}"


def result_line(sentence: str, winner: str | None) -> str:
    if winner is None:
        return text("**The game is a draw.** {why}", why=sentence)
    return text("**{winner} wins.** {why}", winner=winner, why=sentence)


def colour_wins(sentence: str, colour: str) -> str:
    """Return the result of a game whose winner is named only by colour, such as `Black`.

    :param sentence: the reason why the colour wins.
    """
    return text("**{colour} wins.** {why}", colour=colour, why=sentence)


def record_cut(winner: str, stones: int) -> str:
    """Return the line of a result about a server's new record: the most stones taken in one cut."""
    return plural(
        "{winner} took {count} stone in one cut, a new record for this server!",
        "{winner} took {count} stones in one cut, a new record for this server!",
        stones,
        winner=winner,
    )


def headline(winner: str) -> str:
    """Return the title in the header of a picture of a won game (plain text)."""
    return text("{winner} wins", winner=winner)


def no_result_line(sentence: str) -> str:
    return text("**The game is closed.** {why}", why=sentence)


def resign_question(game_id: int, opponent: str) -> str:
    return text("Resign game {game_id} against **{opponent}**?", game_id=game_id, opponent=opponent)


def resign_question_again(game_id: int, opponent: str) -> str:
    return text(
        "Game {game_id} has changed since you asked. `/board game:{game_id}` shows the current "
        "board. Resign against **{opponent}** anyway?",
        game_id=game_id,
        opponent=opponent,
    )


def board_by_command(game_id: int) -> str:
    """Return the last line of a message without a board: the command that shows the board."""
    return text("`/board game:{game_id}` shows the board.", game_id=game_id)


def opponent_left(name: str) -> str:
    return text("{name} has left this server and may miss this turn.", name=name)


NOT_COUNTED = Message(
    "This game started from a position in another game, so it doesn't count for ratings or for "
    "the players' score."
)


def begins_at(turn: int) -> str:
    """Return the first line of a practice game that continues from a turn of another game."""
    return text("This game begins at turn {turn} of another game.", turn=turn)


def score(game: str, names: Sequence[str], wins: tuple[int, int], draws: int) -> str:
    """Return the line of a result with the total score of two players in all their games of `game`.

    :param game: the name of the game, such as `Lifeline`.
    :param wins: the numbers of wins in the order of `names`.
    """
    if wins[0] == wins[1]:
        return _level_score(game, names, wins[0], draws)
    most, fewest = max(wins), min(wins)
    leader = names[wins.index(most)]
    if draws:
        return plural(
            "{leader} leads {most}–{fewest} in {game}, with {count} draw.",
            "{leader} leads {most}–{fewest} in {game}, with {count} draws.",
            draws,
            leader=leader,
            most=most,
            fewest=fewest,
            game=game,
        )
    return text(
        "{leader} leads {most}–{fewest} in {game}.",
        leader=leader,
        most=most,
        fewest=fewest,
        game=game,
    )


def _level_score(game: str, names: Sequence[str], wins: int, draws: int) -> str:
    first, second = names
    if draws:
        return plural(
            "{first} and {second} are level at {wins}–{wins} in {game}, with {count} draw.",
            "{first} and {second} are level at {wins}–{wins} in {game}, with {count} draws.",
            draws,
            first=first,
            second=second,
            wins=wins,
            game=game,
        )
    return text(
        "{first} and {second} are level at {wins}–{wins} in {game}.",
        first=first,
        second=second,
        wins=wins,
        game=game,
    )


def step(number: int, last: int) -> str:
    """Return the line of a replay with the number of the shown turn, 0 at the start."""
    if number:
        return text("Turn {number} of {last}.", number=number, last=last)
    return plural("Start of the game ({count} turn).", "Start of the game ({count} turns).", last)


def imported(game: str, size: int, turns: int, result: str) -> str:
    """Return the first line about an imported record: game, size, number of turns and result.

    :param result: the result as a sentence; empty if there is no result.
    """
    line = plural(
        "**{game}**, size {size}, {count} turn.",
        "**{game}**, size {size}, {count} turns.",
        turns,
        game=game,
        size=size,
    )
    return sentences(line, result)


def games_in_file(count: int) -> str:
    """Return the prompt for choosing one of several games in an uploaded file."""
    return text("**This file has {count} games.** Choose one.", count=count)


def others_in_file(count: int) -> str:
    return plural(
        "{count} other game can't be imported.", "{count} other games can't be imported.", count
    )


def page(number: int, pages: int) -> str:
    return text("Page {number} of {pages}, newest games first.", number=number, pages=pages)


def players(first: str, second: str) -> str:
    """Return the label of a game in the menu of an uploaded file: the two players (plain text)."""
    return text("{first} against {second}", first=first, second=second)


def game_in_file(game: str, size: int, date: str) -> str:
    """Return the small print of a game in the menu of an uploaded file; `date` may be empty."""
    if not date:
        return text("{game}, size {size}", game=game, size=size)
    return text("{game}, size {size}, {date}", game=game, size=size, date=date)


def resigned(game_id: int) -> str:
    return text("You resigned game {game_id}.", game_id=game_id)


def game_choice(game_id: int, game: str, opponent: str, *, my_turn: bool) -> str:
    """Return the label of a game in progress in an autocomplete list (plain text)."""
    if my_turn:
        return text(
            "{game_id}: {game} against {opponent}, your turn",
            game_id=game_id,
            game=game,
            opponent=opponent,
        )
    return text(
        "{game_id}: {game} against {opponent}", game_id=game_id, game=game, opponent=opponent
    )


def finished_choice(game_id: int, game: str, opponent: str) -> str:
    """Return the label of a finished game in an autocomplete list (plain text)."""
    return text(
        "{game_id}: {game} against {opponent}, finished",
        game_id=game_id,
        game=game,
        opponent=opponent,
    )


def waiting_for(name: str) -> str:
    return text("Waiting for **{name}**", name=name)


def as_characters(board: str, topology: Topology) -> str:
    legend = HEXHEX_LEGEND if topology.shape == "hexhex" else LEGEND
    return f"```\n{board}\n```\n{legend()}"


def describe_effects(taken: int, lost: int, in_danger: Sequence[str]) -> list[str]:
    """Return the lines of a preview: captured stones, lost stones, groups left in danger.

    If there are none of these, one line says so.

    :param taken: the number of the opponent's stones that the move captures.
    :param lost: the number of the player's own stones that it loses.
    :param in_danger: the name of one cell of each of the player's groups in danger.
    """
    lines = []
    if taken:
        lines.append(plural("It takes {count} stone.", "It takes {count} stones.", taken))
    if lost:
        lines.append(
            plural(
                "**You lose {count} stone of your own.**",
                "**You lose {count} stones of your own.**",
                lost,
            )
        )
    if in_danger:
        lines.append(
            plural(
                "It leaves {count} of your groups in danger: {groups}.",
                "It leaves {count} of your groups in danger: {groups}.",
                len(in_danger),
                groups=enumerated(in_danger),
            )
        )
    return lines or [text("It takes nothing, and none of your groups is in danger.")]


def danger(group: str, cells: str) -> str:
    return text("{group} (taken by {cells})", group=group, cells=cells)


def would_be(taken: str, lost: str, in_danger: str) -> str:
    """Return the beginning of a preview's alternative text, which tells the effects of the move.

    It is empty if the move has no effects.

    :param taken: the list of the opponent's stones that the move captures; may be empty.
    :param lost: the list of the player's own stones that it loses; may be empty.
    :param in_danger: the list of the player's groups left in danger; may be empty.
    """
    parts = [text("Stones that this move would take: {cells}.", cells=taken)] if taken else []
    if lost:
        parts.append(text("Stones that this move would lose: {cells}.", cells=lost))
    if in_danger:
        parts.append(in_danger)
    return sentences(*parts, text("The board before this move:")) if parts else ""


def nearest(cells: Sequence[str]) -> str:
    return text("You can play nearby, for example on {cells}.", cells=enumerated(cells))


def numbers(cells: Sequence[str]) -> str:
    """Return the numbered cells of a picture as text, such as `Numbered cells: 1 E6, 2 F6.`."""
    return text("Numbered cells: {cells}.", cells=_numbered(cells))


def areas(middles: Sequence[str]) -> str:
    """Return the numbered areas of a picture as text, each with the name of its middle cell."""
    return text("Numbered areas, named by their middle cell: {areas}.", areas=_numbered(middles))


def _numbered(cells: Sequence[str]) -> str:
    return enumerated(f"{number} {cell}" for number, cell in enumerate(cells, start=1))


def board_follows(channel: str | None = "") -> str:
    """Return the sentence of a private answer about the channel where the board is posted.

    :param channel: the mention of a channel, or `NEW_THREAD`; empty for this channel, None if the
        channel is gone.
    """
    if channel is None:
        return GONE()
    if channel == NEW_THREAD:
        return text("The board will be in a thread under the challenge.")
    if channel:
        return text("The board will be in {channel}.", channel=channel)
    return text("The board is on its way.")


def moves_next(name: str) -> str:
    """Return the sentence of a private answer in a game by direct message.

    It promises no message, because the player to move may have muted the game or may be away.

    :param name: the player to move.
    """
    return text("**{name}** moves next.", name=name)


def channel_mention(channel_id: int) -> str:
    return f"<#{channel_id}>"
