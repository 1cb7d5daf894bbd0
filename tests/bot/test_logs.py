"""The log tells everything but tokens."""

import json
import logging
import sys

import pytest

from bot.logs import JsonLines, Lines, hush_libraries, set_up_logging
from bot.settings import Settings

SECRET = "MTIz.abc-DEF_ghi.0123456789abcdef"


def record(message, *args, exc_info=None):
    return logging.LogRecord("bot", logging.WARNING, __file__, 1, message, args, exc_info)


def test_the_bots_token_is_hidden():
    assert SECRET not in Lines(SECRET).format(record("logging in with %s", SECRET))


def test_the_token_in_an_interactions_address_is_hidden():
    line = Lines().format(record("POST https://x/interactions/12/%s/callback", "aW50" * 20))

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


def test_what_an_error_quotes_is_left_out_of_its_trace_and_the_code_is_kept():
    line = Lines().format(record("failed", exc_info=raised(KeyError("Zaphod Beeblebrox"))))

    assert "Zaphod" not in line
    assert "KeyError: '…'" in line
    assert 'test_logs.py", line' in line
    assert "raise error" in line


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
        hush_libraries()

    assert min(speaks.values()) >= max(logging.INFO, logging.getLevelName(level))
    assert speaks["sqlalchemy.engine.Engine"] >= logging.WARNING
