"""Picture of a league's table."""

import io

import pytest
from PIL import Image

from renderer import league_table
from renderer.league_table import WIDTH, CrossRow, draw_league_table
from renderer.palettes import PALETTES
from renderer.theme import find_theme
from renderer.typeface import text_width

TITLE = "Lifeline, size 5 · season 2 · group 1"


def rows(number, name="Ann"):
    return [
        CrossRow(f"{place + 1}.", name, "4½", "▲", tuple("1" for _ in range(number)))
        for place in range(number)
    ]


def drawn(*args):
    return Image.open(io.BytesIO(draw_league_table(*args)))


@pytest.mark.parametrize("number", [1, 4, 10])
@pytest.mark.parametrize("theme", PALETTES)
def test_a_table_is_as_wide_as_a_board_and_has_a_row_for_each_player(number, theme):
    picture = drawn(TITLE, rows(number), theme)
    assert picture.width == WIDTH
    assert picture.height > 76 * (number + 1)


def test_long_names_and_titles_are_shortened_and_hide_no_result():
    short, long = (drawn(TITLE, rows(10, name)) for name in ("A", "W" * 200))
    box = (344, 200, WIDTH, short.height)  # from the first of ten results
    assert short.crop(box).tobytes() == long.crop(box).tobytes()
    assert drawn("W" * 300, rows(4)).size == drawn(TITLE, rows(4)).size


def test_every_text_is_drawn_once_with_each_result_under_the_number_of_its_opponent(monkeypatch):
    drawn_texts = []

    def record(_draw, at, text, *_):
        drawn_texts.append((text, at))

    monkeypatch.setattr(league_table, "draw_text", record)
    results = ("", "w"), ("l", "")
    two = [CrossRow(f"{n}.", f"P{n}", f"{n}½", mark, results[n]) for n, mark in enumerate("▲▼")]
    draw_league_table(TITLE, two)
    at = dict(drawn_texts)
    assert len(at) == len(drawn_texts) == 1 + 2 + 2 * 4 + 2
    columns = {name: x for name, (x, _) in at.items()}
    lines = {name: y for name, (_, y) in at.items()}
    assert lines[TITLE] < lines["1"] == lines["2"] < lines["0."] < lines["1."]
    for number, mark, result, against in ((0, "▲", "w", "2"), (1, "▼", "l", "1")):
        row = (f"{number}.", f"P{number}", mark, result, f"{number}½")
        assert len({lines[each] for each in row}) == 1
        assert columns[result] == columns[against]
        assert columns[row[0]] < columns[row[1]] < columns[mark] < columns[result] < columns[row[4]]
    assert columns["1"] < columns["2"]


@pytest.fixture
def texts(monkeypatch):
    """Record each drawn text with its place, font, colour and anchor; draw it as usual."""
    found, draw = [], league_table.draw_text

    def record(image, at, text, face, colour, anchor):
        found.append((text, *at, face, colour, anchor))
        draw(image, at, text, face, colour, anchor)

    monkeypatch.setattr(league_table, "draw_text", record)
    return found


def test_what_is_not_a_result_is_muted_and_ones_own_cells_are_grey(texts):
    results = ("", "w", "·"), ("l", "", "d"), ("·", "d", "")
    three = [CrossRow(f"{n}.", f"P{n}", f"{n}½", "▲", results[n]) for n in range(3)]
    picture = drawn(TITLE, three, "light").convert("RGB")
    theme = find_theme("light")
    muted = {"1", "2", "3", "0.", "1.", "2.", "▲", "·"}
    plain = {TITLE, "P0", "P1", "P2", "0½", "1½", "2½", "w", "l", "d"}
    assert {(text, colour) for text, *_, colour, _ in texts} == {
        *((text, theme.muted) for text in muted),
        *((text, theme.text) for text in plain),
    }
    columns = [x for text, x, y, *_ in texts if text in {"1", "2", "3"}][:3]
    lines = [y for text, _, y, *_ in texts if text in {"P0", "P1", "P2"}]
    corners = [[picture.getpixel((x - 20, y - 30)) for x in columns] for y in lines]
    shade, card = corners[0][0], corners[0][1]
    assert shade != card
    assert corners == [
        [shade if row == column else card for column in range(3)] for row in range(3)
    ]


@pytest.mark.parametrize("number", [1, 4, 10])
@pytest.mark.parametrize("mark", ["", "▲"])
def test_a_name_has_room_and_ends_before_its_mark_and_the_results(texts, number, mark):
    crossed = [CrossRow("10.", "W" * 60, "4½", mark, ("",) * number)] * number
    draw_league_table("T", crossed)
    heads = [x for text, x, *_ in texts if text == "1"]
    step = min(66, 600 // number)
    first = WIDTH - 36 - 100 - step * number
    assert heads == [round(first + step / 2)]
    names = {(x, text, face) for text, x, _, face, _, _ in texts if text.startswith("W")}
    ((left, name, face),) = names
    end = left + text_width(name, face)
    if mark:
        ((begin, of_mark),) = {(x, face) for text, x, _, face, _, _ in texts if text == mark}
        assert end < begin
        end = begin + text_width(mark, of_mark)
    assert first - 12 - text_width("W" + "…", face) < end <= first - 12
    assert first - left >= 240


def test_a_table_without_players_or_in_no_theme_is_refused():
    with pytest.raises(ValueError, match="at least one row"):
        draw_league_table(TITLE, [])
    with pytest.raises(ValueError, match="theme"):
        draw_league_table(TITLE, rows(4), "pink")
