"""Messages of a review: the chart of winning chances and the turning points."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.game_controls import page_button, try_button
from bot.messages.game_text import game_line
from bot.messages.message_draft import PUBLIC, MessageDraft, Viewer, WinChart, make_board_image
from bot.messages.outgoing_message import Button, OutgoingMessage
from bot.messages.replay import game_at
from bot.services.values.views import GameView
from bot.words import moves, practice
from bot.words import review as review_words
from bot.words.escaping import escape
from renderer.chances import Chance
from renderer.overlays.mistake import Mistake
from renderer.overlays.preview import Preview
from renderer.scene import Overlay
from rules.colour import Colour
from rules.moves import Move, Place, format_move
from rules.position import Position
from rules.record import positions
from rules.topology import Topology
from sparring.review import MIN_LOSS, Review, TurningPoint, unpack_review


def read_review(game: GameView, stored_review: Mapping[str, Any]) -> Review:
    """Parse the stored review of a game, as `sparring.review` packs it."""
    return unpack_review(dict(stored_review), game.position.topology)


def review_button(game: GameView) -> Button:
    """Return the button that requests or shows the review of a game."""
    return Button(ComponentId("review", game.id), review_words.REVIEW())


def try_again_buttons(game: GameView) -> tuple[Button, ...]:
    """Return the button to play again from the last position in which the person was to move.

    Only finished practice games that the person did not win have the button. The result is empty
    for other games, if the person has played no turn, or if that position is the game's start.
    """
    if game.practice is None or game.result is None:
        return ()
    seat = 1 - game.practice.seat
    turns = [
        each.ply
        for each in positions(game.record)
        if each.ply >= game.opening_plies
        and each.seat_to_move == seat
        and not each.mid_turn
        and each.outcome() is None
    ]
    has_played = bool(turns) and turns[0] < len(game.record.moves)
    if game.winner == game.seats[seat] or not has_played or not turns[-1]:
        return ()
    return (Button(ComponentId("play-on", game.id, turns[-1]), practice.TRY_AGAIN()),)


def given_up(game: GameView) -> OutgoingMessage:
    """Return the message about a failed review, with a button to request it again."""
    return OutgoingMessage(review_words.failed(game.id), rows=((review_button(game),),))


def page(game: GameView, stored_review: Mapping[str, Any]) -> MessageDraft:
    """Return the message with a game's chart of winning chances and list of turning points."""
    review, at = read_review(game, stored_review), _by_ply(game)
    lines = [_turning(number, one, game, at[one.ply]) for number, one in _numbered(review)]
    black, white = (game.player(colour).name for colour in Colour)
    win_chart = _win_chart(game, review, at, (black, white))
    content = "\n".join(
        [
            review_words.title(game.id, escape(black), escape(white)),
            *(lines or [_without_turning_point(win_chart, black)]),
            *([review_words.NOW_PUZZLES()] if review.mistakes else []),
            review_words.ESTIMATED(),
            game_line(game),
        ]
    )
    buttons = tuple(
        Button(
            ComponentId("turning", game.id, None, str(number)), review_words.show(at[one.ply].turn)
        )
        for number, one in _numbered(review)
    )
    return MessageDraft(content, win_chart=win_chart, rows=((*buttons, page_button(game.id)),))


def turning_page(
    game: GameView, stored_review: Mapping[str, Any], value: str, viewer: Viewer
) -> MessageDraft:
    """Return the message that shows a turning point of a reviewed game, and the better move.

    :param value: the number of the turning point, from 1, as the button's id has it.
    :raises OldComponent: when the turning point does not exist.
    """
    by_number = {str(number): one for number, one in _numbered(read_review(game, stored_review))}
    if value not in by_number:
        raise OldComponent
    one, topology = by_number[value], game.position.topology
    position = _by_ply(game)[one.ply]
    then = game_at(game, position)
    plain = make_board_image(then, position, viewer.display_settings, moves.all_moves(game.id))
    shown = replace(plain, filename=f"turning-{game.id}-{value}.png")
    if isinstance(one.better, Place):
        shown = replace(shown, overlays=(Preview((one.better,)), *_played_mark(one.played)))
    played, better = (_named(move, topology) for move in (one.played, one.better))
    content = review_words.better_here(played, better, _chances(one, game, position))
    on = Button(ComponentId("play-on", game.id, one.ply), review_words.PLAY_ON())
    rows = ((on, try_button(game, one.ply)),)
    return MessageDraft(f"{content}\n{game_line(then)}", shown, rows=rows)


def _played_mark(played: Move) -> tuple[Overlay, ...]:
    """Return the overlay that marks the cell of the played move; empty for moves without a cell."""
    return (Mistake(played.cell),) if isinstance(played, Place) else ()


def _numbered(review: Review) -> list[tuple[int, TurningPoint]]:
    return list(enumerate(review.turning_points, start=1))


def _by_ply(game: GameView) -> dict[int, Position]:
    return {position.ply: position for position in positions(game.record)}


def _turning(number: int, one: TurningPoint, game: GameView, position: Position) -> str:
    played, better = (_named(move, position.topology) for move in (one.played, one.better))
    chances = _chances(one, game, position)
    return review_words.turning(number, position.turn, played, better, chances)


def _chances(one: TurningPoint, game: GameView, position: Position) -> str:
    seat = next(seat for seat in (0, 1) if position.colour_of(seat) is one.by)
    return review_words.chances(escape(game.seats[seat].name), one.before, one.after)


def _win_chart(
    game: GameView, review: Review, at: Mapping[int, Position], names: tuple[str, str]
) -> WinChart:
    chances = tuple(
        Chance(at[one.ply].turn - 1, one.chance, one.proved)
        for one in review.points
        if not at[one.ply].mid_turn
    )
    marks = tuple(at[one.ply].turn for one in review.turning_points)
    return WinChart(f"chances-{game.id}.png", chances, marks, names, PUBLIC)


def _without_turning_point(win_chart: WinChart, black: str) -> str:
    """Return the sentence of a review that has no turning point.

    It names the largest change of the winning chances, or says that no change was large.
    """
    turns = list(pairwise(win_chart.chances))
    if not turns:
        return review_words.NO_TURN()
    before, after = max(turns, key=lambda pair: abs(pair[1].black - pair[0].black))
    if abs(after.black - before.black) < MIN_LOSS:
        return review_words.NO_TURN()
    return review_words.largest_change(after.turn, escape(black), before.black, after.black)


def _named(move: Move, topology: Topology) -> str:
    text = format_move(move, topology)
    return text.upper() if isinstance(move, Place) else text
