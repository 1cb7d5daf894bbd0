"""Lines of text about a game: status, last turn, clock, result. Names are escaped."""

from dataclasses import replace

from bot.services.values.clocks.clock import PACES, Pace
from bot.services.values.view_builder import NO_RESULT
from bot.services.values.views import GameView, Player
from bot.store.tables.players import DELETED_USER_ID
from bot.words import clocks, moves, practice, turns
from bot.words.escaping import escape, name_of
from bot.words.translation import translated
from bot.words.turn_line import CLOCK_PAUSED, NO_SECOND_INCURSION, WHITE_MAY_SWAP, due, turn_line
from renderer.phrases import sentences
from renderer.scene import Header
from rules.endings import why_over
from rules.moves import Choose, Offer, Swap
from rules.position import Colour, LastTurn, Position
from rules.registry import find_game
from rules.square_play import bars_minimal_incursion


def mention(player: Player) -> str:
    """Return a player's mention; for a deleted player, a name that cannot be mentioned."""
    if player.user_id == DELETED_USER_ID:
        return escape(player.name)
    return f"<@{player.user_id}>"


def header(game: GameView) -> Header:
    """Return the header of a game's picture: the players' names by colour, and the result."""
    # the board shows the reason, except for a resignation or a loss on time
    decided = game.result is None or game.winner is None or game.position.outcome()
    return Header(
        black=name_of(game.player(Colour.BLACK).name),
        white=name_of(game.player(Colour.WHITE).name),
        result=_headline(game),
        reason="" if decided or game.result is None else game.result.sentence,
        closed=game.result is not None and game.result.ending in NO_RESULT,
    )


def action(game: GameView, position: Position) -> list[str]:
    """Return the line about the last turn at `position`; an empty list before the first turn."""
    last = position.last_turn
    if last is None:
        return []
    name = escape(_author(game, last).name)
    text = turns.action(name, _with_choice(game, position.ply, last), position.topology)
    if position.outcome() is not None and bars_minimal_incursion(position):
        text = sentences(text, NO_SECOND_INCURSION())  # a reason for the end
    if _has_swapped(game, last):
        text = sentences(text, practice.WHY_SWAPPED())
    return [text]


def _has_swapped(game: GameView, last: LastTurn) -> bool:
    """Return whether the last turn is the bot's swap of sides, which needs an explanation."""
    bot = None if game.practice is None else game.seats[game.practice.seat]
    return isinstance(last.moves[0], Swap) and _author(game, last) == bot


def is_bots_turn(game: GameView) -> bool:
    """Return whether the bot is to move in a practice game."""
    if game.practice is None or game.result is not None:
        return False
    return game.practice.seat == game.position.seat_to_move


def _with_choice(game: GameView, ply: int, last: LastTurn) -> LastTurn:
    """Return a turn; if it is the bot's first, with the bot's choice of colour put before it.

    One line then reports both.
    """
    begins = ply - len(last.moves)
    chosen = game.record.moves[begins - 1] if begins > 0 else None
    by_bot = game.practice is not None and game.practice.seat == 1  # seat 1 chooses
    if not by_bot or not isinstance(chosen, Choose) or chosen.colour is not last.by:
        return last
    return replace(last, moves=(chosen, *last.moves))


def pace_in_words(pace: Pace, *, strict: bool | None = None) -> str:
    """Return the description of a pace: base time, increment and cap.

    :param strict: whether a timeout loses the game at once; None leaves that out.
    """
    if pace is Pace.NONE:
        return clocks.NO_CLOCK()
    timing = PACES[pace]
    base, increment, cap = timing.base, timing.increment, timing.cap
    words = clocks.pace(pace.value, base, increment, cap)
    return words if strict is None else clocks.strictness(words, strict=strict)


def moves_in_capitals(text: str) -> str:
    """Return moves in record notation for display, with cells in capitals: `E6 swap`."""
    return " ".join(each.upper() if each[-1:].isdigit() else each for each in text.split(" "))


def state(game: GameView, viewer_id: int) -> str:
    """Return a game's status line for a viewer: a prompt to move, who is to move, or the result."""
    mover = game.to_move
    if mover is None:
        return ending(game)
    if mover.user_id == viewer_id:
        return prompt(game, mention(mover))
    return f"{moves.waiting_for(escape(mover.name))}{_time_left(game)}"


def prompt(game: GameView, player: str) -> str:
    """Return the line that asks a player to move, with the deadline.

    :param player: the player's mention.
    """
    return f"{turn_line(player, game.position)}{_time_left(game)}"


def special_rule(game: GameView) -> str:
    """Return the line about a rule that applies only in this turn; empty in most turns."""
    if game.result is not None:
        return ""
    if game.position.swap_follows:
        return WHITE_MAY_SWAP()
    return NO_SECOND_INCURSION() if bars_minimal_incursion(game.position) else ""


def _time_left(game: GameView) -> str:
    """Return the deadline of the player to move, to append to a line; empty without a clock."""
    clock = game.clock
    if clock is None or game.to_move is None:
        return ""
    if clock.ends_at is None:
        return f" · {CLOCK_PAUSED()}"
    return f" · {due(clock.ends_at, strict=clock.strict)}"


def ending(game: GameView) -> str:
    """Return the line with the winner and the reason of a finished game's end."""
    assert game.result is not None, "only a finished game has a result"
    sentence = escape(_why_over(game) or game.result.sentence)
    if game.result.ending in NO_RESULT:
        return moves.no_result_line(sentence)
    winner = game.winner
    return moves.result_line(sentence, None if winner is None else escape(winner.name))


def _why_over(game: GameView) -> str:
    """Return the sentence that says why the rules ended a won game; empty for other results."""
    winner = game.winner
    if winner is None or game.position.outcome() is None:
        return ""
    loser = game.seats[1 - game.seats.index(winner)]
    return translated(why_over(game.position, winner.name, loser.name))


def game_line(game: GameView) -> str:
    """Return the small print with a game's number, name, size and turn."""
    name = find_game(game.ruleset.game).name
    position = game.position
    size, over = position.topology.size, game.result is not None or position.outcome() is not None
    level = None if game.practice is None else game.practice.level
    return moves.game_line(game.id, name, size, position.turn, over=over, level=level)


def _headline(game: GameView) -> str | None:
    if game.result is not None and game.result.ending in NO_RESULT:
        return moves.CLOSED()
    if game.result is None or game.winner is None:
        return None
    return moves.headline(game.winner.name)


def _author(game: GameView, last: LastTurn) -> Player:
    match last.moves[0]:
        case Offer():
            return game.seats[0]
        case Choose():
            return game.seats[1]
        case Swap():  # after a swap, the player of this colour has the other one
            return game.player(last.by.other)
        case _:
            return game.player(last.by)
