"""`python -m renderer RECORD`: draw a position, the replay or the page of an exported game."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from renderer.characters import text_board
from renderer.describe import describe
from renderer.draw import draw_png
from renderer.layout import FULL_WIDTH
from renderer.orientation import Orientation
from renderer.overlays import OVERLAYS, OverlayError, parse_overlay
from renderer.page.document import game_page
from renderer.page.style import READERS_CHOICE
from renderer.replay import WIDTH as REPLAY_WIDTH
from renderer.replay import replay_gif
from renderer.scene import board_scene, seated
from renderer.theme import THEMES
from rules.position import Position
from rules.reasons import IllegalMove, InvalidMove
from rules.record import Details, Record, RecordError, positions
from rules.record_formats import import_record
from rules.registry import UnknownGame

_REFUSALS = (RecordError, UnknownGame, IllegalMove, InvalidMove, OverlayError, ValueError)


class CommandError(Exception):
    """Error for arguments with which the command cannot run; the message is a sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0, or 2 with a sentence on bad input."""
    options = _parser().parse_args(arguments)
    try:
        _run(options)
    except CommandError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except _REFUSALS as error:
        sys.stderr.write(f"{options.record}: {error}\n")
        return 2
    return 0


def _run(options: argparse.Namespace) -> None:
    _refuse_what_would_be_ignored(options)
    record = _read(options.record)
    if options.html:
        turned = Orientation(options.orientation)
        page = game_page(record, theme=options.theme or READERS_CHOICE, orientation=turned)
        _save(page, options.html)
        return
    history = _up_to(list(positions(record)), options.turn)
    if options.text:
        sys.stdout.write(_words(history[-1], record.details, options.turn) + "\n")
        return
    if options.gif:
        names = _names(record.details)
        result = _result(history[-1], record.details, options.turn)
        width = options.width or REPLAY_WIDTH
        turned = Orientation(options.orientation)
        theme = options.theme or "dark"
        data = replay_gif(history, names, result, theme, width, orientation=turned)
    else:
        data = _still(history, record.details, options)
    _write(data, options)


def _refuse_what_would_be_ignored(options: argparse.Namespace) -> None:
    if options.gif and options.overlay:
        raise CommandError("A replay has no overlays. Leave out --overlay, or --gif.")
    if options.text and (options.gif or options.overlay or options.output):
        raise CommandError("--text writes the board as it stands to standard output, and no file.")
    others = ("gif", "text", "overlay", "output", "turn", "width")
    if options.html and any(getattr(options, name) not in (None, False, []) for name in others):
        raise CommandError("A page has the whole game. With --html give --theme or --orientation.")


def _still(history: list[Position], details: Details, options: argparse.Namespace) -> bytes:
    overlays = [parse_overlay(text, history) for text in options.overlay]
    header = seated(history[-1], _names(details), _result(history[-1], details, options.turn))
    scene = board_scene(history[-1], header, overlays, Orientation(options.orientation))
    return draw_png(scene, options.theme or "dark", options.width or FULL_WIDTH)


def _words(position: Position, details: Details, turn: int | None) -> str:
    header = seated(position, _names(details), _result(position, details, turn))
    words = describe(position, header.black, header.white, header.result)
    return f"{text_board(position)}\n\n{words}"


def _result(position: Position, details: Details, turn: int | None) -> str | None:
    """Return the record's result if the board does not show it, as after a resignation; else None.

    With a ``turn``, the picture may not show the end of the game, so the result is None.
    """
    if turn is not None or position.outcome() is not None:
        return None
    return details.result or None


def _names(details: Details) -> tuple[str, str]:
    return details.first or "First", details.second or "Second"


def _read(name: str) -> Record:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{name} is not a text file. Give an exported record.") from None
    return import_record(text)


def _up_to(history: list[Position], turn: int | None) -> list[Position]:
    """Return the positions up to and including a turn; turn 0 is the start, None the whole game.

    :raises CommandError: the game has no such turn.
    """
    if turn is None:
        return history
    kept = [position for position in history if _completed(position) <= turn]
    if turn < 0 or _completed(kept[-1]) < turn:
        last = _completed(history[-1])
        raise CommandError(f"There is no turn {turn}. The record goes from turn 0 to turn {last}.")
    return kept


def _completed(position: Position) -> int:
    """Return the number of turns played, including one in progress."""
    return position.last_turn.number if position.last_turn else 0


def _write(data: bytes, options: argparse.Namespace) -> None:
    ending = "gif" if options.gif else "png"
    name = (
        options.output
        or f"{Path(options.record).stem if options.record != '-' else 'board'}.{ending}"
    )
    _save(data, name)


def _save(data: bytes, name: str) -> None:
    """Write bytes to a file, or to standard output if the name is “-”.

    :raises CommandError: the file cannot be written.
    """
    if name == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        Path(name).write_bytes(data)
    except OSError as error:
        raise CommandError(f"{name} cannot be written: {error.strerror}.") from None
    sys.stderr.write(f"{name}: {len(data):,} bytes\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m renderer", description=__doc__)
    parser.add_argument(
        "record",
        metavar="RECORD",
        help="an exported game, text or JSON; - reads it from standard input",
    )
    parser.add_argument(
        "--turn", type=int, metavar="N", help="the position after turn N instead of the last"
    )
    parser.add_argument(
        "--theme", choices=THEMES, help="dark for pictures; a page follows the reader's settings"
    )
    parser.add_argument(
        "--orientation",
        choices=[each.value for each in Orientation],
        default=Orientation.UPRIGHT.value,
        help="degrees clockwise; mirror exchanges left and right after the turn",
    )
    parser.add_argument(
        "--overlay",
        action="append",
        default=[],
        metavar="O",
        help=f"{', '.join(OVERLAYS)}; with cells or a number after a colon: zoom:e6, "
        "candidates:c3 d5, preview:e6, illegal:a1, numbers:12; may be given more than once",
    )
    parser.add_argument("--width", type=int, metavar="PIXELS", help="240 to 4320")
    parser.add_argument("--gif", action="store_true", help="the replay up to the position")
    parser.add_argument(
        "--html", metavar="OUT", help="the whole game as one page that needs no network"
    )
    parser.add_argument("--text", action="store_true", help="the board and its description as text")
    parser.add_argument("-o", "--output", metavar="FILE", help="- writes to standard output")
    return parser


if __name__ == "__main__":
    sys.exit(main())
