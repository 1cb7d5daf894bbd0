"""/puzzle, solved by taps in the sandbox."""

from bot.services.use_cases.puzzles.puzzles import MAX_TRIES, PuzzleService
from bot.store.tables import puzzles
from bot.words.puzzle import STILL_OPEN
from bot.words.refusals import OLD_BUTTON
from sandbox.client.find import components_of, labels_of
from tests.bot.puzzle_buttons import button_of, choices, shown_puzzle, wrong_turn_of


async def read(table, query, *about):
    return await table.app.context.services.games._database.read(query, *about)


async def test_a_puzzle_is_solved_privately_in_one_message(table):
    shown = await table.ann.slash("puzzle solve", game="asli", theme="cut")
    puzzle = shown_puzzle(shown)
    assert puzzle.game == "asli"
    assert "cut" in puzzle.themes
    for step in choices(puzzle):
        assert await table.ann.click(shown, button_of(shown, step.answer)) is shown
    assert shown.is_ephemeral
    assert "Solved on the first try." in shown.content
    last = ["Next puzzle", "👍 Good puzzle", "👎 Bad puzzle"]
    assert labels_of(shown) == ["Back", "Forward", *last, "Try out", "Rules"]
    assert table.public() == []
    assert await read(table, puzzles.find_solver, table.ann.id) is None  # the theme was a hint


async def puzzle_of_questions(table, number):
    """Show puzzles to Ann until one has at least this many questions; return its message."""
    shown = await table.ann.slash("puzzle solve")
    while len(choices(shown_puzzle(shown))) < number:
        await table.ann.click(shown, "Next puzzle")
    return shown


async def test_a_wrong_turn_can_be_tried_again(table):
    shown = await puzzle_of_questions(table, 2)
    first, second, *_ = choices(shown_puzzle(shown))
    await table.ann.click(shown, button_of(shown, first.answer))
    asked = shown.attachments[0].description
    await table.ann.click(shown, button_of(shown, wrong_turn_of(shown, second)))
    assert "2 tries left." in shown.content
    await table.ann.click(shown, "Try again")
    assert "2 tries left." in shown.content
    assert shown.attachments[0].description == asked
    await table.ann.click(shown, "Show the solution")
    assert "Solution: " in shown.content
    assert "wins.**" not in shown.content


async def test_the_next_puzzle_is_another_one_of_the_same_kind(table):
    shown = await table.ann.slash("puzzle solve", theme="save")
    first = shown_puzzle(shown)
    await table.ann.click(shown, "Next puzzle")
    second = shown_puzzle(shown)
    assert second != first
    assert "save" in second.themes


async def test_the_next_puzzle_avoids_the_one_on_the_screen(table, monkeypatch):
    avoided, choose = [], PuzzleService.choose

    async def spy(service, *args, besides=0):
        avoided.append(besides)
        return await choose(service, *args, besides=besides)

    monkeypatch.setattr(PuzzleService, "choose", spy)
    shown = await table.ann.slash("puzzle solve")
    first = shown_puzzle(shown).number
    await table.ann.click(shown, "Next puzzle")
    assert avoided == [0, first]


async def test_a_kind_without_puzzles_is_refused(table):
    refused = await table.ann.slash("puzzle solve", theme="hold", game="lifeline")
    assert "There's no such puzzle" in refused.content


async def test_a_puzzle_is_solved_by_typed_turns(table):
    shown = await table.ann.slash("puzzle solve", game="lifeline")
    puzzle = shown_puzzle(shown)
    form = await table.ann.click(shown, "Type a move")
    refused = await table.ann.submit(form, text="z99")
    assert "isn't a legal turn here" in refused.content

    for step in choices(puzzle):
        form = await table.ann.click(shown, "Type a move")
        await table.ann.submit(form, text=f" {step.answer.upper()} ")
    assert "Solved on the first try." in shown.content
    assert (await read(table, puzzles.find_solver, table.ann.id)).attempts == 1


async def test_the_solution_is_stepped_through_and_a_vote_still_counts(table):
    shown = await table.ann.slash("puzzle solve", game="asli")
    number = shown_puzzle(shown).number
    await table.ann.click(shown, "Show the solution")
    before = shown.attachments[0].description
    await table.ann.click(shown, "Back")
    assert shown.attachments[0].description != before
    assert "wins.**" not in shown.content
    await table.ann.click(shown, "Forward")
    assert shown.attachments[0].description == before
    await table.ann.click(shown, "👍 Good puzzle")
    assert "Thank you for your vote." in shown.content
    assert "wins.**" not in shown.content
    votes = (await read(table, puzzles.find_puzzles, [number]))[number]
    assert (votes.likes, votes.dislikes) == (1, 0)
    await table.ann.click(shown, "Next puzzle")
    assert shown_puzzle(shown).game == "asli"


async def test_the_end_of_a_solved_puzzle_is_stepped_through_after_a_restart(discord, run_bot):
    guild = discord.create_guild("Club")
    ann = guild.add_member("Ann").in_(guild.create_text_channel("games"))
    async with run_bot():
        shown = await ann.slash("puzzle solve")
        while len((puzzle := shown_puzzle(shown)).steps) == 1:
            await ann.click(shown, "Next puzzle")
        for step in choices(puzzle):
            await ann.click(shown, button_of(shown, step.answer))
    names, alternative = [turn.capitalize() for turn in puzzle.turns], shown.attachments[0]
    count = len(names)
    assert f"**{names[-1]} wins.**" in shown.content
    assert alternative.description.startswith(f"Step {count} of {count}. ")
    (forward,) = (each for each in components_of(shown) if each.get("label") == "Forward")
    assert forward["disabled"]

    async with run_bot():
        await ann.click(shown, "Back")
        assert f"· **{names[-2]}** ·" in shown.content
        assert shown.attachments[0].description.startswith(f"Step {count - 1} of {count}")
        await ann.click(shown, "Forward")
        assert f"**{names[-1]}**.\n" in shown.content
        assert shown.attachments[0].description == alternative.description


async def test_the_solution_cannot_be_seen_before_the_attempt_is_over(table):
    shown = await table.ann.slash("puzzle solve")
    number = shown_puzzle(shown).number
    refused = await table.ann.click(shown, f"puzzle-line:{number}:10:/", stale=True)
    assert refused.content == STILL_OPEN()
    assert "Solution" not in shown.content


async def test_a_button_beyond_the_last_turn_or_try_is_refused(table):
    shown = await table.ann.slash("puzzle solve")
    puzzle, content = shown_puzzle(shown), shown.content
    for number in (10 * len(puzzle.steps), MAX_TRIES):
        forged = f"puzzle-turn:{puzzle.number}:{number}:{puzzle.steps[-1].answer}/"
        refused = await table.ann.click(shown, forged, stale=True)
        assert refused.content == OLD_BUTTON()
        assert shown.content == content


async def test_the_rules_leave_the_puzzle_where_it_is(table):
    shown = await table.ann.slash("puzzle solve", game="asli")
    content = shown.content
    rules = await table.ann.click(shown, "Rules")
    assert rules is not shown
    assert "Asli" in rules.content
    assert shown.content == content


async def test_turns_are_tried_on_a_board_of_its_own_and_solve_nothing(table):
    shown = await table.ann.slash("puzzle solve")
    puzzle, content = shown_puzzle(shown), shown.content
    tried = await table.ann.click(shown, "Try out")
    assert tried is not shown
    assert tried.is_ephemeral

    place = next(iter(puzzle.start.legal_moves())).cell
    name = puzzle.start.topology.names[place]
    again = await table.ann.click(tried, f"puzzle-tried:{puzzle.number}:0:{name}")
    assert again is tried
    assert f"1 {puzzle.start.to_move.label} {name.upper()}" in tried.content
    await table.ann.click(tried, "Back")
    assert "Tried" not in tried.content
    assert shown.content == content
    await table.ann.click(shown, button_of(shown, wrong_turn_of(shown)))
    assert "2 tries left." in shown.content


async def test_a_persons_first_five_puzzles_offer_three_turns(table):
    shown, offered = await table.ann.slash("puzzle solve"), []
    for _ in range(6):
        offered.append(sum(each.isdecimal() for each in labels_of(shown)))
        await table.ann.click(shown, "Next puzzle")
    assert offered[:5] == [3] * 5
    assert offered[5] > 3
