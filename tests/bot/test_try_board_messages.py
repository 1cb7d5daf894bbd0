"""Messages of the try-board: every line, every control and every part of the picture."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.messages.board_views import board
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.game_controls import LONGEST_TURN, try_button
from bot.messages.game_text import game_line
from bot.messages.message_draft import Viewer
from bot.messages.outgoing_message import Button, Option, Style, TextField
from bot.messages.replay import game_at
from bot.messages.try_board import (
    HALF_TURNED,
    closed,
    delete_question,
    note_form,
    play_question,
    publish_question,
    read_place,
    read_ply,
    try_board,
    type_form,
    zone_panel,
)
from bot.services.use_cases.try_board.try_board import MOST_NOTE, TryBoardView
from bot.services.values.games.typed_turns import example_turn
from bot.services.values.try_board.lines import PlayedLine
from bot.services.values.try_board.tree import IN_GAME, TryPlace
from bot.services.values.views import Location, Practice
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.try_board import TryNode
from bot.words import labels, moves, plans
from bot.words import try_board as words
from renderer.orientation import Orientation, in_reading_order, steps_from_middle
from renderer.overlays.candidates import Candidates
from renderer.overlays.caption import Caption
from renderer.overlays.numbers import Numbers
from renderer.overlays.tap_zones import TapZones
from renderer.overlays.zoom import Zoom
from renderer.zones import zones
from rules.setup import setup
from rules.topology import bits, hexhex

THEN = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)
ANN = Viewer(11, {"theme": "dark"})
CAPTION = Caption(words.CAPTION())


def tried(game, line="", *, begins=None, **more):
    """Return the view of a try-board after a line of moves.

    :param begins: the position in which the line begins, by default that of the game.
    """
    played = PlayedLine(begins or game.position)
    for move in filter(None, line.split(", ")):
        played = played.play(move)
    node = TryNode(5, IN_GAME, played.position.ply - 1, 77, line.split(", ")[-1])
    view = TryBoardView(
        game, TryPlace(node.node if line else IN_GAME, played.position.ply, 0x2A),
        played.position, played.turns, node if line else None, (), 0, (), can_go_back=True,
        can_go_forward=True, playable="", may_plan=False, may_publish=False, published=False,
        flipped=False, lost=1,
    )  # fmt: skip
    return replace(view, **more)


def lines(draft):
    return draft.content.split("\n")


def marked_node(**more):
    return TryNode(5, IN_GAME, 2, 77, "d4", **more)


@pytest.fixture
def game(game_after):
    """Game of size 4, in which Ann has played A1 and C3, Ben G4; Ben is Ann's opponent."""
    return game_after("a1 g4 c3", start="none")


@pytest.mark.parametrize(
    ("node", "said"),
    [
        ({}, [words.banner()]),
        ({"mark": "good"}, [words.banner(), words.marked("good")]),
        ({"note": "a *b*"}, [words.banner(), words.note(r"a \*b\*")]),
        (
            {"mark": "bad", "note": "x", "planned_at": THEN},
            [words.marked("bad"), plans.planned_since(int(THEN.timestamp())), words.note("x")],
        ),
    ],
)
def test_a_tried_move_is_shown_with_all_that_is_known_of_it(game, node, said):
    view = tried(game, "e5, d4", node=marked_node(**node))
    turns = words.tried([words.turn(1, "White", "E5"), words.turn(2, "Black", "D4")])
    said.insert(0 if "planned_at" in node else 1, turns)
    for note in ((), ("What was done.",)):
        draft = try_board(view, ANN, *note)
        assert lines(draft) == [
            *note, *said, words.tap_area("White"), game_line(game_at(game, view.position))
        ]  # fmt: skip
        image = draft.board_image
        numbers, zones_, *caption = image.overlays
        assert numbers == Numbers(view.turns, first=1)
        assert isinstance(zones_, TapZones)
        assert caption == ([] if "planned_at" in node else [CAPTION])
        assert image.words.startswith(words.numbers(["1 White E5", "2 Black D4"]))
        assert (image.filename, image.position) == ("try-7.png", view.position)


@pytest.mark.parametrize("back", [0, 1, 3])
def test_a_position_of_the_game_is_named_by_its_turn_if_it_is_an_earlier_one(game_after, back):
    game = game_after("a1 g4 c3", start="none")
    earlier = game_after(" ".join(["a1", "g4", "c3"][: 3 - back]), start="none").position
    draft = try_board(tried(game, begins=earlier), ANN)
    colour = ("White", "Black")[back % 2]
    before = [words.before_first(4 - back)] if back else []
    line = game_line(game_at(game, earlier))
    assert lines(draft) == [words.banner(), *before, words.tap_area(colour), line]
    assert draft.board_image.words.startswith(words.NOTHING_PLAYED())
    assert draft.board_image.position == earlier


def test_turns_and_colours_of_a_tried_line_are_those_of_its_end(game_after):
    game = game_after("a1 c3")
    view = tried(game, "swap, e5")
    draft = try_board(view, ANN)
    turns = [words.turn(1, "White", "swap"), words.turn(2, "White", "E5")]
    assert lines(draft)[1] == words.tried(turns)
    header = draft.board_image.header
    assert (header.black, header.white) == ("Ben", "Ann")
    assert "White (Ann)" in draft.board_image.words


def test_a_tried_offer_and_choice_have_no_colour_and_two_stones_are_one_turn(game_after):
    offer = tried(game_after(game="asli", size=5), "offer 5, black, c3")
    told = [words.bargain(1, "offer 5"), words.bargain(2, "black"), words.turn(3, "Black", "C3")]
    assert lines(try_board(offer, ANN))[1] == words.tried(told)
    stones = tried(game_after("a1", viewer=11), "c3, e5")
    told = [words.turn(1, "Black", "A1 C3"), words.turn(2, "White", "E5")]
    assert lines(try_board(stones, ANN))[1] == words.tried(told)


@pytest.mark.parametrize(("count", "left"), [(6, 0), (7, 1), (8, 2)])
def test_more_than_six_tried_turns_are_counted(game, count, left):
    cells = ["e5", "d4", "b5", "f6", "d6", "d2", "f3", "b2"][:count]
    told = [
        words.turn(number, ("Black", "White")[number % 2], cell.upper())
        for number, cell in enumerate(cells, 1)
    ]
    shown = [*([words.earlier(left)] if left else []), *told[left:]]
    draft = try_board(tried(game, ", ".join(cells)), ANN)
    assert lines(draft)[1] == words.tried(shown)
    assert draft.board_image.words.startswith(words.numbers(shown))


def test_each_phase_has_its_own_task(game_after):
    def task(game, line=""):
        return lines(try_board(tried(game, line), ANN))[-2]

    bargain = game_after(game="asli", size=5)
    assert task(bargain) == words.bargaining(chooses=False)
    assert task(bargain, "offer 5") == words.bargaining(chooses=True)
    assert task(game_after(size=3)) == words.tap_cell("Black"), "each area is a cell"
    assert task(game_after("a1 c5", size=3)) == words.tap_cell("White")
    assert task(game_after(size=5)) == words.tap_area("Black")
    over = game_after("b3 e5 b4 d5 c4 c5", size=3)
    assert task(over, "a1") == words.NO_MOVES()


def id_of(kind, value="", node=IN_GAME, ply=3):
    return ComponentId(kind, 7, node, f"{ply}.2a.{value}" if value else f"{ply}.2a")


@pytest.mark.parametrize("back", [True, False])
@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("playable", ["", "e5"])
@pytest.mark.parametrize("planned_at", [None, THEN])
@pytest.mark.parametrize("may_plan", [True, False])
def test_the_buttons_below_a_tried_move(game, back, forward, playable, planned_at, may_plan):
    node = marked_node(planned_at=planned_at)
    view = tried(game, "e5", node=node, can_go_back=back, can_go_forward=forward,
                 playable=playable, may_plan=may_plan)  # fmt: skip

    *_, row, _ = try_board(view, ANN).rows

    def button(kind, label, **more):
        return Button(id_of(kind, node=5, ply=4), label, **more)

    plan = button("plan", plans.PLAN(), style=Style.success)
    drop = button("unplan", plans.DROP_THIS())
    play = [button("try-play", words.PLAY_NOW())]
    assert list(row) == [
        button("try-back", labels.BACK(), disabled=not back),
        button("try-forward", words.FORWARD(), disabled=not forward),
        *(play if playable else [] if not may_plan else [drop if planned_at else plan]),
    ]


def test_a_position_of_the_game_has_no_plan(game):
    *_, row, _ = try_board(tried(game, may_plan=True), ANN).rows
    assert [each.id.kind for each in row] == ["try-back", "try-forward"]


def options(draft):
    ((menu,),) = draft.rows[-1:]
    assert (menu.placeholder, menu.id.kind) == (words.MORE(), "try-menu")
    return menu.options


TYPE = Option("type", labels.TYPE_MOVE())
FLIP, CLOSE = Option("flip", words.FLIP()), Option("close", words.CLOSE())
NOTE, DELETE = Option("note", words.NOTE()), Option("delete", words.DELETE_LINE())


def test_the_menu_names_the_next_moves_then_the_alternatives_then_the_actions(game):
    branches = (
        TryNode(8, 5, 4, 1, "d4"),
        TryNode(9, 5, 4, 1, "b2", mark="bad", note="a *b*\u202e c"),
    )
    others = (TryNode(3, 0, 3, 1, "f5", note="n" * 200), TryNode(4, 0, 3, 1, "swap", mark="good"))
    view = tried(game, "e5", branches=branches, others=others)
    assert options(try_board(view, ANN)) == (
        Option("8", words.next_move("D4")),
        Option("9", words.next_move("B2"), f"{words.marked('bad')} a *b* c"),
        Option("3", words.instead("F5"), "n" * 100),
        Option("4", words.instead("swap"), words.marked("good")),
        TYPE, NOTE, Option("good", words.GOOD()), Option("bad", words.BAD()), DELETE, FLIP, CLOSE,
    )  # fmt: skip


@pytest.mark.parametrize("mark", [None, "good", "bad"])
@pytest.mark.parametrize("published", [True, False])
@pytest.mark.parametrize("may_publish", [True, False])
def test_the_actions_of_the_menu(game, mark, published, may_publish):
    view = tried(game, "e5", node=marked_node(mark=mark, note="x"), published=published,
                 may_publish=may_publish)  # fmt: skip
    marks = {"good": Option("good", words.GOOD()), "bad": Option("bad", words.BAD())}
    marks.pop(mark, None)
    unmark = [Option("unmark", words.UNMARK())] if mark else []
    publish = [Option("publish", words.PUBLISH())] if may_publish else []
    publish = [Option("withdraw", words.WITHDRAW())] if published else publish
    on_a_move = [NOTE, *marks.values(), *unmark, DELETE]
    assert list(options(try_board(view, ANN))) == [TYPE, *on_a_move, FLIP, *publish, CLOSE]
    view = replace(view, node=None)
    assert list(options(try_board(view, ANN))) == [TYPE, FLIP, *publish, CLOSE]


def test_a_full_menu_keeps_the_oldest_moves_and_all_actions(game):
    branches = tuple(TryNode(number, 5, 4, 1, "d4") for number in range(10, 30))
    others = tuple(TryNode(number, 0, 3, 1, "d4") for number in range(30, 50))
    shown = options(try_board(tried(game, branches=branches, others=others), ANN))
    assert [each.value for each in shown] == [*map(str, range(10, 32)), "type", "flip", "close"]


def test_moves_without_a_cell_have_buttons_and_no_typing_where_a_form_is_offered(game_after):
    def special(game, line=""):
        *_, row, _, (menu,) = try_board(tried(game, line), ANN).rows
        return [(str(each.id), each.label) for each in row], menu.options[0]

    bargain = game_after(game="asli", size=5)
    offer = [("try-type:7:0:0.2a", labels.OFFER_KOMI())]
    assert special(bargain) == (offer, FLIP)
    black, white = labels.CHOOSE.values()
    choices = [("try-move:7:5:1.2a.black", black()), ("try-move:7:5:1.2a.white", white())]
    assert special(bargain, "offer 5") == (choices, TYPE)
    assert special(game_after("a1 c3"))[0] == [
        ("try-move:7:0:2.2a.swap", labels.MOVE_BUTTONS[moves_of("swap")][1]())
    ]
    over = game_after("b3 e5 b4 d5 c4 c5", size=3)
    assert options(try_board(tried(over, "a1"), ANN))[0] == NOTE


def moves_of(name):
    return next(each for each, (kind, _) in labels.MOVE_BUTTONS.items() if kind == name)


def test_zones_have_the_cells_of_their_middles_and_closed_ones_are_disabled(game_after):
    first, second, *others = zones(hexhex(7))
    names = hexhex(7).names
    full = [names[cell] for cell in bits(first.cells | second.cells)]
    full.remove(names[second.cells.bit_length() - 1])  # leaves a cell at its edge
    alone = [names[zone.middle] for zone in others]
    position = setup("lifeline", {"size": 7}, black=[*full, alone[0]], white=alone[1:3])
    game = game_after(size=7)
    view = tried(replace(game, position=position, turn_ply=position.ply))

    *rows, _, _ = try_board(view, ANN).rows

    buttons = [each for row in rows for each in row]
    middles = [names[zone.middle] for zone in zones(hexhex(7))]
    at = view.place.ply
    assert [each.id for each in buttons] == [id_of("try-zone", each, ply=at) for each in middles]
    assert [each.label for each in buttons] == [zone.label for zone in zones(hexhex(7))]
    assert [each.label for each in buttons if each.disabled] == [first.label]


FEW = "b3 e5 b4 d5"  # leaves few legal cells of size 3


def test_few_cells_have_numbers_and_names(game_after):
    view = tried(game_after(FEW, size=3), "c4")
    draft = try_board(view, ANN)
    numbers, badges, _ = draft.board_image.overlays
    assert (numbers, type(badges)) == (Numbers(view.turns, first=1), Candidates)
    names = [view.position.topology.names[cell] for cell in badges.cells]
    *rows, _, _ = draft.rows
    shown = [(each.id, each.label) for row in rows for each in row]
    at = view.place.ply
    assert shown == [
        (id_of("try-cell", each, 5, at), str(n)) for n, each in enumerate(names, start=1)
    ]
    told = words.numbers([words.turn(1, "Black", "C4")])
    named = moves.numbers([each.upper() for each in names])
    assert draft.board_image.words.startswith(f"{told} {named} ")
    assert lines(draft)[-2] == words.tap_cell("White")


@pytest.mark.parametrize(("count", "are_buttons"), [(16, True), (17, False)])
def test_moves_without_a_cell_are_in_the_menu_where_buttons_are_many(
    game_after, monkeypatch, count, are_buttons
):
    monkeypatch.setattr("bot.messages.try_board.legal_cells", lambda _: (1 << count) - 1)
    *rows, _, (menu,) = try_board(tried(game_after("a1 c5", size=3)), ANN).rows
    kinds = {each.id.kind for row in rows for each in row}
    swap = Option("swap", labels.MOVE_BUTTONS[moves_of("swap")][1]())
    assert kinds == {"try-cell", *(["try-move"] if are_buttons else [])}
    assert menu.options == (*(() if are_buttons else (swap,)), TYPE, FLIP, CLOSE)


@pytest.mark.parametrize("way", Orientation)
def test_a_rotated_board_is_the_board_of_the_opposite_orientation(game_after, way):
    opposite = HALF_TURNED[way]
    topology = hexhex(4)
    for cell in range(len(topology)):
        x, y = steps_from_middle(topology, cell, way)
        assert steps_from_middle(topology, cell, opposite) == (-x, -y)
    upright, turned = (
        Viewer(11, {"theme": "light", "orientation": each.value}) for each in (opposite, way)
    )
    views = [tried(game_after(size=size)) for size in (3, 5, 7)]
    for view in (*views, tried(game_after(FEW, size=3))):
        rotated = replace(view, flipped=True)
        assert try_board(rotated, turned) == try_board(view, upright)
        zoned = [each for row in try_board(view, upright).rows for each in row]
        for zone in [each for each in zoned if each.id.kind == "try-zone"][:2]:
            _, value = read_place(zone.id)
            assert zone_panel(rotated, turned, value) == zone_panel(view, upright, value)


@pytest.mark.parametrize("way", [Orientation.UPRIGHT, Orientation.LEFT, Orientation.MIRRORED])
def test_the_close_up_of_a_zone_numbers_its_cells_in_reading_order(game_after, way):
    game, viewer = game_after(game="asli", size=27, komi=0), Viewer(
        11, {"theme": "dark", "orientation": way.value}
    )  # fmt: skip
    view = tried(game, "c3, d5")
    topology = game.position.topology
    zone = zones(topology, way)[0]
    name = topology.names[zone.middle]

    draft = zone_panel(view, viewer, f"{name}.1")

    numbers, zoom, badges, caption = draft.board_image.overlays
    assert (numbers, caption) == (Numbers(view.turns, first=1), CAPTION)
    assert zoom == Zoom(zone.middle, zone.cells)
    assert isinstance(badges, Candidates)
    assert badges.cells == in_reading_order(topology, badges.cells, way)
    *rows, last = draft.rows
    shown = [(each.id, each.label) for row in rows for each in row]
    names = [topology.names[cell] for cell in badges.cells]
    at = view.place.ply
    assert shown == [
        (id_of("try-cell", each, 5, at), str(n)) for n, each in enumerate(names, start=1)
    ]
    assert last == (
        Button(id_of("try-zone", f"{name}.2", 5, at), labels.MORE_CELLS()),
        Button(id_of("try-show", node=5, ply=at), labels.BACK_TO_BOARD()),
    )
    told = words.tried([words.turn(1, "Black", "C3"), words.turn(2, "White", "D5")])
    line = game_line(game_at(game, view.position))
    assert lines(draft) == [words.banner(), told, words.tap_cell("Black"), line]
    assert moves.numbers([each.upper() for each in names]) in draft.board_image.words


def test_a_zone_of_one_page_has_no_further_cells(game_after):
    view = tried(game_after(size=5))
    zone = hexhex(5).names[zones(hexhex(5))[0].middle]
    *_, last = zone_panel(view, ANN, zone).rows
    assert [each.label for each in last] == [labels.BACK_TO_BOARD()]


CANCEL = Button(id_of("try-show", node=5, ply=4), labels.CANCEL())


def test_each_question_shows_the_line_and_can_be_cancelled(game):
    view = tried(game, "e5", lost=3, playable="e5")
    told = [words.banner(), words.tried([words.turn(1, "White", "E5")])]
    line = game_line(game_at(game, view.position))
    sure = Button(ComponentId("sure", 7, game.revision, "e5"), words.play("E5"), Style.success)
    questions = (
        (delete_question, words.delete_question(3), "try-delete-yes",
         words.CONFIRM_DELETE(), Style.danger),
        (publish_question, words.PUBLISH_QUESTION(), "try-publish-yes",
         words.CONFIRM_PUBLISH(), Style.success),
    )  # fmt: skip
    for make, question, kind, label, style in questions:
        draft = make(view, ANN)
        assert lines(draft) == [*told, question, line]
        assert draft.rows == ((Button(id_of(kind, node=5, ply=4), label, style), CANCEL),)
    draft = play_question(view, ANN)
    assert lines(draft) == [*told, words.play_now_question("E5", 7), line]
    assert draft.rows == ((sure, CANCEL),)
    late = replace(view, playable="")
    assert play_question(late, ANN) == try_board(late, ANN, words.NOT_YOUR_MOVE_NOW())


@pytest.mark.parametrize("published", [True, False])
@pytest.mark.parametrize("note", ["", "slow *x*"])
def test_the_form_for_a_note(game, published, note):
    view = tried(game, "e5", node=marked_node(note=note), published=published, may_publish=True)
    form = note_form(view)
    label = words.NOTE_SEEN_LABEL() if published else words.NOTE_LABEL()
    field = TextField("note", label, "", MOST_NOTE, required=False, value=note or None)
    assert (form.id, form.title) == (id_of("try-note-form", node=5, ply=4), words.NOTE_TITLE())
    assert form.fields == (field,)


def test_the_form_for_a_move_has_an_example_of_the_position(game):
    view = tried(game, "b1")
    form, example = type_form(view), example_turn(view.position).lower()
    assert example != example_turn(game.position).lower()
    assert (form.id, form.title) == (id_of("try-type-form", node=5, ply=4), words.TYPE_TITLE())
    assert form.fields == (TextField("text", words.TYPE_LABEL(), example, LONGEST_TURN),)


def test_a_closed_board_opens_again_and_in_private_practice_it_is_the_games(game):
    shown = closed(tried(game, "e5"), ANN)
    assert (shown.content, shown.rows) == (words.CLOSED(), ((try_button(game),),))
    private = replace(game, practice=Practice(1, 2), location=Location(None, NO_CHANNEL))
    assert closed(tried(private, "e5"), ANN) == board(private, ANN, note=words.KEPT())


@pytest.mark.parametrize(
    ("value", "place", "rest"),
    [
        ("3.2a", TryPlace(5, 3, 42), ""),
        ("3.2a.e5", TryPlace(5, 3, 42), "e5"),
        ("3.2a.e5.1", TryPlace(5, 3, 42), "e5.1"),
        ("12.ffffffffffffffff.x", TryPlace(5, 12, 2**64 - 1), "x"),
    ],
)
def test_an_id_names_a_place_and_a_value(value, place, rest):
    assert read_place(ComponentId("try-cell", 7, 5, value)) == (place, rest)
    in_game = replace(place, node=IN_GAME)
    for number in (None, 0):
        assert read_place(ComponentId("try-cell", 7, number, value)) == (in_game, rest)


def test_an_id_without_a_place_or_with_an_unlikely_ply_is_old():
    for value in ("", "3", "x.2a", "3.xyz"):
        with pytest.raises(OldComponent):
            read_place(ComponentId("try-cell", 7, 5, value))
    read = [read_ply(ComponentId("try", 7, 5, value)) for value in ("", "0", "12", "999999")]
    assert read == [None, 0, 12, 999999]
    for value in ("-1", "x", "1000000"):
        with pytest.raises(OldComponent):
            read_ply(ComponentId("try", 7, 5, value))
