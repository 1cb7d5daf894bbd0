"""A game in lines of text: whose turn, what was done, how it ended. Names are escaped."""

import re
from dataclasses import replace

from bot.services.clocks.clock import PACES, Pace
from bot.services.view_builder import NO_RESULT
from bot.services.views import GameView, Player
from bot.store.tables.players import DELETED_USER_ID
from bot.words import clocks, moves
from bot.words.clocks import is_clock_line
from bot.words.escaping import escape, name_of
from bot.words.practice import practice_line
from bot.words.turn_line import NO_SECOND_INCURSION, turn_line
from renderer.scene import Header
from rules.moves import Choose, Offer, Swap
from rules.position import Colour, LastTurn, Position
from rules.registry import find_game
from rules.square_play import bars_minimal_incursion

MENTION = re.compile(r"<@[0-9]+>")  # as `mention` writes it


def mention(player: Player) -> str:
    """Write somebody's name so that Discord makes a link of it; the deleted player has none."""
    if player.user_id == DELETED_USER_ID:
        return escape(player.name)
    return f"<@{player.user_id}>"


def header(game: GameView) -> Header:
    """Return the names by colour, and the result once there is one, as the picture shows them."""
    return Header(
        black=name_of(game.player(Colour.BLACK).name),
        white=name_of(game.player(Colour.WHITE).name),
        result=_headline(game),
    )


def action(game: GameView, position: Position) -> list[str]:
    """Tell the last turn of a position, and what it forbids; no line at the start of a game."""
    last = position.last_turn
    if last is None:
        return []
    name = escape(_author(game, last).name)
    text = moves.action(name, _with_choice(game, position.ply, last), position.topology)
    # who is left without a move by it should read it as well, but nobody after a resignation
    matters = game.result is None or position.outcome() is not None
    if matters and bars_minimal_incursion(position):
        text = f"{text} {NO_SECOND_INCURSION}"
    return [text]


def _with_choice(game: GameView, ply: int, last: LastTurn) -> LastTurn:
    """Add the colour that the bot has chosen to its first turn: both are told in one message."""
    begins = ply - len(last.moves)
    chosen = game.record.moves[begins - 1] if begins > 0 else None
    by_bot = game.practice is not None and game.practice.seat == 1  # seat 1 is who chooses
    if not by_bot or not isinstance(chosen, Choose) or chosen.colour is not last.by:
        return last
    return replace(last, moves=(chosen, *last.moves))


def pace_in_words(pace: Pace, *, strict: bool | None = None) -> str:
    """Name a pace with its figures, and what happens when the time is up if that is known."""
    if pace is Pace.NONE:
        return clocks.NO_CLOCK
    timing = PACES[pace]
    base, increment, cap = timing.base, timing.increment, timing.cap
    return clocks.pace(pace.value, base, increment, cap, strict=strict)


def state(game: GameView, viewer_id: int) -> str:
    """Tell one person where a game stands."""
    mover = game.to_move
    if mover is None:
        return ending(game)
    if mover.user_id == viewer_id:
        return turn_line(mention(mover), game.position)
    return moves.waiting_for(escape(mover.name))


def time_left(game: GameView) -> list[str]:
    """Tell until when the player to move has time; no line without a clock."""
    clock = game.clock
    if clock is None or game.to_move is None:
        return []
    ends_at = clock.ends_at
    if ends_at is None:
        return [clocks.NOT_THERE if game.undeliverable else clocks.CLOCK_STANDS]
    return [clocks.time_until(ends_at, strict=clock.strict)]


def with_time_left(game: GameView, content: str) -> str:
    """Return the content of a posted turn message with its clock line brought up to date."""
    lines = content.split("\n")
    return "\n".join(
        each for line in lines for each in (time_left(game) if is_clock_line(line) else [line])
    )


def without_prompt(content: str) -> str:
    """Return the content of a posted turn message without its prompt: whose turn it is, the clock.

    Otherwise every old message in the channel would still ask a player to move. The prompt is the
    only line with a mention (all other names are escaped), so no language has to be recognised. A
    message of one line, such as a request for an undo, has nothing to remove.
    """
    lines = content.split("\n")
    kept = [line for line in lines if not MENTION.search(line) and not is_clock_line(line)]
    return "\n".join(kept) if kept else content


def ending(game: GameView) -> str:
    """Announce the result of a finished game."""
    assert game.result is not None, "only a finished game has a result"
    sentence = escape(game.result.sentence)
    if game.result.ending in NO_RESULT:
        return moves.no_result_line(sentence)
    winner = game.winner
    return moves.result_line(sentence, None if winner is None else escape(winner.name))


def game_line(game: GameView) -> str:
    """Name the game itself, in small print."""
    name = find_game(game.ruleset.game).name
    size, over = game.position.topology.size, game.result is not None
    line = moves.game_line(game.id, name, size, game.position.turn, over=over)
    return line if game.practice is None else line + practice_line(game.practice.level)


def _headline(game: GameView) -> str | None:
    if game.result is not None and game.result.ending in NO_RESULT:
        return moves.CLOSED
    if game.result is None or game.winner is None:
        return None
    # the board itself shows why, unless a player gave up
    why = "" if game.position.outcome() else f": {game.result.sentence}"
    return f"{game.winner.name} wins{why}"


def _author(game: GameView, last: LastTurn) -> Player:
    match last.moves[0]:
        case Offer():
            return game.seats[0]
        case Choose():
            return game.seats[1]
        case Swap():  # whoever had that colour then has the other one now
            return game.player(last.by.other)
        case _:
            return game.player(last.by)
