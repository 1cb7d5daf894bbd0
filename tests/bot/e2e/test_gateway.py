"""The connection is lost in every way; the game goes on."""

import pytest

from sandbox.client.errors import InteractionFailed


async def answered(table, cell):
    """Type a move, again and again while the bot is away."""
    for _ in range(30):
        try:
            return await table.ann.slash("move", cell=cell)
        except InteractionFailed:
            continue
    pytest.fail("the bot never came back")


@pytest.mark.parametrize("loss", ["drop_gateway", "ask_to_reconnect", "invalidate_sessions"])
async def test_a_game_goes_on_after_the_gateway_was_lost(table, loss):
    await table.game()
    getattr(table.discord.mischief, loss)()
    await answered(table, "a1 c3")
    assert f"<@{table.ben.id}>" in (await table.turn(2)).content
    assert await table.plies() == 2
