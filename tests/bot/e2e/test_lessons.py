"""Lessons, the tutorial and tips for beginners, all private and without stored state."""

import pytest

from bot.learning.tasks import judge
from bot.learning.tips import FIRST_STONES
from bot.learning.tutorial import TUTORIALS
from bot.services.use_cases.people import personal_settings
from bot.words.lessons import TIPS_ARE_OFF, TIPS_ARE_ON
from sandbox.client.find import labels_of
from tests.bot.e2e.turn_text import YOUR_TURN

pytestmark = pytest.mark.pictures
TASKS = TUTORIALS[0].tasks
RIGHT = [next(c for c in task.cells if judge(task, c).right) for task in TASKS]


def picture(table, message):
    (attachment,) = message.attachments
    return table.discord.world.files[attachment.id][2]


async def answer(person, message, number, cell):
    """Press the button of a cell in a task."""
    badge = TASKS[number - 1].cells.index(cell) + 1
    return await person.click(message, f"{badge} · {cell.upper()}")


async def test_rules_are_pages_of_one_private_message(table):
    first = await table.ann.slash("rules", game="asli")
    seen = [picture(table, first)]
    for number in range(2, 6):
        assert await table.ann.click(first, "Next") is first
        assert f"Asli · {number} of 5" in first.content
        seen.append(picture(table, first))

    assert first.is_ephemeral
    assert len(set(seen)) == 5
    assert table.public() == []
    await table.ann.click(first, "Back")
    assert picture(table, first) == seen[3]


async def test_every_picture_has_an_alternative_text(table):
    lesson = await table.ann.slash("rules")

    assert "Lifeline, hexagonal board, size 3" in lesson.attachments[0].description


async def test_rules_of_another_game_replace_the_page(table):
    lesson = await table.ann.slash("rules")
    await table.ann.click(lesson, "Next")

    await table.ann.select(lesson, ["Liflina"])

    assert "Liflina · 1 of 5" in lesson.content


async def test_rules_default_to_the_game_played_in_the_channel(table):
    guild = table.guild
    await table.game(game="asli", size=9)
    await table.app.context.services.server_settings.change(guild.id, game="liflina")
    other = table.ann.in_(guild.create_text_channel("other"))

    default_page, other_page = await table.ann.slash("rules"), await other.slash("rules")
    from_help = await table.ann.click(await table.ann.slash("help"), "Rules")

    assert [page.content[:6] for page in (default_page, from_help)] == ["**Asli"] * 2
    assert "Liflina · 1 of 5" in other_page.content


async def test_help_has_buttons_for_rules_and_tutorial(table):
    guide = await table.ann.slash("help")
    rules = await table.ann.click(guide, "Rules")
    assert "Lifeline · 1 of 5" in rules.content

    tutorial = await table.ann.click(rules, "Tutorial")

    assert "Tutorial · 1 of 3" in tutorial.content
    assert guide is rules is tutorial


async def test_tutorial_is_completed_in_one_message(table):
    message = await table.ann.slash("tutorial")
    for number, cell in enumerate(RIGHT, start=1):
        assert f"Tutorial · {number} of 3" in message.content
        asked = picture(table, message)
        assert await answer(table.ann, message, number, cell) is message
        assert "**Right.**" in message.content
        assert picture(table, message) != asked
        if number < len(RIGHT):
            await table.ann.click(message, "Next")

    assert labels_of(message)[-3:] == ["Play a first game", "More lessons", "Rules"]
    assert table.public() == []


async def test_wrong_answer_is_explained_and_can_be_corrected(table):
    message = await table.ann.slash("tutorial")

    await answer(table.ann, message, 1, "f6")
    assert "none of your groups touches" in message.content
    await answer(table.ann, message, 1, RIGHT[0])

    assert "**Right.**" in message.content


async def test_task_can_be_skipped_and_revisited(table):
    message = await table.ann.slash("tutorial")
    await table.ann.click(message, "Skip")
    assert "2 of 3" in message.content

    await table.ann.click(message, "Back")

    assert "1 of 3" in message.content


async def test_lessons_continue_after_a_restart(discord, run_bot):
    guild = discord.create_guild("Club")
    channel = guild.create_text_channel("games")
    ann = guild.add_member("Ann").in_(channel)
    async with run_bot():
        lesson = await ann.slash("rules", game="cornered")
        await ann.click(lesson, "Next")
        tutorial = await ann.slash("tutorial")
        await ann.click(tutorial, "Skip")
    async with run_bot():
        await ann.click(lesson, "Next")
        await answer(ann, tutorial, 2, RIGHT[1])

        assert "cornered" in lesson.content.lower()
        assert "3 of 5" in lesson.content
        assert "**Right.**" in tutorial.content


async def test_two_people_use_the_tutorial_independently(table):
    mine, yours = await table.ann.slash("tutorial"), await table.ben.slash("tutorial")

    await answer(table.ben, yours, 1, RIGHT[0])

    assert "**Right.**" in yours.content
    assert "Where would a new stone live?" in mine.content


@pytest.mark.parametrize(
    "value", ["lesson:9::lifeline", "task:77", "answer:1::basics a1", "answer:1::e5"]
)
async def test_unknown_page_is_refused_and_the_message_stays(table, value):
    message = await table.ann.slash("tutorial")

    refusal = await table.ann.click(message, value, stale=True)

    assert "older version" in refusal.content
    assert "1 of 3" in message.content


async def test_beginners_panel_has_a_private_tip(table):
    first = await table.game(size=5)

    panel = await table.ann.click(first, "Move")

    assert table.words(panel).count(FIRST_STONES()) == 1
    assert panel.is_ephemeral
    await table.ann.slash("move", cell="a1 c3")
    await table.settled()
    assert not any(FIRST_STONES() in table.words(message) for message in table.public())


async def test_opponent_and_stranger_see_no_tip(table):
    first = await table.game(size=5)

    for person in (table.ben, table.eve):
        refused = await person.click(first, "Move")
        board = await person.slash("board", game=str(table.number))
        assert FIRST_STONES() not in table.words(refused) + table.words(board)
    assert FIRST_STONES() in table.words(await table.ann.slash("board", game=str(table.number)))


async def test_tips_are_turned_off_and_on_by_a_button_or_in_the_settings(table):
    first = await table.game(size=5)
    panel = await table.ann.click(first, "Move")

    assert await table.ann.click(panel, "Turn off tips") is panel

    assert "Tips are off" in table.words(panel)
    assert FIRST_STONES() not in table.words(panel)
    assert "1" in labels_of(panel)  # the move continues at the same step
    assert await table.ann.click(panel, "Turn on tips") is panel
    assert FIRST_STONES() in table.words(panel)
    await table.ann.click(panel, "Turn off tips")
    again = await table.ann.click(first, "Move")
    assert FIRST_STONES() not in table.words(again)
    await table.ann.slash("settings", tips="on")
    assert FIRST_STONES() in table.words(await table.ann.click(first, "Move"))


async def test_tips_of_a_board_are_turned_off_in_its_message(table):
    await table.game(size=5)
    board = await table.ann.slash("board")

    assert await table.ann.click(board, "Turn off tips") is board

    assert FIRST_STONES() not in board.content
    assert YOUR_TURN in board.content


@pytest.mark.parametrize("opened", ["panel", "board"])
async def test_tips_are_turned_off_and_on_in_an_outdated_message(table, opened):
    first = await table.game(size=5)
    shown = await (
        table.ann.click(first, "Move") if opened == "panel" else table.ann.slash("board")
    )
    await table.play(table.ann, "a1 c3", 2)

    for label, said, stored in (
        ("Turn off tips", TIPS_ARE_OFF(), "Off"),
        ("Turn on tips", TIPS_ARE_ON(), "On"),
    ):
        assert await table.ann.click(shown, label) is shown
        assert "Waiting for **Ben**" in table.words(shown)
        assert said in table.words(shown)
        assert "out of date" not in table.words(shown)
        settings = await table.ann.slash("settings")
        assert f"first three games: **{stored}**" in settings.content


async def test_tips_end_after_the_first_games(table, monkeypatch):
    monkeypatch.setattr(personal_settings, "FIRST_GAMES", 1)
    monkeypatch.setattr(personal_settings, "FEWEST_TURNS", 0)
    for _ in range(2):
        await table.ben.click(await table.challenge(size=4), "Accept")
        await table.settled()

    running = sorted(
        game.id for game in await table.app.context.services.games.find_running(table.ann.id)
    )
    boards = [await table.ann.slash("board", game=str(number)) for number in running]

    assert [FIRST_STONES() in shown.content for shown in boards] == [True, False]
