"""Parser of `.env` with precise error messages.

Messages name lines and settings but never values, as the file holds secrets.
"""

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from dotenv import dotenv_values
from dotenv.parser import Binding, parse_stream

from bot.errors.startup import CannotStart

FILE = Path(".env")  # in the working directory
NOT_UTF_8 = "The file {} is not in UTF-8: save it in that encoding."
NOT_READ = "The file {} cannot be read ({}): let the bot's user read it and its folder."
NO_SETTING = (
    "{} of the file {} cannot be read: write NAME=value. Put quotation marks around a value with a "
    "#, and a # before a comment."
)
UNKNOWN = "Line {} of the file {} is ignored: the bot has no setting {}."
OF_THIS_NAME = "of this name"
NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
# names that cannot be secrets, so that messages may quote them
PLAIN_NAME = re.compile(r"[A-Z][A-Z_]{0,39}")
# names for Docker Compose, which reads the same file
OF_COMPOSE = re.compile(r"POSTGRES_PASSWORD|(COMPOSE|DOCKER|BUILDKIT)_\w+", re.ASCII)


@contextmanager
def reading(file: Path | None) -> Iterator[None]:
    """Run a block that reads a file; turn its errors into `CannotStart` for the operator.

    :raises CannotStart: if the file is not UTF-8 or cannot be opened.
    """
    try:
        yield
    except UnicodeDecodeError:
        # the text of the exception would quote the file
        raise CannotStart(NOT_UTF_8.format(file)) from None
    except OSError as error:
        raise CannotStart(NOT_READ.format(file, error.strerror)) from None


def values(file: Path) -> dict[str, str]:
    """Return the values in `.env` by the names of settings in capitals; empty without the file.

    :raises CannotStart: if the file cannot be read or a line cannot be parsed.
    """
    refuse_unreadable(file)
    with reading(file):
        found = dotenv_values(file, encoding="utf-8")
    return {name.upper(): value for name, value in found.items() if value is not None}


def refuse_unreadable(file: Path) -> None:
    """Raise `CannotStart` if the file has lines that cannot be parsed.

    :raises CannotStart: if the file cannot be read or a line cannot be parsed.
    """
    _settings(file)


def unknown_names(file: Path, known: Collection[str]) -> list[str]:
    """Return a warning for each line of `.env` with an unknown setting, most often a misspelling.

    :param known: the names of all settings, in capitals.
    :raises CannotStart: if the file cannot be read or a line cannot be parsed.
    """
    return [
        UNKNOWN.format(line, file, name if PLAIN_NAME.fullmatch(name) else OF_THIS_NAME)
        for line, name in _settings(file)
        if name.upper() not in known and not OF_COMPOSE.fullmatch(name)
    ]


def _settings(file: Path) -> list[tuple[int, str]]:
    """Return the line number and the name of each setting in a file; empty without the file.

    :raises CannotStart: if the file cannot be read or a line cannot be parsed.
    """
    with reading(file):
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
    # the parser counts blank lines before a setting as part of the setting
    text = binding.original.string
    return binding.original.line + text[: len(text) - len(text.lstrip())].count("\n")
