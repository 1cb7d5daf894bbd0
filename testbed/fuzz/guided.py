"""Coverage-guided fuzzing of the parsers: `python -m testbed.fuzz.guided [RUNS]`.

It needs atheris (`pip install -e .[fuzz]`); without it, it prints a notice and does nothing.
"""

import importlib
import importlib.util
import subprocess
import sys
from collections.abc import Callable
from typing import Any

RUNS = 20_000
MISSING = "skipped: atheris is not installed (pip install -e '.[fuzz]')"
LENGTHS = {"record": 4096}  # maximum input size in bytes
SHORT = 300


def _id(data: bytes) -> None:
    from bot.messages.component_ids import OldComponent, parse_id  # noqa: PLC0415 - imported instrumented

    text = data.decode("utf-8", "replace")
    try:
        found = parse_id(text)
    except OldComponent:
        return
    assert parse_id(str(found)).target_id == found.target_id


def _record(data: bytes) -> None:
    from bot.messages.replay import BadRecord, read_record  # noqa: PLC0415 - imported instrumented
    from rules.abstract_play import SeveralGames  # noqa: PLC0415
    from rules.record import export_json, export_text, import_json, import_text  # noqa: PLC0415

    try:
        record = read_record(data)
    except (BadRecord, SeveralGames):
        return
    assert import_text(export_text(record)) == record
    assert import_json(export_json(record)) == record


def _turn(data: bytes) -> None:
    from rules.moves import format_move, parse_turn  # noqa: PLC0415 - imported instrumented
    from rules.reasons import InvalidMove  # noqa: PLC0415
    from rules.topology import hexhex  # noqa: PLC0415

    try:
        moves = parse_turn(data.decode("utf-8", "replace"), hexhex(7))
    except InvalidMove:
        return
    again = " ".join(format_move(move, hexhex(7)) for move in moves)
    assert parse_turn(again, hexhex(7)) == moves


def _name(data: bytes) -> None:
    from bot.words.escaping import LONGEST_NAME, escape, name_of  # noqa: PLC0415
    from testbed.fuzz.checks import ACTIVE, DANGEROUS  # noqa: PLC0415

    text = data.decode("utf-8", "replace")
    for made in (escape(text), escape(name_of(text))):
        assert not ACTIVE.search(made), made
        assert not DANGEROUS.search(made), made
    assert 1 <= len(name_of(text)) <= LONGEST_NAME


def _setting(data: bytes) -> None:
    from bot.errors.refusals import PlayerError  # noqa: PLC0415 - imported instrumented
    from bot.services.values.people.personal_settings import read_settings  # noqa: PLC0415

    text = data.decode("utf-8", "replace")
    for name in ("quiet", "digest", "zone"):
        try:
            read_settings({name: text})
        except PlayerError:
            continue


TARGETS: dict[str, Callable[[bytes], None]] = {
    "id": _id,
    "record": _record,
    "turn": _turn,
    "name": _name,
    "setting": _setting,
}


def main(arguments: list[str]) -> int:
    """Fuzz one parser in this process, or each in a separate process; return the exit code."""
    if importlib.util.find_spec("atheris") is None:
        print(MISSING)  # noqa: T201 - output of the script
        return 0
    if arguments and arguments[0] in TARGETS:
        _fuzz(arguments[0], int(arguments[1]))
    runs = arguments[0] if arguments else str(RUNS)
    codes = [_in_its_own_process(target, runs) for target in TARGETS]
    return max(codes)


def _in_its_own_process(target: str, runs: str) -> int:
    command = [sys.executable, "-m", __spec__.name, target, runs]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = done.stderr.strip().splitlines() if done.returncode else []
    print(f"{target}: {runs} inputs, exit code {done.returncode}", *said[-30:], sep="\n")  # noqa: T201
    return done.returncode


def _fuzz(target: str, runs: int) -> None:
    atheris: Any = importlib.import_module("atheris")

    with atheris.instrument_imports(include=["bot", "rules"]):
        TARGETS[target](b"")
    length = LENGTHS.get(target, SHORT)
    options = [f"-runs={runs}", f"-max_len={length}", "-timeout=10", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *options], TARGETS[target])
    atheris.Fuzz()  # exits the process


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
