"""Discord's limits for every message, with the longest names, boards and lists."""

import json
import random
import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from itertools import product

import pytest

from bot.delivery.threads import thread_name
from bot.errors.refusals import RefusedMove
from bot.learning.move_effects import Effects
from bot.messages import undo
from bot.messages.beginner_tips import board_with_tip, panel_with_tip, without_tips
from bot.messages.board_views import board
from bot.messages.cell_buttons import effects_alt_text
from bot.messages.challenge_card import challenge_card, challenge_sent, rematch_offer
from bot.messages.confirmations import claim_question, resign_question, swap_question, undo_question
from bot.messages.game_controls import BoardView
from bot.messages.game_lists import finished_list, games_list
from bot.messages.game_messages import board_as_text, passed, result, turn
from bot.messages.game_page import exported, page_message
from bot.messages.game_text import pace_in_words
from bot.messages.message_draft import Viewer
from bot.messages.move_answers import played, refusal
from bot.messages.move_panel import legal_cells
from bot.messages.notifications import WRITERS, notification_message
from bot.messages.outgoing_message import (
    Link,
    OutgoingMessage,
    Select,
    edit_arguments,
    send_arguments,
)
from bot.messages.replay import imported, replay_message, step
from bot.messages.try_board import delete_question, play_question, try_board
from bot.messages.try_board import zone_panel as try_zone_panel
from bot.services.use_cases.try_board.try_board import MOST_NOTE, TryBoardView
from bot.services.values.clocks.clock import Pace, started
from bot.services.values.notifications.notification import Notification, ProposedGame, WaitingGame
from bot.services.values.try_board.tree import TryPlace
from bot.services.values.views import (
    ChallengeStatus,
    FinishedGame,
    FinishedGamesPage,
    GameSummary,
    Location,
    MovePlayed,
    Player,
    Result,
    Score,
    SeriesScore,
    SeriesState,
    UndoPreview,
    UndoRequest,
    UndoResult,
)
from bot.store.tables.game_lists import Tally
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.try_board import TryNode
from bot.words import try_board as try_board_words
from bot.words.games import IDEAS, IDEAS_IN_A_LINE, OPENINGS
from bot.words.languages import languages, speaking
from bot.words.turn_line import NO_SECOND_INCURSION
from renderer.describe import describe
from renderer.fitting import LONGEST
from renderer.overlays.caption import Caption
from renderer.overlays.tap_zones import TapZones
from renderer.zones import zones
from rules.comments import Comments
from rules.moves import Place as PlaceMove
from rules.reasons import Reason, ReasonKind
from rules.record import Details, Record, export_json
from rules.registry import GAMES, find_game
from rules.values import Danger
from tests.bot.challenge_views import challenge_view
from tests.bot.payload_samples import sample

# Discord's limits: messages, components, attachments
CONTENT, WIDE, ROWS, IN_ROW, LABEL, ID, PLACEHOLDER, OPTIONS, OPTION, ALT = (
    2000, 4000, 5, 5, 80, 100, 150, 25, 100, 1024,
)  # fmt: skip
NEWS, TERM = 100, 60  # characters of a turn's notification, and of a term of a challenge
IN_WORDS = "a game lacks an entry in bot/words/games.py"
SHORT_LABEL = 20  # fits on a phone beside three others
NUMBER = re.compile(r"\d{4,}")  # games have the largest ids here
COMPONENTS = 40  # limit of a wide message
LATEST = datetime(2030, 1, 2, tzinfo=UTC)
LARGE = 2**63
HUGE = 10**17
STARS = Player(LARGE, "*" * 32)  # escaping doubles each character
ATS = Player(LARGE - 1, "@everyone" * 3 + "<@1>!")
BOARDS = [
    ("lifeline", {"size": 12}),
    ("cornered", {"size": 12}),
    ("asli", {"size": 27, "komi": 3}),
    ("liflina", {"size": 19, "komi": 3}),
]
ANYBODY = Viewer(5, {"theme": "dark", "confirm": "losses"})
ANN = Viewer(LARGE, {"theme": "dark", "confirm": "losses"})


@lru_cache
def by_lot(position):
    """Play random moves until turn 60; return the position and the moves."""
    lots, moves = random.Random(1), []
    while position.turn < 60:
        locations = [move for move in position.legal_moves() if isinstance(move, PlaceMove)]
        moves.append(lots.choice(locations))
        position = position.play(moves[-1])
    return position, tuple(moves)


@pytest.fixture(params=BOARDS, ids=lambda board: board[0])
def game(request, game_after):
    """View of a game near its 60th turn, with the longest names and ids."""
    key, options = request.param
    view = game_after(game=key, seats=(STARS, ATS), **options)
    position, moves = by_lot(view.position)
    clock = started(Pace.STANDARD, LATEST, position.seat_to_move, strict=True)
    return replace(
        view,
        id=HUGE,
        record=replace(view.record, moves=moves),
        position=position,
        turn_ply=position.ply,
        location=Location(LARGE, LARGE),
        turn_message_id=LARGE,
        clock=clock,
    )


def check(draft_or_post, *, extra=0):
    """Check a message against the limits, with room for `extra` characters."""
    shown = draft_or_post
    assert 1 <= len(shown.content) + extra <= (WIDE if shown.wide else CONTENT)
    controls = [control for row in shown.rows for control in row]
    assert all(1 <= len(row) <= IN_ROW for row in shown.rows)
    assert shown.wide or len(shown.rows) <= ROWS
    ids = [str(control.id) for control in controls if not isinstance(control, Link)]
    assert len(set(ids)) == len(ids)
    assert all(len(each) <= ID for each in ids)
    for control in controls:
        if isinstance(control, Select):
            assert len(control.placeholder) <= PLACEHOLDER
            assert 1 <= len({option.value for option in control.options}) <= OPTIONS
            assert len({option.value for option in control.options}) == len(control.options)
            assert all(1 <= len(option.label) <= OPTION for option in control.options)
        else:
            assert 1 <= len(NUMBER.sub("12", control.label)) <= SHORT_LABEL, control.label
    if isinstance(shown, OutgoingMessage):
        assert all(len(file.description or "") <= ALT for file in shown.files)
    elif shown.board_image is not None:
        names = shown.board_image.header
        words = describe(shown.board_image.position, names.black, names.white, names.result)
        assert len(shown.board_image.words or words) <= ALT
    if isinstance(shown, OutgoingMessage) or shown.board_image is None:
        post = OutgoingMessage(shown.content, (), shown.rows, shown.pings, shown.wide)
        assert send_arguments(post)
        assert edit_arguments(post)


def test_turn_messages_and_text_boards(game):
    for shown in (turn(game, "x" * 120), passed(game, "x" * 120)):
        check(shown, extra=1 + len(board_as_text(game)))
    assert len(thread_name(game)) <= 100


@pytest.mark.parametrize(
    ("winner", "ending", "last"),
    [
        (0, "resigned", "Ann hat gewonnen"),
        (None, "closed", "geschlossen"),
        (None, "x", "unentschieden"),
    ],
)
def test_a_thread_is_named_in_the_language_of_its_server(game_after, winner, ending, last):
    game = game_after("a1 c3", result=Result(winner, ending, ""))
    with speaking("de"):
        assert thread_name(game) == f"Ann gegen Ben · Lifeline, Größe 4 · #7 · {last}"


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("key", "options"), BOARDS, ids=[key for key, _ in BOARDS])
def test_the_news_of_a_turn_fits_a_notification(key, options, language, strict, game_after):
    """A phone shows about 100 characters: the turn, the player to move and the deadline."""
    start = game_after(game=key, **options | {"size": 7})
    lots, position, seen = random.Random(2), start.position, []
    moves = []
    while position.turn < 40 and position.outcome() is None:
        clock = started(Pace.STANDARD, LATEST, position.seat_to_move, strict=strict)
        record = replace(start.record, moves=tuple(moves))
        if not position.mid_turn:
            view = replace(start, record=record, position=position, turn_ply=position.ply)
            with speaking(language):
                seen.append(as_shown(turn(replace(view, clock=clock)).content))
        moves.append(lots.choice(list(position.legal_moves())))
        position = position.play(moves[-1])

    assert 40 < max(map(len, seen)) <= NEWS, max(seen, key=len)


def as_shown(content):
    """Return a message as it appears in a phone's notification, without special rules."""
    lines = [line for line in content.splitlines() if not line.startswith("-# ")]
    text = " ".join(lines).replace(NO_SECOND_INCURSION(), "").replace("**", "")
    return re.sub(r"<@\d+>", "@Ann", re.sub(r"<t:\d+:\w>", "in 5 days", text))


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.key)
def test_every_game_has_its_idea_its_idea_in_a_line_and_a_line_for_every_opening(entry):
    starts = [option.choices for option in entry.options if option.name == "start"]
    openings = {(entry.key, start) for start in (starts[0] if starts else ())}
    assert entry.key in IDEAS, IN_WORDS
    assert entry.key in IDEAS_IN_A_LINE, IN_WORDS
    assert openings <= OPENINGS.keys(), IN_WORDS
    assert "\n" not in IDEAS[entry.key](), "the help has three lines"
    assert len(IDEAS_IN_A_LINE[entry.key]()) <= OPTION


@pytest.mark.parametrize("pace", Pace)
@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.key)
def test_the_terms_of_a_card_are_at_most_five_lines_of_sixty_characters(entry, pace):
    starts = [option.choices for option in entry.options if option.name == "start"]
    given = [{"start": each} for each in (starts[0] if starts else ())] or [{}]
    komi = {"komi": 12}
    for options in [*given, *({**each, **komi} for each in given)]:
        if options.get("start") not in {None, "komi-pie"} and "komi" in options:
            continue
        challenge = challenge_view(
            entry.ruleset(options),
            challenger=Player(1, "Christina"),
            opponent=Player(2, "Alexander"),
            undo=False,
            plans=False,
            pace=pace,
            strict=True,
            series=7,
        )
        content = challenge_card(challenge).content
        lines = [line[2:] for line in content.splitlines() if line.startswith("- ")]
        assert 3 <= len(lines) <= 5
        assert all(len(line) <= TERM for line in lines), lines


def test_results(game):
    for ending in ("resigned", "time", "closed"):
        winner = None if ending == "closed" else 0
        over = replace(game, result=Result(winner, ending, f"{ATS.name} ran out of time, alas."))
        series = SeriesScore(7, (3.5, 2.5), SeriesState.STOPPED)
        shown = result(over, Score((HUGE, HUGE), HUGE, (), HUGE, series))
        check(shown, extra=1 + len(board_as_text(game)))
        assert len(thread_name(over)) <= 100


@pytest.mark.parametrize("look", BoardView)
def test_boards(game, look):
    for viewer in (ANYBODY, ANN):
        check(board(game, viewer, look, "x" * 200))
        check(board_with_tip(game, viewer, look, learning=True))
        check(board_with_tip(replace(game, time_is_up=True), viewer, look, learning=True))


def test_private_panels_and_answers(game):
    mover = Viewer(game.to_move.user_id, ANN.settings)
    check(panel_with_tip(game, mover, learning=True))
    check(without_tips(game, mover, "panel"))
    for complete in (True, False):
        moves = game.record.moves[-2:]
        check(played(MovePlayed(game, moves, turn_complete=complete, repeated=False), mover))
    for question in (resign_question, claim_question):
        check(question(game, mover.user_id))
    for unseen, answered, asks in product((True, False), repeat=3):
        check(undo_question(UndoPreview(game, unseen, answered, asks, 500), mover.user_id))
    check(swap_question(game))


def tried(number):
    """Return a tried move with the longest note."""
    return TryNode(500 - number, 500, 99_999, 2**63 - 1, "a1", LATEST, "good", "@" * MOST_NOTE)


@pytest.mark.parametrize("flipped", [True, False])
def test_try_boards(game, flipped):
    turn = game.position.last_turn
    view = TryBoardView(
        game=game,
        place=TryPlace(500, 99_999, 2**63 - 1),
        position=game.position,
        turns=(turn,) * 60,
        node=tried(0),
        branches=tuple(map(tried, range(1, 40))),
        tip=1,
        others=tuple(map(tried, range(40, 60))),
        can_go_back=True,
        can_go_forward=True,
        playable="",
        may_plan=True,
        flipped=flipped,
        lost=500,
        may_publish=True,
        published=True,
    )
    shown = [
        try_board(view, ANN, "note " * 20),
        delete_question(view, ANN),
        play_question(replace(view, playable="a1 c3"), ANN),
        *(
            try_zone_panel(view, ANN, game.position.topology.names[zone.middle])
            for zone in zones(game.position.topology)
        ),
    ]
    # zones without a legal cell are dim
    assert TapZones(legal_cells(game.position)) in shown[0].board_image.overlays
    caption = Caption(try_board_words.CAPTION())
    unplanned = try_board(replace(view, node=replace(tried(0), planned_at=None)), ANN)
    assert caption in unplanned.board_image.overlays
    for each in shown:
        assert caption not in each.board_image.overlays
        check(each)
        controls = sum(1 + len(row) for row in each.rows)
        assert controls + len(("text", "picture")) <= COMPONENTS


def test_undo(game):
    asked = replace(game, undo_request=UndoRequest(STARS, game.position.ply - 4))
    check(undo.request(asked))
    check(undo.declined(game, 0))
    for was_asked in (True, False):
        check(undo.undone(UndoResult(game, ("aa27",) * 4, was_asked), ANN))


def test_refusals(game):
    taken = PlaceMove(game.record.moves[-1].cell)
    reason = game.position.why_illegal(taken)

    check(refusal(RefusedMove(reason, game.position, taken), ANN))


def test_alternative_texts_of_pictures_that_mark_every_cell(game):
    everywhere = (1 << len(game.position.topology)) - 1
    dangers = (Danger(everywhere, everywhere),) * 99
    reason = Reason(ReasonKind.OWN_GROUP_DIES, "Dead.", everywhere)
    first = PlaceMove(0)

    preview = effects_alt_text(game, Effects(everywhere, everywhere, dangers))
    refused = refusal(RefusedMove(reason, game.position, first), ANN).board_image.words

    for words in (preview, refused):
        assert len(words) <= LONGEST
        assert " more" in words
        assert find_game(game.ruleset.game).name in words


def test_replays_and_reviews(game):
    ended = replace(game, clock=None)
    for ply in (0, 7, None):
        check(step(ended, ANN, ply))
    check(replay_message(ended, ANN))
    check(exported(ended, ended.record, Comments()))
    check(page_message(ended, ended.record, Comments()))


def test_a_record_with_very_long_names_is_shown(game):
    endless = Details(first="*" * 5000, second="@" * 5000, result="_" * 5000)
    file = export_json(Record(game.ruleset, game.record.moves[:2], endless)).encode()

    shown = imported(file, ANN)

    check(shown)
    assert sum(map(len, shown.replay_animation.seats)) <= ALT - 100


def test_a_list_of_games_with_very_long_names_is_shown():
    header = {
        "game": {"name": "Asli"},
        "players": [{"name": "W" * 5000}, {"name": "@" * 5000}],
        "date-end": "9" * 5000,
    }
    games = [{"header": header, "moves": []}] * 10
    check(imported(json.dumps(games).encode(), ANN))


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.key)
@pytest.mark.parametrize("opponent", [ATS, None])
@pytest.mark.parametrize("status", ChallengeStatus)
def test_challenges(entry, opponent, status):
    challenge = challenge_view(
        entry.ruleset({}),
        id=HUGE,
        location=Location(LARGE, LARGE),
        challenger=STARS,
        opponent=opponent,
        status=status,
        message_id=LARGE,
        created_at=LATEST,
        expires_at=LATEST,
        game_id=HUGE,
        undo=False,
        pace=Pace.RELAXED,
        strict=True,
    )
    check(challenge_card(challenge))
    check(challenge_sent(challenge))
    check(rematch_offer(challenge))


@pytest.mark.parametrize(
    ("pace", "most"), [(Pace.RELAXED, "10 days"), (Pace.STANDARD, "5 days"), (Pace.BRISK, "2 days")]
)
def test_the_label_of_a_pace_fits_into_a_menu_with_its_cap(pace, most):
    named = [pace_in_words(pace, strict=strict) for strict in (None, True, False)]

    assert all(f", up to {most}" in name and len(name) <= 100 for name in named)


@pytest.mark.parametrize("level", [None, 6])
@pytest.mark.parametrize("name", [STARS.name, ATS.name, "ツ" * 32, ":" * 32])
def test_lists(name, level):
    person, where = Player(LARGE, name), Location(LARGE, LARGE)
    games = [
        GameSummary(
            HUGE + n,
            where,
            person,
            "cornered",
            12,
            n < 30,
            99,
            LATEST,
            LARGE,
            LATEST,
            time_is_up=True,
        )
        for n in range(60)
    ]
    finished = tuple(
        FinishedGame(
            HUGE + n,
            where,
            person,
            "cornered",
            12,
            None,
            False,  # noqa: FBT003
            "",
            99,
            LATEST,
            LARGE,
            level,
        )
        for n in range(10)
    )
    tallies = tuple(Tally(each.key, 10**5, 10**5, 10**5) for each in GAMES)
    for is_me, page in product((True, False), (0, 99)):
        check(games_list(games, LARGE, name, page, is_me=is_me))
    page = finished_list(FinishedGamesPage(finished, 500, 1000, tallies), LARGE, name)
    check(page)
    assert all(f"game {game.id}" in page.content for game in finished)


@pytest.mark.parametrize("about", [each for each in NotificationKind if each in WRITERS])
def test_notifications(about):
    where = Location(LARGE, LARGE)
    games = tuple(
        WaitingGame(HUGE + n, 9, "cornered", 12, STARS, where, LARGE, LATEST) for n in range(60)
    )
    longest = {
        "until": LATEST,
        "games": tuple(range(1000, 1060)),
        "moves": ("zz99",) * 9,
        "reason": "x" * 300,
    }
    given = {name: each for name, each in longest.items() if hasattr(about.family, name)}
    payload = replace(sample(about), **given)
    notification = Notification(
        about, ATS, where, write=True, games=games, about=ATS, payload=payload
    )
    check(notification_message(replace(notification, proposed=ProposedGame("cornered", 12))))


def test_a_digest_counts_the_games_that_it_leaves_out():
    where = Location(LARGE, LARGE)
    games = tuple(
        WaitingGame(HUGE + n, 9, "cornered", 12, STARS, where, LARGE, LATEST) for n in range(60)
    )
    content = notification_message(
        Notification(NotificationKind.DIGEST, ATS, where, write=True, games=games)
    ).content

    listed = content.count("](https://")
    assert 5 <= listed <= 15
    assert f"- {60 - listed} more (see `/games`)" in content


def test_the_games_of_the_fixture_are_as_long_as_claimed(game):
    entry = find_game(game.ruleset.game)

    assert game.position.turn >= 60
    assert game.position.topology.size in {12, 19, 27}
    assert entry.key in {key for key, _ in BOARDS}
