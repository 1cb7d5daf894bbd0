"""Messages of the bot are known again by their controls or their picture, when the nonce is old."""

from types import SimpleNamespace

import pytest

from bot.mail.recognising import shows
from bot.messages.sheets import picture_name

GAME, STAMP = 7, 12


def message(*custom_ids, picture=None):
    """Return what discord.py has of a message: rows of controls, and perhaps one file."""
    row = SimpleNamespace(children=[SimpleNamespace(custom_id=each) for each in custom_ids])
    files = [] if picture is None else [SimpleNamespace(filename=picture)]
    return SimpleNamespace(components=[row], attachments=files)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (message(f"move:{GAME}:{STAMP}"), True),
        (message(f"move:{GAME}:{STAMP}", picture="other.png"), True),
        (message(picture=picture_name(GAME, STAMP)), True),
        (message(f"move:{GAME}:{STAMP - 1}", picture=picture_name(GAME, STAMP - 1)), False),
        (message(f"move:{GAME + 1}:{STAMP}", picture=picture_name(GAME + 1, STAMP)), False),
        (message("unknown control"), False),
        (message(), False),
    ],
    ids=["text", "another-file", "picture", "other-turn", "other-game", "foreign", "bare"],
)
def test_a_turn_is_known_by_its_controls_or_by_its_picture(found, expected):
    assert shows(GAME, STAMP)(found) is expected
