"""Try-boards: one person's lines, notes and marks in one game; none of them plays a move."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.errors.refusals import NoSuchGame, Refusal, RefusedMove, UnreadableMove
from bot.messages.message_draft import Viewer
from bot.messages.try_board import note_form, read_place
from bot.messages.try_board import try_board as try_board_message
from bot.services.use_cases.try_board import try_board
from bot.services.use_cases.try_board.try_board import LineGone, TryBoardView
from bot.services.values.try_board.tree import IN_GAME, TryPlace, position_key
from bot.services.values.views import Player
from bot.words import try_board as words
from bot.words.moves import areas
from renderer.overlays.candidates import Candidates
from renderer.overlays.numbers import Numbers
from renderer.overlays.tap_zones import TapZones
from renderer.words import turns_played
from renderer.zones import zones
from rules.moves import Choose, Hold, Komi, Offer, Place, Swap
from rules.setup import setup
from tests.bot.services.conftest import ANN, BEN, CAT
from tests.bot.test_move_panel import EVERY_BOARD

WITH_KOMI = {
    "lifeline": {"start": "komi-pie"},
    "cornered": {"start": "twelve-star", "komi": 2},
}


@pytest.fixture
def boards(world):
    return lambda: world.services.try_board


class Board:
    """A person's try-board, driven like its message in Discord."""

    def __init__(self, world, user_id, game_id):
        self.world, self.user_id, self.game_id = world, user_id, game_id
        self.view = None

    @property
    def service(self):
        return self.world.services.try_board

    async def open(self, ply=None):
        self.view = await self.service.open(self.world.act(self.user_id), self.game_id, ply)
        return self.view

    async def do(self, name, *arguments):
        use_case = getattr(self.service, name)
        actor = self.world.act(self.user_id)
        self.view = await use_case(actor, self.game_id, self.view.place, *arguments)
        return self.view

    async def back_to_game(self):
        await self.open()
        while self.view.node is not None:
            await self.do("back")

    async def tries(self, *texts):
        for text in texts:
            await self.do("try_move", text)
        return self.view

    @property
    def cells(self):
        return stones(self.view.position)


def stones(position):
    return [position.topology.labels(each) for each in position.stones]


@pytest.fixture
async def game_id(world):
    """Game of size 4 in which Ann has played A1 and C3, Ben G4; Ben is to move."""
    number = await world.game(start="none")
    for who, cell in ((ANN, "a1"), (BEN, "g4"), (ANN, "c3")):
        await world.play(who, number, cell)
    return number


@pytest.fixture
async def board(world, game_id):
    made = Board(world, ANN, game_id)
    await made.open()
    return made


async def test_the_message_numbers_the_tried_turns_and_names_the_last_six(world, game_id):
    board = Board(world, BEN, game_id)
    await board.open()
    viewer = Viewer(BEN, {"theme": "dark", "confirm": "losses"})
    for count in range(1, 8):
        move = next(iter(board.view.position.legal_moves()))
        await board.tries(board.view.position.topology.label(move.cell))
        draft = try_board_message(board.view, viewer)
        numbers = next(each for each in draft.board_image.overlays if isinstance(each, Numbers))
        assert (numbers.first, len(numbers.turns)) == (1, count)
        assert ("earlier" in draft.content) is (count > 6)
        assert f"{count} " in draft.content
    assert words.earlier(1) in draft.content


def message_at_end(game):
    """Return the message of a try-board that nobody has used yet."""
    view = TryBoardView(
        game, TryPlace(IN_GAME, game.position.ply, 0), game.position, (), None, (), 0, (),
        can_go_back=False, can_go_forward=False, playable="", may_plan=False, may_publish=False,
        published=False, flipped=False, lost=0,
    )  # fmt: skip
    return try_board_message(view, Viewer(ANN, {"theme": "dark"}))


def moves_offered(draft):
    """Return the classes of moves that the controls of a try-board try."""
    *rows, (menu,) = draft.rows
    controls = [each for row in rows for each in row if not each.disabled]
    taps = {Place for each in controls if each.id.kind in ("try-cell", "try-zone")}
    forms = {Offer for each in controls if each.id.kind == "try-type"}
    tried = [read_place(each.id)[1] for each in controls if each.id.kind == "try-move"]
    named = {"swap": Swap, "komi": Komi, "hold": Hold, "black": Choose, "white": Choose}
    others = [*tried, *(option.value for option in menu.options)]
    return taps | forms | {named[each] for each in others if each in named}


@pytest.mark.parametrize(("key", "size"), EVERY_BOARD)
def test_every_kind_of_legal_move_has_a_control(game_after, key, size):
    game = game_after(game=key, size=size, **WITH_KOMI.get(key, {}))
    position = game.position
    for _ in range(8):
        legal = list(position.legal_moves())
        game = replace(game, position=position)
        assert moves_offered(message_at_end(game)) == set(map(type, legal)), position.phase
        position = position.play(next((each for each in legal if each == Offer(2)), legal[-1]))


@pytest.mark.parametrize(("size", "are_numbered"), [(3, False), (5, True)])
def test_the_alternative_text_names_numbered_areas(game_after, size, are_numbered):
    game = game_after(size=size)
    topology = game.position.topology
    middles = [topology.label(zone.middle) for zone in zones(topology)]
    assert (areas(middles) in message_at_end(game).board_image.words) is are_numbered


def test_a_position_without_a_legal_cell_is_named(game_after):
    # worked example AS-10
    position = setup("asli", {"size": 3}, black=["a2", "b1"], white=["a1"], to_move="white",
                     prison=(1, 0), ever_two_groups=(True, False))  # fmt: skip
    draft = message_at_end(replace(game_after(game="asli", size=3), position=position))

    assert words.no_cell("White") in draft.content
    assert moves_offered(draft) == {Hold}


async def test_at_the_end_of_a_line_the_message_counts_its_turns(world, board):
    while board.view.position.outcome() is None:
        move = next(iter(board.view.position.legal_moves()))
        await board.tries(board.view.position.topology.label(move.cell))
    content = try_board_message(board.view, Viewer(ANN, {"theme": "dark"})).content
    assert words.NO_MOVES() in content
    assert turns_played(board.view.position.turn - 1) in content.splitlines()[-1]


async def test_forward_goes_through_the_game_to_its_last_position(world, game_id):
    board = Board(world, CAT, game_id)
    await board.open(0)
    seen = [board.view.place.ply]
    while board.view.can_go_forward:
        await board.do("forward")
        seen.append(board.view.place.ply)
    assert seen == [0, 1, 2, 3]
    assert (await board.do("forward")).place.ply == 3


async def test_moves_of_both_sides_are_tried_and_the_game_stays_as_it_is(world, board, game_id):
    before = await world.games.get(game_id)

    view = await board.tries("e5", "d4")

    assert board.cells == [["A1", "C3", "D4"], ["G4", "E5"]]
    assert [turn.by.label for turn in view.turns] == ["White", "Black"]
    assert await world.games.get(game_id) == before


async def test_a_board_opens_where_it_was_left_after_a_restart(world, board, game_id):
    await board.tries("e5", "d4")
    await board.do("back")
    world.restart()

    for ply in (None, 3, 99):
        view = await Board(world, ANN, game_id).open(ply)

        assert stones(view.position) == [["A1", "C3"], ["G4", "E5"]]
        assert view.place == board.view.place
    assert stones((await board.open(2)).position) == [["A1"], ["G4"]]


async def test_back_and_forward_follow_the_line_and_stop_at_its_ends(board):
    await board.tries("e5", "d4")
    await board.do("back")
    await board.do("back")
    assert board.cells == [["A1", "C3"], ["G4"]]
    assert board.view.node is None

    await board.do("forward")
    view = await board.do("forward")

    assert board.cells == [["A1", "C3", "D4"], ["G4", "E5"]]
    assert not view.can_go_forward
    assert (await board.do("forward")).place == view.place


async def test_back_goes_on_through_the_moves_of_the_game(board):
    await board.do("back")
    assert board.cells == [["A1"], ["G4"]]
    await board.do("back")
    view = await board.do("back")
    assert board.cells == [[], []]
    assert not view.can_go_back
    await board.do("forward")
    assert board.cells == [["A1"], []]


async def test_forward_prefers_tried_moves_to_the_moves_of_the_game(board):
    await board.open(1)
    await board.tries("e5")
    for _ in range(2):
        assert board.cells == [["A1"], ["E5"]]
        assert not board.view.can_go_forward
        await board.do("back")
        assert board.view.can_go_forward
        await board.do("forward")
    await board.do("delete_line")
    await board.do("forward")
    assert board.cells == [["A1"], ["G4"]]
    for ply in (1, 0):
        assert board.view.can_go_back
        assert (await board.do("back")).place.ply == ply
    assert not board.view.can_go_back


async def test_other_lines_are_kept_as_branches(board):
    await board.tries("e5")
    first = board.view.node.node
    await board.do("back")
    await board.tries("d4")

    assert [each.move for each in board.view.others] == ["e5"]
    view = await board.do("go_to", first)

    assert board.cells == [["A1", "C3"], ["G4", "E5"]]
    assert [each.move for each in view.others] == ["d4"]
    await board.do("back")
    assert [each.move for each in board.view.branches] == ["e5", "d4"]


async def test_forward_returns_to_the_line_last_shown(board):
    await board.tries("e5")
    first = board.view.node.node
    await board.do("back")
    await board.tries("d4")
    await board.do("go_to", first)
    await board.do("back")

    await board.do("forward")

    assert board.cells[1] == ["G4", "E5"]


async def test_forward_returns_to_the_move_tried_last(board):
    await board.tries("e5")
    await board.do("back")
    await board.tries("d4")
    await board.do("back")
    await board.tries("e5")
    await board.do("back")

    await board.do("forward")

    assert board.cells[1] == ["G4", "E5"]


async def test_forward_takes_the_newest_branch_if_the_line_last_shown_is_gone(board):
    await board.tries("e5")
    await board.do("back")
    await board.tries("f5")
    await board.do("back")
    await board.tries("d4")
    await board.do("delete_line")

    await board.do("forward")

    assert board.cells[1] == ["G4", "F5"]


async def test_forward_returns_to_the_line_of_which_the_end_was_deleted(board):
    await board.tries("e5", "d4")
    await board.do("back")
    await board.do("back")
    await board.tries("f5")
    await board.do("go_to", 2)
    await board.do("delete_line")
    assert board.cells == [["A1", "C3"], ["G4", "E5"]]
    await board.do("back")

    await board.do("forward")

    assert board.cells == [["A1", "C3"], ["G4", "E5"]]


@pytest.mark.parametrize("against", ["a person", "the bot"])
async def test_replies_are_planned_in_games_between_people(world, game_id, against):
    if against == "the bot":
        engine = Player(900, "Bot")
        options = {"size": 4, "start": "none"}
        game = await world.services.practice.begin(world.act(ANN), engine, 1, "lifeline", options)
        game_id = game.id
    board = Board(world, ANN, game_id)
    await board.open()
    assert (await board.tries("e5")).may_plan is (against == "a person")


async def test_a_board_left_at_an_earlier_turn_shows_the_game_once_it_has_gone_on(
    world, board, game_id
):
    await board.do("back")
    assert (await board.open()).position.ply == 2
    await world.play(BEN, game_id, "e5")
    assert (await board.open()).position.ply == 4


async def test_a_board_used_after_the_game_has_gone_on_opens_where_it_was_left(
    world, board, game_id
):
    await board.tries("e5", "b2")
    await world.play(BEN, game_id, "f5")
    await board.open()
    left = await board.tries("d4")
    assert (await board.open()).place == left.place
    left = await board.do("go_to", 1)
    assert (await board.open()).place == left.place


async def test_players_may_publish_their_boards_after_the_game(world, game_id):
    async def may_publish():
        boards = [Board(world, who, game_id) for who in (ANN, BEN, CAT)]
        return [(await each.open()).may_publish for each in boards]

    assert await may_publish() == [False, False, False]
    await world.games.resign(world.act(BEN), game_id)
    assert await may_publish() == [True, True, False]


@pytest.mark.parametrize("published", [True, False])
async def test_only_players_of_running_games_plan_and_only_of_finished_ones_publish(
    world, game_id, published
):
    boards = [Board(world, who, game_id) for who in (ANN, BEN, CAT)]
    for each in boards:
        await each.open()
        await each.tries("e5")
    assert [each.view.may_plan for each in boards] == [True, True, False]
    await world.games.resign(world.act(BEN), game_id)
    assert [(await each.open()).may_plan for each in boards] == [False, False, False]
    if published:
        await world.services.published_lines.publish(world.act(BEN), game_id)
    assert [(await each.open()).published for each in boards] == [False, published, False]


async def test_publishing_leaves_the_board_as_it_is(world, board, game_id):
    await board.tries("e5", "d4")
    await board.do("flip")
    await board.do("back")
    await world.games.resign(world.act(BEN), game_id)
    await board.open()
    await board.do("go_to", 1)
    before = await board.open()
    await world.services.published_lines.publish(world.act(ANN), game_id)
    assert await board.open() == replace(before, published=True)


async def test_a_move_tried_twice_is_one_node(board):
    await board.tries("e5")
    await board.do("back")
    await board.tries("e5")
    await board.do("back")
    assert len(board.view.branches) == 1


async def test_the_same_press_twice_is_done_once(world, board, game_id):
    place = board.view.place
    presses = (board.service.try_move(world.act(ANN), game_id, place, "e5") for _ in range(4))
    views = await asyncio.gather(*presses)
    assert len({view.place for view in views}) == 1
    await board.open()
    await board.do("back")
    assert len(board.view.branches) == 1


async def test_two_boards_at_once_each_act_at_their_own_place(world, game_id):
    phone, laptop = Board(world, ANN, game_id), Board(world, ANN, game_id)
    await phone.open()
    await laptop.open()
    await phone.tries("e5")
    await laptop.tries("f5")

    await phone.tries("d4")

    assert phone.cells == [["A1", "C3", "D4"], ["G4", "E5"]]
    assert laptop.cells == [["A1", "C3"], ["G4", "F5"]]
    assert (await laptop.open()).place == phone.view.place


async def test_rules_are_kept(board):
    with pytest.raises(RefusedMove, match="already a stone") as refused:
        await board.tries("a1")
    assert refused.value.seats == ("Ann", "Ben")
    with pytest.raises(UnreadableMove):
        await board.tries("zebra")
    with pytest.raises(UnreadableMove, match="turn"):
        await board.tries("e5 d4")


async def test_a_swap_can_be_tried(world):
    board = Board(world, BEN, await world.game())
    await board.open()
    view = await board.tries("a1 c3", "swap")
    assert view.position.swapped
    assert view.position.seat_to_move == 0


async def test_a_whole_turn_of_two_stones_can_be_typed(world):
    board = Board(world, ANN, await world.game())
    await board.open()
    view = await board.tries("a1 c3")
    assert stones(view.position) == [["A1", "C3"], []]
    assert view.playable == "a1 c3"


async def test_notes_and_marks_stay_with_the_move(world, board, game_id):
    await board.tries("e5")
    await board.do("note", "  cuts   both " + "x" * 300)
    view = await board.do("mark", "good")
    assert view.node.note.startswith("cuts both x")
    assert len(view.node.note) == 200
    assert view.node.mark == "good"
    await board.do("mark", None)
    world.restart()

    view = await Board(world, ANN, game_id).open()

    assert view.node.mark is None
    assert view.node.note.startswith("cuts both")


@pytest.mark.parametrize(
    ("mark", "offered"),
    [(None, ["good", "bad"]), ("good", ["bad", "unmark"]), ("bad", ["good", "unmark"])],
)
async def test_the_menu_has_the_marks_that_a_move_lacks(board, mark, offered):
    await board.tries("e5")
    await board.do("mark", mark)
    draft = try_board_message(board.view, Viewer(ANN, {"theme": "dark", "confirm": "losses"}))
    (menu,) = draft.rows[-1]
    values = [each.value for each in menu.options]
    assert [each for each in values if each in ("good", "bad", "unmark")] == offered


async def test_a_position_of_the_game_takes_no_note(board):
    for name, value in (("note", "x"), ("mark", "bad")):
        with pytest.raises(Refusal, match="Try one first"):
            await board.do(name, value)
    with pytest.raises(Refusal, match="Try one first"):
        await board.do("delete_line")


async def test_deleting_a_line_deletes_what_follows_it_and_nothing_else(board):
    await board.tries("e5", "d4", "b2")
    await board.do("back")
    await board.do("back")
    await board.do("back")
    await board.tries("f5")
    await board.do("back")
    await board.do("go_to", board.view.branches[0].node)
    assert board.view.lost == 3

    view = await board.do("delete_line")

    assert view.node is None
    assert [each.move for each in view.branches] == ["f5"]


async def test_a_move_tried_after_an_earlier_one_was_deleted_is_kept_beside_the_others(board):
    await board.tries("e5")
    await board.do("back")
    await board.tries("f5")
    await board.do("back")
    (earlier,) = [each.node for each in board.view.branches if each.move == "e5"]
    await board.do("go_to", earlier)
    await board.do("delete_line")
    await board.tries("d4")
    await board.do("back")
    assert {each.move for each in board.view.branches} == {"f5", "d4"}


async def test_a_menu_full_of_moves_still_has_its_actions(board):
    position = board.view.position
    places = [each for each in position.legal_moves() if isinstance(each, Place)]
    for place in places[:26]:
        await board.tries(position.topology.names[place.cell])
        await board.do("back")
    draft = try_board_message(board.view, Viewer(ANN, {"theme": "dark", "confirm": "losses"}))
    (menu,) = draft.rows[-1]
    values = [each.value for each in menu.options]
    assert len(values) == 25
    assert {"type", "flip"} <= set(values)


async def test_a_move_deleted_in_another_window_is_named_and_the_rest_is_kept(world, game_id):
    phone, laptop = Board(world, ANN, game_id), Board(world, ANN, game_id)
    await phone.open()
    await phone.tries("e5", "d4")
    await laptop.open()
    await phone.do("back")
    await phone.do("delete_line")
    for name, *arguments in (
        ("try_move", "b2"),
        ("back",),
        ("forward",),
        ("note", "x"),
        ("mark", "bad"),
        ("delete_line",),
        ("flip",),
        ("go_to", 1),
    ):
        with pytest.raises(LineGone, match="deleted or undone"):
            await laptop.do(name, *arguments)
    assert (await laptop.open()).place.ply == 3


async def test_a_new_move_with_the_number_of_a_deleted_one_is_not_mistaken_for_it(world, game_id):
    phone, laptop = Board(world, ANN, game_id), Board(world, ANN, game_id)
    await phone.open()
    await phone.tries("e5")
    await laptop.open()
    await phone.do("delete_line")
    await phone.tries("d4")
    assert phone.view.node.node == laptop.view.node.node

    with pytest.raises(LineGone):
        await laptop.do("note", "about E5")


async def test_a_board_holds_a_limited_number_of_moves(world, board, monkeypatch):
    monkeypatch.setattr(try_board, "MOST_NODES", 2)
    await board.tries("e5", "d4")
    with pytest.raises(Refusal) as refusal:
        await board.tries("b2")
    assert refusal.value.sentence == words.too_many(2)
    monkeypatch.setattr(try_board, "MOST_NODES", 1)  # as after an undo, which may add moves
    await board.do("back")
    await board.tries("d4")
    assert board.cells == [["A1", "C3", "D4"], ["G4", "E5"]]


async def test_a_line_goes_on_when_the_game_follows_it(world, board, game_id):
    await board.tries("e5", "d4", "b2")
    await world.play(BEN, game_id, "e5")

    view = await board.open()

    assert board.cells == [["A1", "C3", "D4"], ["B2", "G4", "E5"]]
    assert [turn.number for turn in view.turns] == [5, 6]
    await board.do("back")
    await board.do("back")
    assert board.view.node is None
    assert [each.move for each in board.view.branches] == ["d4"]


async def test_the_board_shows_the_game_when_it_took_another_way_and_keeps_the_line(
    world, board, game_id
):
    await board.tries("e5", "d4")
    await world.play(BEN, game_id, "f5")

    view = await board.open()

    assert board.cells == [["A1", "C3"], ["G4", "F5"]]
    assert view.node is None
    await board.do("back")
    assert [each.move for each in board.view.branches] == ["e5"]


async def test_playing_now_is_offered_for_a_first_turn_of_the_player_to_move_only(world, game_id):
    ann, ben, cat = (Board(world, who, game_id) for who in (ANN, BEN, CAT))
    for each in (ann, ben, cat):
        await each.open()
        assert each.view.playable == ""
        await each.tries("e5")
    assert (ann.view.playable, ben.view.playable, cat.view.playable) == ("", "e5", "")
    assert (await ben.tries("d4")).playable == ""
    await ben.open(1)
    assert (await ben.tries("f5")).playable == "", "it was Ben's turn then, too"
    await ben.open(3)
    await world.play(BEN, game_id, "f5")
    assert (await ben.service.show(world.act(BEN), game_id, ben.view.place)).playable == ""


async def test_lines_that_begin_in_moves_taken_back_are_kept(world, board, game_id):
    await world.play(BEN, game_id, "e5")
    await board.open()
    await board.tries("d4", "b2")
    await world.services.undo.undo(world.act(BEN), game_id)

    await board.open()
    assert board.cells == [["A1", "C3", "D4"], ["B2", "G4", "E5"]]
    for _ in range(3):
        await board.do("back")
    assert board.view.node is None
    assert [each.move for each in board.view.branches] == ["e5"]
    for _ in range(3):
        await board.do("forward")
    await world.play(BEN, game_id, "e5")
    view = await board.open()
    assert [turn.number for turn in view.turns] == [5, 6]


async def test_an_undo_keeps_the_lines_of_everyone_and_no_others(world, game_id):
    await world.play(BEN, game_id, "e5")
    other = await world.game(start="none")
    tried = {ANN: "d4", BEN: "b2", CAT: "b5"}
    boards = {who: Board(world, who, game_id) for who in tried}
    for who, cell in tried.items():
        await boards[who].open()
        await boards[who].tries(cell)
    dee = Board(world, 104, game_id)
    await dee.open(3)
    await dee.tries("f6")
    apart = Board(world, 105, other)
    await apart.open()
    await apart.tries("f6", "d4")

    await world.services.undo.undo(world.act(BEN), game_id)

    for who, cell in tried.items():
        view = await boards[who].open()
        assert boards[who].cells[1] == ["G4", "E5"]
        assert [each.move for each in (view.node, *view.others)] == [cell]
        await boards[who].do("back")
        assert boards[who].view.node.move == "e5"
        assert (await boards[who].do("back")).node is None
    assert (await dee.open()).node.move == "f6"
    assert (await dee.do("back")).node is None
    assert [each.move for each in dee.view.branches] == ["f6"]
    assert (await apart.open()).node.move == "d4"


async def test_undone_moves_after_the_last_line_are_not_kept(world, board, game_id):
    await world.play(BEN, game_id, "e5")
    await board.open()
    await board.tries("d4")
    await world.play(ANN, game_id, "b2")
    await world.services.undo.undo(world.act(BEN), game_id)
    await world.services.undo.accept(world.act(ANN), game_id)
    await board.back_to_game()
    await board.tries("e5")
    assert [each.move for each in board.view.branches] == ["d4"]


@pytest.mark.parametrize(("legal", "overlay"), [(16, Candidates), (17, TapZones)])
async def test_up_to_sixteen_legal_cells_have_a_button_each(monkeypatch, board, legal, overlay):
    moves = [each for each in board.view.position.legal_moves() if isinstance(each, Place)]
    cells = sum(1 << each.cell for each in moves[:legal])
    monkeypatch.setattr("bot.messages.try_board.legal_cells", lambda _: cells)
    draft = try_board_message(board.view, Viewer(ANN, {"theme": "dark"}))
    assert overlay in [type(each) for each in draft.board_image.overlays]


@pytest.mark.parametrize("published", [False, True])
async def test_the_form_of_a_note_says_who_will_see_it(world, board, game_id, published):
    await board.tries("e5")
    await world.games.resign(world.act(BEN), game_id)
    if published:
        await world.services.published_lines.publish(world.act(ANN), game_id)
    await board.do("note", "mine")
    (field,) = note_form(board.view).fields
    assert field.value == "mine"
    assert field.label == (words.NOTE_SEEN_LABEL() if published else words.NOTE_LABEL())


async def test_moves_taken_back_twice_are_one_line(world, board, game_id):
    for move in ("d4", "b2"):
        await world.play(BEN, game_id, "e5")
        await board.back_to_game()
        await board.tries(move)
        await world.services.undo.undo(world.act(BEN), game_id)
    await board.open()
    await board.do("back")
    assert {each.move for each in board.view.branches} == {"d4", "b2"}


async def test_a_line_of_undone_moves_is_one_with_an_earlier_line(world, board, game_id):
    """The earlier line began one undone move before the other."""
    await world.play(BEN, game_id, "e5")
    await board.open()
    await board.tries("d4")
    await board.do("note", "first")
    await world.play(ANN, game_id, "d4")
    await board.back_to_game()
    await board.do("forward")
    await board.tries("b2")

    await world.services.undo.undo(world.act(BEN), game_id)
    await world.services.undo.accept(world.act(ANN), game_id)

    await board.back_to_game()
    await board.tries("e5")
    assert board.cells == [["A1", "C3"], ["G4", "E5"]]
    assert [(each.move, each.note) for each in board.view.branches] == [("d4", "first")]
    await board.tries("d4")
    assert [each.move for each in board.view.branches] == ["b2"]


@pytest.mark.parametrize(
    ("notes", "marks", "kept"),
    [
        (("", ""), ("good", None), [("d4", "")]),
        (("old", ""), (None, "good"), [("d4", "old")]),
        (("", "new"), ("good", None), [("d4", "new")]),
        (("old", "new"), (None, None), [("d4", "old"), ("d4", "new")]),
        (("same", "same"), (None, None), [("d4", "same"), ("d4", "same")]),
    ],
)
async def test_equal_moves_of_two_lines_become_one_unless_both_have_notes(
    world, board, game_id, notes, marks, kept
):
    await world.play(BEN, game_id, "e5")
    await board.open()
    await board.tries("d4")
    await board.do("note", notes[0])
    await board.do("mark", marks[0])
    await board.tries("f4")
    await board.open(3)
    await board.tries("e5", "d4")
    await board.do("note", notes[1])
    await board.do("mark", marks[1])
    await board.tries("b2")

    await world.services.undo.undo(world.act(BEN), game_id)

    await board.back_to_game()
    await board.tries("e5")
    assert [(each.move, each.note) for each in board.view.branches] == kept
    equal = [each.node for each in board.view.branches]
    for node in equal:
        view = await board.do("go_to", node)
        assert {each.node for each in view.others} == {*equal} - {node}
    await board.do("back")
    stored = await world.services.privacy.count_rows(ANN)
    assert stored.rows["try_nodes"] == 3 + len(kept)
    if len(kept) == 1:
        await board.tries("d4")
        assert board.view.node.mark == "good"
        assert {each.move for each in board.view.branches} == {"b2", "f4"}


async def test_a_board_made_for_moves_taken_back_says_so(world, board, game_id):
    await world.play(BEN, game_id, "e5")
    await board.open()
    await world.services.undo.undo(world.act(BEN), game_id)
    with pytest.raises(LineGone):
        await board.tries("d4")


async def test_the_same_move_is_tried_in_several_positions_of_the_game(board):
    for ply, cells in enumerate(([["E5"], []], [["A1"], ["E5"]], [["A1", "E5"], ["G4"]])):
        await board.open(ply)
        await board.tries("e5")
        assert board.cells == cells


async def test_after_an_undo_and_another_turn_the_same_move_is_tried_anew(world, board, game_id):
    await world.play(BEN, game_id, "e5")
    await board.open()
    await board.tries("d4")
    await world.services.undo.undo(world.act(BEN), game_id)
    await world.play(BEN, game_id, "f5")
    await board.open()
    await board.tries("d4")
    assert board.cells == [["A1", "C3", "D4"], ["G4", "F5"]]
    await board.open()
    assert board.cells == [["A1", "C3", "D4"], ["G4", "F5"]]


async def test_the_hidden_first_stone_is_on_its_players_board_only(world):
    number = await world.game()
    await world.play(ANN, number, "a1")
    ann, ben = Board(world, ANN, number), Board(world, BEN, number)
    await ann.open()
    await ben.open()
    assert (ann.cells, ben.cells) == ([["A1"], []], [[], []])
    await ann.tries("c3")
    assert ann.view.playable == "c3"
    await world.services.undo.undo(world.act(ANN), number)
    await ann.open()
    assert ann.cells == [["A1", "C3"], []]
    assert ann.view.playable == "a1 c3"


async def test_lines_are_private_and_strangers_do_not_see_the_game(world, board, game_id):
    await board.tries("e5")
    for who in (BEN, CAT):
        view = await Board(world, who, game_id).open()
        assert view.branches == ()
        assert view.node is None
    stranger = world.act(CAT, channel=99, guild=None)
    with pytest.raises(NoSuchGame):
        await board.service.open(stranger, game_id)
    with pytest.raises(NoSuchGame):
        await board.service.try_move(stranger, game_id, board.view.place, "e5")


async def test_a_place_beyond_the_game_is_refused(world, board, game_id):
    place = TryPlace(0, 99, position_key(board.view.position))
    with pytest.raises(LineGone):
        await board.service.show(world.act(ANN), game_id, place)


async def test_the_flipped_board_stays_flipped_until_it_is_flipped_back(world, board, game_id):
    for flipped in (True, False, True):
        assert (await board.do("flip")).flipped is flipped
        world.restart()
        assert (await Board(world, ANN, game_id).open()).flipped is flipped
        assert not (await Board(world, BEN, game_id).open()).flipped


async def test_finished_games_have_a_board_from_any_turn(world, board, game_id):
    await world.games.resign(world.act(BEN), game_id)
    await board.open(ply=0)
    view = await board.tries("d4", "e5")
    assert stones(view.position) == [["D4"], ["E5"]]
    assert view.playable == ""


async def test_boards_are_deleted_a_year_after_the_end_of_the_game(world, board, game_id, clock):
    await board.tries("e5")
    other = Board(world, BEN, game_id)
    await other.open()
    await other.tries("e5", "d4")
    clock.advance(days=400)
    assert (await world.services.maintenance.clean_up()).try_boards == 0
    await world.games.resign(world.act(BEN), game_id)
    clock.advance(days=365)
    assert (await world.services.maintenance.clean_up()).try_boards == 0
    clock.now += timedelta(microseconds=1)

    assert (await world.services.maintenance.clean_up()).try_boards == 1

    assert (await board.open()).node is None
    stored = await world.services.privacy.count_rows(ANN)
    assert stored.rows["try_nodes"] == stored.rows["try_boards"] == 0


async def test_export_and_deletion_of_a_person_include_their_lines(world, board, game_id):
    await board.tries("e5")
    await board.do("note", "my secret")
    cat = Board(world, CAT, game_id)
    await cat.open()
    await cat.tries("d4")

    exported = await world.services.privacy.export(ANN)
    await world.services.privacy.delete(ANN)

    (node,) = exported["try_nodes"]
    assert (node["move"], node["note"]) == ("e5", "my secret")
    assert len(exported["try_boards"]) == 1
    assert not any((await world.services.privacy.export(ANN))["try_nodes"])
    assert len((await world.services.privacy.export(CAT))["try_nodes"]) == 1


def test_the_order_of_moves_does_not_change_the_key_and_the_side_to_move_does(game_after):
    first, second = (game_after(moves).position for moves in ("a1 c3", "c3 a1"))
    assert position_key(first) == position_key(second)
    assert position_key(first) != position_key(game_after("a1").position)
    swapped = game_after("a1 c3").position.play(
        next(move for move in first.legal_moves() if type(move).__name__ == "Swap")
    )
    assert position_key(first) != position_key(swapped)
    assert position_key(first) == 8186677869342908614  # stored keys must remain valid
