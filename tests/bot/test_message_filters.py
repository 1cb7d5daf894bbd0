"""Messages of the bot are recognised by their controls or picture when the nonce has expired."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from bot.delivery.message_filters import has_content, shows_revision
from bot.messages.message_draft import picture_name
from bot.words.clocks import moment

GAME, REVISION = 7, 12


def message(*custom_ids, picture=None):
    """Return the parts of a message that discord.py has: rows of controls, and perhaps one file."""
    row = SimpleNamespace(children=[SimpleNamespace(custom_id=each) for each in custom_ids])
    files = [] if picture is None else [SimpleNamespace(filename=picture)]
    return SimpleNamespace(components=[row], attachments=files)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (message(f"move:{GAME}:{REVISION}"), True),
        (message(f"move:{GAME}:{REVISION}", picture="other.png"), True),
        (message(picture=picture_name(GAME, REVISION)), True),
        (message(f"move:{GAME}:{REVISION - 1}", picture=picture_name(GAME, REVISION - 1)), False),
        (message(f"move:{GAME + 1}:{REVISION}", picture=picture_name(GAME + 1, REVISION)), False),
        (message("unknown control"), False),
        (message(), False),
        (SimpleNamespace(attachments=[]), False),
    ],
    ids=[
        *("text", "another-file", "picture", "other-turn", "other-game", "foreign", "bare"),
        "without-components",
    ],
)
def test_a_turn_is_known_by_its_controls_or_by_its_picture(found, expected):
    assert shows_revision(GAME, REVISION)(found) is expected


def test_a_message_without_controls_is_known_by_its_text():
    matches = has_content("**Ben** declined the undo.")
    assert matches(SimpleNamespace(content="**Ben** declined the undo."))
    assert not matches(SimpleNamespace(content="**Ann** declined the undo."))


def test_the_times_of_a_text_may_have_moved_since_it_was_sent():
    now = datetime(2030, 1, 2, tzinfo=UTC)
    texts = [f"Game 7 against **Ben** {moment(now + timedelta(hours=hour))}" for hour in (0, 5)]
    assert texts[0] != texts[1]
    matches = has_content(texts[0])
    assert matches(SimpleNamespace(content=texts[1]))
    assert not matches(SimpleNamespace(content=texts[1].replace("Game 7", "Game 8")))
