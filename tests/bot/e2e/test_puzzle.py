"""/puzzle, solved by taps in the sandbox."""

from sandbox.client.find import labels_of
from tests.bot.puzzle_buttons import button_of, shown_puzzle


async def test_a_puzzle_is_solved_privately_in_one_message(table):
    shown = await table.ann.slash("puzzle solve", game="asli", theme="cut")
    puzzle = shown_puzzle(shown)
    assert puzzle.game == "asli"
    assert "cut" in puzzle.themes
    for step in puzzle.steps:
        assert await table.ann.click(shown, button_of(shown, step.answer)) is shown
    assert shown.is_ephemeral
    assert "Solved on the first try." in shown.content
    assert labels_of(shown) == ["Next puzzle", "👍 Good puzzle", "👎 Bad puzzle"]
    assert table.public() == []


async def test_a_wrong_turn_can_be_tried_again(table):
    shown = await table.ann.slash("puzzle solve")
    puzzle = shown_puzzle(shown)
    wrong = next(iter(puzzle.steps[0].refutations))
    await table.ann.click(shown, button_of(shown, wrong))
    assert "2 tries left." in shown.content
    await table.ann.click(shown, "Try again")
    assert "2 tries left." in shown.content
    await table.ann.click(shown, "Show the solution")
    assert "Solution: " in shown.content


async def test_the_next_puzzle_is_another_one_of_the_same_kind(table):
    shown = await table.ann.slash("puzzle solve", theme="save")
    first = shown_puzzle(shown)
    await table.ann.click(shown, "Next puzzle")
    second = shown_puzzle(shown)
    assert second != first
    assert "save" in second.themes


async def test_a_kind_without_puzzles_is_refused(table):
    refused = await table.ann.slash("puzzle solve", theme="hold", game="lifeline")
    assert "There's no such puzzle" in refused.content
