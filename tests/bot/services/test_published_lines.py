"""Published lines: who may publish and see them, and their form as variations."""

import asyncio

import pytest

from bot.errors.permissions import NotModerator
from bot.errors.refusals import GameRunning, NoSuchGame, NotYourGame, Refusal
from bot.services.values.people.permissions import Rank
from rules.comments import Comments
from rules.moves import format_move
from rules.record import export_json, export_text, import_json, import_text
from tests.bot.services.conftest import ANN, BEN, CAT
from tests.bot.services.test_try_board import Board


@pytest.fixture
async def game_id(world):
    """Game of size 4: Ann has played A1 and C3, Ben G4; Ben is to move."""
    number = await world.game(start="none")
    for who, cell in ((ANN, "a1"), (BEN, "g4"), (ANN, "c3")):
        await world.play(who, number, cell)
    return number


@pytest.fixture
def board_of(world, game_id):
    async def board_of(user_id):
        made = Board(world, user_id, game_id)
        await made.open()
        return made

    return board_of


async def over(world, game_id):
    await world.services.games.resign(world.act(BEN), game_id)


async def comments(world, game_id, user_id=CAT, **where):
    return await world.services.published_lines.comments(world.act(user_id, **where), game_id)


async def publish(world, game_id, user_id=ANN):
    await world.services.published_lines.publish(world.act(user_id), game_id)


def texts(found, topology):
    """Return every line by the turn after which it begins, as text."""

    def line(variation):
        moves = " ".join(format_move(move, topology) for move in variation.moves)
        note = f" {variation.note}" if variation.note else ""
        then = [line(each) for each in variation.then]
        return [f"{moves}{note}", *then] if then else [f"{moves}{note}"]

    return {turn: [line(each) for each in lines] for turn, lines in found.variations.items()}


async def test_lines_from_one_position_are_in_the_order_in_which_they_were_tried(
    world, game_id, board_of
):
    board = await board_of(ANN)
    for move in ("e5", "b2", "d4"):
        await board.tries(move)
        await board.do("back")
    await over(world, game_id)
    await publish(world, game_id)
    topology = (await world.games.get(game_id)).position.topology
    found = texts(await comments(world, game_id), topology)
    assert found == {3: [["e5"], ["b2"], ["d4"]]}


@pytest.mark.both_databases
async def test_lines_are_private_until_they_are_published_and_again_when_withdrawn(
    world, game_id, board_of
):
    await (await board_of(ANN)).tries("e5", "d4")
    await over(world, game_id)
    assert await comments(world, game_id) == Comments()

    await publish(world, game_id)
    await publish(world, game_id)
    found = await comments(world, game_id)
    topology = (await world.games.get(game_id)).position.topology
    assert texts(found, topology) == {3: [["e5", ["d4"]]]}
    assert found.variations[3][0].by == "Ann"

    await world.services.published_lines.withdraw(world.act(ANN), game_id)
    assert await comments(world, game_id) == Comments()


async def test_both_players_may_publish_and_a_board_that_nobody_publishes_stays_private(
    world, game_id, board_of
):
    for user_id, cell in ((ANN, "e5"), (BEN, "d4"), (CAT, "d5")):
        await (await board_of(user_id)).tries(cell)
    await over(world, game_id)
    await publish(world, game_id, ANN)
    await publish(world, game_id, BEN)

    found = await comments(world, game_id)

    assert [each.by for each in found.variations[3]] == ["Ann", "Ben"]


@pytest.mark.both_databases
@pytest.mark.parametrize(("leaver", "stayer"), [(ANN, "Ben"), (BEN, "Ann")])
async def test_whoever_takes_their_lines_back_leaves_the_others(
    world, game_id, board_of, leaver, stayer
):
    for user_id, cell in ((ANN, "e5"), (BEN, "d4")):
        await (await board_of(user_id)).tries(cell)
    await over(world, game_id)
    for each in (ANN, BEN):
        await publish(world, game_id, each)
    other = await another_game(world, leaver)
    await world.services.published_lines.withdraw(world.act(leaver), game_id)
    found = await comments(world, game_id)
    assert [each.by for each in found.variations[3]] == [stayer]
    assert (await comments(world, other)).variations


async def another_game(world, user_id):
    """Finish another game in which a person publishes a line."""
    number = await world.game(start="none")
    board = Board(world, user_id, number)
    await board.open()
    await board.tries("e5")
    await over(world, number)
    await publish(world, number, user_id)
    return number


async def test_only_players_publish_and_only_after_the_game(world, game_id, board_of):
    await (await board_of(ANN)).tries("e5")
    await (await board_of(CAT)).tries("e5")
    with pytest.raises(GameRunning):
        await publish(world, game_id)
    await over(world, game_id)
    with pytest.raises(NotYourGame):
        await publish(world, game_id, CAT)
    with pytest.raises(Refusal, match="haven't tried"):
        await publish(world, game_id, BEN)
    with pytest.raises(NoSuchGame):
        await world.services.published_lines.publish(world.act(CAT, guild=99, channel=9), game_id)
    assert await comments(world, game_id) == Comments()


async def test_who_may_not_see_the_game_sees_no_lines(world, game_id, board_of):
    await (await board_of(ANN)).tries("e5")
    await over(world, game_id)
    await publish(world, game_id)
    with pytest.raises(NoSuchGame):
        await comments(world, game_id, CAT, guild=99, channel=9)


async def test_a_line_that_the_game_followed_begins_where_it_left_the_game(
    world, game_id, board_of
):
    board = await board_of(ANN)
    await board.tries("e5", "d4", "d5")
    await board.do("note", "quiet")
    await board.do("back")
    await board.do("back")
    await board.do("note", "as expected")
    await world.play(BEN, game_id, "e5")
    await world.play(ANN, game_id, "f5")
    await over(world, game_id)
    await publish(world, game_id)

    found = await comments(world, game_id)

    topology = (await world.games.get(game_id)).position.topology
    assert texts(found, topology) == {4: [["d4", ["d5 quiet"]]]}
    assert found.notes == {4: "Ann: as expected"}


@pytest.mark.both_databases
async def test_marks_and_notes_of_a_branching_tree_come_with_it(world, game_id, board_of):
    board = await board_of(ANN)
    await board.tries("e5")
    await board.do("mark", "good")
    await board.do("note", "keeps the thread")
    await board.tries("d4")
    await board.do("back")
    await board.tries("d5")
    await board.do("mark", "bad")
    await over(world, game_id)
    await publish(world, game_id)

    found = await comments(world, game_id)

    topology = (await world.games.get(game_id)).position.topology
    assert texts(found, topology) == {3: [["e5 Good. keeps the thread", ["d4"], ["d5 Bad."]]]}


async def test_half_a_turn_is_left_out_and_a_turn_that_the_game_began_is_whole(world):
    number = await world.game()  # turns of two stones at the start
    board = Board(world, ANN, number)
    await board.open()
    await board.tries("a1", "d3", "e5")
    await world.play(ANN, number, "a1 c3")
    await world.services.games.resign(world.act(BEN), number)
    await publish(world, number)

    found = await comments(world, number)

    topology = (await world.games.get(number)).position.topology
    assert texts(found, topology) == {0: [["a1 d3"]]}


async def test_a_line_from_the_middle_of_a_turn_has_the_whole_turn(world):
    number = await world.game()
    await world.play(ANN, number, "a1")
    board = Board(world, ANN, number)
    await board.open()
    await board.tries("d3")
    await world.play(ANN, number, "c3")
    await over(world, number)
    await publish(world, number)
    topology = (await world.games.get(number)).position.topology
    assert texts(await comments(world, number), topology) == {0: [["a1 d3"]]}


async def test_a_first_stone_that_stays_hidden_is_in_no_published_line(world):
    number = await world.game()
    await world.play(ANN, number, "a1")
    board = Board(world, ANN, number)
    await board.open()
    await board.tries("d3")
    await board.open(0)
    await board.tries("b2 d3")
    await over(world, number)
    await publish(world, number)
    topology = (await world.games.get(number)).position.topology
    assert texts(await comments(world, number), topology) == {0: [["b2 d3"]]}


async def test_the_record_has_them_and_its_files_read_them_back(world, game_id, board_of):
    board = await board_of(ANN)
    await board.tries("e5", "d4")
    await board.do("note", "a {note}")
    await over(world, game_id)
    await publish(world, game_id)

    record = await world.services.history.get_record(game_id)

    assert record.comments == await comments(world, game_id)
    assert "(1 by Ann) 4. e5 5. d4 {a [note]}" in export_text(record)
    assert import_text(export_text(record)).comments.variations.keys() == {3}
    assert import_json(export_json(record)).comments == import_text(export_text(record)).comments


async def test_later_lines_of_a_published_board_appear_and_it_stays_published(
    world, game_id, board_of
):
    board = await board_of(ANN)
    await board.tries("e5")
    await over(world, game_id)
    await publish(world, game_id)
    await board.tries("d4")
    await board.do("flip")
    assert len((await comments(world, game_id)).variations[3][0].then) == 1


@pytest.mark.both_databases
async def test_a_moderator_removes_them_for_all_and_a_member_does_not(world, game_id, board_of):
    for user_id in (ANN, BEN):
        await (await board_of(user_id)).tries("e5")
    await over(world, game_id)
    await publish(world, game_id, ANN)
    await publish(world, game_id, BEN)
    other = await another_game(world, ANN)
    remove = world.services.published_lines.remove

    with pytest.raises(NotModerator):
        await remove(world.act(CAT), game_id)
    with pytest.raises(NoSuchGame):
        await remove(world.act(CAT, guild=99, channel=9, rank=Rank.MODERATOR), game_id)
    assert await comments(world, game_id)
    await remove(world.act(CAT, rank=Rank.MODERATOR), game_id)

    assert await comments(world, game_id) == Comments()
    assert len((await board_of(ANN)).view.turns) == 1
    assert (await comments(world, other)).variations


async def test_the_lines_of_a_deleted_person_are_gone(world, game_id, board_of):
    await (await board_of(ANN)).tries("e5")
    await over(world, game_id)
    await publish(world, game_id)
    data = await world.services.privacy.export(ANN)
    assert data["try_boards"][0]["published"] is True

    await world.services.privacy.delete(ANN)

    assert await comments(world, game_id) == Comments()


@pytest.mark.both_databases
async def test_publishing_and_trying_at_once_lose_nothing(world, game_id, board_of):
    board = await board_of(ANN)
    await board.tries("e5")
    await over(world, game_id)
    await asyncio.gather(publish(world, game_id), board.tries("d4"), board.do("flip"))
    assert len((await comments(world, game_id)).variations[3][0].then) == 1


async def test_the_notes_on_both_stones_of_a_tried_turn_are_published(world):
    number = await world.game()
    board = Board(world, BEN, number)
    await board.open()
    await board.tries("a1")
    await board.do("note", "first")
    await board.tries("c3")
    await board.do("note", "second")
    await over(world, number)
    await publish(world, number, BEN)
    ((variation,),) = (await comments(world, number)).variations.values()
    assert variation.note == "first second"
