"""Large boards: two players and a spectator, with at most three taps per stone."""

import random
import re

import pytest

from sandbox.client.find import components_of, labels_of

TURNS = 4
BOARDS = [("lifeline", 12, {}), ("asli", 19, {"komi": 3}), ("liflina", 19, {"komi": 3})]


async def tap_stone(table, person, panel, rng):
    """Tap a zone, a cell, and Play if there is a preview; return the number of taps."""
    before = await table.plies()
    zones = [each for each in components_of(panel) if kind(each) == "zone" and not disabled(each)]
    assert 7 <= len(zones) <= 25
    await person.click(panel, rng.choice(zones)["custom_id"])
    cells = [each for each in components_of(panel) if kind(each) == "cell"]
    assert 1 <= len(cells) <= 25
    await person.click(panel, rng.choice(cells)["custom_id"])
    taps = 2
    sure = [label for label in labels_of(panel) if label.startswith("Play ")]
    if sure:
        await person.click(panel, sure[0])
        taps += 1
    assert await table.plies() == before + 1
    return taps


def kind(component):
    return str(component.get("custom_id", "")).partition(":")[0]


def disabled(component):
    return component.get("disabled", False)


@pytest.mark.parametrize(("game", "size", "options"), BOARDS)
async def test_two_people_play_a_large_board_by_tapping(table, game, size, options):
    rng, taps = random.Random(size), []
    await table.ann.slash("settings", confirm="always")
    await table.ben.slash("settings", orientation="90")
    message = await table.game(game=game, size=size, **options)
    for turn in range(1, TURNS + 1):
        view = await table.look()
        person = table.ann if view.to_move.name == "Ann" else table.ben
        panel = await person.click(message, "Move")
        while (await table.look()).to_move.name == person.name:
            taps.append(await tap_stone(table, person, panel, rng))
        assert "You played" in table.words(panel)
        message = await table.turn(turn + 1)
    assert len(taps) >= TURNS
    assert max(taps) == 3  # Ann has previews for every stone
    assert min(taps) == 2  # Ben only for stones that capture or lose stones


@pytest.mark.parametrize(("game", "size", "options"), BOARDS[:2])
async def test_spectator_sees_a_large_board_and_cannot_move(table, game, size, options):
    message = await table.game(game=game, size=size, **options)

    refused = await table.eve.click(message, "Move")
    looked = await table.eve.select(message, ["Danger"])

    assert refused.is_ephemeral
    assert "you can watch it" in refused.content
    assert looked.attachments
    assert await table.plies() == len((await table.look()).record.moves)


@pytest.mark.parametrize(("game", "size", "options"), BOARDS[:2])
async def test_autocomplete_offers_cells_of_a_large_board(table, game, size, options):
    await table.game(game=game, size=size, **options)

    offered = await table.ann.autocomplete("move", cell="l-1")
    answer = await table.ann.slash("move", cell=offered[0].value)

    assert 1 <= len(offered) <= 25
    assert all(choice.value.startswith("l1") for choice in offered)
    assert re.match(r"L1 is saved|You played L1", table.words(answer))
