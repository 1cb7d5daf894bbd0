"""The log tells everything but tokens."""

import json
import logging
import sys

from bot.logs import JsonLines, Lines

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
