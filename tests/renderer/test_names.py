"""Names in every script, and names that cannot be drawn as they are."""

from functools import lru_cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, features

import renderer
from renderer import script_fonts
from renderer.draw import compose
from renderer.scene import Header, board_scene
from renderer.script_fonts import font, is_mark, script_of
from renderer.theme import THEMES
from renderer.typeface import draw_text, fitted, printable, text_width
from rules.registry import find_game

shaping = pytest.mark.skipif(not features.check("raqm"), reason="needs libfribidi")
NAMES = {
    "Latin": "Zoë Ångström",
    "Greek": "Ελένη",
    "Cyrillic": "Жозефина",
    "Vietnamese": "Nguyễn Thị",
    "Arabic": "محمد علي",
    "Hebrew": "דוד כהן",
    "Devanagari": "प्रियंका शर्मा",
    "Thai": "สมชาย ใจดี",
    "Simplified Chinese": "张伟",
    "Traditional Chinese": "陳怡君",
    "Japanese": "田中さくら",
    "Korean": "김민수",
}
BAD = {
    "32 combining marks": "A" + "\u0301\u0323" * 16,
    "32 Arabic marks": "م" + "\u064b\u0651" * 16,
    "only marks": "\u0301" * 32,
    "only emoji": "🔥👍🏽👨‍👩‍👧",
    "only spaces": " \u3000\u00a0 ",
    "control characters": "\x00\x1b[2J\x7f",
    "right-to-left override": "\u202eneB\u202c",
    "unknown script": "ᏣᎳᎩ",
    "unassigned": "\U0010ffff\ue000",
    "wide": "﷽" * 32,
    "tall": "ༀྒྷ" * 16,
    "long": "W" * 150,
    "joiners": "\u200d\u200c" * 16,
    "Devanagari marks alone": "\u0940\u094d" * 16,
    "Thai pile": "ก" + "\u0e34\u0e49" * 16,
}
BOARDS = [("lifeline", 3), ("lifeline", 12), ("asli", 5), ("asli", 19)]


@shaping
@pytest.mark.parametrize("script", NAMES)
def test_names_are_drawn_as_they_are(script: str) -> None:
    assert printable(NAMES[script], "Black") == NAMES[script]
    assert pixels(NAMES[script]) != pixels("Black")


@shaping
@pytest.mark.parametrize("script", NAMES)
def test_no_letter_is_drawn_as_a_missing_one(script: str) -> None:
    missing = pixels("\U0010fffe")
    for letter in NAMES[script].replace(" ", ""):
        assert script_of(letter)
        assert is_mark(letter) or pixels(letter) != missing


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ann 🔥", "Ann"),
        ("🔥 Ann 👍🏽 Lee", "Ann Lee"),
        ("王🀄小明", "王小明"),
        ("ᏣᎳᎩ Ann", "Ann"),
        ("\U0001d56c\U0001d593\U0001d593", "Ann"),
        ("\u202eBen\u202c", "Ben"),
        ("A" + "\u0323" * 32, "Ạ̣̣̣"),
        ("🔥!", "Black"),
        ("!", "!"),
        ("\u0301Ann", "Ann"),
    ],
)
def test_what_cannot_be_drawn_is_left_out(name: str, drawn: str) -> None:
    assert printable(name, "Black") == drawn


@shaping
def test_arabic_letters_join() -> None:
    assert pixels("مم") != pixels("م\u200cم"), "a non-joiner keeps them apart"


@shaping
@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("דוד 7", "7"),
        ("(דוד)", "("),
        ("דוד Cohen", "דוד"),
        ("דוד wins", "דוד"),
        ("מחמד כהן", "מחמד כהן"),
    ],
)
def test_the_leftmost_part_follows_the_direction_of_the_name(text: str, first: str) -> None:
    whole, part = picture(text), picture(first)
    width = int(text_width(first, font(34)))
    assert not ImageChops.difference(
        whole.crop((0, 0, width, 100)), part.crop((0, 0, width, 100))
    ).getbbox()


@pytest.mark.parametrize("name", [*NAMES.values(), *BAD.values()])
def test_shortened_names_fit(name: str) -> None:
    face = font(34)
    for width in (40, 90, 200):
        assert text_width(fitted(printable(name, "Black"), face, width), face) <= width


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("bad", [*BAD, "Arabic", "Devanagari", "Thai", "Japanese"])
def test_names_stay_in_the_header(bad: str, board: tuple[str, int]) -> None:
    """A name changes only pixels that a plain name of full length covers."""
    name, plain = BAD.get(bad) or NAMES[bad], "Name of full length, much too long"
    changed = ImageChops.difference(with_header(name, *board), with_header(plain, *board))
    box = changed.convert("L").point(lambda value: 255 * (value > 0)).getbbox()
    assert box is None or (box[1] >= 10 and box[3] <= 95), box


@lru_cache(maxsize=8)
def with_header(name: str, key: str, size: int) -> Image.Image:
    """Return the empty board with a name in both halves of the header."""
    game = find_game(key)
    position = game.start(game.ruleset({"size": size}))
    return compose(board_scene(position, Header(name, name)), THEMES["dark"], 1080)


@pytest.mark.parametrize("bad", BAD)
def test_bad_names_are_drawn_in_banners(bad: str) -> None:
    game = find_game("lifeline")
    position = game.start(game.ruleset({"size": 4}))
    plain, drawn = (
        compose(
            board_scene(position, Header(name, "Ben", f"{name} wins. Ben resigned.")),
            THEMES["dark"],
            480,
        )
        for name in ("Ann", BAD[bad])
    )
    assert drawn.size == plain.size


def test_names_that_need_shaping_are_replaced_where_the_host_cannot_shape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script_of.cache_clear()
    monkeypatch.setattr(script_fonts, "can_shape", lambda: False)
    names = ("محمد", "דוד", "प्रिया", "田中", "Ann דוד")
    drawn = [printable(name, "Black") for name in names]
    script_of.cache_clear()
    assert drawn == ["Black", "Black", "Black", "田中", "Ann"]


def test_fonts_of_other_scripts_are_read_only_when_needed() -> None:
    script_of.cache_clear()
    script_fonts.script_font.cache_clear()
    pixels("Zoë Ångström")
    assert script_fonts.script_font.cache_info().currsize == 0


def test_all_fonts_have_at_most_eight_megabytes_and_a_licence() -> None:
    files = list((Path(renderer.__file__).parent / "fonts").iterdir())
    assert sum(file.stat().st_size for file in files) <= 8_000_000
    assert {file.name for file in files if file.suffix == ".txt"} == {"OFL.txt", "OFL-Noto.txt"}


def picture(text: str) -> Image.Image:
    image = Image.new("RGB", (1500, 100))
    draw_text(ImageDraw.Draw(image), (0, 60), text, font(34), (255, 255, 255), "ls")
    return image


def pixels(text: str) -> bytes:
    return picture(text).tobytes()
