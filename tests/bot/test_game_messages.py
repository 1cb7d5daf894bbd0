"""Messages of games: turns, results, boards and previews."""

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.errors.refusals import RefusedMove
from bot.messages.board_views import board
from bot.messages.component_ids import ComponentId
from bot.messages.confirmations import undo_question
from bot.messages.game_controls import BoardView, turn_buttons
from bot.messages.game_messages import (
    as_plain_words,
    passed,
    practice_result,
    result,
    turn,
    without_links,
)
from bot.messages.game_text import ending, game_line, header, prompt
from bot.messages.message_draft import Viewer
from bot.messages.move_answers import refusal
from bot.messages.move_panel import first_panel, needs_preview, preview_panel
from bot.messages.outgoing_message import (
    MAX_CONTENT,
    Attachment,
    Button,
    Link,
    OutgoingMessage,
    Style,
)
from bot.messages.pictures import draw_board_image
from bot.messages.planned_turns import turns_since
from bot.messages.posted_text import PINGING, SILENT, stored_text, with_prompt, without_prompt
from bot.messages.replay import step
from bot.messages.undo import declined
from bot.services.values.clocks.clock import Pace, started
from bot.services.values.ratings.conditions import RatingReason
from bot.services.values.views import (
    GameStatus,
    Location,
    Player,
    Practice,
    RatingChange,
    Score,
    SeriesScore,
    SeriesState,
    UndoPreview,
)
from bot.services.values.views import Result as EndOfGame
from bot.store.tables.payloads import Result, Turn, Undone
from bot.store.tables.players import DELETED_USER_ID
from bot.words import labels, watching
from bot.words import moves as move_words
from bot.words import practice as practice_words
from bot.words import ratings as rating_words
from bot.words import series as series_words
from bot.words.escaping import escape
from bot.words.languages import languages, speaking
from bot.words.moves import CLOSED, record_cut
from bot.words.turn_line import NO_SECOND_INCURSION, turn_line
from bot.words.undo import listed
from renderer.scene import Banner, Header, board_scene
from rules.moves import Place as PlaceMove
from rules.position import Colour

THEN = datetime(2030, 1, 2, tzinfo=UTC)


def seen(user_id, **preferences):
    return Viewer(user_id, {"theme": "dark", "confirm": "losses"} | preferences)


def kinds(draft):
    return [control.id.kind for row in draft.rows for control in row]


def test_a_turn_message_pings_only_the_player_to_move(game_after):
    game = game_after("a1 c3")
    post = turn(game)

    assert post.pings == (22,)
    assert turn_line("<@22>", game.position) in post.content
    assert "<@11>" not in post.content


def test_alternative_texts_describe_the_overlay_of_each_view(game_after):
    game = game_after("a1 c3 e5 g7 c1", start="strong-pie")

    numbers = draw_board_image(board(game, seen(11), BoardView.NUMBERS).board_image).description
    lines = draw_board_image(board(game, seen(11), BoardView.LIFELINES).board_image).description

    assert numbers.startswith("Last turns: 3 Black C1; 2 White E5 G7; 1 Black A1 C3. Lifeline,")
    assert "Lifelines: " in lines
    assert "White from E5 to G7 through F6" in lines
    assert "Stones on the board: 3 black, 2 white." in lines


@pytest.fixture
def crowded(game_after):
    """View of a game with more stones than fit into an alternative text."""
    game = game_after(game="asli", size=27, komi=0)
    position, moves = game.position, []
    for cell in random.Random(7).sample(range(27 * 27), 400):
        if position.is_legal(PlaceMove(cell)):
            moves.append(PlaceMove(cell))
            position = position.play(moves[-1])
    record = replace(game.record, moves=tuple(moves))
    return replace(game, record=record, position=position, turn_ply=len(moves))


def test_alternative_texts_without_room_say_where_to_find_all_stones(crowded):
    menu, command = (
        f"list the stones. {where}"
        for where in (move_words.STONES_IN_MENU(), move_words.STONES_BY_COMMAND())
    )
    with_menu = [turn(crowded), *(board(crowded, seen(11), look) for look in BoardView)]
    taken = PlaceMove(crowded.record.moves[-1].cell)
    refused = RefusedMove(crowded.position.why_illegal(taken), crowded.position, taken)
    without = [
        first_panel(crowded, seen(11)),
        refusal(refused, seen(11)),
    ]

    for shown in with_menu:
        assert "look" in kinds(shown)
        assert shown.board_image is None or menu in draw_board_image(shown.board_image).description
    for shown in without:
        assert "look" not in kinds(shown)
        assert command in draw_board_image(shown.board_image).description
    back = step(crowded, seen(11), len(crowded.record.moves) - 1)
    assert (
        "list the stones. /export game:7 gives you all the moves."
        in draw_board_image(back.board_image).description
    )


def test_the_danger_view_describes_dangers_first(crowded):
    plain, danger = (
        draw_board_image(board(crowded, seen(11), look).board_image).description
        for look in (BoardView.PLAIN, BoardView.DANGER)
    )

    assert danger.count("'s group ") >= plain.count("'s group ") > 0
    assert danger.index("'s group ") < danger.index("list the stones")


@pytest.mark.parametrize(
    ("moves", "options", "text"),
    [
        (
            "offer 2 black",
            {"game": "asli"},
            "2 the second player chose Black; 1 komi 2 was offered. Asli,",
        ),
        ("a1 c3 swap", {}, "2 the players swapped sides; 1 Black A1 C3. Lifeline,"),
    ],
)
def test_numbered_turns_name_no_colour_before_colours_are_chosen(game_after, moves, options, text):
    view = board(game_after(moves, **options), seen(11), BoardView.NUMBERS)

    assert draw_board_image(view.board_image).description.startswith(f"Last turns: {text}")


def test_a_move_that_draws_the_game_needs_a_preview(game_after):
    before = (
        "a4 e5 d2 e1 b5 c5 d1 b4 a1 hold b1 a2 c4 c2 a3 c3 d3 c1 e3 hold e1 a5 b2 b5 b3 d4 e2 c3 "
        "hold c2"
    )
    game = game_after(before, game="asli", size=5, komi=3)

    assert needs_preview(game, seen(11), "c4")
    shown = preview_panel(game, seen(11), "c4").content
    assert "It takes 2 stones.\n**This move ends the game in a draw:** the" in shown


def test_the_preview_warns_of_losing_all_stones(game_after):
    before = "offer 5 black a1 e5 c3 c5 d3 komi"
    game = game_after(before, start="komi-pie", size=3)
    after = game_after(f"{before} b2", start="komi-pie", size=3).position

    shown = preview_panel(game, seen(22), "b2").content

    assert shown.endswith(
        "**You lose 4 stones of your own.**\n**You lose:** Black has no stones left. "
        "The last player to place a stone wins."
    )
    assert all(after.play(move).outcome().winner is Colour.WHITE for move in after.legal_moves())


def test_the_alternative_text_of_a_preview_names_all_marks(game_after):
    game = game_after("f4 a2 g5 c5 d1 c2 g6 g4 b2 a4 f5 b1 e5 c3 c1 e2 c6")

    takes, quiet = (
        draw_board_image(preview_panel(game, seen(22), cell).board_image).description
        for cell in ("d2", "f3")
    )

    assert takes.startswith(
        "Stones that this move would take: C1 D1. In danger after this move: G4 G5 (taken by F3). "
        "The board before this move: Lifeline, hexagonal board"
    )
    assert quiet.startswith("Lifeline, hexagonal board")


def test_the_preview_announces_a_winning_move(game_after):
    game = game_after("d5 b4 c5 a1", size=3)

    shown = preview_panel(game, seen(11), "c4").content
    assert shown.endswith(
        "\n**You win:** White has no stones left. The last player to place a stone wins."
    )


def test_a_turn_message_lists_all_stones_of_the_last_turn(game_after):
    game = game_after("a1 b2 c3 d4", game="liflina", size=9, handicap=4)

    assert "**Ann played A1, B2, C3 and D4." in turn(game).content


def test_a_turn_message_names_the_last_move(game_after):
    post = turn(game_after("a1 c3"))

    assert "**Ann played A1 and C3." in post.content


def test_the_file_name_of_a_board_has_the_game_and_the_revision(game_after):
    post = turn(game_after("a1 c3"))

    picture = draw_board_image(post.board_image)
    assert picture.filename == "game-7-2.png"
    assert picture.content.startswith(b"\x89PNG")
    assert "Black (Ann)" in picture.description


def test_the_public_message_hides_the_first_of_two_stones(game_after):
    post = turn(game_after("a1"))

    assert post == turn(game_after())


def test_the_alternative_text_of_zones_names_the_middle_of_each(game_after):
    panel = first_panel(game_after(size=7), seen(11))

    assert panel.board_image.words.startswith(
        "Numbered areas, named by their middle cell: 1 G11, 2 K11"
    )
    assert "No moves yet." in panel.board_image.words


def test_a_text_board_comes_with_a_legend(game_after):
    shown = board(game_after("a1 c3 g7"), seen(11), BoardView.TEXT)

    assert "X is Black, O is White" in shown.content
    # the description spares screen readers counting dots; the unfinished turn stays hidden
    assert shown.content.endswith("Stones on the board: 2 black, 0 white. Black stones: A1 C3.")


def test_the_danger_view_says_when_no_group_is_in_danger(game_after):
    safe, in_danger = game_after("a1 c3 g7 e5"), game_after("d3 g7 f7 g6")
    assert any(in_danger.position.in_danger(colour) for colour in Colour)

    assert move_words.NOTHING_IN_DANGER() in board(safe, seen(11), BoardView.DANGER).content
    assert (
        move_words.NOTHING_IN_DANGER() not in board(in_danger, seen(11), BoardView.DANGER).content
    )
    assert move_words.NOTHING_IN_DANGER() not in board(safe, seen(11)).content


def test_the_prompt_for_an_unseen_undo_does_not_promise_to_ask_the_opponent(game_after):
    wish = UndoPreview(game_after("a1"), unseen=True, answered=False, asks=False)
    question = undo_question(wish, 11)

    assert "hasn't seen them" in question.content
    assert "asked" not in question.content


def test_only_the_player_sees_the_first_of_two_stones(game_after):
    mine, theirs = [board(game_after("a1", viewer=user), seen(user)) for user in (11, 22)]

    assert "A1" in mine.content
    assert "A1" not in theirs.content + draw_board_image(theirs.board_image).description
    assert theirs.board_image.position == game_after().position


def test_swap_has_a_button_only_when_it_is_legal(game_after):
    def kinds_after(moves):
        game = game_after(moves)
        return [button.id.kind for button in turn_buttons(game, game.position)[0]]

    assert kinds_after("") == ["move", "try", "resign"]
    assert kinds_after("a1 c3") == ["move", "swap", "try", "resign"]
    assert kinds_after("a1 c3 swap") == ["move", "try", "resign"]


def test_the_turn_message_after_a_swap_names_the_new_colours(game_after):
    game = game_after("a1 c3 swap")
    post = turn(game)

    assert game.position.to_move is Colour.WHITE
    assert turn_line("<@11>", game.position) in post.content
    assert "**Ben swapped sides and is now Black.**" in post.content


def test_komi_offers_and_choices_of_colour_have_their_own_buttons(game_after):
    def labels_of(moves):
        game = game_after(moves, start="komi-pie")
        return [button.label for button in turn_buttons(game, game.position)[0]]

    assert labels_of("") == ["Offer komi", "Try out", "Resign"]
    assert labels_of("offer 3") == ["Play Black", "Play White", "Resign"]


def test_a_result_names_the_winner_and_the_reason(game_after, ben_resigned):
    post = result(game_after("a1 c3", result=ben_resigned), Score((2, 1), 0))

    assert "**Ann wins.** Ben resigned." in post.content
    assert "Ann leads 2–1 in Lifeline." in post.content
    assert kinds(post) == ["rematch", "page", "look"]
    assert set(post.pings) == {11, 22}


def test_the_picture_of_a_removed_result_names_no_winner(game_after, ben_resigned):
    removed = replace(ben_resigned, winner_seat=None, ending="moderated")
    game = game_after("d5 b4 c5 a1 c4", size=3, result=removed)
    scene = board_scene(game.position, header(game))
    assert (scene.words.status, scene.banner) == ("Game over", Banner(CLOSED()))


RUDE = (Player(11, "A*n\u200b"), Player(22, "B_n\u200b"))
ESCAPED = [escape(each.name) for each in RUDE]


def by_will(*, winner):
    return EndOfGame(winner, "resigned", f"{RUDE[1 - winner].name} resigned.")


@pytest.mark.parametrize("winner", [0, 1])
def test_a_result_has_its_lines_in_order_with_escaped_names(game_after, winner):
    game = game_after("a1 c3 e5 g7", result=by_will(winner=winner), seats=RUDE)
    changes = (RatingChange(RatingReason.SHORT, counts=False, score=0, hidden=False, numbers=None),)
    series = SeriesScore(5, (1, 0), SeriesState.GOES_ON)
    score = Score((2, 1), 3, changes * 2, 15, series)

    post = result(game, score, frozenset({22}), shown=Result(guesses=2, right=1))

    rest = [
        record_cut(ESCAPED[winner], 15),
        watching.right_guesses(1, 2),
        f"<@11> <@22> · {move_words.score('Lifeline', ESCAPED, (2, 1), 3)}",
        series_words.goes_on(5, ESCAPED[0], 1, 0),
        rating_words.TOO_SHORT(),
        game_line(game),
    ]
    assert post.content.split("\n") == [ending(game), *rest]
    assert post.pings == (11,)
    # after turns that were played at once, they are news, though the game ended otherwise
    chain = result(game, score, shown=Result(since=2, guesses=2, right=1))
    assert chain.content.split("\n") == [ending(game), *turns_since(game, 2), *rest]
    assert chain.pings == (11, 22)


def test_a_result_names_the_turn_that_ended_the_game_by_the_rules(game_after):
    won = EndOfGame(0, "won", "")
    game = game_after("d5 b4 c5 a1 c4", size=3, result=won, seats=RUDE)
    (turn_of_ann,) = turns_since(game, None)
    assert result(game, Score((1, 0), 0)).content.split("\n")[:2] == [ending(game), turn_of_ann]


def test_the_alternative_text_of_a_result_names_players_by_their_colours_at_the_end(game_after):
    game = game_after("a1 c3 swap e5 g7", result=by_will(winner=0), seats=RUDE)
    told = result(game, Score((1, 0), 0)).replay_animation.words
    assert told.startswith(move_words.replay_description("A*n", "B_n"))
    assert "Last turn: White (A*n) placed" in told


def test_the_buttons_of_a_result(game_after):
    def buttons(seats=RUDE, moves="a1 c3 e5 g7", **how):
        game = game_after(moves, result=by_will(winner=1), seats=seats, **how.pop("terms", {}))
        return result(game, Score((1, 0), 0), **how).rows[0]

    usual = buttons(review=True, lobby=True)
    assert [each.id.kind for each in usual] == ["rematch", "review", "page", "lobby"]
    assert not usual[0].disabled
    gone = Player(DELETED_USER_ID, "deleted player")
    for seats in ((gone, RUDE[1]), (RUDE[0], gone)):
        assert buttons(seats)[0].disabled
        # and there is no score against a deleted player
        over = game_after("a1 c3", result=by_will(winner=1), seats=seats)
        left = next(each.user_id for each in seats if each != gone)
        assert f"<@{left}>" in result(over, Score((1, 0), 0)).content.split("\n")
    # a review needs stones, and a page needs moves
    asli = {"game": "asli", "komi": None}
    assert [each.id.kind for each in buttons(moves="offer 2", review=True, terms=asli)] == [
        "rematch",
        "page",
    ]
    assert [each.id.kind for each in buttons(moves="", review=True)] == ["rematch"]


@pytest.mark.parametrize(("level", "style"), [(3, Style.primary), (1, Style.secondary)])
def test_another_level_comes_after_the_rematch_of_practice(game_after, level, style):
    game = game_after("a1 c3 e5 g7", result=by_will(winner=1), seats=RUDE)
    game = replace(game, practice=Practice(seat=1, level=2))
    score = Score((0, 1), 0)
    usual = result(game, score, review=True).rows
    rows = practice_result(game, score, level=level, review=True).rows
    (rematch, another, *others), menu = rows
    assert ((rematch, *others), menu) == usual
    words = practice_words.NEXT_LEVEL() if level > 2 else practice_words.easier(level)
    assert another == Button(ComponentId("level", 7, level), words, style)
    assert practice_result(game, score, level=None, review=True).rows == usual


def test_a_practice_game_from_another_game_says_where_it_begins(game_after):
    begun, later = (
        replace(game_after(f"a1 c3{more}"), opening_plies=2, practice=Practice(seat=1, level=2))
        for more in ("", " e5 g7")
    )
    assert turn(begun).content.split("\n")[0] == move_words.begins_at(2)
    assert turn(later).content.split("\n")[0] == "**Ben played E5 and G7.**"
    over = replace(later, result=by_will(winner=0), status=GameStatus.FINISHED)
    assert move_words.NOT_COUNTED() in result(over, Score((1, 0), 0)).content
    assert "leads" not in result(over, Score((1, 0), 0)).content


def test_the_message_after_an_undo_names_no_turn(game_after):
    game = game_after("a1 c3")
    undone = turn(game, "A note.", shown=Undone(moves=("e5",), by=0)).content.split("\n")
    assert undone[:2] == ["A note.", prompt(game, "<@22>")]


def test_a_message_that_discord_rejects_or_that_has_no_links_names_the_command(game_after):
    move, jump = Button(ComponentId("move", 7, 3), "Move"), Link("https://discord.com/x", "Jump")
    post = OutgoingMessage("Text", (Attachment("a.png", b""),), ((move,), (jump,)))
    text = f"Text\n{move_words.board_by_command(7)}"
    assert as_plain_words(post, 7) == OutgoingMessage(text)
    assert as_plain_words(post, None) == OutgoingMessage("Text")
    assert without_links(post, 7) == replace(post, content=text, rows=((move,),))
    assert without_links(post, None) == replace(post, rows=((move,),))
    longest = replace(post, content="x" * MAX_CONTENT)
    assert as_plain_words(longest, 7).content == longest.content


def test_a_result_praises_the_largest_cut_of_a_server(game_after, ben_resigned):
    game = game_after("a1 c3", result=ben_resigned)

    usual, praised = (result(game, Score((1, 0), 0, (), cut)).content for cut in (0, 15))

    assert record_cut("Ann", 15) in praised.splitlines()[1]
    assert usual == praised.replace(record_cut("Ann", 15) + "\n", "")


def test_a_result_without_pings_has_no_empty_line(game_after, ben_resigned):
    gone = Player(DELETED_USER_ID, "deleted player")
    game = game_after("a1 c3", result=ben_resigned, seats=(Player(11, "Lifeline"), gone))

    post = result(replace(game, practice=Practice(seat=0, level=2)), Score((0, 0), 0))

    assert post.pings == ()
    assert "" not in post.content.split("\n")


def test_a_result_hides_stones_of_an_unfinished_turn(game_after, ben_resigned):
    half = result(game_after("a1", result=ben_resigned), Score((1, 0), 0), review=True)
    later = result(game_after("a1 c3 e5", result=ben_resigned), Score((1, 0), 0), review=True)

    assert half.replay_animation is None
    assert kinds(half) == ["rematch", "look"]
    assert len(later.replay_animation.record.moves) == 2
    assert kinds(later) == ["rematch", "review", "page", "look"]


@pytest.mark.parametrize("look", BoardView)
def test_only_the_player_sees_an_unfinished_turn_of_a_finished_game(game_after, ben_resigned, look):
    def shown_to(user, moves="a1 c3 e5"):
        return board(game_after(moves, result=ben_resigned, viewer=user), seen(user), look)

    before = shown_to(33, "a1 c3")
    mine, theirs, anybodys = map(shown_to, (22, 11, 33))

    assert theirs == anybodys == before
    assert mine != theirs


def test_a_passed_turn_has_no_pings_and_no_buttons(game_after):
    post = passed(game_after("a1 c3"))

    assert post.pings == ()
    assert kinds(post) == ["look"]
    assert post.board_image is not None


def test_spectators_get_a_board_without_turn_buttons(game_after):
    post = board(game_after("a1 c3"), seen(33))

    assert kinds(post) == ["try", "look"]
    assert "Waiting for **Ben**" in post.content


def test_markdown_and_mentions_in_names_are_escaped(game_after):
    rude = Player(22, "**@everyone** <@1> [x](http://e.il)")

    post = board(game_after("a1 c3", seats=(Player(11, "Ann"), rude)), seen(11))

    assert "@everyone" not in post.content
    assert "<@1>" not in post.content
    assert r"\*\*@" in post.content
    assert "](http" not in post.content


def test_a_declined_undo_pings_the_asker_unless_quiet_or_deleted(game_after):
    ann, ben = game_after().seats
    gone = Player(DELETED_USER_ID, "deleted player")

    assert declined(game_after(), 0).pings == (ann.user_id,)
    assert declined(game_after(), 0, frozenset({ann.user_id})).pings == ()
    left = declined(game_after(seats=(gone, ben)), 0)
    assert left.pings == ()
    assert left.content == "deleted player, **Ben** declined the undo."


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("ping", [True, False])
def test_the_stored_text_of_a_turn_has_no_prompt(game_after, language, ping):
    game = replace(game_after("a1 c3"), clock=started(Pace.BRISK, THEN, 1))
    with speaking(language):
        shown = turn(game, "**Ann undid A1.**", ping=ping)
        over = passed(game, "**Ann undid A1.**").content

    text = stored_text(shown)
    assert without_prompt(text) == over
    assert with_prompt(text, shown.prompt) == shown.content
    assert with_prompt(text, "Another line") == shown.content.replace(shown.prompt, "Another line")
    assert (PINGING in text) is ping
    assert (SILENT in text) is not ping


def test_only_a_turn_has_a_stored_text(game_after):
    assert stored_text(passed(game_after("a1 c3"))) is None
    assert stored_text(declined(game_after(), 0)) is None


@pytest.mark.parametrize("look", BoardView)
def test_a_board_after_the_deadline_has_the_buttons_of_the_notification(game_after, look):
    game = replace(game_after("a1 c3"), time_is_up=True)

    (offered, menu) = board(game, seen(11), look).rows

    assert [str(each.id) for each in offered] == ["give:7:2", "remind:7:2", "claim:7:2", "try:7:2"]
    assert [each.id.kind for each in menu] == ["look"]
    for other in (22, 33):  # the player to move, and a spectator
        assert not {"give", "remind", "claim"} & set(kinds(board(game, seen(other), look)))


def test_time_buttons_do_not_reveal_an_unfinished_turn(game_after):
    whole, half = (
        replace(game_after(moves, viewer=11), time_is_up=True) for moves in ("a1 c3", "a1 c3 e5")
    )

    assert board(half, seen(11)).rows == board(whole, seen(11)).rows


@pytest.mark.parametrize("key", ["asli", "liflina"])
def test_a_minimal_incursion_is_mentioned_while_the_game_goes_on(game_after, ben_resigned, key):
    moves, terms = "c1 e2 e5 e4 d4 d3 e3", {"game": key, "size": 5, "komi": 0}
    rule = NO_SECOND_INCURSION()

    lines = turn(game_after(moves, **terms)).content.split("\n")
    assert lines[2] == rule, "below the news and the question"
    given_up = game_after(moves, result=ben_resigned, **terms)
    elsewhere = game_after(f"{moves} a5", **terms)
    for other in (result(given_up, Score((1, 0), 0)), turn(elsewhere)):
        assert "incursion" not in other.content


def test_a_minimal_incursion_without_possible_answer_is_not_mentioned(game_after):
    game = game_after("c5 a2 a3 e5 e4 a1 b4 c4 b1 b3 a4 c3 e2 b5", game="asli", size=5, komi=0)

    assert game.position.minimal_incursion
    assert "incursion" not in turn(game).content


@pytest.mark.parametrize(("moves", "turns"), [("a1 c3", "1 turn"), ("a1 c3 swap", "2 turns")])
def test_message_and_picture_of_a_result_count_the_same_turns(
    game_after, ben_resigned, moves, turns
):
    game = game_after(moves, result=ben_resigned)

    post = result(game, Score((1, 0), 0))

    assert post.content.endswith(f"· {turns}")
    assert post.board_image is None, "the animation begins with the end"
    scene = board_scene(game.position, Header(result=post.replay_animation.result))
    assert scene.words.title == turns
    assert turns in post.replay_animation.words


@pytest.mark.parametrize(
    ("answered", "asks", "text"),
    [
        (True, True, "**Ben** has moved since, so they must agree"),
        (False, True, "Two minutes have passed, so **Ben** must agree."),
        (False, False, "After two minutes, or once **Ben** has moved, they must agree"),
    ],
)
def test_the_undo_prompt_says_whether_the_opponent_is_asked(game_after, answered, asks, text):
    wish = UndoPreview(game_after("a1 c3"), unseen=False, answered=answered, asks=asks)

    assert text in undo_question(wish, 11).content


def test_the_undo_prompt_offers_the_last_own_move_only_after_turns_played_for_the_player(
    game_after,
):
    wish = UndoPreview(game_after("a1 c3"), unseen=False, answered=True, asks=True)
    before, chain = undo_question(wish, 11), undo_question(replace(wish, since_by_hand=5), 11)

    assert [each.label for each in before.rows[0]] == ["Yes, ask", "Keep playing"]
    assert [each.label for each in chain.rows[0]] == [
        "Yes, ask",
        "Back to my own move",
        "Keep playing",
    ]
    assert "**Back to my own move** undoes 5 moves" in chain.content


def test_many_undone_moves_are_counted():
    assert listed(["a1"] * 12).count("A1") == 12
    assert listed(["a1"] * 13) == "13 moves"


def test_undone_moves_are_listed_as_a_phrase():
    assert listed(["a1", "c3", "swap"]) == "A1, C3 and swap"
    assert listed(["offer 5", "white"]) == "offer 5 and white"
    assert listed(["komi", "hold"]) == "komi and hold"
    assert listed([]) == "the last turn"


@pytest.mark.parametrize(
    ("points", "state", "line"),
    [
        ((1, 0), SeriesState.GOES_ON, "Best of 5: Ann leads 1–0. The next game follows."),
        ((0.5, 1.5), SeriesState.GOES_ON, "Best of 5: B\\*en leads 1½–½. The next game follows."),
        ((1, 1), SeriesState.GOES_ON, "Best of 5: level at 1–1. The next game follows."),
        ((2, 3), SeriesState.DECIDED, "**B\\*en wins the best of 5 by 3–2.**"),
        ((2.5, 2.5), SeriesState.DECIDED, "The best of 5 ends level at 2½–2½."),
        ((0, 1), SeriesState.STOPPED, "The best of 5 stops early. B\\*en leads 1–0."),
        ((0, 0), SeriesState.STOPPED, "The best of 5 stops early, level at 0–0."),
    ],
)
def test_a_result_says_how_the_series_stands(game_after, ben_resigned, points, state, line):
    game = replace(game_after("a1 c3"), result=ben_resigned)
    game = replace(game, seats=(Player(11, "Ann"), Player(22, "B*en")))
    score = Score((1, 0), 0, series=SeriesScore(5, points, state))
    assert line in result(game, score).content.splitlines()
    assert "est of" not in result(game, replace(score, series=None)).content


GUESSES = [
    (0, 0, ""),
    (0, 1, "-# The only spectator who guessed was wrong."),
    (1, 1, "-# The only spectator who guessed was right."),
    (0, 2, "-# All 2 spectators who guessed were wrong."),
    (1, 2, "-# One of 2 spectators guessed right."),
    (2, 2, "-# All 2 spectators who guessed were right."),
    (2, 5, "-# 2 of 5 spectators guessed right."),
]


@pytest.mark.parametrize(("right", "guesses", "line"), GUESSES)
def test_the_message_after_a_turn_says_how_many_guesses_were_right(
    game_after, ben_resigned, right, guesses, line
):
    game, counted = game_after("a1 c3"), {"guesses": guesses, "right": right}
    over = game_after("a1 c3", result=ben_resigned)
    shown = [
        turn(game, shown=Turn(**counted)),
        passed(game, shown=Turn(**counted)),
        result(over, Score((1, 0), 0), shown=Result(**counted)),
    ]
    plain = [turn(game), passed(game), result(over, Score((1, 0), 0))]
    for with_line, without in zip(shown, plain, strict=True):
        lines = with_line.content.split("\n")
        assert [each for each in lines if "guess" in each] == ([line] if line else [])
        assert [each for each in lines if "guess" not in each] == without.content.split("\n")


def test_the_guesses_come_after_the_turn_that_they_are_about(game_after):
    counted = watching.right_guesses(1, 2)
    lines = turn(game_after("a1 c3"), "A note.", shown=Turn(guesses=2, right=1)).content.split("\n")
    assert lines.index(counted) == lines.index("**Ann played A1 and C3.**") + 1
    assert lines.index(counted) < next(at for at, line in enumerate(lines) if "<@22>" in line)


def test_guesses_are_offered_in_games_of_people_in_a_server_while_they_last(
    game_after, ben_resigned
):
    def menu(game):
        (select,) = turn(game).rows[-1] if game.result is None else board(game, seen(33)).rows[-1]
        return select.placeholder, [each.value for each in select.options[6:]]

    game = game_after("a1 c3")
    views, with_guess = labels.BOARD_VIEW_MENU(), (watching.MENU(), ["watch", "guess"])
    assert menu(game) == with_guess
    assert menu(replace(game, location=Location(None, 2))) == (views, ["watch"])
    assert menu(replace(game, practice=Practice(seat=0, level=2))) == (views, [])
    assert menu(game_after("a1 c3", result=ben_resigned)) == (views, [])
    offering = game_after(game="asli", size=9)
    assert menu(offering) == (watching.MENU(), ["watch"])
