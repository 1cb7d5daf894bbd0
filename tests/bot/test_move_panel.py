"""Move panels: every legal cell is reached with at most three taps after Move."""

import random
import re
from contextlib import suppress
from dataclasses import replace

import pytest

from bot.learning.boards import position_from_text
from bot.learning.move_effects import DangerOverlay, Effects, removed_by
from bot.learning.tips import find_tip
from bot.messages.beginner_tips import (
    PANEL,
    board_with_tip,
    panel_with_tip,
    with_tips,
    without_tips,
    zone_with_tip,
)
from bot.messages.board_views import board
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.game_controls import BoardView
from bot.messages.game_text import action, mention
from bot.messages.message_draft import Viewer
from bot.messages.move_panel import (
    MAX_BADGES,
    cancelled,
    first_panel,
    guess_kept,
    is_playable,
    legal_cells,
    needs_preview,
    preview_panel,
    went_back_panel,
    zone_panel,
)
from bot.messages.outgoing_message import MAX_OPTIONS, Button, Style
from bot.messages.pictures import draw_board_image
from bot.services.values.views import Player
from bot.words import endings, labels
from bot.words.endings import ends_game
from bot.words.lessons import TIPS_ARE_ON, TIPS_OFF, TIPS_ON
from bot.words.moves import (
    NOTHING_PLAYED,
    STONES_BY_COMMAND,
    areas,
    choose_cell,
    describe_effects,
    preview,
    went_back,
)
from bot.words.turn_line import turn_line
from bot.words.turns import unseen_so_far
from bot.words.watching import choose_guess, guessed
from renderer.endangered import Endangered
from renderer.legend import SHADING, Sign
from renderer.orientation import Orientation, in_reading_order, steps_from_middle
from renderer.overlays.candidates import Candidates, NumberedSign
from renderer.overlays.tap_zones import ZoneLabel
from renderer.scene import board_scene
from renderer.zones import zone_of, zones
from rules.moves import Hold, Place
from rules.position import Colour, Danger, Ending, Outcome
from rules.reasons import IllegalMove
from rules.registry import GAMES, find_game
from rules.setup import setup
from rules.topology import bits, hexhex

# Discord's limits: https://discord.com/developers/docs/components/reference
ROW, COMPONENTS, LABEL, IDS, TEXT, ALT = 5, 40, 80, 100, 4000, 1024
SIDEWAYS = (Orientation.UPRIGHT, Orientation.RIGHT)
PLAYING = ("type", "cancel")  # controls that only a player's panel has
SWAP, KOMI, HOLD = [(kind, label()) for kind, label in labels.MOVE_BUTTONS.values()]
TAPS = 3  # a zone, a number, Play; five with More cells and Back on the two largest boards


def sizes(key):
    option = find_game(key).option("size")
    every = range(option.minimum, option.maximum + 1)
    return [size for size in every if option.is_offered(size)]


EVERY_BOARD = [(game.key, size) for game in GAMES for size in sizes(game.key)]
SOME_BOARDS = [
    ("lifeline", 3), ("lifeline", 4), ("lifeline", 8), ("lifeline", 12), ("cornered", 7),
    ("asli", 5), ("asli", 6), ("asli", 13), ("asli", 19), ("asli", 27), ("liflina", 19),
]  # fmt: skip


def positions(key, size, seed):
    """Return positions of a random game: the start, and with many and few legal cells."""
    game, lots = find_game(key), random.Random(seed)
    position = game.start(game.ruleset({"size": size}))
    wanted = [len(position.topology), len(position.topology) // 2, MAX_BADGES + 1, MAX_BADGES, 7]
    while position.outcome() is None and wanted:
        moves = list(position.legal_moves())
        places = [move for move in moves if isinstance(move, Place)]
        if places and len(places) <= wanted[0]:
            yield position
            wanted = [count for count in wanted if count < len(places)]
        unneeded = len(places) - wanted[0] if wanted else 0
        # not after each move, because listing the legal moves of a large board takes long
        for move in lots.sample(places or moves, max(1, unneeded // 3)):
            with suppress(IllegalMove):
                position = position.play(move)


@pytest.fixture
def view(game_after):
    """Return a function that makes the view of a game at a position."""

    def make(key, size, position):
        bare = game_after(game=key, size=size)
        return replace(bare, position=position, turn_ply=position.ply)

    return make


def viewer(orientation):
    return Viewer(11, {"theme": "dark", "confirm": "always", "orientation": orientation.value})


def buttons(draft, kind):
    return [each for row in draft.rows for each in row if each.id.kind == kind]


def check_limits(draft):
    every = [each for row in draft.rows for each in row]
    assert all(1 <= len(row) <= ROW for row in draft.rows)
    assert 2 + len(draft.rows) + len(every) <= COMPONENTS  # with the text and the picture
    assert len({str(each.id) for each in every}) == len(every)
    assert all(len(str(each.id)) <= IDS and 1 <= len(each.label) <= LABEL for each in every)
    assert len(draft.content) <= TEXT
    assert [each.id.kind for each in every].count("cell") <= MAX_OPTIONS
    assert {"cancel"} <= {each.id.kind for each in every}


def check_cells(game, draft, orientation):
    """Check that the buttons have the numbers of the picture, in order; return the cells."""
    shown = buttons(draft, "cell")
    names = [each.id.value for each in shown]
    (badges,) = [each for each in draft.board_image.overlays if isinstance(each, Candidates)]
    topology = game.position.topology
    assert [topology.names[cell] for cell in badges.cells] == names
    assert list(badges.cells) == list(in_reading_order(topology, badges.cells, orientation))
    full = [f"{i} · {name.upper()}" for i, name in enumerate(names, 1)]
    assert [each.label for each in shown] in (full, [str(i) for i in range(1, len(names) + 1)])
    alt_text = draft.board_image.words
    assert all(f"{i} {name.upper()}" in alt_text for i, name in enumerate(names, 1))
    assert len(alt_text) <= ALT
    check_rows(game, draft, orientation)
    return set(names)


def check_rows(game, draft, orientation):
    """Check that a row of buttons is a row of the picture, if five rows suffice."""
    topology = game.position.topology
    if topology.shape == "hexhex" and orientation.sideways:
        return
    rows = [
        [steps_from_middle(topology, topology.cell(each.id.value), orientation)[1] for each in row]
        for row in draft.rows
        if row[0].id.kind == "cell"
    ]
    heights = {height for row in rows for height in row}
    widest = max(sum(row.count(height) for row in rows) for height in heights)
    if len(heights) <= ROW and widest <= ROW:
        assert all(len(set(row)) == 1 for row in rows)
        assert len(rows) == len(heights)


def walk(game, orientation):
    """Press every button of every panel; return the number of taps to each cell."""
    person = viewer(orientation)
    first = panel_with_tip(game, person, learning=True)
    check_limits(first)
    if not buttons(first, "zone"):
        return dict.fromkeys(check_cells(game, first, orientation), 2)
    cut = zones(game.position.topology, orientation)
    assert [each.label for each in buttons(first, "zone")] == [zone.label for zone in cut]
    taps = {}
    for zone in buttons(first, "zone"):
        if not zone.disabled:
            taps |= walk_zone(game, person, zone.id.value)
    return taps


def walk_zone(game, person, value):
    orientation, taps, number = person.display_settings.orientation, {}, 1
    while True:
        panel = zone_panel(game, person, value)
        check_limits(panel)
        fresh = check_cells(game, panel, orientation) - taps.keys()
        if not fresh:
            return taps
        number += 1
        taps |= dict.fromkeys(fresh, number + 1)
        more = buttons(panel, "zone")
        if not more:
            return taps
        value = more[0].id.value


def check_board(view, key, size, ways, seed=1):
    count = 0
    for position in positions(key, size, seed):
        game = view(key, size, position)
        legal = {position.topology.names[cell] for cell in bits(legal_cells(position))}
        for orientation in ways:
            taps = walk(game, orientation)
            assert taps.keys() == legal, (position.ply, orientation)
            large = len(position.topology) > MAX_BADGES * MAX_BADGES
            assert max(taps.values()) <= TAPS + large
            if len(legal) <= MAX_BADGES:
                assert max(taps.values()) == 2
            count += len(taps)
    return count


@pytest.mark.parametrize(("key", "size"), SOME_BOARDS)
def test_every_legal_cell_can_be_reached_with_three_taps(view, key, size):
    ways = SIDEWAYS if size < 12 else SIDEWAYS[:1]

    assert check_board(view, key, size, ways) > size


@pytest.mark.parametrize(("key", "size"), [("lifeline", 3), ("lifeline", 5), ("asli", 27)])
def test_a_spectator_guesses_in_the_panel_of_a_player(view, key, size):
    game = view(key, size, next(positions(key, size, 1)))
    player, spectator = (
        viewer(Orientation.UPRIGHT),
        replace(viewer(Orientation.UPRIGHT), user_id=33),
    )
    note = choose_guess(game.id, None)
    pairs = [(first_panel(game, player), first_panel(game, spectator, note))]
    for zone in buttons(pairs[0][0], "zone"):
        if not zone.disabled:
            value = zone.id.value
            pairs.append(
                (zone_panel(game, player, value), zone_panel(game, spectator, value, note))
            )
    for theirs, mine in pairs:
        shown = [each for row in theirs.rows for each in row if each.id.kind not in PLAYING]
        guessing = [
            replace(each, id=replace(each.id, kind=f"guess-{each.id.kind}")) for each in shown
        ]
        assert [each for row in mine.rows for each in row] == guessing
        assert mine.board_image == theirs.board_image
        assert mine.content == note


def test_buttons_of_cells_have_numbers_alone_and_fit_on_a_phone(view):
    for key, size in (("lifeline", 3), ("lifeline", 5), ("asli", 19)):
        position = next(positions(key, size, 1))
        game, person = view(key, size, position), viewer(Orientation.UPRIGHT)
        first = panel_with_tip(game, person, learning=False)
        zone = [each.id.value for each in buttons(first, "zone") if not each.disabled]
        panel = zone_panel(game, person, zone[5]) if zone else first
        labels = [each.label for each in buttons(panel, "cell")]
        assert labels == [str(number) for number in range(1, len(labels) + 1)]
        assert all(len(row) <= 5 for row in panel.rows)


def test_a_zone_without_a_legal_cell_is_closed_and_the_prompt_says_so(view):
    first, *others = zones(hexhex(7))
    names = hexhex(7).names
    full = [names[cell] for cell in bits(first.cells)]
    alone = [names[zone.middle] for zone in others]
    position = setup("lifeline", {"size": 7}, black=[*full, alone[0]], white=alone[1:3])

    panel = panel_with_tip(
        view("lifeline", 7, position), viewer(Orientation.UPRIGHT), learning=False
    )

    closed = [each.label for each in buttons(panel, "zone") if each.disabled]
    assert closed == [first.label]
    assert panel.content == (
        "Your turn in game 7: press the number of an area. Grey areas have no legal cell."
    )
    (overlay,) = panel.board_image.overlays
    marks = overlay.over(board_scene(position), position).marks
    assert [mark.text for mark in marks if isinstance(mark, ZoneLabel) and mark.closed] == closed


@pytest.mark.parametrize("orientation", [Orientation.UPRIGHT, Orientation.RIGHT])
def test_cells_of_a_tip_are_marked(view, orientation):
    few = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")
    cell = few.topology.cell("d3")
    many = setup("lifeline", {"size": 7}, black=["a1", "g7"], white=["b1", "b2", "m13"])
    shown = {
        position: panel_with_tip(
            view("lifeline", position.topology.size, position),
            viewer(orientation),
            learning=True,
        )
        for position in (few, many)
    }

    def marks(position):
        return board_scene(position, overlays=shown[position].board_image.overlays).marks

    (signed,) = [mark for mark in marks(few) if isinstance(mark, NumberedSign)]
    assert (signed.cell, signed.chance) == (cell, True)
    assert f"with D3 ({signed.text})." in shown[few].content
    (ring,) = [mark for mark in marks(many) if isinstance(mark, Endangered)]
    labels = {mark.cell for mark in marks(many) if isinstance(mark, ZoneLabel)}
    assert ring.kills
    area = zone_of(many.topology, ring.kills.bit_length() - 1, orientation)
    assert f" ({area.label})" in shown[many].content  # the number of the area to press first
    assert not labels & set(bits(ring.kills))


@pytest.mark.parametrize(("to_move", "chance"), [("black", False), ("white", True)])
def test_a_close_up_keeps_the_tip_about_its_cells(view, to_move, chance):
    position = setup(
        "lifeline", {"size": 7}, black=["a1", "g7"], white=["b1", "b2", "m13"], to_move=to_move
    )
    game, ben = view("lifeline", 7, position), viewer(Orientation.UPRIGHT)
    near, far = (zone_with_tip(game, ben, cell, learning=True) for cell in ("a2", "m12"))
    marks = board_scene(position, overlays=near.board_image.overlays).marks

    assert re.search(r"\*\* .* A2 \(\d+\)\.$", near.content)
    assert [mark.chance for mark in marks if isinstance(mark, NumberedSign)] == [chance]
    assert "**" not in far.content
    assert zone_with_tip(game, ben, "a2", learning=False) == zone_panel(game, ben, "a2")


def test_the_change_from_areas_to_cells_is_said(view):
    def prompt(size, position, key="lifeline"):
        game = view(key, size, position)
        return panel_with_tip(game, viewer(Orientation.UPRIGHT), learning=False).content

    *_, late = positions("lifeline", 5, 1)
    count = legal_cells(late).bit_count()
    assert count <= MAX_BADGES
    assert (
        f"Your turn in game 7: only {count} legal cells are left. Press a cell's number."
        in prompt(5, late)
    )
    small = {"lifeline": 3, "asli": 5}  # at most MAX_BADGES cells: there were no areas
    for key, size in small.items():
        position = next(each for each in positions(key, size, 1) if legal_cells(each))
        ask = "Your turn in game 7: press the number of a cell."
        assert prompt(size, position, key) == ask


def test_a_panel_without_a_legal_cell_says_what_is_left(view):
    # worked example AS-10
    position = setup("asli", {"size": 3}, black=["a2", "b1"], white=["a1"], to_move="white",
                     prison=(1, 0), ever_two_groups=(True, False))  # fmt: skip
    game = view("asli", 3, position)

    panel = first_panel(game, Viewer(game.to_move.user_id, {"theme": "dark"}))

    assert panel.content == turn_line(mention(game.to_move), position)
    assert [each.id.kind for row in panel.rows for each in row] == ["hold", "type", "cancel"]
    assert not panel.board_image.words  # that is, no list of numbers without cells
    assert panel.board_image.elsewhere == STONES_BY_COMMAND()


def test_every_button_of_a_preview_works(view):
    for key, size in SOME_BOARDS[:6]:
        for position in positions(key, size, 3):
            game, person = view(key, size, position), viewer(Orientation.UPRIGHT)
            for cell in list(bits(legal_cells(position)))[::7]:
                name = position.topology.names[cell]
                assert needs_preview(game, person, name)
                preview = preview_panel(game, person, name)
                check_limits(preview)
                assert [each.id.kind for each in preview.rows[0]] == ["sure", "zones", "cancel"]


def test_a_turn_of_a_stone_and_komi_has_a_preview(game_after):
    moves = "d4 a1 g7 d6 c4"
    game = game_after(moves, game="cornered", start="twelve-star", komi=2)
    ben = Viewer(game.to_move.user_id, {"theme": "dark", "confirm": "always"})

    assert is_playable(game, ben, "b4 komi")
    shown = preview_panel(game, ben, "b4 komi")

    assert shown.content.startswith(preview(f"B4, {KOMI[1]}"))
    assert shown.rows[0][0].label == f"B4, {KOMI[1]}"
    assert not is_playable(game, ben, "b4 komi c3")
    with pytest.raises(OldComponent):
        preview_panel(game, ben, "b4 komi c3")


@pytest.mark.parametrize(
    ("options", "moves", "typed", "label"),
    [
        ({"game": "asli", "size": 5}, "", "offer 3", labels.offer(3)),
        ({"game": "asli", "size": 5}, "offer 3", "black", labels.CHOOSE[Colour.BLACK]()),
        ({"size": 4}, "a1 c3", "swap", SWAP[1]),
        (
            {"game": "cornered", "start": "twelve-star", "komi": 2},
            "d4 a1 g7 d6 c4",
            "komi",
            KOMI[1],
        ),
    ],
)
def test_the_preview_of_a_move_without_a_cell_has_the_words_of_its_button(
    game_after, options, moves, typed, label
):
    game = game_after(moves, **options)
    shown = preview_panel(game, Viewer(game.to_move.user_id, {"theme": "dark"}), typed)
    draw_board_image(shown.board_image)
    assert (shown.content, shown.rows[0][0].label) == (preview(label), label)


def test_the_preview_of_a_hold_announces_the_end_of_the_game(game_after):
    moves = "c1 d5 d3 a3 e1 b4 e4 b5 a1 b2 e2 b1 e5 c3 c2 d4 e3"
    game = game_after(moves, game="asli", size=5, komi=3)
    shown = preview_panel(game, Viewer(game.to_move.user_id, {"theme": "dark"}), "hold")
    mover = game.position.to_move
    ending = endings.ends_game(game.position.play(Hold()).outcome(), mover)
    assert shown.content == f"{preview(HOLD[1])}\n{ending}"


def test_the_button_of_a_losing_move_warns_of_it(view):
    styles = {True: set(), False: set()}
    for position in (each for seed in range(20) for each in positions("lifeline", 4, seed)):
        game, person = view("lifeline", 4, position), viewer(Orientation.UPRIGHT)
        for cell in bits(legal_cells(position)):
            after = position.play(Place(cell))
            outcome = after.outcome()
            wins = outcome is not None and outcome.winner is position.to_move
            lost = position.stones[position.to_move] & ~after.stones[position.to_move]
            shown = preview_panel(game, person, position.topology.names[cell])
            styles[bool(lost) and not wins].add(shown.rows[0][0].style)

    assert styles == {True: {Style.danger}, False: {Style.success}}


@pytest.mark.drill
@pytest.mark.parametrize(("key", "size"), EVERY_BOARD)
def test_every_legal_cell_can_be_reached_in_every_orientation(view, key, size):
    count = sum(check_board(view, key, size, tuple(Orientation), seed) for seed in (1, 2))

    print(f"{key} {size}: {count} ways to a cell walked")  # noqa: T201 - a drill tells its counts


def winning_placements(seed):
    """Return positions of a random game with placements that win it without a capture."""
    game, lots = find_game("lifeline"), random.Random(seed)
    position = game.start(game.ruleset({"size": 3}))
    while position.outcome() is None:
        for cell in bits(legal_cells(position)):
            after = position.play(Place(cell))
            if after.outcome() is not None and not any(removed_by(position, after)):
                yield position, position.topology.names[cell]
        position = position.play(lots.choice(list(position.legal_moves())))


def test_a_winning_placement_that_takes_nothing_is_played_without_a_preview(view):
    found = [each for seed in range(5) for each in winning_placements(seed)]
    assert found
    wants = Viewer(11, {"theme": "dark", "confirm": "losses"})

    for position, name in found:
        assert not needs_preview(view("lifeline", 3, position), wants, name)


@pytest.mark.parametrize("look", list(BoardView))
def test_a_tip_follows_the_text_of_a_board_and_marks_its_cells_only_on_the_plain_one(view, look):
    position = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")
    game = view("lifeline", 3, position)
    mover = Viewer(game.to_move.user_id, {"theme": "dark", "confirm": "always"})
    shown, without = board_with_tip(game, mover, look, learning=True), board(game, mover, look)
    tip = find_tip(position)
    assert shown.content == f"{without.content}\n{tip.text}"
    off = ComponentId("tips", game.id, game.revision, f"off {look.value}")
    assert shown.rows == (*without.rows, (Button(off, TIPS_OFF()),))
    marks = (DangerOverlay((tip.marked,), chance=True),)
    marked = without.board_image and replace(
        without.board_image, overlays=(*marks, *without.board_image.overlays)
    )
    assert shown.board_image == (marked if look is BoardView.PLAIN else without.board_image)


def test_the_button_to_turn_tips_off_is_the_first_of_the_last_row_of_a_panel(game_after):
    game = game_after("a1 c3")
    mover = Viewer(game.to_move.user_id, {"theme": "dark", "confirm": "always"})
    *cells, last = first_panel(game, mover).rows
    for panel, to, label in (
        (panel_with_tip(game, mover, learning=True), "off", TIPS_OFF()),
        (without_tips(game, mover, PANEL), "on", TIPS_ON()),
    ):
        switch = Button(ComponentId("tips", game.id, game.revision, f"{to} {PANEL}"), label)
        assert panel.rows == (*cells, (switch, *last))


def test_shading_is_explained_below_a_picture_but_not_below_a_board_of_characters(view):
    position = position_from_text("lifeline", "XO.. ..O.. ...OOO X...... ...... ...O. ...X")
    game = view("lifeline", 4, position)
    mover = Viewer(game.to_move.user_id, {"theme": "dark", "confirm": "always"})
    for look in (BoardView.PLAIN, BoardView.TEXT):
        shown = board_with_tip(game, mover, look, learning=True)
        assert (SHADING() in shown.content) is (look is BoardView.PLAIN)
    assert shown == board(game, mover, BoardView.TEXT)


@pytest.mark.parametrize("where", [PANEL, BoardView.PLAIN.value])
@pytest.mark.parametrize("learning", [False, True])
def test_where_there_is_no_tip_it_is_said_that_tips_are_on(game_after, where, learning):
    game = game_after("a1 e5 c3 g7", size=5)
    mover = Viewer(game.to_move.user_id, {"theme": "dark", "confirm": "always"})
    shown = with_tips(game, mover, where, learning=learning)
    plain = first_panel(game, mover) if where == PANEL else board(game, mover, BoardView.PLAIN)
    assert shown == replace(plain, content=f"{plain.content}\n{TIPS_ARE_ON()}")


def test_the_legend_of_a_first_board_explains_the_sign_of_its_tip(view):
    position = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")
    game = replace(view("lifeline", 3, position), is_first=True)
    mover = Viewer(game.to_move.user_id, {"theme": "dark", "confirm": "always"})
    shown = board_with_tip(game, mover, BoardView.PLAIN, learning=True)
    scene = board_scene(position, overlays=shown.board_image.overlays)

    assert Sign.CHANCE in [sign for entry in scene.legend for sign in entry.signs]


def controls(rows):
    """Return the id and the label of each button, a list for each row."""
    return [[(str(each.id), each.label) for each in row] for row in rows]


ZONES, UNDO_IT = ("zones", labels.BACK_TO_BOARD()), ("undo", labels.UNDO())
TYPED, CANCEL = ("type", labels.TYPE_MOVE()), ("cancel", labels.CANCEL())


def last_row(panel, game):
    """Return the kinds and labels of the controls below those of cells or zones."""
    *_, row = panel.rows
    assert {each.id.number for each in row} == {game.revision}
    return [(each.id.kind, each.label) for each in row]


@pytest.mark.parametrize(
    ("moves", "options", "expected"),
    [
        ("", {"size": 5}, [TYPED, CANCEL]),
        ("", {"size": 3}, [TYPED, CANCEL]),
        ("a1", {"size": 5}, [UNDO_IT, TYPED, CANCEL]),
        ("a1", {"size": 3}, [UNDO_IT, TYPED, CANCEL]),
        ("a1 c3", {"size": 5}, [SWAP, TYPED, CANCEL]),
        ("offer 3 black c3", {"game": "asli", "size": 5}, [HOLD, TYPED, CANCEL]),
        (
            "d4 a1 g7 d6 c4",
            {"game": "cornered", "start": "twelve-star", "komi": 2},
            [KOMI, TYPED, CANCEL],
        ),
        (
            "d4 a1 g7 d6 c4 b4",
            {"game": "cornered", "start": "twelve-star", "komi": 2},
            [UNDO_IT, KOMI, TYPED, CANCEL],
        ),
    ],
)
def test_a_panel_ends_with_undo_the_moves_without_a_cell_typing_and_cancel(
    game_after, moves, options, expected
):
    mover = game_after(moves, **options).to_move.user_id
    game, reader = game_after(moves, viewer=mover, **options), Viewer(mover, {"theme": "light"})
    with_undo = [each for each in expected if each != UNDO_IT]
    for noted in ("", "A note."):
        panel = first_panel(game, reader, noted)
        assert last_row(panel, game) == expected
        assert panel.content == noted or not noted
        strict = replace(game, undo=False)
        assert last_row(first_panel(strict, reader, noted), strict) == with_undo
    assert (panel.wide, panel.board_image.display_settings.theme) == (True, "light")
    assert panel.board_image.elsewhere == STONES_BY_COMMAND()


def test_a_panel_without_a_cell_in_the_middle_of_a_turn_has_an_undo(view, monkeypatch, game_after):
    monkeypatch.setattr("bot.messages.move_panel.legal_cells", lambda _: 0)
    moves = "d4 a1 g7 d6 c4 b4"
    options = {"game": "cornered", "start": "twelve-star", "komi": 2}
    game = game_after(moves, viewer=22, **options)
    panel = first_panel(game, Viewer(22, {"theme": "dark"}), "A note.")
    assert (panel.content, last_row(panel, game)) == ("A note.", [UNDO_IT, KOMI, TYPED, CANCEL])


@pytest.mark.parametrize(("count", "has_zones"), [(MAX_BADGES, False), (MAX_BADGES + 1, True)])
def test_as_many_cells_as_fit_into_one_picture_have_numbers(view, monkeypatch, count, has_zones):
    monkeypatch.setattr("bot.messages.move_panel.legal_cells", lambda _: (1 << count) - 1)
    position = next(positions("lifeline", 5, 1))
    panel = first_panel(view("lifeline", 5, position), viewer(Orientation.UPRIGHT))
    assert bool(buttons(panel, "zone")) is has_zones
    assert len(buttons(panel, "cell")) == (0 if has_zones else count)


def test_a_board_that_never_had_areas_says_nothing_of_few_cells(game_after):
    game, person = game_after("b3 e5 b4 d5", size=3), viewer(Orientation.UPRIGHT)
    assert first_panel(game, person).content == choose_cell(7)


@pytest.mark.parametrize("way", Orientation)
def test_the_alternative_text_names_the_areas_of_a_turned_board(view, way):
    position = next(positions("lifeline", 6, 1))
    game, topology = view("lifeline", 6, position), position.topology
    middles = [topology.label(zone.middle) for zone in zones(topology, way)]
    words = first_panel(game, viewer(way)).board_image.words
    assert words.startswith(areas(middles))


def test_after_the_last_page_of_a_zone_the_first_one_follows(view):
    position = next(positions("asli", 27, 1))
    game, person = view("asli", 27, position), viewer(Orientation.UPRIGHT)
    (name, *_) = [each.id.value for each in buttons(first_panel(game, person), "zone")]
    pages, value = [], f"{name}.0"
    for _ in range(4):
        panel = zone_panel(game, person, value)
        assert panel.content == choose_cell(7)
        pages.append([each.id.value for each in buttons(panel, "cell")])
        (more,) = buttons(panel, "zone")
        (back,) = buttons(panel, "zones")
        assert (more.label, back.label) == (labels.MORE_CELLS(), labels.BACK_TO_BOARD())
        assert panel.rows[-1][:2] == (more, back)
        value = more.id.value
    assert zone_panel(game, person, name) == zone_panel(game, person, f"{name}.0")
    unique = len({tuple(each) for each in pages})
    assert 1 < unique < 4
    assert pages == (pages[:unique] * 4)[:4]


@pytest.mark.parametrize(("reader", "leads_to"), [(11, "zones"), (33, "guess-zones")])
def test_a_kept_guess_can_be_changed(game_after, reader, leads_to):
    game = game_after("a1 c3")
    shown = guess_kept(game, Viewer(reader, {"theme": "dark"}), "e5")
    assert (shown.content, shown.wide) == (guessed("e5"), True)
    assert controls(shown.rows) == [[(f"{leads_to}:7:2", labels.BACK_TO_BOARD())]]


WON, LOST = Outcome(Colour.BLACK, Ending.NO_STONES), Outcome(Colour.WHITE, Ending.NO_STONES)
DRAWN = Outcome(None, Ending.REPETITION)


@pytest.mark.parametrize(
    ("lost", "outcome", "style"),
    [
        (0, None, Style.success),
        (6, None, Style.danger),
        (6, WON, Style.success),
        (0, LOST, Style.danger),
        (6, DRAWN, Style.success),
    ],
)
def test_a_preview_tells_every_effect_and_warns_of_a_loss(
    game_after, monkeypatch, lost, outcome, style
):
    game = game_after(start="none")
    groups = tuple(Danger(group, 1) for group in (0b1100, 0b110000))
    effects = Effects(0b1001, lost, groups, outcome)
    monkeypatch.setattr("bot.messages.move_panel.effects_of", lambda *_: effects)
    shown = preview_panel(game, viewer(Orientation.LEFT), "e5")
    label = game.position.topology.label
    assert shown.content.split("\n") == [
        preview("E5"),
        *describe_effects(2, lost.bit_count(), [label(3), label(5)]),
        *([ends_game(outcome, Colour.BLACK)] if outcome else []),
    ]
    assert controls(shown.rows) == [
        [("sure:7:0:e5", labels.confirm("E5")), (f"{ZONES[0]}:7:0", ZONES[1]),
         (f"{CANCEL[0]}:7:0", CANCEL[1])]
    ]  # fmt: skip
    assert [each.style for each in shown.rows[0]] == [style, Style.secondary, Style.secondary]
    assert shown.board_image.display_settings.orientation is Orientation.LEFT


def test_a_typed_turn_after_an_undo_is_shown_below_the_last_turn(game_after):
    game, person = game_after("a1 c3 swap"), viewer(Orientation.UPRIGHT)
    shown = went_back_panel(game, person, "e5")
    before = preview_panel(game, person, "e5")
    last = action(game, game.position)
    assert shown.content.split("\n") == [went_back(7), *last, *before.content.split("\n")]
    assert shown.rows == before.rows


@pytest.mark.parametrize(
    ("moves", "options", "turn", "label"),
    [
        ("a1 c3", {}, "swap", SWAP[1]),
        ("", {"game": "asli", "size": 5}, "offer 4", labels.offer(4)),
        ("offer 4", {"game": "asli", "size": 5}, "white", labels.CHOOSE[Colour.WHITE]()),
        ("offer 4 black c3", {"game": "asli", "size": 5}, "hold", HOLD[1]),
    ],
)
def test_a_move_without_a_cell_has_a_preview_with_its_own_label(
    game_after, moves, options, turn, label
):
    game = game_after(moves, **options)
    shown = preview_panel(game, viewer(Orientation.UPRIGHT), turn)
    assert shown.content == preview(label)
    revision = game.revision
    assert controls(shown.rows) == [
        [(f"sure:7:{revision}:{turn}", label), (f"cancel:7:{revision}", labels.CANCEL())]
    ]
    assert shown.rows[0][0].style is Style.success


@pytest.mark.parametrize("reader", [11, 22, 33])
def test_only_the_player_to_move_plays_a_typed_turn(game_after, ben_resigned, reader):
    person = Viewer(reader, {"theme": "dark"})
    game = game_after("a1 c3")
    assert is_playable(game, person, "e5 g4") is (reader == 22)
    assert not is_playable(game, person, "a1")
    assert not is_playable(game_after("a1 c3", result=ben_resigned), person, "e5 g4")


@pytest.mark.parametrize(
    ("moves", "name", "loss"),
    [
        ("e5 a3 c5 a4 b4 e3", "b5", "takes"),
        ("f3 f5 b1 e7", "f4", "loses"),
        ("f3 f5 b1 e7", "a1", "neither"),
    ],
)
@pytest.mark.parametrize("confirm", ["always", "losses", "never"])
def test_a_capture_or_a_loss_needs_a_preview_and_other_stones_if_one_wants_it(
    game_after, moves, name, loss, confirm
):
    game, person = game_after(moves), Viewer(11, {"theme": "dark", "confirm": confirm})
    needed = confirm == "always" or (confirm == "losses" and loss != "neither")
    assert needs_preview(game, person, name) is needed
    if confirm == "losses":
        with pytest.raises(OldComponent):
            needs_preview(game, person, moves.split()[0])


@pytest.mark.parametrize("reader", [11, 22, 33])
@pytest.mark.parametrize("undo", [True, False])
def test_cancel_leaves_an_unfinished_turn_with_its_buttons(game_after, ben_resigned, reader, undo):
    seats = (Player(11, "Ann"), Player(22, "B*n"))
    game = replace(game_after("a1", viewer=reader, seats=seats), undo=undo)
    shown = cancelled(game, Viewer(reader, {"theme": "dark"}))
    revision, back = game.revision, [("undo", labels.UNDO())] if undo else []
    if reader == 11:
        assert shown.content == unseen_so_far(game.record.moves, hexhex(4), 1, r"B\*n")
        kinds = [("zones", labels.SECOND_STONE()), *back]
        assert controls(shown.rows) == [[(f"{kind}:7:{revision}", text) for kind, text in kinds]]
        assert shown.rows[0][0].style is Style.primary
    else:
        assert (shown.content, shown.rows) == (NOTHING_PLAYED(), ())
    assert shown.wide
    over = game_after("a1", viewer=reader, result=ben_resigned)
    assert cancelled(over, Viewer(reader, {"theme": "dark"})).content == NOTHING_PLAYED()
