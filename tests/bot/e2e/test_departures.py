"""A player who leaves the server: the game goes on as far as the two want, and nothing loops."""

import pytest

from sandbox import NotPossible
from sandbox.client.find import labels_of


@pytest.fixture
async def left(table):
    """Ann has moved, it is Ben's turn, and Ben is gone."""
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    table.guild.remove_member(table.ben)
    return table


async def test_who_has_left_sees_and_presses_nothing_there(left):
    turn = await left.turn(2)

    with pytest.raises(NotPossible, match="does not see"):
        await left.ben.click(turn, "Move")
    (game,) = await left.app.context.services.games.running(left.ann.id)
    assert game.turn == 2


async def test_the_other_player_may_still_do_everything(left):
    shown = await left.ann.slash("board")
    listed = await left.ann.slash("games")
    undo = await left.ann.slash("undo")
    await left.ann.click(undo, "Yes, take it back")
    await left.seen("took back")
    again = await left.ann.slash("move", cell="a1 c3")
    await left.ann.slash("resign")

    assert shown.attachments
    assert "Ben" in listed.content
    assert "You played" in again.content
    await left.settled()
    assert {e.status for e in left.discord.requests.entries if e.status >= 400} <= {404}


async def test_who_returns_plays_on_with_the_old_message(left):
    turn = await left.turn(2)
    left.guild.add_member(left.ben)

    swap = await left.ben.click(turn, "Swap colours")
    await left.ben.click(swap, "Yes, swap")

    assert (await left.turn(3)).notified == {left.ann.id}


async def test_who_has_added_the_bot_plays_on_from_outside(left):
    left.discord.install(left.ben)
    home = left.ben.in_(left.discord.direct_channel(left.ben))

    listed = await home.slash("games")
    await left.swap(home)

    assert "**your turn**" in listed.content
    assert (await left.turn(3)).notified == {left.ann.id}


async def test_letters_to_one_who_has_left_are_refused_once_and_go_to_the_channel(table):
    await table.ben.slash("settings", turns="dm")
    await table.game()
    table.guild.remove_member(table.ben)

    await table.ann.slash("move", cell="a1 c3")
    await table.settled()

    assert [e.code for e in table.discord.requests.entries if e.status == 403] == [50278]
    assert (await table.seen("your turn in game")).content.startswith(table.ben.mention)


async def test_a_challenge_to_one_who_has_left_is_withdrawn(table):
    card = await table.challenge()
    table.guild.remove_member(table.ben)

    await table.ann.click(card, "Withdraw")
    await table.settled()

    assert labels_of(card) == []
    assert "withdrawn" in card.content


async def test_the_game_ends_when_the_other_gives_up(left):
    question = await left.ann.slash("resign")
    await left.ann.click(question, "Yes, resign")

    result = await left.seen("wins")
    assert "**Ben wins.**" in result.content
    rematch = await left.ann.click(result, "Rematch")
    assert "asked for another game" in rematch.content
