"""Games to messages: what a turn, a result, a board, the answer to a move look like. Pure."""

from collections.abc import Iterable

from bot import labels, texts
from bot.controls import button, look_menu, turn_buttons
from bot.drafts import Draft, Sheet, Viewer
from bot.errors import RefusedMove
from bot.nearby import nearest_moves
from bot.post import Style
from bot.services.views import GameView, Played, Player
from bot.sheets import sheet
from bot.tapping import first_panel
from bot.texts import escape
from bot.wording import deed, ending, game_line, mention
from renderer.describe import text_board
from renderer.overlays.illegal import Illegal
from rules.moves import format_move


def turn(game: GameView, quiet: frozenset[int] = frozenset()) -> Draft:
    """Show the turn that begins: pings the player to move, or both at the end of the game.

    :param quiet: ids of those who do not want to be pinged.
    """
    mover = game.to_move
    if mover is None:
        return _result(game, quiet)
    position = game.shown
    lines = [texts.turn_line(mention(mover), position), *deed(game, position), game_line(game)]
    rows = (*turn_buttons(game, position), look_menu(game, position))
    return Draft("\n".join(lines), sheet(game, position), rows, _loud([mover], quiet))


def passed(game: GameView) -> Draft:
    """Show a turn that has passed in the meantime: no ping, no buttons."""
    lines = [*deed(game, game.shown), game_line(game)]
    return Draft("\n".join(lines), sheet(game, game.shown), (look_menu(game, game.shown),))


def in_words(game: GameView) -> str:
    """Write the board as characters, for where a file cannot be sent."""
    return texts.as_characters(text_board(game.shown))


def played(done: Played, viewer: Viewer) -> Draft:
    """Answer a move privately; after the first of two stones, offer the second."""
    game = done.game
    cells = " ".join(format_move(move, game.position.topology) for move in done.moves).upper()
    if done.turn_complete:
        return Draft(texts.moved(cells))
    return first_panel(game, viewer, texts.first_stone(cells))


def refusal(error: RefusedMove, viewer: Viewer) -> Draft:
    """Show why a move is not allowed, and what is near it that would be."""
    near = nearest_moves(error.position, error.move)
    lines = [escape(error.sentence), *([texts.nearest(near)] if near else [])]
    why = Illegal(error.move, error.reason)
    shown = Sheet("refused.png", error.position, overlays=(why,), theme=viewer.theme)
    return Draft("\n".join(lines), shown)


def resign_question(game: GameView, player_id: int) -> Draft:
    """Ask before a game is given up."""
    question = texts.resign_question(game.id, escape(game.opponent_of(player_id).name))
    surely = button("resign-yes", game, labels.RESIGN_SURELY, Style.danger)
    return Draft(question, rows=((surely, button("resign-no", game, labels.KEEP_PLAYING)),))


def _loud(players: Iterable[Player], quiet: frozenset[int]) -> tuple[int, ...]:
    return tuple(player.user_id for player in players if player.user_id not in quiet)


def _result(game: GameView, quiet: frozenset[int]) -> Draft:
    both = " ".join(mention(player) for player in game.seats)
    lines = [ending(game), *deed(game, game.shown), both, game_line(game)]
    pings = _loud(game.seats, quiet)
    return Draft(
        "\n".join(lines), sheet(game, game.shown), rows=(look_menu(game, game.shown),), pings=pings
    )
