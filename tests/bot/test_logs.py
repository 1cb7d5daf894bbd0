"""Formatters of the log, which hide tokens and personal texts."""

import json
import logging
import sys

import pytest

from bot.config.settings import Settings
from bot.errors.refusals import NotYourTurn
from bot.operations.logs import LONGEST, JsonLines, TextLines, limit_libraries, set_up_logging

SECRET = "MTIz.abc-DEF_ghi.0123456789abcdef"


def record(message, *args, exc_info=None):
    return logging.LogRecord("bot", logging.WARNING, __file__, 1, message, args, exc_info)


def test_hides_the_bots_token():
    assert SECRET not in TextLines(SECRET).format(record("logging in with %s", SECRET))


def test_hides_the_token_in_the_url_of_an_interaction():
    line = TextLines().format(record("POST https://x/interactions/12/%s/callback", "aW50" * 20))

    assert "interactions/12/[hidden]/callback" in line


def test_a_json_line_holds_the_traceback():
    try:
        int(SECRET)
    except ValueError:
        line = JsonLines(SECRET).format(record("failed", exc_info=sys.exc_info()))

    output = json.loads(line)
    assert output["level"] == "WARNING"
    assert "ValueError" in output["trace"]
    assert SECRET not in line


def raised(error):
    try:
        raise error
    except type(error):
        return sys.exc_info()


@pytest.mark.parametrize(
    "error", [KeyError("Zaphod"), ValueError("no Zaphod\nhere"), NotYourTurn(7, "Zaphod")]
)
def test_a_traceback_leaves_out_the_text_of_the_exception(error):
    line = TextLines().format(record("failed", exc_info=raised(error)))

    assert "Zaphod" not in line
    assert type(error).__name__ in line
    assert 'test_logs.py", line' in line
    assert "raise error" in line


def test_texts_of_library_errors_are_kept_without_quotations():
    full = OSError(28, "No space left on device", "Zaphod.db")
    line = TextLines().format(record("failed", exc_info=raised(full)))

    assert "OSError: [Errno 28] No space left on device: '…'" in line


def test_causes_are_logged_before_the_exception():
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
    assert line.count("Zaphod") == 2  # the source lines above, not the texts of the exceptions


def test_a_json_line_holds_the_error_code_shown_to_the_player():
    output = record("failed")
    output.code = "A1B2C3"

    assert json.loads(JsonLines().format(output))["code"] == "A1B2C3"


@pytest.mark.parametrize("formatter", [TextLines, JsonLines])
def test_a_long_message_is_shortened(formatter):
    made = formatter(SECRET)
    longest = made.format(record("%s", "x" * LONGEST))
    longer = made.format(record("%s", "x" * (LONGEST + 22_000)))

    assert "more characters" not in longest
    assert "x" * LONGEST in longest
    assert "x… (22000 more characters)" in longer
    assert len(longer) < LONGEST + 200


@pytest.mark.parametrize("formatter", [TextLines, JsonLines])
def test_shortening_leaves_no_part_of_a_token(formatter):
    line = formatter(SECRET).format(record("%s", "x" * (LONGEST - 10) + SECRET))

    assert SECRET[:8] not in line


def test_long_lines_of_a_traceback_are_shortened():
    page = OSError(1, "<html>" + "y" * 22_000)
    line = TextLines().format(record("failed", exc_info=raised(page)))

    assert len(line) < 3 * LONGEST
    assert "raise error" in line


@pytest.mark.parametrize("level", ["DEBUG", "ERROR"])
def test_libraries_never_log_messages_or_statements(level):
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
