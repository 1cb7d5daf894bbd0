"""Challenges whose komi is offered name the usual komi of boards with matches."""

import pytest


@pytest.mark.parametrize(("size", "shown"), [(9, True), (11, False)])
async def test_a_challenge_names_the_usual_komi_of_its_board(table, size, shown):
    await table.ann.slash("challenge", opponent=table.ben, game="asli", size=size)
    card = await table.seen("Asli")

    assert ("12 to 15" in card.content) is shown
