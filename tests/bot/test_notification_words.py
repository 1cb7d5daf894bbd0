"""Sentences of notifications that depend on numbers or times."""

from datetime import UTC, datetime

import pytest

from bot.words import notifications
from bot.words.game_lists import my_turn_line
from bot.words.turn_line import due

POSTPONED = datetime(2030, 8, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("games", "text"),
    [
        ([7], "Game 7 is paused."),
        ([7, 9], "Games 7, 9 are paused."),
        ([7, 9, 12], "Games 7, 9, 12 are paused."),
        (range(100, 1100), ", 119 and 980 more are paused."),
    ],
)
def test_a_vacation_notification_names_the_paused_games(games, text):
    assert notifications.away("Ann", POSTPONED, games).endswith(text)


@pytest.mark.parametrize(
    ("games", "elsewhere", "stand", "run"),
    [
        ([7], 1, "7 is paused. 1 game elsewhere is paused.", "game 7. This affects 1 game else"),
        (
            [7, 9],
            3,
            "9 are paused. 3 games elsewhere are paused.",
            "games 7, 9. This affects 3 games",
        ),
        ([], 1, "1 game elsewhere is paused.", "This affects 1 game elsewhere."),
        ([], 2, "2 games elsewhere are paused.", "This affects 2 games elsewhere."),
    ],
)
def test_games_hidden_from_the_channel_are_only_counted(games, elsewhere, stand, run):
    assert notifications.away("Ann", POSTPONED, games, elsewhere).endswith(stand)
    assert run in notifications.away_strict(POSTPONED, games, elsewhere)


@pytest.mark.parametrize(
    "text",
    [
        notifications.waiting_line("game 7", "Ben", POSTPONED),
        notifications.reminder("game 7", "Ben", POSTPONED),
        notifications.time_given("game 7", "Ben", POSTPONED),
        my_turn_line("Asli, size 9", "Ben", "game 7", POSTPONED),
        due(POSTPONED, strict=False),
    ],
)
def test_sentences_with_a_deadline_read_well_before_and_after_it(text):
    """Discord shows a relative timestamp as "in 2 days", and later as "3 hours ago"."""
    before, _, _ = text.partition(f"<t:{int(POSTPONED.timestamp())}:R>")

    assert before.lower().rstrip(": ").endswith(("deadline", "due"))
    assert "time is up" not in text.lower()


def test_the_closing_date_of_an_inactive_game_is_absolute():
    """A relative timestamp would change to "3 days ago", an absolute one does not."""
    assert f" on <t:{int(POSTPONED.timestamp())}:f>, " in notifications.asleep(
        "game 7", "Ben", POSTPONED
    )


def test_games_without_a_clock_show_no_deadline():
    assert notifications.reminder("game 7", "Ben", None).endswith("in game 7 against **Ben**.")
    assert "eadline" not in notifications.time_given("game 7", "Ben", None)
    assert "eadline" not in notifications.waiting_line("game 7", "Ben", None)
