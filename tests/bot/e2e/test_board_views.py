"""A chosen view of the board is kept for the person's next private boards."""

import asyncio
from datetime import timedelta
from functools import partial
from random import Random

import pytest

from bot.delivery.departed_players import DepartedPlayers
from bot.services.steps import watching as watching_steps
from bot.services.values.notifications.notification import WaitingGame
from bot.services.values.views import Location, Player
from bot.words import watching
from bot.words.moves import NOTHING_IN_DANGER
from bot.words.settings import VIEW, VIEW_KEPT
from sandbox.client.find import components_of, labels_of
from testbed.games import random_turn


@pytest.fixture
async def turn(table):
    """Return the public message of a turn in which lifelines matter."""
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    return await table.play(table.ben, "e5 g4", 3)


async def opened(person):
    return await person.slash("board")


def words_of(message):
    (attachment,) = message.attachments
    return attachment.description


def shows_danger(message):
    return NOTHING_IN_DANGER() in message.content


async def test_a_view_chosen_below_a_public_board_is_kept_for_its_reader(table, turn):
    chosen = await table.ann.select(turn, ["Danger"])
    again = await table.ann.select(turn, ["Danger"])

    assert VIEW_KEPT() in chosen.content
    assert VIEW_KEPT() not in again.content
    assert shows_danger(await opened(table.ann))
    assert not shows_danger(await opened(table.ben))
    assert "Lifelines:" not in words_of(turn)


async def test_a_view_chosen_below_a_private_board_replaces_it_and_is_kept(table, turn):
    board = await opened(table.ann)
    assert "Lifelines:" not in words_of(board)

    shown = await table.ann.select(board, ["Lifelines"])

    assert shown.id == board.id
    assert "Lifelines:" in words_of(shown)
    assert "Lifelines:" in words_of(await opened(table.ann))
    await table.ann.select(shown, ["Plain"])
    assert "Lifelines:" not in words_of(await opened(table.ann))


async def test_a_view_is_chosen_and_shown_by_settings(table, turn):
    shown = await table.ann.slash("settings", view="lifelines")

    assert f"{VIEW()}: **Lifelines**" in shown.content
    assert "Lifelines:" in words_of(await opened(table.ann))


async def test_the_board_in_place_of_an_old_panel_has_the_kept_view(table, turn):
    await table.ann.slash("settings", view="lifelines")
    panel = await table.ann.click(turn, "Move")
    await table.play(table.ann, random_turn((await table.look()).position, Random(1)), 4)

    shown = await table.ann.click(panel, labels_of(panel)[0])

    assert shown.id == panel.id
    assert "Lifelines:" in words_of(shown)


@pytest.mark.parametrize("view", ["numbers", "zoom"])
async def test_a_view_of_the_last_moves_is_not_kept(table, turn, view):
    await table.ann.slash("settings", view="danger")

    looked = await table.ann.select(turn, [view])

    assert looked.attachments
    assert VIEW_KEPT() not in looked.content
    assert shows_danger(await opened(table.ann))


async def test_a_view_of_one_command_is_not_kept(table, turn):
    assert shows_danger(await table.ann.slash("board", view="danger"))
    assert not shows_danger(await opened(table.ann))


async def test_a_board_in_characters_is_kept_and_a_picture_follows_it(table, turn):
    text = await table.ann.select(await opened(table.ann), ["Text"])
    assert text.attachments == []
    assert (await opened(table.ann)).attachments == []

    picture = await table.ann.select(await opened(table.ann), ["Plain"])

    assert picture.attachments
    assert components_of(picture)


async def test_a_spectator_is_told_the_end_of_a_watched_game_in_private(table, turn, monkeypatch):
    monkeypatch.setattr(watching_steps, "NEXT_GAME_AFTER", timedelta(0))
    own = await table.ann.select(turn, [watching.WATCH()])
    answer = await table.eve.select(turn, [watching.WATCH()])
    question = await table.ann.slash("resign", game=str(table.number))
    await table.ann.click(question, "Yes, resign")
    await table.settled()

    assert own.content == watching.OWN_GAME()
    assert (answer.content, answer.is_ephemeral) == (watching.watching(table.number), True)
    (news,) = table.eve.direct_messages(table.discord.application)
    assert news.content.startswith(f"**Ben** won game {table.number} (Lifeline, size 4)")
    assert watching.WATCH() not in str(components_of(table.public()[-1]))


async def test_a_spectator_is_told_a_turn_of_a_watched_game_in_private(table, turn, monkeypatch):
    monkeypatch.setattr(watching_steps, "NEXT_GAME_AFTER", timedelta(0))
    await table.eve.select(turn, [watching.WATCH()])
    await play_on(table, 4)
    await play_on(table, 5)
    told = partial(table.eve.direct_messages, table.discord.application)
    await table.discord.wait_until(told)

    (news,) = told()
    assert f"[game {table.number} (Lifeline, size 4)](" in news.content


async def at_rest(table):
    """Wait until no message is due or being sent."""
    for _ in range(3000):
        if not await table.app.context.services.outbox.is_busy():
            return
        await asyncio.sleep(0.01)
    pytest.fail("the outbox never came to rest")


async def play_on(table, number):
    game = await table.look()
    person = {table.ann.id: table.ann, table.ben.id: table.ben}[game.to_move.user_id]
    await table.play(person, random_turn(game.position, Random(1)), number)


@pytest.mark.parametrize("ends", [True, False])
async def test_a_spectator_who_has_left_the_server_watches_no_longer(
    table, turn, monkeypatch, ends
):
    monkeypatch.setattr(watching_steps, "NEXT_GAME_AFTER", timedelta(0))
    table.discord.create_guild("Home").add_member(table.eve)
    await table.eve.select(turn, [watching.WATCH()])
    table.guild.remove_member(table.eve)
    if ends:
        await table.resign(table.ann)
    else:
        await play_on(table, 4)
    await at_rest(table)
    table.guild.add_member(table.eve)
    if not ends:
        await play_on(table, 5)
    await at_rest(table)

    assert table.eve.direct_messages(table.discord.application) == []


async def test_servers_that_a_person_has_left_are_looked_up_once_each(table):
    left = table.discord.create_guild("Left").guild.id
    here = Location(table.guild.id, 1)
    places = [here, Location(left, 2), Location(left, 4), Location(None, 3), here]
    games = [
        WaitingGame(number, 0, "lifeline", 4, Player(1, "Ann"), place, None, None)
        for number, place in enumerate(places)
    ]
    assert await DepartedPlayers(table.app).find_left_servers(table.eve.id, games) == {left}
    looked = [e for e in table.discord.requests.entries if e.route.endswith("/members/{user_id}")]
    assert sorted(entry.status for entry in looked) == [200, 404]
