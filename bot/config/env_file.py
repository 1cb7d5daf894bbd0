"""The file `.env` by itself: what it sets, which of its lines cannot be read, which mean nothing.

It knows no setting's meaning. A sentence about it names lines, never what they set: it holds
secrets.
"""

import difflib
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from dotenv import dotenv_values
from dotenv.parser import Binding, parse_stream

from bot.errors import CannotStart

FILE = Path(".env")  # in the folder where the program was started
NOT_UTF_8 = "The file {} is not in UTF-8: save it in that encoding."
NOT_READ = "The file {} cannot be read ({}): let the bot's user read it and its folder."
NO_SETTING = (
    "{} of the file {} cannot be read: write NAME=value there, with quotation marks around a value "
    "that holds a #, or a # before a remark."
)
UNKNOWN = "Line {} of the file {} means nothing: the bot has no setting {}{}."
OF_THIS_NAME = "of this name"
NEAREST = ", but {}"
NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
# what nobody takes for a secret, so that it may be shown
PLAIN_NAME = re.compile(r"[A-Z][A-Z_]{0,39}")
# the compose files of this project, and what reads them, are told by the same file
OF_COMPOSE = re.compile(r"POSTGRES_PASSWORD|(COMPOSE|DOCKER|BUILDKIT)_\w+", re.ASCII)


@contextmanager
def told(file: Path | None) -> Iterator[None]:
    """Turn what goes wrong when the file is read into sentences.

    :raises CannotStart: it is in another encoding, or may not be read.
    """
    try:
        yield
    except UnicodeDecodeError:
        # its own words would repeat a piece of the file
        raise CannotStart(NOT_UTF_8.format(file)) from None
    except OSError as error:
        raise CannotStart(NOT_READ.format(file, error.strerror)) from None


def values(file: Path) -> dict[str, str]:
    """Return what the file sets, by names in capitals; nothing when there is no file.

    :raises CannotStart: it cannot be read, or a line of it.
    """
    refuse_unreadable(file)
    with told(file):
        found = dotenv_values(file, encoding="utf-8")
    return {name.upper(): value for name, value in found.items() if value is not None}


def refuse_unreadable(file: Path) -> None:
    """Refuse a file in which something is written that sets nothing.

    :raises CannotStart: it cannot be read, or a line of it.
    """
    _settings(file)


def meaningless(file: Path, known: Collection[str]) -> list[str]:
    """Return a sentence for each line that sets what nobody reads, most often a slip of the pen.

    :param known: the names of all settings, in capitals.
    :raises CannotStart: the file cannot be read, or a line of it.
    """
    return [
        _meaningless(file, line, name, known)
        for line, name in _settings(file)
        if name.upper() not in known and not OF_COMPOSE.fullmatch(name)
    ]


def _settings(file: Path) -> list[tuple[int, str]]:
    """Return line and name of each setting."""
    with told(file):
        if not file.is_file():
            return []
        with file.open(encoding="utf-8") as stream:
            found = [each for each in parse_stream(stream) if each.key is not None or each.error]
    unreadable = [_line(each) for each in found if not NAME.fullmatch(each.key or "")]
    if unreadable:
        lines = f"Line{'s' if len(unreadable) > 1 else ''} {', '.join(map(str, unreadable))}"
        raise CannotStart(NO_SETTING.format(lines, file))
    return [(_line(each), each.key or "") for each in found]


def _line(binding: Binding) -> int:
    # the parser counts blank lines before a setting as its own
    text = binding.original.string
    return binding.original.line + text[: len(text) - len(text.lstrip())].count("\n")


def _meaningless(file: Path, line: int, name: str, known: Collection[str]) -> str:
    shown = name if PLAIN_NAME.fullmatch(name) else OF_THIS_NAME
    nearest = difflib.get_close_matches(name.upper(), known, n=1)
    return UNKNOWN.format(line, file, shown, NEAREST.format(nearest[0]) if nearest else "")
