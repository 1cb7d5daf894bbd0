"""Move panel: one private message and at most three taps per stone."""

import pytest

from bot.messages.message_draft import Viewer
from bot.messages.move_panel import first_panel, legal_cells, zone_panel
from bot.services.values.games.replay_cache import initial_game
from rules.registry import find_game
from sandbox.client.find import components_of, labels_of
from sandbox.models.entities import MessageFlag

WIDE = MessageFlag.COMPONENTS_V2


async def test_move_button_opens_a_private_panel_with_zones(table):
    first = await table.game(size=5)

    panel = await table.ann.click(first, "Move")

    assert panel.is_ephemeral
    assert panel.flags & WIDE
    rows = [c["components"] for c in panel.components if c["type"] == 1]
    assert [len(row) for row in rows[:3]] == [2, 3, 2]
    assert labels_of(panel)[-2:] == ["Type a move", "Cancel"]


async def test_two_taps_place_a_stone_without_captures(table):
    first = await table.game(size=5)

    panel = await table.ann.click(first, "Move")
    cells = await table.ann.click(panel, "1")
    number = labels_of(cells)[0]
    second = await table.ann.click(cells, number)

    assert panel is cells is second  # one message, edited in place
    assert number == "1"
    assert await table.plies() == 1
    assert "One stone to go" in table.words(second)


async def test_second_stone_uses_the_same_panel_and_posts_the_turn(table):
    first = await table.game(size=5)
    panel = await table.ann.click(first, "Move")
    await table.ann.click(panel, "1")
    await table.ann.click(panel, labels_of(panel)[0])
    assert len(table.public()) == 2  # the card and turn 1, but not the first stone

    await table.ann.click(panel, "7")
    await table.ann.click(panel, labels_of(panel)[0])
    second = await table.turn(2)

    assert "You played" in table.words(panel)
    assert labels_of(panel) == ["Undo", "Try out"]
    assert second.notified == {table.ben.id}


async def test_few_legal_cells_are_numbered_without_zones(table):
    first = await table.game(size=3)

    panel = await table.ann.click(first, "Move")

    assert labels_of(panel)[:2] == ["1", "2"]


async def test_back_shows_the_zones_and_cancel_closes_the_panel(table):
    first = await table.game(size=5)
    panel = await table.ann.click(first, "Move")
    zones = labels_of(panel)
    await table.ann.click(panel, "1")
    await table.ann.click(panel, "Back to board")
    assert labels_of(panel) == zones

    await table.ann.click(panel, "Cancel")

    assert table.words(panel) == "Nothing was played."
    assert await table.plies() == 0


async def test_outdated_panel_names_the_command_for_the_board(table):
    first = await table.game()
    panel = await table.ann.click(first, "Move")
    await table.play(table.ann, "a1 c3", 2)
    await table.play(table.ben, "e5 g7", 3)

    old = await table.ann.click(panel, "Type a move")

    assert f"/board game:{table.number}" in table.words(old)


async def test_cancel_after_the_first_stone_keeps_it_and_offers_the_second(table):
    first = await table.game(size=5)
    await table.ann.slash("move", cell="c3")
    panel = await table.ann.click(first, "Move")

    await table.ann.click(panel, "Cancel")

    assert table.words(panel) == "C3 is saved and hidden from **Ben**. One stone to go."
    assert labels_of(panel) == ["Second stone", "Undo"]
    await table.ann.click(panel, "Second stone")
    assert "Type a move" in labels_of(panel)


async def test_no_zone_has_a_colour_that_looks_like_advice(table):
    await table.game(size=7)
    second = await table.play(table.ann, "a1 d1", 2)

    panel = await table.ben.click(second, "Move")

    assert [c["label"] for c in components_of(panel) if c.get("style") == 1] == []


async def test_capturing_stone_has_a_preview(table):
    await table.ann.slash("settings", confirm="always")
    first = await table.game(size=3)
    panel = await table.ann.click(first, "Move")

    await table.ann.click(panel, "1")

    assert "Preview of **C5**, not played yet." in table.words(panel)
    assert labels_of(panel) == ["Play C5", "Back to board", "Cancel"]
    assert await table.plies() == 0

    await table.ann.click(panel, "Play C5")
    assert await table.plies() == 1


async def test_typed_turn_has_a_preview_if_always_preferred(table):
    await table.ann.slash("settings", confirm="always")
    first = await table.game(size=4)

    asked = await table.ann.slash("move", cell="A-1 c3")

    assert labels_of(asked) == ["Play A1 C3", "Back to board", "Cancel"]
    assert "Preview of **A1 C3**, not played yet." in table.words(asked)
    assert await table.plies() == 0
    await table.ann.click(asked, "Play A1 C3")
    assert "You played A1 and C3" in table.words(asked)
    await table.turn(2)
    assert labels_of(first) == []


async def test_a_move_without_a_cell_has_a_preview_if_always_preferred(table):
    for person in (table.ann, table.ben):
        await person.slash("settings", confirm="always")
    first = await table.game(size=4, opening="komi-pie")
    asked = await table.ann.submit(await table.ann.click(first, "Offer komi"), text="2")
    assert "Preview of **Offer 2**, not played yet." in table.words(asked)
    assert labels_of(asked) == ["Offer 2", "Cancel"]
    assert await table.plies() == 0
    await table.ann.click(asked, "Offer 2")
    asked = await table.ben.click(await table.turn(2), "Play Black")
    assert labels_of(asked) == ["Play Black", "Cancel"]
    await table.ben.click(asked, "Play Black")

    for person in (table.ann, table.ben):
        await person.slash("settings", confirm="never")
    for turn, cell in enumerate(("a1", "c3", "e5", "g7", "d1"), start=4):
        last = await table.play(table.ann if turn % 2 else table.ben, cell, turn)
    await table.ann.slash("settings", confirm="always")
    asked = await table.ann.click(last, "Spend komi (skip)")
    assert "Preview of **Spend komi (skip)**, not played yet." in table.words(asked)
    assert await table.plies() == 7
    await table.ann.click(asked, "Spend komi (skip)")
    assert await table.plies() == 8


@pytest.mark.parametrize("by_form", [False, True])
async def test_a_typed_move_that_loses_stones_is_shown_first(table, by_form):
    await table.game(size=4)
    await table.play(table.ann, "f3 f5", 2)
    third = await table.play(table.ben, "b1 e7", 3)

    if by_form:
        panel = await table.ann.click(third, "Move")
        asked = await table.ann.submit(await table.ann.click(panel, "Type a move"), text="f4")
    else:
        asked = await table.ann.slash("move", cell="F4")

    assert "You lose 3 stones of your own." in table.words(asked)
    assert labels_of(asked) == ["Play F4", "Back to board", "Cancel"]
    assert await table.plies() == 4
    await table.ann.click(asked, "Play F4")
    assert "**Ann played F4 and lost 3.**" in (await table.turn(4)).content


async def test_a_typed_move_that_loses_stones_is_played_at_once_if_previews_are_off(table):
    await table.ann.slash("settings", confirm="never")
    await table.game(size=4)
    await table.play(table.ann, "f3 f5", 2)
    await table.play(table.ben, "b1 e7", 3)

    fourth = await table.play(table.ann, "f4", 4)

    assert "**Ann played F4 and lost 3.**" in fourth.content


async def test_a_typed_capture_is_played_at_once(table):
    await table.game(size=4)
    for turn, cells in enumerate(("e5 a3", "c5 a4", "b4", "e3"), start=2):
        await table.play(table.ben if turn % 2 else table.ann, cells, turn)

    last = await table.play(table.ann, "b5", 6)

    assert "**Ann played B5 and took 1." in last.content


async def test_form_has_a_preview_and_refuses_illegal_moves(table):
    await table.ann.slash("settings", confirm="always")
    first = await table.game(size=4)
    panel = await table.ann.click(first, "Move")
    asked = await table.ann.submit(await table.ann.click(panel, "Type a move"), {"text": "a1"})
    assert labels_of(asked) == ["Play A1", "Back to board", "Cancel"]

    refused = await table.ann.slash("move", cell="a1 a2")
    unreadable = await table.ann.slash("move", cell="over there")
    other = await table.ben.slash("move", cell="a1")

    assert "Your first two stones may not touch." in refused.content
    assert "over there" in unreadable.content
    assert f"turn in game {table.number}" in other.content
    assert await table.plies() == 0


async def test_outdated_panel_shows_the_current_board(table):
    first = await table.game(size=5)
    panel = await table.ann.click(first, "Move")
    await table.play(table.ann, "a1 c3", 2)

    shown = await table.ann.click(panel, "1")

    assert shown is panel
    assert f"turn in game {table.number}" in table.words(panel)
    assert "Waiting for **Ben**" in table.words(panel)
    assert panel.attachments


async def test_private_board_of_a_past_turn_becomes_the_current_board(table):
    await table.game(size=5)
    private = await table.ann.slash("board")
    await table.play(table.ann, "a1 c3", 2)

    shown = await table.ann.click(private, "Move")

    assert shown is private
    assert private.content.startswith(f"It's Ben's turn in game {table.number}.")
    assert "Waiting for **Ben**" in private.content
    assert labels_of(private) == ["Try out"]
    # a public turn message of a past turn is not replaced
    refused = await table.ann.click(await table.turn(2), "Move")
    assert refused.is_ephemeral
    assert not refused.attachments


async def test_cell_of_an_outdated_panel_plays_nothing(table):
    first = await table.game(size=3)
    panel = await table.ann.click(first, "Move")
    await table.ann.slash("move", cell="a1")

    await table.ann.click(panel, f"cell:{table.number}:0:c5", stale=True)

    assert "out of date" in table.words(panel)
    assert await table.plies() == 1


async def test_cell_tapped_twice_reports_that_it_is_played(table):
    first = await table.game(size=3)
    panel = await table.ann.click(first, "Move")
    number = table.number
    await table.ann.click(panel, f"cell:{number}:0:c5")
    await table.ann.click(panel, f"cell:{number}:0:c5", stale=True)

    assert table.words(panel).startswith("You've already played C5.\n")
    assert "place 1 more stone" in table.words(panel)
    await table.ann.click(panel, "Second stone")
    await table.ann.click(panel, f"cell:{number}:1:a1")
    await table.turn(2)
    await table.ann.click(panel, f"cell:{number}:1:a1", stale=True)

    assert table.words(panel).startswith(
        "You've already played A1.\n**Ann played C5 and A1.**\nWaiting for **Ben**"
    )
    assert await table.plies() == 2


async def test_first_stone_is_taken_back_from_the_panel_of_the_second(table):
    first = await table.game(size=5)
    panel = await table.ann.click(first, "Move")
    assert "Undo" not in labels_of(panel)
    await table.ann.click(panel, "1")
    await table.ann.click(panel, labels_of(panel)[0])
    assert labels_of(panel)[-3:] == ["Undo", "Type a move", "Cancel"]

    await table.ann.click(panel, "Undo")
    assert "**Ben** hasn't seen them" in table.words(panel)
    await table.ann.click(panel, "Yes, undo")

    assert table.words(panel).startswith("Undone: ")
    assert "Undo" not in labels_of(panel)
    assert await table.plies() == 0


async def test_keeping_the_first_stone_returns_to_the_panel_of_the_second(table):
    await table.game(size=3)
    panel = await table.ann.slash("move", cell="a1")
    await table.ann.click(panel, "Undo")
    await table.ann.click(panel, "Keep playing")

    assert table.words(panel) == "OK. Nothing changed."
    await table.ann.click(panel, "Second stone")
    assert "Type a move" in labels_of(panel)
    assert await table.plies() == 1


async def test_game_without_undo_has_no_undo_after_the_first_stone(table):
    await table.game(undo="no")
    panel = await table.ann.slash("move", cell="a1")

    assert labels_of(panel)[-2:] == ["Type a move", "Cancel"]
    assert "Undo" not in labels_of(panel)


async def test_panel_has_a_swap_button(table):
    await table.game(size=3)
    second = await table.play(table.ann, "a1 c5", 2)
    panel = await table.ben.click(second, "Move")

    await table.ben.click(panel, "Swap sides")
    await table.ben.click(panel, "Yes, swap sides")

    assert "You swapped sides" in table.words(panel)
    assert await table.plies() == 3


async def test_unknown_value_in_an_id_is_refused(table):
    first = await table.game(size=5)
    panel = await table.ann.click(first, "Move")

    for control, value in (("zone", "99"), ("zone", "x"), ("cell", "z99"), ("cell", "swap")):
        answer = await table.ann.click(panel, f"{control}:{table.number}:0:{value}", stale=True)

        assert "older version" in answer.content, value
        assert await table.plies() == 0


async def test_refused_move_shows_a_picture_and_the_nearest_cells(table):
    await table.game(size=5)

    answer = await table.ann.slash("move", cell="a1 a2")

    assert answer.attachments[0].filename == "refused.png"
    assert "You can play nearby" in answer.content


async def test_everybody_can_choose_another_view_of_the_board(table):
    await table.game(size=5)
    second = await table.play(table.ann, "a1 c3", 2)

    for person in (table.ann, table.ben, table.eve):
        for look in ("Danger", "Lifelines", "Numbers", "Close-up"):
            seen = await person.select(second, [look])
            assert seen.is_ephemeral
            assert seen.attachments
    text = await table.eve.select(second, ["Text"])
    assert "```" in text.content
    again = await table.eve.select(text, ["Plain"])
    assert again is text
    assert again.attachments


async def test_board_command_has_a_view_option(table):
    await table.game(size=5)

    assert "```" in (await table.eve.slash("board", game=str(table.number), view="text")).content


@pytest.mark.parametrize(
    ("game", "size"), [("lifeline", size) for size in range(3, 13)] + [("asli", 19), ("asli", 25)]
)
def test_every_legal_cell_is_within_two_taps(game, size, game_after):
    view = game_after(game=game, size=size, **({"komi": 1} if game == "asli" else {}))
    viewer = Viewer(11, {"theme": "dark", "confirm": "losses"})

    def controls(draft, kind):
        return [c.id.value for row in draft.rows for c in row if c.id.kind == kind]

    first = first_panel(view, viewer)
    reached = set(controls(first, "cell"))
    for zone in controls(first, "zone"):
        reached |= set(controls(zone_panel(view, viewer, zone), "cell"))

    names = view.position.topology.names
    wanted = {name for cell, name in enumerate(names) if legal_cells(view.position) >> cell & 1}
    assert reached == wanted
    assert (
        initial_game(find_game(game).ruleset(dict(view.ruleset.options))).position == view.position
    )


async def test_preferences_are_read_once_for_an_interaction(table, monkeypatch):
    first = await table.game()
    panel = await table.ann.click(first, "Move")
    cells = await table.ann.click(panel, "1")
    players, reads = table.app.context.services.personal_settings, []
    reader = players.reader

    async def counted(user_id):
        reads.append(user_id)
        return await reader(user_id)

    monkeypatch.setattr(players, "reader", counted)
    await table.ann.click(cells, labels_of(cells)[0])

    assert await table.plies() == 1
    assert reads == [table.ann.id]


@pytest.mark.parametrize("wrong", ["a1", "somewhere"])
async def test_a_refused_move_in_the_middle_of_a_turn_keeps_its_buttons(table, wrong):
    await table.game()
    await table.ann.slash("move", cell="a1")

    refused = await table.ann.slash("move", cell=wrong)
    panel = await table.ann.click(refused, "Second stone")

    assert "Undo" in labels_of(refused)
    assert "1" in labels_of(panel)


@pytest.mark.parametrize(
    "typed", ["s\u200bwap", "“SWAP”", "\uff53\uff57\uff41\uff50", "\ud800swap"]
)
async def test_a_typed_swap_asks_whatever_its_characters(table, typed):
    await table.game()
    await table.play(table.ann, "a1 c3", 2)

    question = await table.ben.slash("move", cell=typed)

    assert await table.plies() == 2
    await table.ben.click(question, "Yes, swap sides")
    await table.turn(3)


async def test_the_menu_of_games_keeps_a_typed_move_without_hidden_characters(table):
    await table.game()
    await table.game()

    asked = await table.ann.slash("move", cell="a1\ud800 c3\u200b")

    (menu,) = [part for part in components_of(asked) if part["type"] == 3]
    assert menu["custom_id"] == "which:0::move a1 c3"
    assert len(menu["options"]) == 2
