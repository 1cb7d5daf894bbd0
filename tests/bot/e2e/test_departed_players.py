"""Players who leave the server of their game."""

import pytest

from sandbox import NotPossible
from sandbox.client.find import labels_of


@pytest.fixture
async def left(table):
    """Table whose server Ben has left, when it is his turn."""
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    table.guild.remove_member(table.ben)
    return table


async def test_departed_player_cannot_use_the_channel(left):
    turn = await left.turn(2)

    with pytest.raises(NotPossible, match="does not see"):
        await left.ben.click(turn, "Move")
    (game,) = await left.app.context.services.games.find_running(left.ann.id)
    assert game.turn == 2


async def test_opponent_of_a_departed_player_can_use_everything(left):
    shown = await left.ann.slash("board")
    listed = await left.ann.slash("games")
    undo = await left.ann.slash("undo")
    await left.ann.click(undo, "Yes, undo")
    await left.seen("undid")
    again = await left.ann.slash("move", cell="a1 c3")
    await left.ann.slash("resign")

    assert shown.attachments
    assert "Ben" in listed.content
    assert "You played" in again.content
    await left.settled()
    assert {e.status for e in left.discord.requests.entries if e.status >= 400} <= {404}


async def test_returning_player_continues_with_the_old_message(left):
    turn = await left.turn(2)
    left.guild.add_member(left.ben)

    swap = await left.ben.click(turn, "Swap sides")
    await left.ben.click(swap, "Yes, swap sides")

    assert (await left.turn(3)).notified == {left.ann.id}


async def test_departed_player_with_a_user_install_continues(left):
    left.discord.install(left.ben)
    home = left.ben.in_(left.discord.direct_channel(left.ben))

    listed = await home.slash("games")
    await left.swap(home)

    assert "**your turn**" in listed.content
    assert (await left.turn(3)).notified == {left.ann.id}


async def test_notifications_of_a_departed_player_go_to_the_channel(table):
    await table.ben.slash("settings", turns="dm")
    await table.game()
    table.guild.remove_member(table.ben)

    await table.ann.slash("move", cell="a1 c3")
    await table.settled()

    assert [e.code for e in table.discord.requests.entries if e.status == 403] == [50278]
    assert (await table.seen("Your turn in game")).content.startswith(table.ben.mention)


async def test_challenge_to_a_departed_player_is_withdrawn(table):
    card = await table.challenge()
    table.guild.remove_member(table.ben)

    await table.ann.click(card, "Withdraw")
    await table.settled()

    assert labels_of(card) == []
    assert "*Withdrawn" in card.content


async def test_game_with_a_departed_player_ends_by_resignation(left):
    question = await left.ann.slash("resign")
    await left.ann.click(question, "Yes, resign")

    result = await left.seen("wins")
    assert "**Ben wins.**" in result.content
    rematch = await left.ann.click(result, "Rematch")
    assert "Rematch offered to **Ben**" in rematch.content
