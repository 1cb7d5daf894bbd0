"""Rate limits of a person, and their refusals."""

import re

import pytest

from bot.messages.plans import PLANS_COST
from bot.messages.replay import read_record
from bot.services.values.people.rate_limits import Allowance
from bot.words import failures
from rules.record import Record, export_text
from rules.registry import find_game
from sandbox import File
from sandbox.client.find import components_of


@pytest.fixture
def limited(table):
    """Set low rate limits, by name."""

    def limit(**figures):
        unlimited = dict.fromkeys(("actions", "suggestions", "pictures", "challenges", "games"), 0)
        table.app.context.services.rates._allowance = Allowance(**{**unlimited, **figures})
        return table

    return limit


async def test_picture_limit_is_per_person(limited):
    table = limited(pictures=3)
    await table.game()
    for _ in range(3):
        assert (await table.eve.slash("board", game=str(table.number))).attachments
    refused = await table.eve.slash("board", game=str(table.number))
    assert not refused.attachments
    assert re.search(r"Try again <t:\d+:R>", refused.content)
    assert (await table.ann.slash("board", game=str(table.number))).attachments


async def test_turn_messages_are_not_limited(limited):
    table = limited(pictures=1)
    await table.game()
    for _ in range(3):
        await table.ann.slash("board", game=str(table.number))
    turn = await table.play(table.ann, "a1 c3", 2)
    assert turn.attachments


async def test_move_is_confirmed_when_its_picture_exceeds_the_limit(limited):
    table = limited(pictures=1)
    await table.game()
    await table.ann.slash("board", game=str(table.number))
    answer = await table.ann.slash("move", cell="a1 c3")
    assert answer.content == failures.DONE_UNSEEN()
    assert await table.plies() == 2


async def test_refused_move_is_explained_when_its_picture_exceeds_the_limit(limited):
    table = limited(pictures=1)
    await table.game()
    await table.ann.slash("board", game=str(table.number))
    refused = await table.ann.slash("move", cell="a1 a1")
    assert not refused.attachments
    assert refused.content
    assert "wrong" not in refused.content


async def test_a_page_of_plans_counts_as_several_pictures(limited):
    table = limited(pictures=2 * PLANS_COST)
    await table.game()
    for _ in range(2):
        assert "no plans" in (await table.ann.slash("plans")).content
    assert "Try again" in (await table.ann.slash("plans")).content


async def test_hint_counts_as_several_pictures(limited):
    table = limited(pictures=12)
    me = table.discord.application.bot
    await table.ann.slash("challenge", opponent=me, size=4, level=1)
    first = await table.private_turn(1)
    asked = [each["custom_id"] for each in components_of(first) if each.get("label") == "Hint"]
    await table.ann.click(first, "Hint")
    await table.private("Try **")
    refused = await table.ann.click(first, asked[0], stale=True)
    assert "Try again" in refused.content
    assert "Try **" in table.words(first)


async def test_import_over_the_limit_is_not_parsed(limited, monkeypatch):
    table, read = limited(pictures=30), []

    def reading(content):
        read.append(content)
        return read_record(content)

    monkeypatch.setattr("bot.messages.replay.read_record", reading)
    empty = Record(find_game("lifeline").ruleset({"size": 4}))
    record = File("game.txt", export_text(empty).encode())
    answers = [await table.ann.slash("import", file=record) for _ in range(3)]
    assert answers[0].attachments
    assert all("Try again" in refused.content for refused in answers[1:])
    assert len(read) == 1


async def test_actions_over_the_limit_are_refused(limited):
    table = limited(actions=2)
    await table.eve.slash("help")
    await table.eve.slash("games")
    assert "Try again" in (await table.eve.slash("help")).content
    assert "Try again" in (await table.eve.slash("games")).content


async def test_autocomplete_counts_once_for_running_and_finished_games(limited):
    table = limited(suggestions=1)
    await table.game()
    (only,) = await table.ann.autocomplete("replay", game="")
    assert only.value == str(table.number)


async def test_autocomplete_over_the_limit_offers_nothing(limited):
    table = limited(suggestions=1)
    await table.game()
    assert await table.ann.autocomplete("move", cell="a")
    assert await table.ann.autocomplete("move", cell="a") == []


@pytest.mark.parametrize("subcommand", ["show", "export", "delete"])
async def test_privacy_commands_count_as_several_pictures(limited, subcommand):
    table = limited(pictures=30)
    await table.game()
    first, second = [await table.ann.slash(f"privacy {subcommand}") for _ in range(2)]
    assert "Try again" not in first.content
    assert "Try again" in second.content


async def test_deletion_counts_as_several_pictures(limited):
    table = limited(pictures=30)
    await table.game()
    question = await table.ann.slash("privacy delete")
    refused = await table.ann.click(question, "Delete everything")
    assert "Try again" in refused.content
