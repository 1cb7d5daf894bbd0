"""Games to messages: what a turn, a result, a board, the answer to a move look like. Pure."""

from collections.abc import Iterator
from dataclasses import replace

from bot.errors import RefusedMove, refusals
from bot.ids import ComponentId
from bot.messages.controls import button, look_menu, turn_buttons
from bot.messages.drafts import Draft, Sheet, Viewer
from bot.messages.looks import in_characters
from bot.messages.nearby import nearest_moves
from bot.messages.post import Button, Style
from bot.messages.replaying import reel_of
from bot.messages.reviewing import review_button
from bot.messages.sheets import sheet
from bot.messages.tapping import first_panel
from bot.messages.wording import deed, ending, game_line, mention, time_left
from bot.services.deeds import Played
from bot.services.finished import Score
from bot.services.views import GameView, Player
from bot.store.players import STAND_IN
from bot.texts import labels, why_not
from bot.texts import play as texts
from bot.texts.escaping import escape, name_of
from bot.texts.turn import turn_line
from renderer.describe import describe
from renderer.overlays.illegal import Illegal, outlined_in_words
from renderer.scene import Header, seated
from renderer.words import placements_of_turn
from rules.moves import format_move
from rules.position import BARGAINING, LastTurn
from rules.registry import find_game

WORDS_OF_A_TURN = 900  # characters: more than the message has to which a board is added


def turn(game: GameView, note: str = "", *, ping: bool = True) -> Draft:
    """Show the turn that begins, and ping the player to move.

    :param note: a first line, when something special led here.
    """
    mover = game.to_move
    assert mover is not None, "a finished game has a result instead"
    position = game.position
    lines = [note] if note else []
    lines += [turn_line(mention(mover), position), *time_left(game), *deed(game, position)]
    lines.append(game_line(game))
    rows = (*turn_buttons(game, position), look_menu(game, position))
    pings = (mover.user_id,) if ping else ()
    return Draft("\n".join(lines), sheet(game, position), rows=rows, pings=pings)


def passed(game: GameView, note: str = "") -> Draft:
    """Show a turn that has passed in the meantime: no ping, no buttons."""
    lines = [*([note] if note else []), *deed(game, game.position), game_line(game)]
    return Draft(
        "\n".join(lines), sheet(game, game.position), rows=(look_menu(game, game.position),)
    )


def in_words(game: GameView) -> str:
    """Write the board as characters, for where a file cannot be sent."""
    return in_characters(game.position, WORDS_OF_A_TURN)


def played(done: Played, viewer: Viewer, where: str | None = "", *, another: bool = False) -> Draft:
    """Answer a move privately; after the first of two stones, offer the second.

    :param where: where the board comes, unless that is in sight.
    :param another: whether another game waits for the person.
    """
    game = done.game
    if done.turn_complete:
        said = texts.moved(_whole_turn(done) or done.moves, game.position.topology, where)
        row = tuple(_onwards(game, another=another))
        return Draft(said, rows=(row,) if row else ())
    position = game.position
    made, left = placements_of_turn(position), position.placements_left
    said = texts.unseen_so_far(done.moves, position.topology, made, left)
    return first_panel(game, viewer, said)


def _onwards(game: GameView, *, another: bool) -> Iterator[Button]:
    """Offer what can be done after a turn."""
    if game.undo_allowed and game.to_move is not None:
        yield button("undo", game, labels.UNDO)
    if another:  # by its number the game just played is left out when the button is pressed
        yield Button(ComponentId("next", 0, game.id), labels.NEXT_GAME, Style.primary)


def _whole_turn(done: Played) -> LastTurn | None:
    """Return the turn that is complete now; its first stone may have come earlier.

    None: asked twice, and the game has gone on.
    """
    last = done.game.position.last_turn
    return last if last is not None and last.moves[-len(done.moves) :] == done.moves else None


def refusal(error: RefusedMove, viewer: Viewer) -> Draft:
    """Say why a move is not allowed, and what is near it that would be; show it on the board."""
    near = nearest_moves(error.position, error.move)
    lines = [refusals.refusal(error), *([texts.nearest(near)] if near else [])]
    if error.before:
        names = [format_move(move, error.position.topology).upper() for move in error.before]
        lines.append(why_not.whole_again(" ".join([*names, *near[:1]]) if near else ""))
    if error.position.phase in BARGAINING:
        return Draft("\n".join(lines))
    why = Illegal(error.move, error.reason)
    outlined = outlined_in_words(error.position, error.reason)
    who = _seated(error)
    words = describe(
        error.position, who.black, who.white, added=outlined, elsewhere=texts.STONES_BY_COMMAND
    )
    shown = Sheet("refused.png", error.position, who, (why,), viewer.taste, words)
    return Draft("\n".join(lines), shown)


def _seated(error: RefusedMove) -> Header:
    if error.seats is None:
        return Header()
    first, second = error.seats
    return seated(error.position, (name_of(first), name_of(second)))


def result(
    game: GameView, score: Score, quiet: frozenset[int] = frozenset(), *, review: bool = False
) -> Draft:
    """Announce the end of a game to its players, with the whole game as a moving picture.

    :param review: offer to look back on it.
    """
    here = [player for player in game.seats if player.user_id != STAND_IN]
    told = [player for player in here if player in game.people]
    pinged = " ".join(map(mention, told))  # nobody, after practice of somebody who is gone
    lines = [ending(game), *deed(game, game.position), *([pinged] if pinged else [])]
    if len(here) == 2:
        names_here = [escape(each.name) for each in here]
        played_game = find_game(game.ruleset.game).name
        lines.append(texts.score(played_game, names_here, score.wins, score.draws))
    moving = reel_of(game)
    moves = moving.record.moves
    played = moves and game.position.phase not in BARGAINING
    offered = (review_button(game),) if review and played else ()
    return Draft(
        "\n".join([*lines, game_line(game)]),
        sheet(game, game.position),
        moving if moves else None,
        rows=((_again(game, here), *offered), look_menu(game, game.position)),
        pings=tuple(each.user_id for each in told if each.user_id not in quiet),
    )


def _again(game: GameView, here: list[Player]) -> Button:
    """Offer another game; by this button the message is known, so it is there in any case."""
    return replace(button("rematch", game, labels.REMATCH), disabled=len(here) < 2)
