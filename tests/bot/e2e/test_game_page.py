"""The web page of a game: its button under results, replays and reviews, and in /export."""

import asyncio
from html import unescape

import pytest

from bot.messages.game_page import page_file
from bot.services.values.people.rate_limits import Allowance, RateLimiter
from renderer.page.document import LARGEST
from sandbox.client.find import labels_of
from tests.bot.e2e.test_names import HOSTILE_NAMES
from tests.bot.e2e.test_review import result, reviewed  # noqa: F401 - fixtures


@pytest.fixture
async def finished(table):
    """Message with the result of a game of two turns, which Ben resigned."""
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.play(table.ben, "g7 d1", 3)
    return await table.resign(table.ben)


def page_of(message):
    (file,) = [each for each in message.attachments if each.filename.endswith(".html")]
    return file


async def test_page_is_a_private_answer_to_the_button_under_a_result(table, finished):
    shown = await table.ann.click(finished, "Save web page")

    (file,) = shown.attachments
    assert shown.is_ephemeral
    assert shown.notified == frozenset()
    assert file.filename == f"game-{table.number}.html"
    assert file.description.startswith("Web page of the game between Ann and Ben")
    page = file.content.decode()
    assert page.startswith("<!doctype html>")
    assert "Ann wins. Ben resigned." in page
    assert "Black A1 and C3" in page
    assert "White G7 and D1" in page
    assert len(file.content) <= LARGEST <= table.discord.settings.file_size // 40


async def test_spectator_may_have_the_page_of_a_game_in_the_channel(table, finished):
    shown = await table.eve.click(finished, "Save web page")

    assert shown.is_ephemeral
    assert page_of(shown)


async def test_person_elsewhere_may_not_have_the_page(table, finished, discord):
    elsewhere = discord.create_guild("Elsewhere")
    zoe = elsewhere.add_member("Zoe").in_(elsewhere.create_text_channel("games"))

    shown = await zoe.slash("export", game=str(table.number))

    assert shown.attachments == []


async def test_page_is_under_a_replay_and_the_third_file_of_an_export(table, finished):
    replay = await table.eve.slash("replay", game=str(table.number))
    shown = await table.eve.select(replay, ["Save web page"], "Get the whole game")
    files = (await table.eve.slash("export", game=str(table.number))).attachments

    assert [file.filename.rpartition(".")[2] for file in files] == ["txt", "json", "html"]
    assert page_of(shown).content == files[2].content


async def test_page_of_a_running_game_hides_the_first_stone_of_a_turn(table):
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.ben.slash("move", cell="g7")

    replay = await table.ann.slash("replay", game=str(table.number))
    answers = [
        await table.ann.select(replay, ["Save web page"], "Get the whole game"),
        *[
            await person.slash("export", game=str(table.number))
            for person in (table.ann, table.ben, table.eve)
        ],
    ]

    (content,) = {page_of(answer).content for answer in answers}
    assert shows_first_turn_only(content.decode())


def shows_first_turn_only(page):
    """Return whether a page shows the turn a1 c3, and not the half turn g7 after it."""
    record = page[page.index("<pre id=record") : page.index("</pre>")]
    return "1. a1 c3" in record and "g7" not in record and "White G7" not in page


async def test_page_after_a_resignation_hides_the_first_stone_of_a_turn(table):
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.ben.slash("move", cell="g7")
    over = await table.resign(table.ann)

    page = page_of(await table.ann.click(over, "Save web page"))

    assert "Ben wins. Ann resigned." in page.content.decode()
    assert shows_first_turn_only(page.content.decode())


async def test_page_has_the_same_chances_as_the_message_of_a_review(table, result, reviewed):  # noqa: F811
    before = page_of(await table.ann.click(result, "Save web page")).content.decode()
    await table.ann.click(result, "Review")
    posted = await table.seen("Review of game")

    shown = page_of(await table.eve.click(posted, "Save web page")).content.decode()

    assert "id=curve" not in before
    assert "**Ben**'s winning chances: 75% → 25%" in table.words(posted)
    assert "Turn 2: Black's chances 25% → 75%" in unescape(shown)


async def test_two_presses_at_once_give_two_private_answers(table, finished):
    answers = await asyncio.gather(*(table.ann.click(finished, "Save web page") for _ in range(2)))

    assert len({page_of(each).content for each in answers}) == 1
    assert all(each.is_ephemeral for each in answers)


async def test_button_works_after_a_restart(discord, run_bot):
    guild = discord.create_guild("Club")
    channel = guild.create_text_channel("games")
    ann, ben = (guild.add_member(name).in_(channel) for name in ("Ann", "Ben"))
    async with run_bot() as app:
        await app.context.services.server_settings.change(guild.id, threads=False)
        await ann.slash("challenge", opponent=ben, size=4)
        card = await discord.wait_for_message(channel, lambda m: "Accept" in labels_of(m))
        await ben.click(card, "Accept")
        await discord.wait_for_message(channel, lambda m: "turn 1" in m.content)
        await ann.slash("move", cell="a1 c3")
        await ann.click(await ann.slash("resign"), "Yes, resign")
        over = await discord.wait_for_message(channel, lambda m: "Save web page" in labels_of(m))
    async with run_bot():
        assert page_of(await ann.click(over, "Save web page"))


async def test_too_many_pages_are_refused_before_they_are_made(table, finished, monkeypatch):
    made = []

    def counted(*asked):
        made.append(asked)
        return page_file(*asked)

    monkeypatch.setattr("bot.messages.game_page.page_file", counted)
    rates = table.app.context.pictures._rates
    limited = RateLimiter(rates._clock, Allowance(pictures=42))
    monkeypatch.setattr(table.app.context.pictures, "_rates", limited)

    answers = [await table.eve.click(finished, "Save web page") for _ in range(3)]

    assert [bool(each.attachments) for each in answers] == [True, True, False]
    assert len(made) == 2


async def test_no_button_without_moves(table):
    await table.game()

    over = await table.resign(table.ann)
    files = await table.ann.slash("export", game=str(table.number))

    assert "Save web page" not in labels_of(over)
    assert "Ann resigned" in page_of(files).content.decode()


async def test_page_of_a_game_that_ended_while_colours_were_offered(table):
    await table.game(game="asli", size=5)
    await table.ann.slash("move", cell="offer 3")
    over = await table.resign(table.ann)

    assert (
        "1. Komi 3 was offered"
        in page_of(await table.ben.click(over, "Save web page")).content.decode()
    )


async def test_names_full_of_markup_are_text(table):
    ann, ben = (table.guild.add_member(name).in_(table.channel) for name in HOSTILE_NAMES[1:])
    table.ann, table.ben = ann, ben
    await table.game()
    await table.play(ann, "a1 c3", 2)
    over = await table.resign(ben)

    page = page_of(await ann.click(over, "Save web page")).content.decode()

    assert "&lt;@&amp;1&gt; [x](http://e.il) `y`" in page
    assert "<@" not in page
    assert "<#" not in page
    assert "<a " not in page
