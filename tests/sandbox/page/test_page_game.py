"""Two people in two windows play a whole game of size 4 with the real bot."""

import asyncio
import itertools
import re
from types import SimpleNamespace

import discord as discord_py
import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.config.settings import Settings
from bot.runtime.wiring import open_app, use_api
from renderer.zones import zones
from rules.topology import hexhex
from testbed.connected_bot import connected

pytestmark = pytest.mark.asyncio(loop_scope="session")
BOARD = hexhex(4)
# Short game found by random play; Black takes White's last stones.
REST_OF_THE_GAME = ["f5", "a1", "g6", "c4", "b2", "d4", "e3", "a2", "g5"]


@pytest_asyncio.fixture(loop_scope="session")
async def club(sandbox, monkeypatch, tmp_path):
    """Real bot in a channel with Ann and Ben."""
    monkeypatch.setattr(discord_py.http.Route, "BASE", "")
    monkeypatch.setattr(discord_py.asset.Asset, "BASE", "")
    use_api(sandbox.api_base)
    guild = sandbox.create_guild("Club")
    channel = guild.create_text_channel("games")
    people = {name: guild.add_member(name.title()) for name in ("ann", "ben")}
    files = {"database_url": f"sqlite+aiosqlite:///{tmp_path}/games.db", "backup_dir": tmp_path}
    async with open_app(Settings(**files)) as app, connected(app, sandbox):
        await app.context.services.server_settings.change(guild.id, threads=False)
        yield SimpleNamespace(app=app, guild=guild, channel=channel, **people)
    assert [str(refusal) for refusal in sandbox.refusals] == []


async def open_panel(page, turn):
    """Click Move below the message of a turn and return the private panel."""
    message = page.locator(".message", has_text=re.compile(rf"turn {turn}(?!\d)", re.IGNORECASE))
    move = message.get_by_role("button", name="Move", exact=True)
    await expect(move).to_be_visible()  # a reloaded page shows all messages at once
    private = page.locator(".ephemeral")
    before = await private.count()
    await move.click()
    panel = private.nth(before)
    await expect(panel.get_by_role("button", name="Type a move")).to_be_visible()
    return panel


async def tap_move(page, turn, cell):
    """Tap a cell: its zone if zones are offered, the cell, and "Play" if asked."""
    panel = await open_panel(page, turn)
    tapped = panel.locator(f'button[data-key^="cell:"][data-key$=":{cell.lower()}"]')
    number = BOARD.names.index(cell)
    zone = next(zone for zone in zones(BOARD) if zone.cells >> number & 1)
    await tapped.or_(panel.get_by_role("button", name=zone.label, exact=True)).click()
    sure = panel.get_by_role("button", name=f"Play {cell}")
    said = re.compile(rf"You played.* {cell}\b|^{cell} is saved", re.IGNORECASE)
    played = panel.get_by_text(said)
    await expect(tapped.or_(sure).or_(played).first).to_be_visible()
    if await tapped.count():
        await tapped.click()
    await expect(sure.or_(played)).to_be_visible()
    if await sure.count():
        await sure.click()
    await expect(played).to_be_visible()


async def type_move(page, turn, cells):
    """Enter the move of a turn in the form."""
    panel = await open_panel(page, turn)
    await panel.get_by_role("button", name="Type a move").click()
    form = page.get_by_role("dialog")
    await form.get_by_label("Cell").fill(cells)
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)


async def test_two_people_play_a_whole_game_in_two_windows(club, window):
    ann, ben = await window(club.ann, club.channel), await window(club.ben, club.channel)

    # Ann challenges through the command picker, with an opponent chosen from a list.
    await ann.fill("#message-box", "/challenge ")
    await ann.get_by_role("option", name="Ben").click()
    await ann.get_by_role("button", name="Add size").click()
    await ann.keyboard.type("4")
    await ann.keyboard.press("Enter")
    await ben.get_by_role("button", name="Accept").click()

    # The first stone of the turn by tapping, with a private response.
    await tap_move(ann, 1, "d2")
    await expect(ann.locator(".ephemeral").last).to_contain_text("One stone to go")
    await expect(ben.locator("#messages")).not_to_contain_text("One stone to go")

    # The second stone by command, with autocomplete.
    await ann.fill("#message-box", "/move c")
    await ann.get_by_role("option", name="c3", exact=True).click()
    await ann.get_by_role("button", name="Send").click()
    await type_move(ben, 2, "b1 b3")

    # The remaining turns, with a reload of both windows in between.
    for turn, cell, page in zip(
        itertools.count(3), REST_OF_THE_GAME, itertools.cycle([ann, ben]), strict=False
    ):
        if turn == 7:
            await asyncio.gather(ann.reload(), ben.reload())
        await tap_move(page, turn, cell)

    for page in (ann, ben):
        result = page.locator(".message", has_text="Ann wins")
        await expect(result).to_be_visible()
        await expect(result.get_by_role("img").first).to_have_attribute(
            "alt", re.compile("Lifeline")
        )
        await expect(page.get_by_role("button", name="Move", exact=True)).to_have_count(0)


async def test_the_button_of_an_accepted_challenge_opens_the_games_thread(club, window):
    await club.app.context.services.server_settings.change(club.guild.id, threads=True)
    ann, ben = await window(club.ann, club.channel), await window(club.ben, club.channel)
    await ann.fill("#message-box", "/challenge opponent:Ben size:4")
    await ann.get_by_role("button", name="Send").click()
    await ben.get_by_role("button", name="Accept").click()
    await expect(ben.locator(".channel-row.thread")).to_have_count(1)

    await ben.get_by_role("link", name="Open the game").last.click()

    await expect(ben.locator("#messages")).to_contain_text("turn 1")
    await expect(ben.get_by_role("button", name="Move", exact=True)).to_be_visible()
