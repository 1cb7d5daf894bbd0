"""Refused and conflicting interactions: each gets a response, and none has a side effect."""

import asyncio

import discord as discord_py
import pytest

from bot.errors.storage import DatabaseUnavailable
from bot.messages.component_ids import ComponentId
from bot.messages.outgoing_message import Button, OutgoingMessage, send_arguments
from bot.runtime import app
from bot.store.tables import servers as store
from bot.words import failures
from sandbox.client.find import labels_of
from tests.bot.e2e.waiting import in_time

LONG_AGO = 0


@pytest.fixture
async def game(table):
    """Yield the message of the first turn, and check at the end that no move was played."""
    first = await table.game()
    yield first
    assert await table.plies() == 0


async def test_refuses_a_click_by_a_stranger(table, game):
    for button in ("Move", "Resign"):
        answer = await table.eve.click(game, button)

        assert answer.is_ephemeral
        assert "aren't playing" in answer.content


async def test_refuses_a_typed_move_by_a_stranger(table, game):
    refused = await table.eve.slash("move", cell="a1", game=str(table.number))

    assert "aren't playing" in refused.content


async def test_the_refusal_of_a_player_not_to_move_names_the_player_to_move(table, game):
    answers = [
        await table.ben.click(game, "Move"),
        await table.ben.slash("move", cell="a1 c3"),
        await table.ben.click(game, f"swap:{table.number}:0", stale=True),
    ]

    assert ["Ann's turn" in answer.content for answer in answers] == [True] * 3


async def test_refuses_a_cell_off_the_board(table, game):
    answer = await table.ann.slash("move", cell="z9")

    assert answer.is_ephemeral
    assert "There's no cell Z9 on this board" in answer.content


async def test_an_unreadable_move_is_answered_with_the_notation(table, game):
    answer = await table.ann.slash("move", cell="hello")

    assert answer.is_ephemeral
    assert "Type the cells of your stones, e.g. “A1 C1”." in answer.content


async def test_two_adjacent_first_stones_are_refused_and_neither_is_placed(table, game):
    answer = await table.ann.slash("move", cell="a1 a2")

    assert "Your first two stones may not touch." in answer.content
    assert "No stone was placed" in answer.content
    assert "e.g. “A1 " in answer.content


async def test_a_game_that_does_not_exist_is_refused(table, game):
    assert "no game" in (await table.ann.slash("move", cell="a1", game="99999")).content
    assert "no game" in (await table.ann.slash("board", game="x'; --")).content


async def test_a_malformed_or_unknown_button_is_answered(table, game):
    number = table.number
    for custom_id in (
        "☃",
        "move",
        "move:x:y",
        f"move:{number}:0:" + "x" * 100,
        f"unknown:{number}:0",
        f"MOVE:{number}:0",
    ):
        answer = await table.ann.click(game, custom_id, stale=True)

        assert answer.is_ephemeral
        assert "Use /board to see your game" in answer.content, custom_id


async def test_a_button_of_a_game_that_does_not_exist_is_answered(table, game):
    answer = await table.ann.click(game, "move:99999:0", stale=True)

    assert "There's no game 99999" in answer.content


async def test_an_outdated_button_says_that_the_game_has_moved_on(table):
    first = await table.game()
    await table.play(table.ann, "a1 c3", 2)

    answer = await table.ben.click(first, f"move:{table.number}:0", stale=True)

    assert "out of date" in answer.content
    assert await table.plies() == 2


async def test_an_outdated_form_plays_nothing(table):
    first = await table.game()
    form = await table.ann.click(first, f"type:{table.number}:0", stale=True)
    await table.play(table.ann, "a1 c3", 2)

    answer = await table.ann.submit(form, Cell="e5")

    assert f"It's Ben's turn in game {table.number}" in answer.content
    assert await table.plies() == 2


async def test_the_same_button_twice_at_once_acts_once(table):
    await table.game()
    second = await table.play(table.ann, "a1 c3", 2)

    answers = await asyncio.gather(
        *(table.ben.click(second, f"swap-yes:{table.number}:2", stale=True) for _ in range(2))
    )

    assert await table.plies() == 3
    assert sum(f"It's Ann's turn in game {table.number}" in each.content for each in answers) == 1


async def test_an_interaction_that_arrives_twice_acts_once(table):
    await table.game()
    table.discord.faults.double_interactions()

    await table.ann.slash("move", cell="a1 c3")
    await table.turn(2)
    await table.settled()

    assert await table.plies() == 2
    assert len([m for m in table.public() if "turn 2" in m.content]) == 1


async def test_a_button_and_a_typed_move_at_once_make_one_move(table):
    await table.game()
    second = await table.play(table.ann, "a1 c3", 2)

    await asyncio.gather(
        table.ben.click(second, f"swap-yes:{table.number}:2", stale=True),
        table.ben.slash("move", cell="g7 d1"),
    )
    await table.settled()

    assert await table.plies() in {3, 4}


async def test_accepting_and_withdrawing_a_challenge_at_once_does_one_of_them(table):
    card = await table.challenge()

    answers = await asyncio.gather(
        table.ben.click(card, "Accept"), table.ann.click(card, "Withdraw")
    )

    late = ("was withdrawn.", "your game has started")
    assert sum(any(words in each.content for words in late) for each in answers) == 1
    games = await table.app.context.services.games.find_running(table.ann.id)
    accepted = any(" starts. " in answer.content for answer in answers)
    assert len(games) == accepted


async def test_only_the_opponent_accepts_and_only_the_challenger_withdraws(table):
    card = await table.challenge()

    answers = [
        await table.eve.click(card, "Accept"),
        await table.ann.click(card, "Accept"),
        await table.ben.click(card, "Withdraw"),
        await table.eve.click(card, "Decline"),
    ]

    said = [answer.content for answer in answers]
    assert "Only Ben can do that" in said[0]
    assert "Only Ben can answer it" in said[1]
    assert "Only Ann can withdraw" in said[2]
    assert "Only Ben can do that" in said[3]
    assert labels_of(card) == ["Accept", "Decline", "Rules", "Change terms", "Withdraw"]


async def test_both_resign_at_once_and_one_wins(table):
    first = await table.game()
    questions = [await person.click(first, "Resign") for person in (table.ann, table.ben)]

    await asyncio.gather(
        table.ann.click(questions[0], "Yes, resign"), table.ben.click(questions[1], "Yes, resign")
    )
    await table.settled()

    assert len([m for m in table.public() if "wins" in m.content]) == 1


async def test_a_view_that_ends_does_not_disable_the_buttons_of_games(table):
    """Regression: discord.py forgets a DynamicItem class, for all messages, with a mixed view."""
    first = await table.game()
    view = discord_py.ui.View(timeout=None)
    view.add_item(discord_py.ui.Button(label="Ordinary", custom_id="ordinary"))
    view.add_item(discord_py.ui.Button(label="Move", custom_id=f"move:{table.number}:0"))
    channel = table.app.get_partial_messageable(table.channel.id)
    await channel.send("mixed", view=view)
    await channel.send("again", view=view)
    view.stop()

    assert "Your turn in game" in table.words(await table.ann.click(first, "Move"))


async def test_discord_py_caches_no_sent_messages(table):
    first = await table.game()
    await table.ann.click(first, "Move")
    await table.ann.slash("resign")
    post = OutgoingMessage("x", rows=((Button(ComponentId("move", table.number), "Move"),),))
    await table.app.get_partial_messageable(table.channel.id).send(**send_arguments(post))

    store = table.app._connection._view_store
    assert (store._views, store._modals, store._dynamic_items) == ({}, {}, {})


async def test_an_internal_error_is_answered_with_the_code_in_the_log(table, monkeypatch, caplog):
    async def broken(*_args, **_options):
        raise RuntimeError("broken on purpose")

    await table.game()
    monkeypatch.setattr(type(table.app.context.services.games), "get_visible", broken)

    answer = await table.ann.slash("board", game=str(table.number))

    assert answer.is_ephemeral
    code = answer.content.split("code ")[1][:6]
    assert code in caplog.text
    assert "broken on purpose" in caplog.text


async def test_an_error_in_autocomplete_returns_no_suggestions(table, monkeypatch):
    async def broken(*_args, **_options):
        raise RuntimeError("broken on purpose")

    await table.game()
    monkeypatch.setattr(type(table.app.context.services.games), "find_running", broken)

    assert await table.ann.autocomplete("board", game="") == []
    counted = table.app.context.metrics.registry.get_sample_value
    assert counted("lifeline_errors_total", {"kind": "RuntimeError"}) == 1


async def test_names_with_markdown_and_mentions_are_escaped(table):
    table.ben.user.name = "**@everyone** <@&1>"
    first = await table.game()

    card_and_turn = [m for m in table.public() if "everyone" in m.content]

    assert all("@everyone" not in m.content for m in card_and_turn)
    assert not any(m.mention_everyone for m in table.public())
    assert first.notified == {table.ann.id}


async def full(*_changed):
    raise DatabaseUnavailable("disk full")


@pytest.mark.parametrize("comes", [True, False])
async def test_joins_and_removals_during_a_storage_failure_are_stored_later(
    table, monkeypatch, caplog, comes
):
    hub, servers = table.discord, table.app.context.services.servers
    monkeypatch.setattr(app, "COMPARE_DELAY", 0.05)

    async def is_there():
        known = await servers._database.read(store.find_all)
        return known.get(table.guild.id, LONG_AGO) is None

    async def is_gone():
        return not await is_there()

    await in_time(is_there)
    if comes:
        hub.faults.kick(table.guild)
        await in_time(is_gone)
    with monkeypatch.context() as broken:
        for action in ("record_join", "record_removal", "compare"):
            broken.setattr(servers, action, full)
        if comes:
            table.guild.invite(hub.application)
        else:
            hub.faults.kick(table.guild)
        await hub.wait_until(lambda: caplog.text.count("disk full") > 2)
        assert await is_there() != comes
    await in_time(is_there if comes else is_gone)


async def unreadable(*_asked, **_how):
    raise DatabaseUnavailable("gone")


async def test_a_stored_move_that_cannot_be_shown_is_reported_as_stored(table, monkeypatch):
    card = await table.challenge(size=4)
    monkeypatch.setattr(table.app.context.services.locations, "get_card", unreadable)

    answer = await table.ben.click(card, "Accept")

    assert answer.content == failures.DONE_UNSEEN()
    assert await table.app.context.services.games.find_running(table.ben.id)


async def test_a_move_that_is_not_stored_is_reported_as_not_stored(table, monkeypatch):
    card = await table.challenge(size=4)
    monkeypatch.setattr(table.app.context.services.challenges, "accept", unreadable)

    assert "nothing changed" in (await table.ben.click(card, "Accept")).content
