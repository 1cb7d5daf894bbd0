"""The log tells everything but tokens."""

import json
import logging
import sys

import pytest

from bot.config.settings import Settings
from bot.errors import NotYourTurn
from bot.operations.logs import JsonLines, TextLines, limit_libraries, set_up_logging

SECRET = "MTIz.abc-DEF_ghi.0123456789abcdef"


def record(message, *args, exc_info=None):
    return logging.LogRecord("bot", logging.WARNING, __file__, 1, message, args, exc_info)


def test_the_bots_token_is_hidden():
    assert SECRET not in TextLines(SECRET).format(record("logging in with %s", SECRET))


def test_the_token_in_an_interactions_address_is_hidden():
    line = TextLines().format(record("POST https://x/interactions/12/%s/callback", "aW50" * 20))

    assert "interactions/12/[hidden]/callback" in line


def test_a_json_line_holds_the_trace():
    try:
        int(SECRET)
    except ValueError:
        line = JsonLines(SECRET).format(record("failed", exc_info=sys.exc_info()))

    told = json.loads(line)
    assert told["level"] == "WARNING"
    assert "ValueError" in told["trace"]
    assert SECRET not in line


def raised(error):
    try:
        raise error
    except type(error):
        return sys.exc_info()


@pytest.mark.parametrize(
    "error", [KeyError("Zaphod"), ValueError("no Zaphod\nhere"), NotYourTurn(7, "Zaphod")]
)
def test_an_errors_own_words_are_left_out_of_its_trace_and_its_place_is_kept(error):
    line = TextLines().format(record("failed", exc_info=raised(error)))

    assert "Zaphod" not in line
    assert type(error).__name__ in line
    assert 'test_logs.py", line' in line
    assert "raise error" in line


def test_the_words_of_errors_of_the_machine_are_kept_but_for_what_they_quote():
    full = OSError(28, "No space left on device", "Zaphod.db")
    line = TextLines().format(record("failed", exc_info=raised(full)))

    assert "OSError: [Errno 28] No space left on device: '…'" in line


def test_what_led_to_an_error_is_told_before_it():
    def lead():
        try:
            int("Zaphod")
        except ValueError as first:
            raise LookupError("Zaphod") from first

    try:
        lead()
    except LookupError:
        line = TextLines().format(record("failed", exc_info=sys.exc_info()))

    assert line.index("ValueError") < line.index("Cause of the next exception:")
    assert line.index("Cause of the next exception:") < line.index("LookupError")
    assert line.count("Zaphod") == 2  # the lines of code above, and no error's words


def test_a_json_line_has_the_code_that_the_player_saw():
    told = record("failed")
    told.code = "A1B2C3"

    assert json.loads(JsonLines().format(told))["code"] == "A1B2C3"


@pytest.mark.parametrize("level", ["DEBUG", "ERROR"])
def test_libraries_never_tell_whole_messages_or_statements(level):
    root = logging.getLogger()
    before, handlers = root.level, root.handlers[:]
    try:
        set_up_logging(Settings(log_level=level))
        speaks = {
            name: logging.getLogger(name).getEffectiveLevel()
            for name in ("discord.gateway", "aiosqlite", "sqlalchemy.engine.Engine")
        }
    finally:
        root.setLevel(before)
        root.handlers[:] = handlers
        limit_libraries()

    assert min(speaks.values()) >= max(logging.INFO, logging.getLevelName(level))
    assert speaks["sqlalchemy.engine.Engine"] >= logging.WARNING
