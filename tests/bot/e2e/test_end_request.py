"""An end without a result, from the prompt of /resign to the result for both players."""

import pytest

from sandbox.client.find import labels_of

FIRST_TURNS = ("a1 c3", "e5 g7", "b4", "d2")


@pytest.fixture
async def late(table):
    """A game after its first four turns; Ann is to move."""
    await table.game()
    for number, cells in enumerate(FIRST_TURNS, start=2):
        person = table.ben if number % 2 else table.ann
        await person.slash("move", cell=cells)
        await table.turn(number)
    await table.settled()
    return table


@pytest.fixture
async def asked(late):
    """Ask as Ann to end the game; return the request to Ben."""
    prompt = await late.ann.slash("resign")
    answer = await late.ann.click(prompt, "Ask to end the game")
    assert answer.content == f"I've asked **Ben** to end game {late.number} without a result."
    return await late.seen("wants to end game")


async def test_both_players_are_told_of_an_agreed_end(late, asked):
    assert asked.notified == {late.ben.id}
    assert labels_of(asked) == ["End without a result", "Play on"]

    await late.ben.click(asked, "End without a result")

    over = await late.seen("Both players agreed to end the game without a result.")
    assert over.notified == {late.ann.id, late.ben.id}
    assert over.attachments
    await late.settled()
    assert "Agreed." in asked.content
    assert labels_of(asked) == []


async def test_a_declined_request_pings_the_player_who_asked(late, asked):
    await late.ben.click(asked, "Play on")

    answer = await late.seen("wants to play on")
    assert answer.content == f"<@{late.ann.id}>, **Ben** wants to play on."
    assert answer.notified == {late.ann.id}
    assert labels_of(asked) == []
    again = await late.ann.click(await late.ann.slash("resign"), "Ask to end the game")
    assert "You can ask again after the next turn" in again.content


async def test_strangers_and_the_player_who_asked_answer_nothing(late, asked):
    answers = [await person.click(asked, "End without a result") for person in (late.eve, late.ann)]

    assert all(answer.is_ephemeral for answer in answers)
    assert "You already asked" in answers[1].content
    assert labels_of(asked) == ["End without a result", "Play on"]


async def test_the_next_turn_removes_the_buttons_of_a_request(late, asked):
    await late.ann.slash("move", cell="c1")
    await late.turn(6)
    await late.settled()

    assert labels_of(asked) == []


async def test_the_prompt_of_the_opponent_accepts_a_request(late, asked):
    prompt = await late.ben.slash("resign")
    assert "**Ann** wants to end the game without a result." in prompt.content

    answer = await late.ben.click(prompt, "End without a result")

    assert answer.content == f"Game {late.number} ended without a result."
    await late.seen("Both players agreed")
    await late.settled()
    assert labels_of(asked) == []


async def test_an_old_prompt_asks_again_after_a_turn(late):
    prompt = await late.ben.slash("resign")
    await late.ann.slash("move", cell="c1")
    await late.turn(6)

    again = await late.ben.click(prompt, "Ask to end the game")

    assert "has changed since you asked" in again.content
    assert "Ask to end the game" in labels_of(again)
