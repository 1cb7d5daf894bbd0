"""Text: characters supported by the font, and fitting to a width."""

import pytest

from renderer.script_fonts import font
from renderer.typeface import fitted, printable, text_width, wrapped


@pytest.mark.parametrize("name", ["Ann", "Zoë Ångström", "Жозефина", "Ελένη", "x_X 99!", "Nguyễn"])
def test_names_with_supported_characters_are_kept(name: str) -> None:
    assert printable(name, "Black") == name


@pytest.mark.parametrize(
    "name",
    [
        "ᏣᎳᎩ",
        "🔥",
        "",
        "   ",
        "\u200b",
        "\U000e0041",
    ],
)
def test_names_with_unsupported_characters_are_replaced(name: str) -> None:
    assert printable(name, "Black") == "Black"


def test_invisible_characters_are_dropped_and_lines_joined() -> None:
    assert printable("\u202eBen\u200d\n  Smith\u0000", "White") == "Ben Smith"


def test_a_letter_and_its_combining_accent_become_one_character() -> None:
    assert printable("Zoe\u0308", "Black") == "Zoë"


def test_long_text_ends_in_an_ellipsis_within_its_width() -> None:
    face = font(30)
    cut = fitted("Maximiliane von Hohenfels", face, 200)
    assert cut.endswith("…")
    assert face.getlength(cut) <= 200
    assert fitted("Ann", face, 200) == "Ann"


def test_text_is_wrapped_at_words_without_loss_if_there_is_room() -> None:
    face, text = font(26), "The empty region around F1 touches none of your groups."
    lines = wrapped(text, face, 300, 5)
    assert " ".join(lines) == text
    assert all(face.getlength(line) <= 300 for line in lines)


def test_japanese_is_wrapped_between_characters_but_not_before_punctuation() -> None:
    face, text = (
        font(26),
        "F7の石はすぐ死に、盤が何も変わりません。この空き領域は「自分」のグループに接していません。",
    )
    for width in range(200, 400, 13):
        lines = wrapped(text, face, width, 9)
        assert "".join(lines) == text
        assert all(text_width(line, face) <= width for line in lines)
        assert not {line[0] for line in lines} & set("、。」ー")
        assert not any(line.endswith("「") for line in lines)


def test_text_that_does_not_fit_the_last_line_is_shortened() -> None:
    face = font(26)
    lines = wrapped("word " * 50, face, 300, 2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")
    assert all(face.getlength(line) <= 300 for line in lines)
