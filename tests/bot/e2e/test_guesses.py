"""A spectator guesses the next turn in private; the message of the next turn counts."""

import pytest

from bot.messages.component_ids import parse_id
from bot.words import labels, watching
from sandbox.client.find import components_of, labels_of
from sandbox.models.entities import MessageFlag


def cells_of(panel):
    """Return the names of the cells among the buttons of a panel."""
    ids = [parse_id(part["custom_id"]) for part in components_of(panel) if "custom_id" in part]
    return [each.value for each in ids if each.kind == "guess-cell"]


def alt_text_of(panel):
    galleries = [part for part in components_of(panel) if part["type"] == 12]
    return "\n".join(item["description"] for part in galleries for item in part["items"])


async def test_two_taps_guess_a_turn_and_its_message_counts(table):
    first = await table.game(size=3)

    panel = await table.eve.select(first, [watching.GUESS()])
    cell, second, *_, other = cells_of(panel)
    prompt, alt_text = table.words(panel), alt_text_of(panel)
    answer = await table.eve.click(panel, "1")

    assert panel.is_ephemeral
    assert panel.flags & MessageFlag.COMPONENTS_V2
    assert watching.choose_guess(table.number, None) in prompt
    assert alt_text.startswith(f"Numbered cells: 1 {cell.upper()}, 2 {second.upper()}")
    assert answer is panel
    assert f"Your guess is **{cell.upper()}**." in table.words(answer)
    posted = await table.play(table.ann, f"{cell} {other}", 2)
    news, counted, question, *_ = posted.content.split("\n")
    assert news.startswith("**Ann played")
    assert counted == watching.right_guesses(1, 1)
    assert table.ben.mention in question
    assert not any("Eve" in message.content for message in table.public())
    await table.swap(table.ben)
    assert "guess" not in (await table.turn(3)).content


async def test_a_guess_by_area_can_be_changed(table):
    first = await table.game(size=5)

    panel = await table.eve.select(first, [watching.GUESS()])
    assert labels_of(panel) == ["1", "2", "3", "4", "5", "6", "7"]
    await table.eve.click(panel, "1")
    wrong = cells_of(panel)[0]
    assert labels_of(panel)[-1] == labels.BACK_TO_BOARD()
    await table.eve.click(panel, "1")
    await table.eve.click(panel, labels.BACK_TO_BOARD())
    assert watching.choose_guess(table.number, wrong) in table.words(panel)
    await table.eve.click(panel, "7")
    right = cells_of(panel)[0]
    await table.eve.click(panel, "1")

    assert watching.guessed(right) in table.words(panel)
    second = await table.play(table.ann, f"{wrong} b2", 2)
    assert watching.right_guesses(0, 1) in second.content


async def test_a_panel_for_a_turn_that_is_played_says_so(table):
    first = await table.game(size=3)
    panel = await table.eve.select(first, [watching.GUESS()])
    cell, *_, other = cells_of(panel)
    menu = next(part["custom_id"] for part in components_of(first) if part["type"] == 3)
    await table.play(table.ann, f"{cell} {other}", 2)

    for late in (
        await table.eve.click(panel, "2"),  # a cell that is still free
        await table.eve.select(first, ["guess"], menu, stale=True),
    ):
        assert f"/board game:{table.number}" in table.words(late)
    await table.swap(table.ben)
    assert "guess" not in (await table.turn(3)).content


@pytest.mark.parametrize("player", ["ann", "ben"])
async def test_a_player_is_told_that_guesses_are_for_others(table, player):
    first = await table.game(size=3)
    answer = await getattr(table, player).select(first, [watching.GUESS()])
    assert (answer.content, answer.is_ephemeral) == (watching.OWN_TURNS(), True)
