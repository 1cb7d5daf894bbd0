"""Published line of moves in a game, as one picture with the turns numbered."""

from dataclasses import replace

from bot.messages.component_ids import ComponentId
from bot.messages.game_text import game_line, header
from bot.messages.message_draft import MessageDraft, Viewer, make_board_image
from bot.messages.outgoing_message import MAX_CONTENT, Button, Row, Style
from bot.messages.replay import game_at, step, turn_ends
from bot.messages.variations import line_as_plain_text, line_in_words, lines_at, lines_within
from bot.services.values.views import GameView
from bot.words import try_board as words
from renderer.describe import describe
from renderer.overlays.numbers import Numbers
from rules.comments import Comments
from rules.position import LastTurn


def published_line(
    game: GameView,
    viewer: Viewer,
    ply: int,
    number: int,
    comments: Comments,
    *,
    moderates: bool,
) -> MessageDraft:
    """Return the message with one of the published lines that begin after `ply` moves of a game.

    :param number: the index of the line, from 0; beyond the last line, the replay is returned.
    :param moderates: whether the viewer may remove published lines.
    """
    before = next((each for each in turn_ends(game) if each.ply == ply), None)
    lines = [] if before is None else lines_at(comments, before)
    if before is None or number >= len(lines):
        return step(game, viewer, ply, comments, words.LINE_WITHDRAWN())
    position, turns = before, list[LastTurn]()
    for turn in lines[number]:
        for move in turn.moves:
            position = position.play(move)
        if position.last_turn is not None:
            turns.append(position.last_turn)
    then = game_at(game, position)
    seats, spoken = header(then), line_as_plain_text(lines[number], before)
    below = game_line(then)
    said = lines_within(line_in_words(lines[number], before), MAX_CONTENT - len(below) - 1)
    picture = replace(
        make_board_image(then, position, viewer.display_settings),
        filename=f"line-{game.id}.png",
        overlays=(Numbers(tuple(turns), first=before.turn),),
        words=describe(position, seats.black, seats.white, added=spoken),
    )
    row: Row = (Button(ComponentId("step", game.id, ply), words.TO_REPLAY()),)
    if moderates:
        remove = ComponentId("remove-lines", game.id, ply)
        row = (*row, Button(remove, words.REMOVE_LINES(), Style.danger))
    return MessageDraft("\n".join([*said, below]), picture, rows=(row,))
