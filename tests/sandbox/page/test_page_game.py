"""Two people, two windows, the real bot: a whole game of size 4 by tapping."""

import asyncio
import itertools
import re
from types import SimpleNamespace

import discord as discord_py
import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.settings import Settings
from bot.wiring import assembled, use_api

pytestmark = pytest.mark.asyncio(loop_scope="session")
# Found by playing random games until one was short; Black takes White's last stones.
REST_OF_THE_GAME = ["f5", "a1", "g6", "c4", "b2", "d4", "e3", "a2", "g5"]


@pytest_asyncio.fixture(loop_scope="session")
async def club(sandbox, monkeypatch, tmp_path):
    """The real bot in a channel with Ann and Ben."""
    monkeypatch.setattr(discord_py.http.Route, "BASE", "")
    monkeypatch.setattr(discord_py.asset.Asset, "BASE", "")
    use_api(sandbox.api_base)
    guild = sandbox.create_guild("Club")
    channel = guild.create_text_channel("games")
    people = {name: guild.add_member(name.title()) for name in ("ann", "ben")}
    files = {"database_url": f"sqlite+aiosqlite:///{tmp_path}/games.db", "backup_dir": tmp_path}
    async with assembled(Settings(**files)) as app:
        running = asyncio.create_task(app.start(sandbox.application.token))
        await sandbox.wait_until_ready()
        yield SimpleNamespace(channel=channel, **people)
        await app.close()
        await running
    assert [str(refusal) for refusal in sandbox.refusals] == []


async def tap_move(page, turn, cells):
    """Press Move under the message of a turn, type into the form, send it."""
    message = page.locator(".message", has_text=re.compile(rf"turn {turn}(?!\d)", re.IGNORECASE))
    await message.get_by_role("button", name="Move", exact=True).click()
    form = page.get_by_role("dialog")
    await form.get_by_label("Cell").fill(cells)
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)


async def test_two_people_play_a_whole_game_in_two_windows(club, window):
    ann, ben = await window(club.ann, club.channel), await window(club.ben, club.channel)

    # Ann challenges by the picker, with a person chosen from a list.
    await ann.fill("#message-box", "/challenge ")
    await ann.get_by_role("option", name="Ben").click()
    await ann.get_by_role("button", name="Add size").click()
    await ann.keyboard.type("4")
    await ann.keyboard.press("Enter")
    await ben.get_by_role("button", name="Accept").click()

    # The first stone of two by the form: the answer is Ann's alone.
    await tap_move(ann, 1, "d2")
    await expect(ann.locator(".ephemeral").last).to_contain_text("second stone")
    await expect(ben.locator("#messages")).not_to_contain_text("second stone")

    # The second by the command, its cell by autocomplete.
    await ann.fill("#message-box", "/move c")
    await ann.get_by_role("option", name="c3", exact=True).click()
    await ann.get_by_role("button", name="Send").click()
    await tap_move(ben, 2, "b1 b3")

    # The rest, with a reload of both windows in the middle.
    for turn, cell, page in zip(
        itertools.count(3), REST_OF_THE_GAME, itertools.cycle([ann, ben]), strict=False
    ):
        if turn == 7:
            await asyncio.gather(ann.reload(), ben.reload())
        await tap_move(page, turn, cell)

    for page in (ann, ben):
        result = page.locator(".message", has_text="Ann wins")
        await expect(result).to_be_visible()
        await expect(result.get_by_role("img")).to_have_attribute("alt", re.compile("Lifeline"))
        await expect(page.get_by_role("button", name="Move", exact=True)).to_have_count(0)
