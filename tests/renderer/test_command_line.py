"""The command line `python -m renderer`."""

import subprocess
import sys
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from renderer.__main__ import main
from renderer.draw import draw
from renderer.orientation import Orientation
from renderer.page.document import game_page
from renderer.scene import board_scene, seated
from rules.record import Details, Record, export_json, export_text, import_text
from rules.registry import find_game
from tests.renderer.helpers import random_game


@pytest.fixture
def record(tmp_path: Path) -> Path:
    history = random_game("lifeline", 20, size=5)
    moves = []
    for before, after in pairwise(history):
        moves.append(next(m for m in before.legal_moves() if before.play(m) == after))
    ruleset = find_game("lifeline").ruleset({"size": 5})
    written = Record(ruleset, tuple(moves), Details(first="Ann", second="Ben"))
    (tmp_path / "game.json").write_text(export_json(written), encoding="utf-8")
    path = tmp_path / "game.txt"
    path.write_text(export_text(written), encoding="utf-8")
    return path


def picture(path: Path) -> Image.Image:
    return Image.open(BytesIO(path.read_bytes()))


def pixels(path: Path) -> bytes:
    return picture(path).convert("RGB").tobytes()


def test_a_record_is_drawn_like_its_last_position(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    assert main([str(record), "-o", str(out)]) == 0
    position = random_game("lifeline", 20, size=5)[-1]
    scene = board_scene(position, seated(position, ("Ann", "Ben")))
    assert pixels(out) == draw(scene).convert("RGB").tobytes()


def test_text_and_json_give_the_same_picture(record: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.png", tmp_path / "other.png"
    assert main([str(record), "-o", str(one)]) == 0
    assert main([str(record.with_suffix(".json")), "-o", str(other)]) == 0
    assert pixels(one) == pixels(other)


def test_accepts_a_turn_a_theme_overlays_and_a_width(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    command = [str(record), "--turn", "5", "--theme", "light", "--overlay", "danger"]
    assert main([*command, "--overlay", "zones", "--width", "600", "-o", str(out)]) == 0
    assert abs(picture(out).width - 600) < 20
    start = tmp_path / "start.png"
    assert main([str(record), "--turn", "0", "-o", str(start)]) == 0
    assert pixels(start) != pixels(out)


def test_writes_a_replay_as_a_gif(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.gif"
    assert main([str(record), "--gif", "--turn", "6", "--width", "400", "-o", str(out)]) == 0
    gif = picture(out)
    assert gif.format == "GIF"
    assert gif.n_frames >= 8


def test_writes_text_instead_of_a_picture(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(record), "--text"]) == 0
    output = capsys.readouterr().out
    assert "hexagonal board, size 5, turn 21" in output
    assert "A B C D E" in output


def test_text_of_a_resigned_game_has_the_result_only_at_the_last_turn(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given_up = record.read_text(encoding="utf-8").replace(
        "\n\n", "\nResult: Ann wins. Ben left.\n\n", 1
    )
    record.write_text(given_up, encoding="utf-8")
    assert main([str(record), "--text"]) == 0
    assert main([str(record), "--text", "--turn", "3"]) == 0
    last, earlier = capsys.readouterr().out.split("turn 4.")
    assert "Ann wins. Ben left." in last
    assert "Ann wins" not in earlier


def test_names_the_picture_after_the_record(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(record.parent)
    assert main([str(record)]) == 0
    assert (record.parent / "game.png").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--turn", "99"], "There is no turn 99. The record goes from turn 0 to turn 20."),
        (["--turn", "-1"], "There is no turn -1"),
        (["--overlay", "sparkles"], "There is no overlay “sparkles”"),
        (["--overlay", "zoom:z99"], "There's no cell Z99"),
        (["--overlay", "preview:swap"], "swap"),
        (["--width", "7"], "A picture is 240 to 4320 pixels wide, not 7."),
        (["-o", "/nowhere/at/all.png"], "cannot be written"),
        (["--gif", "--width", "239"], "A picture is 240 to 4320 pixels wide, not 239."),
        (["--gif", "--overlay", "danger"], "A replay has no overlays."),
        (["--text", "--gif"], "--text writes the board as it stands"),
        (["--text", "--overlay", "danger"], "--text writes the board as it stands"),
        (["--text", "-o", "board.txt"], "to standard output, and no file."),
    ],
)
def test_bad_input_prints_a_sentence_and_exits_with_2(
    record: Path, arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(record), *arguments]) == 2
    output = capsys.readouterr().err
    assert sentence.lower() in output.lower()
    assert "Traceback" not in output


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"hello", "Line 1"),
        (b"\xff\xfe\x00", "is not a text file"),
        (b"{}", "game"),
        (b"Game: chess\n", "chess"),
        (b"Game: lifeline\nSize: 5\n\n1. z99\n", "Z99"),
    ],
)
def test_a_bad_record_prints_a_sentence_and_exits_with_2(
    tmp_path: Path, content: bytes, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(content)
    assert main([str(path), "-o", str(tmp_path / "out.png")]) == 2
    assert sentence.lower() in capsys.readouterr().err.lower()


def test_a_missing_record_prints_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-file.txt"]) == 2
    assert "no-such-file.txt cannot be read" in capsys.readouterr().err


def test_reads_standard_input_and_writes_standard_output(record: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "renderer", "-", "-o", "-"],
        input=record.read_bytes(),
        capture_output=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert Image.open(BytesIO(done.stdout)).format == "PNG"


def test_a_page_is_written_and_follows_the_reader_unless_a_theme_is_given(
    record: Path, tmp_path: Path
) -> None:
    out = tmp_path / "game.html"
    assert main([str(record), "--html", str(out)]) == 0
    written = import_text(record.read_text(encoding="utf-8"))
    assert out.read_bytes() == game_page(written)
    assert main([str(record.with_suffix(".json")), "--html", str(out), "--theme", "high"]) == 0
    assert out.read_bytes() == game_page(written, theme="high")


@pytest.mark.parametrize(
    "option", [["--gif"], ["--text"], ["--turn", "3"], ["--overlay", "danger"], ["-o", "x.png"]]
)
def test_a_page_takes_no_options_of_pictures(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: list[str]
) -> None:
    out = tmp_path / "game.html"
    assert main([str(record), "--html", str(out), *option]) == 2
    assert "whole game" in capsys.readouterr().err
    assert not out.exists()


def test_a_turned_board_is_turned_on_its_page(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    assert main([str(record), "--html", str(out), "--orientation", "90"]) == 0
    written = import_text(record.read_text(encoding="utf-8"))
    assert out.read_bytes() == game_page(written, orientation=Orientation.RIGHT)
    assert out.read_bytes() != game_page(written)
