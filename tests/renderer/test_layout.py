"""Layouts of every offered board."""

import pytest

from renderer.layout import lay_out, zoom_in
from rules.topology import Topology, hexhex, square
from tests.renderer.helpers import OFFERED


@pytest.mark.parametrize("width", [400, 720, 1080, 1500])
def test_every_board_fits_its_picture(width: int) -> None:
    for topology in OFFERED:
        layout = lay_out(topology, width)
        assert abs(layout.width - width) <= max(30, width * 0.03), topology
        left, top, right, bottom = layout.box
        assert 0 < left < right < layout.width, topology
        assert 0 < top < bottom < layout.height, topology
        for x, y in (*layout.centres, *(site.centre for site in layout.labels)):
            assert 0 < x < layout.width, topology
            assert 0 < y < layout.height, topology


def test_stones_do_not_overlap() -> None:
    for topology in OFFERED:
        layout = lay_out(topology)
        assert layout.pitch * 0.8 < layout.stone < layout.pitch, topology


def test_column_letters_skip_none_and_continue_with_aa() -> None:
    labels = [site.text for site in lay_out(square(27)).labels if site.axis == "column"]
    ordered = list(dict.fromkeys(labels))
    assert ordered[:10] == list("ABCDEFGHIJ")
    assert ordered[-2:] == ["Z", "AA"]


def test_hexhex_letters_are_at_the_lower_ends_of_their_diagonals() -> None:
    layout = lay_out(hexhex(3))
    sites = {site.text: site.centre for site in layout.labels}
    for letter, lowest in zip("ABCDE", ("a1", "b1", "c1", "d2", "e3"), strict=True):
        x, y = layout.centres[layout.topology.cell(lowest)]
        assert x < sites[letter][0] < x + layout.pitch
        assert y < sites[letter][1] < y + 2 * layout.row_pitch
    for number, first in zip("12345", ("a1", "a2", "a3", "b4", "c5"), strict=True):
        x, y = layout.centres[layout.topology.cell(first)]
        assert sites[number][0] < x - layout.pitch / 2
        assert sites[number][1] == y


@pytest.mark.parametrize("width", [0, 239, 4321])
def test_refuses_a_width_out_of_range(width: int) -> None:
    with pytest.raises(ValueError, match="240 to 4320"):
        lay_out(hexhex(3), width)
    with pytest.raises(ValueError, match=f"not {width}\\."):
        zoom_in(hexhex(3), 0, width)


@pytest.mark.parametrize("width", [240, 4320])
def test_a_close_up_accepts_every_width_of_a_whole_board(width: int) -> None:
    assert zoom_in(hexhex(12), 0, width).width == width


@pytest.mark.parametrize("topologies", [OFFERED[:10], OFFERED[10:]], ids=["hexhex", "square"])
def test_a_close_up_at_the_edge_shows_at_most_a_strip_of_background(
    topologies: list[Topology],
) -> None:
    for topology in topologies:
        for cell in {*range(0, len(topology), 1 + len(topology) // 20), len(topology) - 1}:
            close = zoom_in(topology, cell)
            left, top, right, bottom = close.box
            for first, end, length in ((left, right, close.width), (top, bottom, close.height)):
                beside = max(first, length - end)
                assert beside <= close.pitch or end - first < length, (topology, cell)


def test_a_close_up_shows_its_whole_cell_at_least_twice_as_large() -> None:
    for topology in OFFERED:
        whole = lay_out(topology)
        for cell in (0, len(topology) // 2, len(topology) - 1):
            close = zoom_in(topology, cell)
            x, y = close.centres[cell]
            reach = close.stone // 2
            assert reach <= x <= close.width - reach, topology
            assert reach <= y <= close.height - reach, topology
            assert 1.9 <= close.pitch / whole.pitch <= 2.5, topology
