"""The first minutes of a new player: help, three tasks, and the first move of a first game."""

import pytest

from bot.learning.tasks import judge
from bot.learning.tutorial import TUTORIALS
from sandbox.client.find import labels_of

MOST_TAPS = 20
TASKS = TUTORIALS[0].tasks


@pytest.fixture(autouse=True)
def without_delay(monkeypatch):
    """Let the bot move without a delay."""
    monkeypatch.setattr("bot.jobs.practice.SHORTEST_TURN", 0.0)
    monkeypatch.setattr("bot.jobs.practice.POLL_INTERVAL", 0.05)


class Taps:
    """A person who counts the buttons that they press."""

    def __init__(self, person):
        self.person, self.count = person, 0

    async def __call__(self, message, button):
        self.count += 1
        return await self.person.click(message, button)


async def finish_tasks(tap, page):
    """Give the right answers to the first three tasks; return the last page."""
    for number, task in enumerate(TASKS, start=1):
        right = next(name for name in task.cells if judge(task, name).right)
        page = await tap(page, f"answer:{number}::basics {right}")
        assert "**Right.**" in page.content
        if number < len(TASKS):
            page = await tap(page, "Next")
    return page


async def test_a_new_player_makes_the_first_legal_move_within_twenty_taps(table):
    tap = Taps(table.ann)
    page = await tap(await table.ann.slash("help"), "Tutorial")
    end = await finish_tasks(tap, page)

    begun = await tap(end, "Play a first game")
    panel = await tap(begun, "Move")
    while "Cancel" in labels_of(panel):
        panel = await tap(panel, labels_of(panel)[0])
    third = await table.private_turn(3)

    assert third is begun
    assert tap.count <= MOST_TAPS
    assert "Lifeline, size 4" in table.words(third)
    assert "swap" not in table.words(third).lower()


async def test_a_first_game_is_started_once(table):
    tap = Taps(table.ann)
    end = await finish_tasks(tap, await table.ann.slash("tutorial"))

    await table.ann.slash("challenge", level=2, size=4, opening="none")
    await tap(end, "Play a first game")
    again = await tap(end, "Play a first game")

    running = await table.app.context.services.games.find_running(table.ann.id)
    assert len(running) == 2
    assert f"Practice game {running[-1].id}, level 1 " in table.words(again)
    assert "Move" in labels_of(again)


async def test_more_lessons_are_offered_and_end_with_lifeline(table):
    tap = Taps(table.ann)
    end = await finish_tasks(tap, await table.ann.slash("tutorial"))

    lesson = await tap(end, "More lessons")
    assert "More lessons · 1 of 4" in lesson.content
    for _ in range(3):
        lesson = await tap(lesson, "Skip")

    assert "More lessons · 4 of 4" in lesson.content
    assert "Asli" not in lesson.content


async def test_other_games_have_their_own_tutorial(table):
    page = await table.ann.slash("tutorial", topic="asli")

    assert "Asli tutorial · 1 of 1" in page.content


async def test_a_help_topic_is_one_short_text(table):
    page = await table.ann.slash("help", topic="move")

    assert page.is_ephemeral
    assert page.content.startswith("**Make a move**")
    assert labels_of(page) == []


async def test_help_has_one_picture(table):
    page = await table.ann.slash("help")

    (picture,) = page.attachments
    assert "cut at B2" in picture.description
    assert len(labels_of(page)) == 3


async def test_the_pictures_of_a_first_game_explain_their_signs(table):
    await table.game()
    second = await table.play(table.ann, "a1 c3", 2)
    (picture,) = second.attachments
    assert "A square marks the last move." in picture.description

    again = await table.ben.slash("board", game=str(table.number), view="danger")
    assert "A square marks the last move." in again.attachments[0].description

    first = table.number
    await table.resign(table.ben)
    await table.ben.click(await table.challenge(size=4), "Accept")
    await table.game_after(first)
    await table.ann.slash("move", cell="a1 c3")
    later = await table.seen(f"Game {table.number} · Lifeline, size 4 · turn 2")
    assert "A square marks" not in later.attachments[0].description
