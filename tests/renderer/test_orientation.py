"""Rotated and mirrored boards."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from renderer.draw import draw
from renderer.labels import coordinates
from renderer.layout import lay_out, zoom_in
from renderer.orientation import Orientation, in_reading_order, steps_from_middle
from renderer.overlays import Illegal, TapZones, Zoom
from renderer.overlays.illegal import Refused
from renderer.replay import frames, turned, write_gif
from renderer.scene import board_scene
from renderer.words import Seat
from renderer.zones import MOST, zone_of, zones
from rules.moves import Place
from rules.topology import Topology, bits, hexhex, square
from tests.renderer.helpers import (
    OFFERED,
    WORDS,
    bare_board,
    draw_scene,
    places_drawn_over,
    random_game,
    simple_scene,
)

EVERY_WAY = pytest.mark.parametrize("orientation", Orientation)
SOME_BOARDS = pytest.mark.parametrize(
    "topology",
    [hexhex(3), hexhex(4), hexhex(7), hexhex(12), square(5), square(13), square(27)],
    ids=repr,
)
SIDEWAYS = [each for each in Orientation if each.sideways]


def test_a_quarter_turn_moves_the_left_corner_up_and_a_mirror_swaps_sides() -> None:
    board = square(9)
    corner = board.cell("a1")
    seen = {each: steps_from_middle(board, corner, each) for each in Orientation}
    assert seen[Orientation.UPRIGHT] == (-8, -8)
    assert seen[Orientation.RIGHT] == (-8, 8)
    assert seen[Orientation.HALF] == (8, 8)
    assert seen[Orientation.LEFT] == (8, -8)
    assert seen[Orientation.MIRRORED] == (8, -8)
    assert seen[Orientation.MIRRORED_RIGHT] == (8, 8)
    assert len({steps_from_middle(board, board.cell("b1"), each) for each in Orientation}) == 8


@SOME_BOARDS
def test_every_turned_board_fits_its_picture(topology: Topology) -> None:
    for orientation in Orientation:
        for width in (400, 1080):
            layout = lay_out(topology, width, orientation)
            assert abs(layout.width - width) <= max(30, width * 0.03)
            assert len(set(layout.centres)) == len(topology)
            for x, y in (*layout.centres, *(site.centre for site in layout.labels)):
                assert layout.label * 0.6 < x < layout.width - layout.label * 0.6
                assert layout.label * 0.6 < y < layout.height - layout.label * 0.6


@SOME_BOARDS
def test_neighbours_stay_a_pitch_apart(topology: Topology) -> None:
    for orientation in Orientation:
        layout = lay_out(topology, 1080, orientation)
        for cell, (x, y) in enumerate(layout.centres):
            for other in bits(topology.neighbours[cell]):
                far_x, far_y = layout.centres[other]
                distance = ((far_x - x) ** 2 + (far_y - y) ** 2) ** 0.5
                assert abs(distance - layout.pitch) <= 1.5


@SOME_BOARDS
def test_coordinates_are_in_line_with_their_cells(topology: Topology) -> None:
    for orientation in Orientation:
        layout = lay_out(topology, 1080, orientation)
        lines: dict[tuple[str, int], list[tuple[int, int]]] = {}
        for cell, centre in enumerate(layout.centres):
            for key in coordinates(topology, cell).items():
                lines.setdefault(key, []).append(centre)
        for site in layout.labels:
            line = lines[site.axis, site.index]
            ends = min(line), max(line)
            assert (
                min(_distance(site.centre, end) for end in ends) < 1.3 * layout.pitch + layout.label
            )
            assert _from_line(site.centre, *ends) < layout.pitch * 0.12 + layout.label * 0.3
        for cell in range(len(topology)):
            centre = layout.centres[cell]
            assert (
                min(_distance(site.centre, centre) for site in layout.labels) > layout.pitch * 0.5
            )


def _distance(one: tuple[int, int], other: tuple[int, int]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def _from_line(point: tuple[int, int], start: tuple[int, int], end: tuple[int, int]) -> float:
    along = end[0] - start[0], end[1] - start[1]
    off = point[0] - start[0], point[1] - start[1]
    length = _distance(start, end)
    return abs(along[0] * off[1] - along[1] * off[0]) / length if length else 0.0


@EVERY_WAY
def test_coordinates_do_not_touch(orientation: Orientation) -> None:
    for topology in OFFERED:
        layout = lay_out(topology, 1080, orientation)
        sites = [site.centre for site in layout.labels]
        nearest = min(_distance(one, other) for i, one in enumerate(sites) for other in sites[:i])
        assert nearest > layout.label * 0.95, topology


@pytest.mark.parametrize("topology", [hexhex(5), hexhex(12), square(13)], ids=repr)
def test_a_mirrored_picture_of_the_bare_board_is_the_mirror_image(topology: Topology) -> None:
    for one, other in (("0", "mirror"), ("90", "mirror-90")):
        layout = lay_out(topology, 1080, Orientation(one))
        mirrored = lay_out(topology, 1080, Orientation(other))
        assert [(layout.width - x, y) for x, y in layout.centres] == list(mirrored.centres)


@EVERY_WAY
def test_stones_rings_and_coordinates_turn_with_their_cells(orientation: Orientation) -> None:
    for topology in (hexhex(5), square(9)):
        cells = topology.mask(["c3"])
        scene = simple_scene(
            topology,
            black="c3 a1",
            white="d5",
            latest=cells,
            pointed=cells,
            orientation=orientation,
        )
        drawn = draw_scene(scene)
        assert drawn.theme.last in drawn.around("c3", 0.4)
        assert max(drawn.at("d5")) > 200 > max(drawn.at("a1", 0.2, 0.2))
        inverted = [
            site.text
            for site in drawn.layout.labels
            if drawn.theme.last in drawn.colours(_box(site.centre, drawn.layout.label))
        ]
        assert set(inverted) == {"C", "3"}


def _box(centre: tuple[int, int], label: int) -> tuple[float, float, float, float]:
    (x, y), half = centre, label * 0.55
    return x - half, y - half, x + half, y + half


def test_long_names_and_large_numbers_stay_clear_of_a_turned_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("renderer.draw.empty_board", bare_board)
    seats = Seat("W" * 40, 999, "", active=True), Seat("W" * 40, 999, "komi 397", active=True)
    words = replace(WORDS, seats=seats, title="Turn 1999", status="White: stone 2 of 2")
    words = replace(words, last="AA27 AA26", last_caption="took 99, lost 99")
    for orientation in (Orientation.MIRRORED, Orientation.RIGHT, Orientation.MIRRORED_LEFT):
        for size in range(3, 13):
            assert places_drawn_over(words, hexhex(size), orientation) == [], (orientation, size)


@pytest.mark.parametrize("orientation", SIDEWAYS)
def test_cells_of_a_flat_topped_board_have_an_edge_on_top(orientation: Orientation) -> None:
    drawn = draw_scene(simple_scene(hexhex(5), orientation=orientation))
    x, y = drawn.layout.centres[hexhex(5).cell("e5")]
    pitch = drawn.layout.pitch
    board = {drawn.theme.board, drawn.theme.board_alt}
    assert drawn.pixel(x + pitch * 0.2, y - pitch * 0.46) in board  # near the flat top
    assert drawn.pixel(x, y - pitch * 0.55) in board  # in the next cell: the top is not a corner
    assert drawn.layout.pitch > lay_out(hexhex(5)).pitch * 1.05


@pytest.mark.parametrize("orientation", SIDEWAYS)
def test_a_refusal_outlines_cells_of_a_flat_topped_board(
    orientation: Orientation,
) -> None:
    mark = Refused(None, 1 << 30)
    scene = simple_scene(hexhex(5), marks=(mark,), orientation=orientation)
    drawn = draw_scene(scene)
    x, y = drawn.layout.centres[30]
    edge = drawn.layout.pitch * 0.45
    ring = drawn.colours((x - 3, y - edge - 3, x + 3, y - edge + 4))
    assert any(colour[0] > 180 and colour[1] < 90 for colour in ring)


@EVERY_WAY
def test_turned_zones_hold_each_cell_once_in_five_rows_of_five(orientation: Orientation) -> None:
    for topology in OFFERED:
        cut = zones(topology, orientation)
        assert sum(zone.cells for zone in cut) == topology.full, topology
        assert sum(zone.cells.bit_count() for zone in cut) == len(topology), topology
        assert len(cut) <= MOST, topology
        most = 36 if len(topology) > 625 else MOST
        for zone in cut:
            assert 1 <= zone.cells.bit_count() <= most, topology
            assert len(topology.components(zone.cells)) == 1, topology
            for cell in bits(zone.cells):
                assert zone_of(topology, cell, orientation) is zone, topology
        if len(topology) > MOST:  # Smaller boards show all their cells at once.
            assert all(zone.row < 5 and zone.column < 5 for zone in cut), topology


@EVERY_WAY
def test_turned_zones_are_arranged_like_their_buttons(orientation: Orientation) -> None:
    for topology in OFFERED:
        centres = lay_out(topology, 1080, orientation).centres
        cut = zones(topology, orientation)
        places = [(zone.row, zone.column) for zone in cut]
        assert places == sorted(set(places)), topology
        for zone, after in pairwise(cut):
            (x, y), (next_x, next_y) = (_mean(centres, each.cells) for each in (zone, after))
            assert next_x > x if zone.row == after.row else next_y > y, topology


def _mean(centres: tuple[tuple[int, int], ...], cells: int) -> tuple[float, float]:
    points = [centres[cell] for cell in bits(cells)]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


@SOME_BOARDS
def test_a_close_up_of_a_zone_shows_all_its_cells(topology: Topology) -> None:
    for orientation in Orientation:
        # a third of the zones of a large board has every kind of place: corner, edge and middle
        for zone in zones(topology, orientation)[:: 1 + 2 * (len(topology) > 300)]:
            close = zoom_in(topology, zone.middle, 1080, orientation, zone.cells)
            reach = close.stone // 2
            for cell in bits(zone.cells):
                x, y = close.centres[cell]
                assert reach <= x <= close.width - reach
                assert reach <= y <= close.height - reach


@EVERY_WAY
def test_reading_order_follows_the_picture(orientation: Orientation) -> None:
    for topology in (hexhex(4), square(6)):
        centres = lay_out(topology, 1080, orientation).centres
        ordered = in_reading_order(topology, range(len(topology)), orientation)
        seen = [(centres[cell][1], centres[cell][0]) for cell in ordered]
        assert seen == sorted(seen)


@EVERY_WAY
@pytest.mark.parametrize("key", ["lifeline", "asli"])
def test_every_overlay_is_drawn_on_a_turned_board(key: str, orientation: Orientation) -> None:
    position = random_game(key, 12)[-1]
    taken = next(bits(position.stones[0]))
    reason = position.why_illegal(Place(taken))
    assert reason is not None
    upright = Orientation.UPRIGHT
    for overlay in (TapZones(), Zoom(taken), Illegal(Place(taken), reason)):
        image = draw(board_scene(position, None, [overlay], orientation), width=400)
        same = draw(board_scene(position, None, [overlay], upright), width=400)
        assert (image.tobytes() == same.tobytes()) == (orientation is upright)


def test_a_replay_is_turned_frame_by_frame(tmp_path: Path) -> None:
    history = random_game("lifeline", 4, size=4)
    sequence = list(turned(frames(history), Orientation.LEFT))
    assert {frame.scene.orientation for frame in sequence} == {Orientation.LEFT}
    with (tmp_path / "game.gif").open("wb") as out:
        assert write_gif(out, iter(sequence), width=400) == len(sequence)
