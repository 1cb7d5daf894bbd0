"""Tap zones of boards."""

from itertools import pairwise

import pytest

from renderer.endangered import Endangered
from renderer.overlays import Danger, TapZones
from renderer.overlays.tap_zones import ZoneLabel
from renderer.scene import board_scene
from renderer.zones import MOST, Zone, pages, zones
from rules.topology import Topology, bits, hexhex, square
from tests.renderer.helpers import OFFERED, draw_scene, random_game


def test_every_cell_lies_in_exactly_one_zone() -> None:
    for topology in OFFERED:
        cut = zones(topology)
        union = 0
        for zone in cut:
            assert zone.cells, topology
            assert not union & zone.cells, topology
            union |= zone.cells
        assert union == topology.full, topology


def test_zones_fit_five_rows_of_five_buttons_as_on_the_board() -> None:
    for topology in OFFERED:
        cut = zones(topology)
        assert len(cut) <= 25, topology
        places = [(zone.row, zone.column) for zone in cut]
        assert places == sorted(set(places)), topology
        assert all(row < 5 and column < 5 for row, column in places), topology
        heights = [topology.points[zone.middle][1] for zone in cut]
        assert heights == sorted(heights, reverse=True) or len(cut) in (7, 19), topology
        for zone, after in pairwise(cut):
            assert _follows(topology, zone, after), topology


def _follows(topology: Topology, zone: Zone, after: Zone) -> bool:
    """Return whether a zone is to the right of another one in its row, or below it."""
    if zone.row == after.row:
        return _across(topology, zone.middle) < _across(topology, after.middle)
    return topology.points[zone.middle][1] > topology.points[after.middle][1]


def _across(topology: Topology, cell: int) -> float:
    x, y = topology.points[cell]
    return x + y / 2 if topology.shape == "hexhex" else x


def test_zones_have_at_most_25_cells_except_on_the_two_largest_boards() -> None:
    for topology in OFFERED:
        largest = max(zone.cells.bit_count() for zone in zones(topology))
        assert largest <= (36 if len(topology) > 625 else MOST), topology


def test_a_zone_is_connected_and_contains_its_middle() -> None:
    for topology in OFFERED:
        for zone in zones(topology):
            assert len(topology.components(zone.cells)) == 1, topology
            assert zone.cells >> zone.middle & 1, topology


def test_labels_are_short_and_different() -> None:
    for topology in OFFERED:
        labels = [zone.label for zone in zones(topology)]
        assert len(set(labels)) == len(labels), topology
        assert all(1 <= len(label) <= 2 for label in labels), topology


def test_the_smallest_boards_have_a_named_zone_for_each_cell() -> None:
    assert [zone.label for zone in zones(hexhex(3))][:3] == ["C5", "D5", "E5"]
    assert [zone.row for zone in zones(hexhex(3))] == [0] * 3 + [1] * 4 + [2] * 5 + [3] * 4 + [
        4
    ] * 3
    assert len(zones(square(5))) == 25


@pytest.mark.parametrize("count", [0, 1, 25, 26, 36, 50, 51])
def test_pages_hold_every_cell_once_in_selects_of_at_most_25(count: int) -> None:
    cut = pages((1 << count) - 1)
    assert [cell for page in cut for cell in page] == list(range(count))
    assert all(1 <= len(page) <= MOST for page in cut)
    assert len(cut) <= -(-count // MOST)


@pytest.mark.parametrize("key", ["lifeline", "asli"])
def test_the_picture_shows_borders_between_zones_and_labels_on_empty_cells(key: str) -> None:
    position = random_game(key, 30)[-1]
    scene = board_scene(position, overlays=[TapZones()])
    drawn = draw_scene(scene)
    topology = position.topology
    for zone in zones(topology):
        others = topology.border(zone.cells)
        for cell in bits(zone.cells):
            for other in bits(topology.neighbours[cell] & others):
                (x, y), (far_x, far_y) = drawn.layout.centres[cell], drawn.layout.centres[other]
                middle = drawn.pixel((x + far_x) / 2, (y + far_y) / 2)
                assert middle == drawn.theme.badge
    labels = [mark for mark in scene.marks if hasattr(mark, "text")]
    assert len(labels) == len(zones(topology))
    hidden = [mark for mark in labels if not scene.empty >> mark.cell & 1]
    assert len(hidden) < len(labels) / 3


@pytest.mark.parametrize(("key", "size"), [("lifeline", 7), ("asli", 13)])
def test_a_label_is_on_the_free_cell_nearest_to_the_middle_of_its_zone(key: str, size: int) -> None:
    moved = set()
    for position in random_game(key, 90, size=size)[10::10]:
        scene = board_scene(position, overlays=[Danger(), TapZones()])
        kills = [bits(mark.kills) for mark in scene.marks if isinstance(mark, Endangered)]
        bare = scene.empty & ~(scene.taken[0] | scene.taken[1])
        bare &= ~sum({1 << cell for cells in kills for cell in cells})
        labels = [mark.cell for mark in scene.marks if isinstance(mark, ZoneLabel)]
        for zone, cell in zip(zones(position.topology), labels, strict=True):
            near = position.topology.neighbours[zone.middle] & zone.cells
            free = [each for each in (1 << zone.middle, near, zone.cells) if each & bare]
            if free:
                assert free[0] & bare & 1 << cell
                moved.add(free[0].bit_count() > 1)
    assert moved == {False, True}


def test_the_label_of_a_zone_without_a_legal_cell_is_dim() -> None:
    position = random_game("lifeline", 30)[-1]
    topology = position.topology
    first, *others = zones(topology)
    legal = (1 << len(topology)) - 1 & ~first.cells
    scene = board_scene(position, overlays=[TapZones(legal)])
    drawn = draw_scene(scene)
    labels = {mark.text: mark.cell for mark in scene.marks if hasattr(mark, "text")}

    def colours(label: str) -> set[tuple[int, int, int]]:
        return drawn.around(topology.label(labels[label]).lower())

    assert drawn.theme.badge not in colours(first.label)
    assert all(drawn.theme.badge in colours(each.label) for each in others)


@pytest.mark.parametrize(
    ("key", "size", "named"),
    [("lifeline", 3, True), ("lifeline", 4, False), ("asli", 5, True), ("asli", 6, False)],
)
def test_a_board_of_single_cell_zones_shows_cell_names(key: str, size: int, *, named: bool) -> None:
    position = random_game(key, 6, size=size)[-1]
    plain, scene = board_scene(position), board_scene(position, overlays=[TapZones()])
    assert scene.named == (scene.empty if named else 0)
    assert (scene.marks == plain.marks) is named
