"""Public messages of a game: a message for each turn, and the message with the result."""

from collections.abc import Sequence
from dataclasses import replace

from bot.messages.board_views import board, text_board_and_description
from bot.messages.component_ids import ComponentId
from bot.messages.game_controls import (
    BoardView,
    board_view_menu,
    button,
    page_button,
    turn_buttons,
)
from bot.messages.game_text import ending, game_line, header, mention, prompt, special_rule
from bot.messages.lobby import lobby_button
from bot.messages.message_draft import MessageDraft, Viewer, make_board_image
from bot.messages.outgoing_message import MAX_CONTENT, Button, Link, OutgoingMessage, Style
from bot.messages.planned_turns import image_since, turns_since
from bot.messages.ratings import rating_lines
from bot.messages.replay import make_replay_animation, public_record, turn_ends
from bot.messages.review import review_button, try_again_buttons
from bot.services.values.views import (
    FinishedGame,
    GameView,
    Score,
    SeriesScore,
    SeriesState,
)
from bot.store.tables.payloads import Board, Undone
from bot.store.tables.players import DELETED_USER_ID
from bot.words import labels, moves, practice, series, watching
from bot.words.escaping import escape, name_of
from renderer.describe import describe
from rules.position import KOMI_PHASES
from rules.registry import find_game

NO_TURNS = Board()
LOSSES = 3  # lost practice games in a row, after which the level below is offered
TURN_LENGTH = 900  # characters reserved for the other text of a turn message beside a text board


def turn(
    game: GameView,
    note: str = "",
    *,
    ping: bool = True,
    shown: Board = NO_TURNS,
) -> MessageDraft:
    """Return the message that begins a turn and pings the player to move.

    :param note: a first line, for example about an undo.
    :param shown: facts stored with the message: the turns that it covers, and how many spectators
        guessed right.
    """
    mover = game.to_move
    assert mover is not None, "a finished game has a result instead"
    position = game.position
    news = [] if isinstance(shown, Undone) else turns_since(game, shown.since)
    if game.opening_plies and game.opening_plies == position.ply:
        news = [moves.begins_at(position.turn)]
    question = prompt(game, mention(mover))
    lines = [note, *news, _guesses(shown), question]
    lines = [*filter(None, [*lines, special_rule(game)]), game_line(game)]
    rows = (*turn_buttons(game, position), board_view_menu(game, position))
    pings = (mover.user_id,) if ping else ()
    image = image_since(game, shown.since)
    return MessageDraft("\n".join(lines), image, rows=rows, pings=pings, prompt=question)


def passed(game: GameView, note: str = "", *, shown: Board = NO_TURNS) -> MessageDraft:
    """Return a turn's message without ping and move buttons, because the turn is already over.

    :param note: a first line, for example about an undo.
    :param shown: as for `turn`.
    """
    lines = [note, *turns_since(game, shown.since), _guesses(shown), game_line(game)]
    return MessageDraft(
        "\n".join(filter(None, lines)),
        image_since(game, shown.since),
        rows=(board_view_menu(game, game.position),),
    )


def _guesses(shown: Board) -> str:
    """Return the line about the spectators' guesses of a turn; empty without guesses."""
    return watching.right_guesses(shown.right, shown.guesses)


def as_plain_words(post: OutgoingMessage, game_id: int | None) -> OutgoingMessage:
    """Return a message without files and buttons, for a retry after Discord has rejected them.

    :param game_id: adds a line with the command that shows this game's board; None adds no line.
    """
    return replace(_with_way_to_board(post, game_id), files=(), rows=())


def without_links(post: OutgoingMessage, game_id: int | None) -> OutgoingMessage:
    """Return a message without link buttons, for a player who has left the server of the links.

    :param game_id: as for `as_plain_words`.
    """
    rows = tuple(row for row in post.rows if not any(isinstance(each, Link) for each in row))
    return replace(_with_way_to_board(post, game_id), rows=rows)


def _with_way_to_board(post: OutgoingMessage, game_id: int | None) -> OutgoingMessage:
    if game_id is None:
        return post
    content = f"{post.content}\n{moves.board_by_command(game_id)}"
    return replace(post, content=content[:MAX_CONTENT])


def board_as_text(game: GameView) -> str:
    """Return the board as text, for channels where the bot may not attach files."""
    return text_board_and_description(game.position, TURN_LENGTH)


def result(
    game: GameView,
    score: Score,
    quiet: frozenset[int] = frozenset(),
    *,
    review: bool = False,
    lobby: bool = False,
    shown: Board = NO_TURNS,
) -> MessageDraft:
    """Return the message that announces a game's result, with an animation of the game.

    The animation shows the final board before the moves. A game without moves has a picture.

    :param score: the players' results against each other, and what this game changed.
    :param quiet: ids of players who are not pinged now.
    :param review: whether to add the button for a review.
    :param lobby: whether to add the button that opens the lobby.
    :param shown: as for `turn`.
    """
    present = [player for player in game.seats if player.user_id != DELETED_USER_ID]
    pinged = [player for player in present if player in game.people]
    mentions = " ".join(map(mention, pinged))  # empty after practice by a deleted user
    # the last turn is no news if a player resigned or ran out of time after it
    is_news = shown.since is not None or game.position.outcome() is not None
    lines = [ending(game), *(turns_since(game, shown.since) if is_news else ())]
    if score.record_cut and game.winner is not None:
        lines.append(moves.record_cut(escape(game.winner.name), score.record_cut))
    lines += filter(None, [_guesses(shown)])
    below = [mentions] if mentions else []
    if game.opening_plies:
        below.append(moves.NOT_COUNTED())
    elif len(present) == 2:
        names = [escape(each.name) for each in present]
        game_name = find_game(game.ruleset.game).name
        below.append(moves.score(game_name, names, score.wins, score.draws))
    animation = replace(make_replay_animation(game), words=_end_and_replay_in_words(game))
    has_moves = bool(animation.record.moves)
    lobby_buttons = (lobby_button(),) if lobby else ()
    return MessageDraft(
        "\n".join(
            [
                *lines,
                *([" · ".join(below)] if below else []),
                *_series_lines(game, score.series),
                *rating_lines(game, score.ratings),
                game_line(game),
            ]
        ),
        None if has_moves else make_board_image(game, game.position),
        animation if has_moves else None,
        rows=(
            (*_result_buttons(game, review=review), *lobby_buttons),
            board_view_menu(game, game.position),
        ),
        pings=tuple(each.user_id for each in pinged if each.user_id not in quiet),
    )


def _result_buttons(game: GameView, *, review: bool) -> tuple[Button, ...]:
    has_moves = bool(public_record(game).moves)
    has_stones = has_moves and game.position.phase not in KOMI_PHASES
    return (
        _rematch_button(game),
        *try_again_buttons(game),
        *((review_button(game),) if review and has_stones else ()),
        *((page_button(game.id),) if has_moves else ()),
    )


def _series_lines(game: GameView, score: SeriesScore | None) -> list[str]:
    """Return the line about the score of a series; no line for a single game."""
    if score is None:
        return []
    most, fewest = max(score.points), min(score.points)
    leader = escape(game.seats[score.points.index(most)].name)
    return [_SERIES[score.state](score.length, leader, most, fewest)]


_SERIES = {
    SeriesState.GOES_ON: series.goes_on,
    SeriesState.DECIDED: series.decided,
    SeriesState.STOPPED: series.stopped,
}


def practice_result(
    game: GameView,
    score: Score,
    quiet: frozenset[int] = frozenset(),
    *,
    level: int | None,
    review: bool = False,
    shown: Board = NO_TURNS,
) -> MessageDraft:
    """Return the message with the result of a practice game, with a button for another level.

    :param level: the level to offer; None to offer no other one.
    :param quiet, review, shown: as for `result`.
    """
    draft = result(game, score, quiet, review=review, shown=shown)
    return replace(draft, rows=(_practice_buttons(game, level, review=review), *draft.rows[1:]))


def finished_practice(
    game: GameView,
    viewer: Viewer,
    board_view: BoardView | None,
    *,
    level: int | None,
    review: bool,
    seen: int | None,
) -> MessageDraft:
    """Return the board of a finished practice game, with the buttons of its result.

    :param board_view, seen: as for `board`.
    :param level, review: as for `practice_result`.
    """
    draft = board(game, viewer, board_view, seen=seen)
    return replace(draft, rows=(_practice_buttons(game, level, review=review), *draft.rows))


def _practice_buttons(game: GameView, level: int | None, *, review: bool) -> tuple[Button, ...]:
    rematch, *others = _result_buttons(game, review=review)
    return (rematch, *(() if level is None else (_level_button(game, level),)), *others)


def offered_level(game: GameView, latest: Sequence[FinishedGame]) -> int | None:
    """Return the level to offer after a practice game; None to offer no other level.

    After a win it is the next higher level; after `LOSSES` losses in a row at the game's level, it
    is the next lower one. The bot may not have that level.

    :param latest: the person's latest finished games, the most recent first.
    """
    if game.practice is None or game.winner is None or game.opening_plies:
        return None
    level = game.practice.level
    if game.winner in game.people:
        return level + 1
    row = [(each.level, each.won) for each in latest[:LOSSES]]
    return level - 1 if row == [(level, False)] * LOSSES else None


def _level_button(game: GameView, level: int) -> Button:
    assert game.practice is not None, "only practice has levels"
    is_next = level > game.practice.level
    label = practice.NEXT_LEVEL() if is_next else practice.easier(level)
    style = Style.primary if is_next else Style.secondary
    return Button(ComponentId("level", game.id, level), label, style)


def _end_and_replay_in_words(game: GameView) -> str:
    """Return the alternative text of a result's animation: the final board, then the replay."""
    who = header(game)
    replayed = moves.replay_description(*(name_of(player.name) for player in game.seats))
    return describe(
        turn_ends(game)[-1],
        who.black,
        who.white,
        who.whole_result,
        added=f"{replayed}.",
        elsewhere=moves.STONES_IN_MENU(),
    )


def _rematch_button(game: GameView) -> Button:
    """Return the rematch button, disabled if a player is deleted.

    It is always present, because the bot recognises a posted result by this button.
    """
    is_deleted = DELETED_USER_ID in [player.user_id for player in game.seats]
    return replace(button("rematch", game, labels.REMATCH()), disabled=is_deleted)
