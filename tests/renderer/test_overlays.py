"""Overlays, in the scene and in the pixels."""

from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from bot.learning.boards import position_from_text
from renderer.endangered import Endangered
from renderer.overlays import (
    OVERLAYS,
    Candidates,
    Danger,
    Illegal,
    Lifelines,
    Numbers,
    OverlayError,
    Preview,
    TapZones,
    Zoom,
    parse_overlay,
)
from renderer.overlays.candidates import Badge
from renderer.overlays.caption import Caption
from renderer.overlays.illegal import Refused, outlined_in_words
from renderer.overlays.lifelines import lifelines_in_words
from renderer.overlays.mistake import Mistake
from renderer.overlays.numbers import Number, last_turns, numbers_in_words
from renderer.overlays.plan import Plan
from renderer.scene import Banner, Header, board_scene, territory_of
from renderer.theme import THEMES, WHITE
from renderer.threads import Thread, shared_lanes, threads
from rules import registry
from rules.moves import Choose, Hold, Komi, Move, Offer, Place, Swap, parse_turn
from rules.position import Colour, Position
from rules.reasons import IllegalMove, InvalidMove, Reason, ReasonKind
from rules.setup import setup
from rules.topology import bits, hexhex
from tests.renderer.helpers import (
    COLOUR_BLINDNESS,
    DrawnScene,
    draw_scene,
    lightness,
    random_game,
    simple_scene,
    simulate_colour_blindness,
)

EVERY_THEME = pytest.mark.parametrize("theme", list(THEMES))
SIZES = {"asli": 9, "liflina": 13}
GAMES = {game.key: {"size": SIZES.get(game.key, 7)} for game in registry.GAMES}
OF_OTHER_MOVES = {
    *(ReasonKind.NO_PRISONER, ReasonKind.SWAP_TOO_LATE, ReasonKind.NOT_IN_RANGE),
    *(ReasonKind.NO_KOMI_LEFT, ReasonKind.KOMI_IN_SETUP, ReasonKind.KOMI_WITHOUT_STONE),
}
REFUSED = [kind for kind in ReasonKind if kind not in {*OF_OTHER_MOVES, ReasonKind.OFF_BOARD}]
EVERY_GAME = pytest.mark.parametrize("key", list(GAMES))


@EVERY_THEME
def test_danger_marks_the_group_the_killing_cell_and_the_thread(theme: str) -> None:
    position = random_game("lifeline", 64, seed=3)[-1]
    dangers = [danger for colour in Colour for danger in position.in_danger(colour)]
    assert dangers, "the example must hold a group in danger"
    drawn = draw_scene(board_scene(position, overlays=[Danger()]), theme)
    for danger in dangers:
        for cell in bits(danger.group):
            name = position.topology.names[cell]
            assert drawn.at(name, 0.5 - 0.04 - 0.085 / 2, 0) == drawn.theme.danger
        for cell in bits(danger.cells):
            name = position.topology.names[cell]
            assert drawn.at(name, 0.2, 0.12) == drawn.theme.danger
            assert WHITE in drawn.around(name, 0.15)
    assert any(thread.cut for thread in threads(position))


@EVERY_GAME
def test_the_danger_overlay_has_exactly_the_groups_in_danger(key: str) -> None:
    position = random_game(key, 60, seed=3, **GAMES[key])[-1]
    scene = board_scene(position, overlays=[Danger()])
    shown = {mark.group for mark in scene.marks if hasattr(mark, "kills")}
    wanted = {danger.group for colour in Colour for danger in position.in_danger(colour)}
    assert shown == wanted
    assert wanted, "the example must hold a group in danger"
    lines = [mark for mark in scene.marks if isinstance(mark, Thread)]
    assert lines == [each for each in threads(position) if each.cut]


@EVERY_GAME
def test_threads_connect_stones_of_one_colour_through_empty_cells(key: str) -> None:
    position = random_game(key, 50, **GAMES[key])[-1]
    topology = position.topology
    found = threads(position)
    assert found
    for thread in found:
        own = position.stones[thread.colour]
        cells = [thread.start, *thread.path, *([] if thread.end is None else [thread.end])]
        for cell, following in pairwise(cells):
            assert topology.neighbours[cell] >> following & 1
        assert own >> thread.start & 1
        assert thread.end is None or own >> thread.end & 1
        assert all(
            not (position.stones[0] | position.stones[1]) >> cell & 1 for cell in thread.path
        )


@EVERY_GAME
def test_every_group_that_sees_a_friend_has_a_thread(key: str) -> None:
    position = random_game(key, 50, **GAMES[key])[-1]
    ends = {cell for thread in threads(position) for cell in (thread.start, thread.end)}
    for colour in Colour:
        linked = {link.group for link in position.links(colour)}
        assert all(any(group >> cell & 1 for cell in ends if cell is not None) for group in linked)


PHONE = 323  # pixels: a picture in a narrow chat
SIGHT = [None, *COLOUR_BLINDNESS]


@cache  # one drawing for every kind of sight
def lines_drawn(theme: str, key: str, size: int) -> list[tuple[Thread, Image.Image]]:
    """Return the lines of a position, and the picture around the first cell of each on a phone."""
    position = random_game(key, 50, size=size)[-1]
    scene, found = board_scene(position), []
    for thread in threads(position):
        only = draw_scene(replace(scene, marks=(thread,)), theme)
        x, y = only.layout.centres[thread.path[0]]
        factor = only.image.width / PHONE
        image = only.image.resize((PHONE, round(only.image.height / factor)), Image.Resampling.BOX)
        reach = only.layout.stone * 0.2
        box = [round(edge / factor) for edge in (x - reach, y - reach, x + reach, y + reach)]
        found.append((thread, image.crop(box)))
    return found


@pytest.mark.parametrize("sight", SIGHT)
@EVERY_THEME
@pytest.mark.parametrize(("key", "size"), [("lifeline", 7), ("lifeline", 12), ("liflina", 13)])
def test_a_line_has_its_owners_lightness_on_a_phone(
    theme: str, sight: str | None, key: str, size: int
) -> None:
    board = lightness(simulate_colour_blindness(THEMES[theme].board, sight))
    seen = {0: 0, 1: 0}
    for thread, around in lines_drawn(theme, key, size):
        levels = [
            lightness(simulate_colour_blindness(colour, sight))
            for _, colour in around.getcolors(around.width * around.height)
        ]
        least = 60 if thread.cut else 25
        if thread.colour == 0:
            assert board - min(levels) > least
        else:
            # a white line shows by its dark casing where the board is light, too
            assert max(max(levels) - board, board - min(levels)) > least
            assert max(levels) > board
        seen[thread.colour] += 1
    assert min(seen.values()) > 2


def threads_of(*lines: tuple[int, str]) -> tuple[Thread, ...]:
    """Return the threads along cells given by name, the first and last of them stones."""
    board = hexhex(5)
    cells = [(colour, [board.cell(name) for name in names.split()]) for colour, names in lines]
    made = [
        Thread(line[0], tuple(line[1:-1]), line[-1], colour, cut=True) for colour, line in cells
    ]
    shared = shared_lanes(made, board)
    return tuple(replace(thread, shared=shared) for thread in made)


def painted(*lines: tuple[int, str]) -> DrawnScene:
    return draw_scene(simple_scene(hexhex(5), marks=threads_of(*lines)))


def test_lines_of_both_colours_in_one_direction_have_a_lane_each() -> None:
    drawn = painted((0, "b3 c3 d3 e3"), (1, "a3 b3 c3 d3 e3 f3"))

    for cell in ("c3", "d3"):
        lanes = [lightness(drawn.at(cell, 0, side * 0.17)) for side in (-1, 1)]
        assert max(lanes) > 240
        assert min(lanes) < 30


def test_straight_lines_cross_without_lanes_and_the_upper_one_leaves_a_gap() -> None:
    drawn = painted((0, "c1 c2 c3 c4 c5"), (1, "a3 b3 c3 d3 e3"))

    assert threads_of((0, "c1 c2 c3 c4 c5"), (1, "a3 b3 c3 d3 e3"))[0].shared == 0
    assert drawn.at("c3") == WHITE
    assert lightness(drawn.at("c3", 0, 0.12)) < 60, "the casing separates it from the lower line"


def test_lines_that_bend_in_a_shared_cell_have_lanes() -> None:
    (black, white) = threads_of((0, "c1 c2 c3 b3 a3"), (1, "e3 d3 c3 c4 c5"))

    assert black.shared == white.shared == 1 << hexhex(5).cell("c3")


def test_only_a_line_that_one_stone_could_cut_is_strong() -> None:
    weak, strong = (
        painted_width(Thread(cells[0], cells[1:-1], cells[-1], 0, cut=cut))
        for cells in [tuple(hexhex(5).cell(name) for name in ["b3", "c3", "d3", "e3"])]
        for cut in (False, True)
    )
    assert strong > 1.5 * weak


def painted_width(thread: Thread) -> int:
    """Return the number of dark pixels across a horizontal line."""
    drawn = draw_scene(simple_scene(hexhex(5), marks=(thread,)))
    column = [drawn.at("c3", 0, offset / 100) for offset in range(-30, 31)]
    return sum(lightness(colour) < 90 for colour in column)


@EVERY_GAME
def test_lifelines_mark_the_cells_where_one_stone_cuts(key: str) -> None:
    position = random_game(key, 60, seed=3, **GAMES[key])[-1]
    for only in (None, *Colour):
        scene = board_scene(position, overlays=[Lifelines(only)])
        marked = [mark.kills for mark in scene.marks if isinstance(mark, Endangered)]
        colours = Colour if only is None else (only,)
        assert marked == [each.cells for one in colours for each in position.in_danger(one)]
        lines = tuple(mark for mark in scene.marks if isinstance(mark, Thread))
        assert lines == threads(position, only)
    quiet = board_scene(position, overlays=[Lifelines(warnings=False)])
    assert not any(isinstance(mark, Endangered) for mark in quiet.marks)


@cache
def refused_examples() -> dict[ReasonKind, tuple[Position, Place, Reason]]:
    """Return an example of each kind of refusal; collecting the tests must not wait for them."""
    found: dict[ReasonKind, tuple[Position, Place, Reason]] = {}
    for key, options in GAMES.items():
        for position in random_game(key, 90, **options)[::3]:
            for cell in range(len(position.topology)):
                reason = position.why_illegal(Place(cell))
                if reason and reason.kind not in found:
                    found[reason.kind] = position, Place(cell), reason
    for position, name in rare_refusals():
        move = Place(position.topology.cell(name))
        reason = position.why_illegal(move)
        assert reason
        found.setdefault(reason.kind, (position, move, reason))
    return found


def rare_refusals() -> list[tuple[Position, str]]:
    """Return positions with a refused cell that random games hardly ever reach."""
    repeated = setup(
        *("liflina", {"size": 5}),
        black=["d3", "e3", "b2", "d2", "e2", "a1", "b1"],
        white=["b5", "e5", "a4", "c4", "d4", "b3", "c2", "d1"],
    )
    answered = setup("asli", {"size": 5}, black=["b5", "c1"], white=["a5", "b4", "a3"])
    incomplete = setup(
        *("cornered", {"size": 4, "start": "twelve-star"}),
        black=["d4", "a2", "b2", "c2", "d2", "e2"],
        white=["a1", "d1"],
        to_move="white",
    )
    lost = setup("lifeline", {"size": 3}, black=["c4", "a2", "b2", "c2", "d2"], white=["a1", "c1"])
    return [
        (repeated.play(Place(repeated.topology.cell("d5"))), "e5"),
        (answered.play(Place(answered.topology.cell("a4"))), "a5"),
        (incomplete, "b1"),
        (lost.play(Place(lost.topology.cell("b1"))), "a1"),
    ]


@pytest.mark.parametrize("kind", REFUSED, ids=lambda kind: kind.name.lower())
@EVERY_THEME
def test_a_refused_cell_shows_sign_reason_and_sentence(kind: ReasonKind, theme: str) -> None:
    position, move, reason = refused_examples()[kind]
    scene = board_scene(position, overlays=[Illegal(move, reason)])
    name = position.topology.names[move.cell]
    occupied = not board_scene(position).empty >> move.cell & 1
    assert scene.marks[-1] == Refused(move.cell, reason.cells, occupied)
    assert scene.taken == (0, 0)
    assert scene.banner
    assert scene.banner.alarming
    assert scene.banner.title == f"{name.upper()} isn't allowed"
    assert scene.banner.text == reason.sentence
    assert scene.pointed == 1 << move.cell
    assert not scene.latest
    drawn = draw_scene(scene, theme, 720)
    assert drawn.at(name) == drawn.theme.danger
    under = draw_scene(replace(scene, marks=()), theme, 720) if occupied else drawn
    assert drawn.at(name, -0.15, -0.15) == (under.at(name, -0.15, -0.15) if occupied else WHITE)
    for cell in bits(reason.cells):
        assert _outlined(drawn, position.topology.names[cell])
    clear = scene.empty & ~reason.cells & ~(1 << move.cell)
    assert not _outlined(drawn, position.topology.names[clear.bit_length() - 1])


def _outlined(drawn: DrawnScene, cell: str) -> bool:
    inside = 0.90 if drawn.layout.hexagonal else 0.94
    x, y = drawn.layout.centres[drawn.layout.topology.cell(cell)]
    edge = drawn.layout.pitch * inside / 2 - 1.5
    return drawn.pixel(x - edge, y) == drawn.theme.danger == drawn.pixel(x + edge, y)


def test_a_refused_turn_is_drawn_as_not_played() -> None:
    """The first stone of a turn of two is refused together with the second."""
    game = registry.find_game("lifeline")
    position = game.start(game.ruleset({"size": 4})).play(Place(0))
    reason = position.why_illegal(Place(1))
    assert reason
    kept, refused = (
        board_scene(position, overlays=[Illegal(Place(1), reason, unplayed)])
        for unplayed in (False, True)
    )
    assert (kept.stones, kept.shades) == (((1, 0)), (0, 0))
    assert (refused.stones, refused.shades) == ((0, 0), (1, 0))
    assert kept.pointed == refused.pointed == 2
    for scene in (kept, refused):
        assert scene.banner == Banner("B1 isn't allowed", str(reason.sentence), alarming=True)
    assert outlined_in_words(position, reason) == "Outlined: A1 B1."
    assert outlined_in_words(position, replace(reason, cells=0)) == ""


def test_the_examples_cover_every_refusal_of_a_placement() -> None:
    assert refused_examples().keys() == set(REFUSED)


def test_a_cell_off_the_board_has_no_sign() -> None:
    position = random_game("lifeline", 20)[-1]
    reason = position.why_illegal(Place(1000))
    assert reason
    scene = board_scene(position, overlays=[Illegal(Place(1000), reason)])
    assert scene.banner
    assert (scene.banner.title, scene.banner.text) == ("There's no such cell", reason.sentence)
    assert scene.pointed == 0
    draw_scene(scene)


@pytest.mark.parametrize(
    ("move", "title"),
    [
        (Swap(), "“Swap” isn't allowed now"),
        (Komi(), "“Komi” isn't allowed now"),
        (Hold(), "“Hold” isn't allowed now"),
        (Offer(100), "“Offer 100” isn't allowed now"),
        (Choose(Colour.BLACK), "“Black” isn't allowed now"),
    ],
)
def test_a_refused_move_without_a_cell_is_named_in_the_banner(move: Move, title: str) -> None:
    position = random_game("lifeline", 20)[-1]
    reason = position.why_illegal(move)
    assert reason
    scene = board_scene(position, overlays=[Illegal(move, reason)])
    assert scene.banner
    assert scene.banner.title == title
    assert scene.pointed == 0
    draw_scene(scene)


@EVERY_GAME
def test_a_caption_stands_above_the_result(key: str) -> None:
    history = random_game(key, 999)
    running = board_scene(history[3], overlays=[Caption("Tried only")])
    over = board_scene(history[-1], overlays=[Caption("Tried only")])
    end = board_scene(history[-1]).banner

    assert running.banner == Banner("Tried only")
    assert end
    assert over.banner == Banner("Tried only", f"{end.title}: {end.text}")
    draw_scene(over)
    drawn = board_scene(history[3], Header(result="A draw"), [Caption("Tried only")])
    assert drawn.banner == Banner("Tried only", "A draw")


@EVERY_GAME
def test_a_preview_shows_the_position_after_the_move_as_ghosts(key: str) -> None:
    position = random_game(key, 60, **GAMES[key])[-1]
    places = [move for move in position.legal_moves() if isinstance(move, Place)]
    move = max(places, key=lambda move: sum(position.play(move).taken))
    after = position.play(move)
    scene = board_scene(position, overlays=[Preview((move,))])
    assert after.last_turn
    assert scene.shades[position.to_move] == 1 << move.cell & after.stones[position.to_move]
    assert scene.taken == after.last_turn.removed
    assert scene.stones[0] | scene.shades[0] == after.stones[0]
    assert scene.stones[1] | scene.shades[1] == after.stones[1]
    assert scene.words
    assert scene.words.last_caption == "not played yet"
    assert scene.words.title == f"Turn {position.turn}"
    assert scene.words.last == position.topology.label(move.cell)
    assert scene.words.last_line == f"{scene.words.last}: not played yet"
    assert scene.words.seats == board_scene(position).words.seats  # type: ignore[union-attr]
    assert (scene.latest, scene.pointed) == (0, 1 << move.cell)
    assert scene.territory == territory_of(after)
    assert board_scene(position, overlays=[Preview(())]) == board_scene(position)


def test_a_preview_of_an_illegal_move_is_refused_by_the_rules() -> None:
    position = random_game("lifeline", 20)[-1]
    stone = (position.stones[0] & -position.stones[0]).bit_length() - 1
    with pytest.raises(IllegalMove):
        board_scene(position, overlays=[Preview((Place(stone),))])


@EVERY_THEME
def test_candidates_are_numbered_discs_in_the_order_given(theme: str) -> None:
    position = random_game("lifeline", 4)[-1]
    cells = tuple(bits(board_scene(position).empty))[:25]
    scene = board_scene(position, overlays=[Candidates(cells)])
    assert [mark.text for mark in scene.marks] == [str(i) for i in range(1, 26)]
    drawn = draw_scene(scene, theme)
    for cell in cells:
        name = position.topology.names[cell]
        assert drawn.at(name, 0.30, 0) == drawn.theme.badge
        assert WHITE in drawn.around(name, 0.2)


def test_more_than_25_candidates_are_refused() -> None:
    with pytest.raises(ValueError, match="At most 25 cells"):
        Candidates(tuple(range(26)))


@EVERY_THEME
def test_numbers_are_on_the_last_stones_with_the_latest_coloured(theme: str) -> None:
    history = random_game("lifeline", 30)
    position = history[-1]
    turns = last_turns(history, 5)
    assert [turn.number for turn in turns] == [26, 27, 28, 29, 30]
    scene = board_scene(position, overlays=[Numbers(turns)])
    assert scene.latest == 0
    drawn = draw_scene(scene, theme)
    bare = draw_scene(replace(scene, marks=()), theme)
    for turn in turns:
        name = position.topology.names[turn.placed.bit_length() - 1]
        assert drawn.around(name, 0.25) != bare.around(name, 0.25)
        assert (drawn.theme.last in drawn.around(name, 0.25)) is (turn.number == 30)


def test_removed_stones_have_no_number() -> None:
    history = random_game("asli", 120, size=9, komi=3)
    scene = board_scene(history[-1], overlays=[Numbers(last_turns(history, 500))])
    numbered = {mark.cell for mark in scene.marks if hasattr(mark, "last")}
    assert numbered == set(bits(scene.stones[0] | scene.stones[1]))


@pytest.mark.parametrize(("first", "less"), [(None, 0), (1, 25), (26, 0), (40, -14)])
def test_every_number_is_that_of_the_turn_that_placed_the_stone(
    first: int | None, less: int
) -> None:
    """In a game in which turn 26 takes the place of turn 19, and 28 is the second of the other."""
    history = random_game("lifeline", 30, size=4)
    position = history[-1]
    scene = board_scene(position, overlays=[Numbers(last_turns(history, 5), first)])
    assert [
        (position.topology.label(mark.cell), mark.text, mark.colour, mark.last)
        for mark in scene.marks
        if isinstance(mark, Number)
    ] == [
        ("G7", str(26 - less), 1, False),
        ("C4", str(27 - less), 0, False),
        ("D6", str(28 - less), 1, False),
        ("E4", str(29 - less), 0, False),
        ("C6", str(30 - less), 1, True),
    ]


def test_the_last_turns_end_with_the_present_one_and_have_all_their_stones() -> None:
    history = random_game("lifeline", 30, size=4)
    ends = [each for each in history if not each.mid_turn]
    for count in (0, 1, 3, 5, 6):
        numbers = [turn.number for turn in last_turns(ends[:6], count)]
        assert numbers == [1, 2, 3, 4, 5][max(0, 5 - count) :]
    first = last_turns(history[:3])
    assert [(turn.number, turn.placed.bit_count()) for turn in first] == [(1, 2)]
    unnumbered = board_scene(history[2], overlays=[Numbers(())])
    assert unnumbered.latest == first[0].placed, "stones without a number keep their square"
    both = board_scene(history[2], overlays=[Numbers(first)])
    assert [mark.text for mark in both.marks if isinstance(mark, Number)] == ["1", "1"]
    assert numbers_in_words(last_turns(history[:6]), history[5]) == (
        "Last turns: 3 Black D7; 2 White D1 F6; 1 Black G6 E7."
    )
    game = registry.find_game("asli")
    special = [game.start(game.ruleset({"size": 5}))]
    for move in parse_turn("offer 3 black c3", special[0].topology):
        special.append(special[-1].play(move))
    assert numbers_in_words(last_turns(special), special[-1]) == (
        "Last turns: 3 Black C3; 2 the second player chose Black; 1 komi 3 was offered."
    )


def test_lifelines_in_words_begin_with_the_endangered_ones() -> None:
    position = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")
    black = [
        "Black from D2 to B1 through D3 C3 B2, which one stone can cut",
        "Black from B1 to B4 through B2 B3",
    ]
    white = ["White from D5 to E4 through D4", "White from C2 to E4 through D3"]
    for only, lines in (
        (None, [black[0], *white, black[1]]),
        (Colour.BLACK, black),
        (Colour.WHITE, white),
    ):
        assert lifelines_in_words(position, only) == f"Lifelines: {'; '.join(lines)}."
    straight = random_game("liflina", 40, size=7)[-1]
    assert lifelines_in_words(straight).split("; ")[2:5] == [
        "Black from E7 to C7 through D7, which one stone can cut",
        "Black from F4 to the edge through G4, which one stone can cut",
        "White from D6 to the edge through D7",
    ]


@pytest.mark.parametrize("taken", [False, True])
def test_a_plan_numbers_its_stones_and_those_after_it(taken: bool) -> None:  # noqa: FBT001 - a parameter of the test
    position = random_game("lifeline", 6, size=4)[-1]
    moves = [Place(position.topology.cell(name)) for name in ("a3", "c4", "b4")]
    own, *later = moves
    plan = Plan((own,), tuple(later) if taken else ())
    scene = board_scene(position, overlays=[plan])
    badges = [(mark.cell, mark.text) for mark in scene.marks if isinstance(mark, Badge)]
    mover = position.to_move
    mine = 1 << own.cell
    if taken:
        assert badges == [(move.cell, str(number)) for number, move in enumerate(moves, start=1)]
        assert scene.shades[mover] == mine | 1 << moves[2].cell
        assert scene.shades[mover.other] == 1 << moves[1].cell
    else:
        assert badges == []
        assert (scene.shades[mover], scene.shades[mover.other]) == (mine, 0)
    assert scene.pointed == mine


@EVERY_GAME
def test_a_close_up_names_the_empty_cells_without_ghosts(key: str) -> None:
    history = random_game(key, 90, size=5)
    position = next(each for each in history if any(board_scene(each).taken))
    move = next(each for each in position.legal_moves() if isinstance(each, Place))
    zone = 1 << move.cell | position.topology.neighbours[move.cell]
    plain = board_scene(position, overlays=[Zoom(move.cell, zone)])
    assert plain.named == plain.empty & ~(plain.taken[0] | plain.taken[1])
    assert (plain.focus, plain.in_sight) == (move.cell, zone)
    tried = board_scene(position, overlays=[Preview((move,)), Zoom(move.cell)])
    ghosts = tried.taken[0] | tried.taken[1] | 1 << move.cell
    assert tried.named == tried.empty & ~ghosts
    assert tried.in_sight == 0


@EVERY_THEME
@pytest.mark.parametrize("key", ["lifeline", "asli"])
def test_a_close_up_names_every_visible_empty_cell(key: str, theme: str) -> None:
    position = random_game(key, 40, **GAMES[key])[-1]
    focus = len(position.topology) // 2
    scene = board_scene(position, overlays=[Zoom(focus)])
    drawn = draw_scene(scene, theme)
    unnamed = draw_scene(replace(scene, named=0, territory=(0, 0)), theme)
    seen = 0
    for cell in bits(scene.named):
        x, y = drawn.layout.centres[cell]
        if 60 < x < drawn.image.width - 60 and 60 < y < drawn.image.height - 60:
            name = position.topology.names[cell]
            assert drawn.around(name, 0.3) != unnamed.around(name, 0.3), name
            seen += 1
    assert seen > 8


@pytest.mark.parametrize("key", ["lifeline", "asli"])
@pytest.mark.parametrize("focus", [20, 60])
def test_no_name_is_cut_by_the_edge_of_a_close_up(key: str, focus: int) -> None:
    position = random_game(key, 4, **GAMES[key])[-1]
    scene = board_scene(position, overlays=[Zoom(focus)])
    named, unnamed = draw_scene(scene).image, draw_scene(replace(scene, named=0)).image
    width, height = named.size
    for edge in ((0, 0, 2, height), (width - 2, 0, width, height), (0, 0, width, 2),
                 (0, height - 2, width, height)):  # fmt: skip
        assert named.crop(edge).tobytes() == unnamed.crop(edge).tobytes()


# Overlays parsed from text, as in the command line and the gallery.

SPECS = {
    "candidates": "candidates:c3 d5",
    "danger": "danger",
    "illegal": "illegal:",
    "lifelines": "lifelines",
    "numbers": "numbers:5",
    "preview": "preview:",
    "zones": "zones",
    "zoom": "zoom:e6",
}


@pytest.mark.parametrize("name", list(OVERLAYS))
def test_every_overlay_can_be_parsed_and_drawn(name: str) -> None:
    history = random_game("lifeline", 40)
    position = history[-1]
    legal = next(move.cell for move in position.legal_moves() if isinstance(move, Place))
    stone = position.stones[0].bit_length() - 1
    cell = {"illegal:": stone, "preview:": legal}.get(SPECS[name], legal)
    text = SPECS[name] + (position.topology.names[cell] if SPECS[name].endswith(":") else "")
    scene = board_scene(position, overlays=[parse_overlay(text, history)])
    assert scene != board_scene(position)
    draw_scene(scene)


def test_an_overlay_is_read_from_text() -> None:
    history = random_game("lifeline", 6, size=4)
    cell = history[-1].topology.cell
    free, other, stone = (cell(name) for name in ("a3", "c4", "d7"))
    taken = history[-1].play(Place(free)).why_illegal(Place(stone))
    assert taken
    expected = {
        "candidates:c4 a3": Candidates((other, free)),
        " Danger ": Danger(),
        "illegal:d7": Illegal(Place(stone), taken),
        "illegal: a3 d7": Illegal(Place(stone), taken),
        "lifelines": Lifelines(),
        "numbers": Numbers(last_turns(history, 12)),
        "numbers:4": Numbers(last_turns(history, 4)),
        "numbers:0": Numbers(()),
        "preview:a3 c4": Preview((Place(free), Place(other))),
        "zones": TapZones(),
        "ZOOM:c4 a3": Zoom(other),
    }
    assert {text: parse_overlay(text, history) for text in expected} == expected
    assert len(last_turns(random_game("lifeline", 13, size=4))) == 12


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sparkles", "There is no overlay “sparkles”. Choose candidates, danger,"),
        ("numbers:many", "Type numbers:12"),
        ("zoom:z99", "no cell Z99"),
        ("zoom:swap", "isn't a list of cells"),
        ("zoom:", "Type a cell such as"),
        ("preview:hello", "I can't read"),
    ],
)
def test_a_bad_overlay_is_refused_with_what_to_type(text: str, sentence: str) -> None:
    history = random_game("lifeline", 10)
    with pytest.raises((OverlayError, InvalidMove), match=sentence):
        parse_overlay(text, history)


def test_the_overlay_illegal_refuses_a_legal_move() -> None:
    history = random_game("lifeline", 10)
    legal = next(move.cell for move in history[-1].legal_moves() if isinstance(move, Place))
    with pytest.raises(OverlayError, match="is allowed here"):
        parse_overlay(f"illegal:{history[-1].topology.names[legal]}", history)


def test_every_overlay_is_in_the_gallery() -> None:
    docs = Path(__file__).parents[2] / "docs"
    page = (docs / "gallery.md").read_text(encoding="utf-8")
    for name in OVERLAYS:
        assert f"(pictures/{name}" in page, f"run scripts/gallery.py with a picture of {name}"
    linked = {part.split(")")[0] for part in page.split("](")[1:] if part.startswith("pictures/")}
    assert {f"pictures/{path.name}" for path in (docs / "pictures").iterdir()} == linked


@EVERY_THEME
def test_a_mistake_is_marked_beside_the_better_move(theme: str) -> None:
    position = random_game("lifeline", 20)[-1]
    better, played, *_ = (move for move in position.legal_moves() if isinstance(move, Place))
    name = position.topology.names[played.cell]
    preview = Preview((better,))
    before = draw_scene(board_scene(position, overlays=[preview]), theme)

    after = draw_scene(board_scene(position, overlays=[preview, Mistake(played.cell)]), theme)

    assert after.theme.danger not in before.around(name)
    assert {after.theme.danger, WHITE} <= after.around(name)


def test_a_mistake_on_any_cell_of_the_board_is_marked() -> None:
    position = random_game("lifeline", 6, size=4)[-1]
    for cell in (-1, 0, 36, 37):
        marks = board_scene(position, overlays=[Mistake(cell)]).marks
        assert [mark.cell for mark in marks] == ([cell] if 0 <= cell < 37 else [])
